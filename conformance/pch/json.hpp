// SPDX-License-Identifier: MIT
// Precompiled for the parts that speak JSON: the library is most of their compile time.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
