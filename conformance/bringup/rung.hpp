// SPDX-License-Identifier: MIT
// What the rungs share.
#pragma once
#include "conformance/bringup/ladder.hpp"
#include "conformance/bringup/launcher.hpp"

namespace kernabi::bringup {

/// One rung while it is climbed.
struct Rung {
    Launcher& launcher;
    const vectors::Library& library;
    const LadderOptions& options;
    RungResult& result;

    void about(const std::string& what) const { options.about(rung_rows[result.rung].name, what); }
    /// Counts one check; `why` is asked only of one that failed.
    template <typename Why>
    void check(bool good, Why&& why) const {
        ++result.planned;
        ++(good ? result.passed : result.failed);
        if (!good && result.failures.size() < 5) result.failures.push_back(why());
    }
};

void device_rung(const Rung& rung);
void echo_rung(const Rung& rung);
void end_rung(const Rung& rung);
void fields_rung(const Rung& rung);
void decode_rung(const Rung& rung);
void geometry_rung(const Rung& rung);
void gemm_rung(const Rung& rung);
void stress_rung(const Rung& rung);

} // namespace kernabi::bringup
