// SPDX-License-Identifier: MIT
#include "conformance/bringup/ladder.hpp"
#include "conformance/bringup/rung.hpp"

namespace kernabi::bringup {

std::vector<RungResult> climb(hip::Runtime& runtime, const vectors::Library& library, const LadderOptions& options) {
    constexpr void (*rungs[])(const Rung&) = {device_rung, echo_rung,     end_rung,  fields_rung,
                                              decode_rung, geometry_rung, gemm_rung, stress_rung};
    static_assert(sizeof rungs / sizeof rungs[0] == sizeof rung_rows / sizeof rung_rows[0]);
    std::vector<RungResult> results;
    options.about(rung_rows[0].name, "first memory");
    Launcher launcher(runtime, options.drop);
    for (std::size_t i = 0; i < sizeof rungs / sizeof rungs[0]; ++i) {
        if (rungs[i] == stress_rung && options.stress_blocks == 0) continue;
        RungResult result{};
        result.rung = i;
        const Rung rung{launcher, library, options, result};
        std::string at;
        try {
            rungs[i](rung);
        } catch (const hip::RuntimeError& error) {
            ++result.planned;
            ++result.failed;
            result.failures.push_back(error.what());
        }
        options.finished(result);
        results.push_back(result);
        // A rung on which nothing was asked for (a filter) is passed over; one that failed is the last.
        if (result.failed != 0) break;
    }
    return results;
}

} // namespace kernabi::bringup
