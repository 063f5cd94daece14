// SPDX-License-Identifier: MIT
// Precompiled for the command line.
#pragma once
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
