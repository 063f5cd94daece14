// SPDX-License-Identifier: MIT
// Precompiled for the command line.
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
