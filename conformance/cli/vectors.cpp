// SPDX-License-Identifier: MIT
#include "conformance/cli/common.hpp"
namespace kernabi::cli { void add_vectors(CLI::App&, Command&) {} }
