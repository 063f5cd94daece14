// SPDX-License-Identifier: MIT
// Waits by what they do: memory operations in flight on finite counters that retire in order.
#include "tests/kernel/support.hpp"
#include <algorithm>
#include <deque>
#include <doctest/doctest.h>
#include <random>

using namespace kernabi;
using namespace kernabi::test;

namespace {

/// Operations in flight on one counter. It holds no more than its highest count: one more has to wait for the oldest.
struct Counter {
    std::size_t most;
    std::deque<int> flight;

    void issue(int operation) {
        if (flight.size() == most) flight.pop_front();
        flight.push_back(operation);
    }
    void wait(std::size_t count) {
        while (flight.size() > count) flight.pop_front();
    }
    [[nodiscard]] bool holds(int operation) const {
        return std::find(flight.begin(), flight.end(), operation) != flight.end();
    }
};

/// One wave's counters, driven by the lines that are written for a target.
struct Wave {
    const kernel::Target& target;
    Counter lds{target.lds, {}}, loads{target.loads, {}}, stores{target.stores, {}};

    explicit Wave(const kernel::Target& t) : target(t) {}

    void store(int operation) { (target.waits == kernel::Waits::joined ? loads : stores).issue(operation); }

    void operator()(const kernel::Instruction& i) {
        std::string text;
        const auto put = [&text](kernel::Text piece) { text.append(piece.data, piece.size); };
        REQUIRE(kernel::write_assembly(i, target, {}, put).ok());
        if (text.starts_with("s_waitcnt 0")) lds.wait(0), loads.wait(0);
        obey(text, "lgkmcnt(", lds), obey(text, "vmcnt(", loads), obey(text, "s_waitcnt_vscnt null ", stores);
        obey(text, "s_wait_dscnt ", lds), obey(text, "s_wait_loadcnt ", loads), obey(text, "s_wait_storecnt ", stores);
    }

  private:
    static void obey(const std::string& text, const std::string& head, Counter& counter) {
        const std::size_t at = text.find(head);
        if (at != std::string::npos) counter.wait(std::stoul(text.substr(at + head.size())));
    }
};

kernel::Instruction wait_for(std::int64_t ds, std::int64_t loads, std::int64_t stores) {
    kernel::Instruction i{};
    i.opcode = kernel::Opcode::SWaitCnt;
    i.dscnt = ds, i.vlcnt = loads, i.vscnt = stores;
    return i;
}

const kernel::Target& named(const std::string& name) {
    for (const kernel::Target& target : kernel::targets)
        if (name == target.name) return target;
    return kernel::targets[0];
}

} // namespace

TEST_CASE("gfx942: 14 younger local operations need a wait for 14, 15 younger need none") {
    Wave wave(named("gfx942"));
    for (int op = 0; op < 15; ++op) wave.lds.issue(op);
    CHECK(wave.lds.holds(0));
    wave(wait_for(14, -1, -1));
    CHECK_FALSE(wave.lds.holds(0));
    CHECK(wave.lds.holds(1));
    Wave full(named("gfx942"));
    for (int op = 0; op < 16; ++op) full.lds.issue(op);
    full(wait_for(15, -1, -1));
    CHECK_FALSE(full.lds.holds(0));
}

TEST_CASE("gfx1100: waiting for stores leaves the loads alone; gfx942 counts both together") {
    Wave wave(named("gfx1100"));
    wave.loads.issue(1);
    wave.store(2);
    wave(wait_for(-1, -1, 0));
    CHECK(wave.loads.holds(1));
    CHECK_FALSE(wave.stores.holds(2));
    Wave joined(named("gfx942"));
    joined.loads.issue(1);
    joined.store(2);
    joined(wait_for(-1, -1, 0));
    CHECK_FALSE(joined.loads.holds(1));
}

TEST_CASE("a count past the counter is clamped, and waits at least as long") {
    for (const kernel::Target& target : kernel::targets) {
        INFO(std::string(target.name));
        Wave wave(target);
        for (int op = 0; op < 200; ++op) wave.lds.issue(op), wave.loads.issue(op);
        wave(wait_for(100, 100, -1));
        CHECK_FALSE(wave.lds.holds(99));
        CHECK_FALSE(wave.loads.holds(99));
    }
}

namespace {

/// A random loop: what it counts, and what is asked of its wait.
Inputs random_loop(std::mt19937& random) {
    const auto pick = [&random](std::initializer_list<std::int64_t> of) {
        return *(of.begin() + static_cast<std::ptrdiff_t>(random() % of.size()));
    };
    Inputs in;
    for (const kernel::InputRow& row : kernel::inputs) {
        if (!kernel::takes(Function::wait, row.input)) continue;
        if (row.meaning == kernel::Meaning::flag)
            in[row.input] = pick({0, 0, 1});
        else if (row.meaning == kernel::Meaning::quarters)
            in[row.input] = pick({1, 2, 4, 16, 24});
        else
            in[row.input] = pick({1, 2, 3, 4});
    }
    for (const Input i :
         {Input::skipGlobalRead, Input::skipLocalWrite, Input::skipLocalRead, Input::skipGlobalReadInst})
        in[i] = pick({-1, -1, 0, 1, 2, 5});
    in[Input::conservativeWaitCnt] = pick({0, 0, 0, 2, 4, 8});
    for (const Input i : {Input::MXBlockA, Input::MXBlockB}) in[i] = pick({0, 32});
    in[Input::Sparse] = pick({0, 1, 2});
    return in;
}

struct Left {
    bool loads = false, local = false; ///< an operation that was needed is still in flight
};

/// Needed operations first, then those that may stay outstanding, each in random order; then the wait.
Left run(const kernel::Target& target, const Inputs& in, std::mt19937& random) {
    kernel::WaitCounts counts{};
    REQUIRE(kernel::count_wait(in, counts).ok());
    Wave wave(target);
    const bool flat = in[Input::BufferLoad] == 0;
    constexpr int needed_loads = 5, needed_local = 4;
    const auto issue = [&](std::int64_t loads, std::int64_t local, int first_load, int first_local) {
        while (loads + local > 0) {
            if (static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(loads + local)) < loads) {
                wave.loads.issue(first_load);
                if (flat) wave.lds.issue(first_load);
                ++first_load, --loads;
            } else {
                wave.lds.issue(first_local++);
                --local;
            }
        }
    };
    const std::int64_t may_load = counts.vlcnt.value < 0 ? 0 : counts.vlcnt.value,
                       may_local = counts.dscnt.value < 0 ? 0 : counts.dscnt.value - counts.flat.value;
    issue(needed_loads, needed_local, 0, 10000);
    issue(may_load, may_local, 1000, 20000);
    const auto feed = [&wave](const kernel::Instruction& i) { wave(i); };
    REQUIRE(kernel::wait(in, {}, feed).ok());
    Left left;
    // A flat load is done when it has left either counter.
    for (int op = 0; op < needed_loads && counts.vlcnt.value >= 0; ++op)
        left.loads = left.loads || (wave.loads.holds(op) && (!flat || wave.lds.holds(op)));
    for (int op = 10000; op < 10000 + needed_local && counts.dscnt.value >= 0; ++op)
        left.local = left.local || wave.lds.holds(op);
    return left;
}

} // namespace

TEST_CASE("no needed operation stays in flight, or lint says that its count was dropped") {
    std::mt19937 random(20);
    std::size_t dropped = 0, harmful = 0;
    for (int round = 0; round < 3000; ++round) {
        const kernel::Target& target = kernel::targets[static_cast<std::size_t>(round) % kernel::target_count];
        const Inputs in = random_loop(random);
        const Left left = run(target, in, random);
        INFO("round " << round);
        REQUIRE_FALSE(left.local);
        const bool said = found(Function::wait, in).find("vlcnt_dropped") != std::string::npos;
        REQUIRE((!left.loads || said));
        dropped += said;
        harmful += left.loads;
    }
    CHECK(dropped > 300);
    CHECK(harmful > 300);
}

TEST_CASE("with loads straight to LDS, waiting for both leaves the loads in flight, and lint says so") {
    std::mt19937 random(1);
    Inputs in;
    in = with(in, {{Input::skipGlobalRead, 0},
                   {Input::skipLocalWrite, 0},
                   {Input::skipLocalRead, -1},
                   {Input::BufferLoad, 1},
                   {Input::DirectToLdsA, 1},
                   {Input::DirectToLdsB, 1},
                   {Input::NumLoadsPerpendicularA, 2},
                   {Input::NumLoadsCoalescedA, 2}});
    CHECK(run(named("gfx942"), in, random).loads);
    CHECK(found(Function::wait, in) == "vlcnt_dropped");
}
