// SPDX-License-Identifier: MIT
// How the fake device fails: told by the environment, so that the program under test needs no change.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace test {

/// `KERNABI_FAKE`: behaviours by comma, some with =NUMBER (counted from 1):
/// no_devices, target=NAME, memory=BYTES (what all allocations together may take), load_error, launch_error=N, hang=N,
/// crash=N (the Nth launch), hang_kernel=NAME (the first launch of a kernel whose name begins so); of GEMMs:
/// wrong_tile, transposed, alpha_dropped, past_end, before_start, padding, input, unsteady (other bits from the second
/// launch on). What metadata does not tell of a kernel: arrays (it takes arrays of addresses), buffers (it leaves the
/// parts of a split k in the workspace).
class Faults {
  public:
    Faults() {
        const char* const told = std::getenv("KERNABI_FAKE");
        std::string text = told != nullptr ? told : "";
        while (!text.empty()) {
            const std::size_t comma = std::min(text.find(','), text.size());
            const std::string one = text.substr(0, comma);
            const std::size_t equals = std::min(one.find('='), one.size());
            told_[one.substr(0, equals)] = equals < one.size() ? one.substr(equals + 1) : "";
            text.erase(0, comma + 1);
        }
    }
    [[nodiscard]] bool has(const char* name) const { return told_.contains(name); }
    [[nodiscard]] std::string text(const char* name, const char* otherwise) const {
        return has(name) ? told_.at(name) : otherwise;
    }
    [[nodiscard]] bool is_at(const char* name, std::uint64_t launch) const {
        return has(name) && std::stoull(told_.at(name)) == launch;
    }
    [[nodiscard]] std::uint64_t number(const char* name, std::uint64_t otherwise) const {
        return has(name) ? std::stoull(told_.at(name)) : otherwise;
    }

  private:
    std::map<std::string, std::string> told_;
};

} // namespace test
