// SPDX-License-Identifier: MIT
// How many memory operations a wait may leave outstanding.
#pragma once
#include "abi/kernel/checked.hpp"
#include "abi/kernel/instruction.hpp"

namespace kernabi::kernel {

/// What one wait counts: operations of one group of local writes, of local reads, of global loads, and the sums.
struct WaitCounts {
    Checked perWrite{}, perRead{}, perGlobal{};
    Checked dscnt = -1; ///< -1: not waited for
    Checked vlcnt = -1; ///< as asked for, before it is dropped for dscnt
    Checked flat{};     ///< the part of dscnt that stands for flat loads
    bool conservative = false;
};

namespace detail {

/// A's and B's inputs lie in two runs of the same order.
[[nodiscard]] constexpr Input of_tensor(Input a, bool b) noexcept {
    constexpr unsigned apart = static_cast<unsigned>(Input::DirectToLdsB) - static_cast<unsigned>(Input::DirectToLdsA);
    return static_cast<Input>(static_cast<unsigned>(a) + (b ? apart : 0));
}
static_assert(of_tensor(Input::tPA_tpsMetadata_nwcvpi, true) == Input::tPB_tpsMetadata_nwcvpi);

inline constexpr bool both_tensors[2] = {false, true}; // whether it is B

/// Reads inputs and keeps the first fault.
struct WaitReader {
    const Inputs& in;
    Outcome outcome{};

    [[nodiscard]] constexpr std::int64_t operator()(Input i) const noexcept { return in[i]; }

    constexpr Checked kept(Checked x, Input i) noexcept {
        if (!x.fits && outcome.ok()) outcome = refuse(Status::value_out_of_range, i, in);
        return x;
    }
    /// Write instructions of one tensor: the product first, then one division. `first` is its nrp, the rest follow it.
    constexpr Checked writes(Input first) noexcept {
        const auto at = [first](unsigned i) noexcept {
            return static_cast<Input>(static_cast<unsigned>(first) + i); // nrp, nrc, nwcv, nwpv, nwcvpi
        };
        const std::int64_t widest = in[at(2)] > in[at(3)] ? in[at(2)] : in[at(3)];
        const Checked product = kept(Checked(in[at(0)]) * in[at(1)] * widest, first);
        if (in[at(4)] == 0) { // the module's ZeroDivisionError
            if (outcome.ok()) outcome = refuse(Status::refused, at(4), in);
            return {};
        }
        return kept(floor_divide(product, in[at(4)]), first);
    }
};

[[nodiscard]] constexpr bool has_metadata(const Inputs& in) noexcept {
    return in[Input::Sparse] != 0 && in[Input::DirectToVgprSparseMetadata] == 0;
}

/// A term that is switched off is not evaluated: its nwcvpi may be 0.
constexpr Checked writes_of_group(WaitReader& r) noexcept {
    Checked sum{};
    for (const bool b : both_tensors) {
        // The scales' writes follow the data tensor's switches, not their own: as recorded.
        if (r(of_tensor(Input::DirectToLdsA, b)) != 0 || r(of_tensor(Input::DirectToVgprA, b)) != 0) continue;
        sum = sum + r.writes(of_tensor(Input::tPA_nrp, b));
        if (r(of_tensor(Input::MXBlockA, b)) != 0) sum = sum + r.writes(of_tensor(Input::tPA_MX_nrp, b));
    }
    // The metadata's term ignores DirectToLds.
    if (has_metadata(r.in)) sum = sum + r.writes(of_tensor(Input::tPA_tpsMetadata_nrp, r(Input::tPA_is_sparse) == 0));
    return r.kept(sum, Input::skipLocalWrite);
}

constexpr Checked reads_of_group(WaitReader& r) noexcept {
    constexpr std::int64_t six_registers = 24;       // in quarters; such a read is two instructions
    Checked sum = r(Input::numReadsPerIterMetadata); // whatever Sparse and DirectToVgprSparseMetadata say
    for (const bool b : both_tensors) {
        const bool twice = r(of_tensor(Input::tPA_blockWidth, b)) == six_registers;
        if (r(of_tensor(Input::DirectToVgprA, b)) == 0)
            sum = sum + Checked(r(of_tensor(Input::numReadsPerIterA, b))) * (twice ? 2 : 1);
        // Unlike the writes, the scales' reads obey their own switch, and are not doubled.
        if (r(of_tensor(Input::MXBlockA, b)) != 0 && r(of_tensor(Input::DirectToVgprMXSA, b)) == 0)
            sum = sum + r(of_tensor(Input::numReadsPerIterMXSA, b));
    }
    return r.kept(sum, Input::skipLocalRead);
}

constexpr Checked loads_of_group(WaitReader& r) noexcept {
    // Not fewer for DirectToVgpr or DirectToLds.
    Checked sum{};
    for (const bool b : both_tensors) {
        sum =
            sum + Checked(r(of_tensor(Input::NumLoadsPerpendicularA, b))) * r(of_tensor(Input::NumLoadsCoalescedA, b));
        if (r(of_tensor(Input::MXBlockA, b)) != 0)
            sum = sum + Checked(r(of_tensor(Input::NumLoadsPerpendicularMXSA, b))) *
                            r(of_tensor(Input::NumLoadsCoalescedMXSA, b));
    }
    if (has_metadata(r.in))
        sum = sum + Checked(r(Input::NumLoadsPerpendicularMetadata)) * r(Input::NumLoadsCoalescedMetadata);
    return r.kept(sum, Input::skipGlobalRead);
}

} // namespace detail

/// Works a wait's counts out. refused: an nwcvpi of 0 in a term that counts (the module divides by it);
/// value_out_of_range: a flag that is none, or a count past 64 bits.
[[nodiscard]] constexpr Outcome count_wait(const Inputs& in, WaitCounts& counts) noexcept {
    if (const Outcome o = detail::check_forms(Function::wait, in); !o.ok()) return o;
    const std::int64_t g = in[Input::skipGlobalRead], w = in[Input::skipLocalWrite], r = in[Input::skipLocalRead],
                       i = in[Input::skipGlobalReadInst], c = in[Input::conservativeWaitCnt];
    detail::WaitReader reader{in};
    WaitCounts made{};
    if (w >= 0) made.perWrite = detail::writes_of_group(reader);
    if (r >= 0) made.perRead = detail::reads_of_group(reader);
    if (g >= 0) made.perGlobal = detail::loads_of_group(reader);
    if (!reader.outcome.ok()) return reader.outcome;
    if (w >= 0 || r >= 0)
        made.dscnt =
            (w >= 0 ? Checked(w) * made.perWrite : Checked{}) + (r >= 0 ? Checked(r) * made.perRead : Checked{});
    if (g >= 0 || i >= 0) made.vlcnt = (g >= 0 ? Checked(g) * made.perGlobal : Checked{}) + (i >= 0 ? i : 0);
    // Flat loads are counted on both counters; they are added only where local operations are waited for already.
    if (made.vlcnt.value >= 0 && made.dscnt.value >= 0 && in[Input::BufferLoad] == 0) {
        made.flat = made.vlcnt;
        made.dscnt = made.dscnt + made.flat;
    }
    (void)reader.kept(made.dscnt, w >= 0 ? Input::skipLocalWrite : Input::skipLocalRead);
    (void)reader.kept(made.vlcnt, g >= 0 ? Input::skipGlobalRead : Input::skipGlobalReadInst);
    if (!reader.outcome.ok()) return reader.outcome;
    // `!= -1` here against `> -1` above: a W or R of -2 is not counted and triggers all the same; a G or I does not.
    made.conservative = ((c & 2) != 0 && (g >= 0 || i >= 0)) || ((c & 4) != 0 && w != -1) || ((c & 8) != 0 && r != -1);
    counts = made;
    return {};
}

/// wait: one SWaitCnt, or the module ConservativeWaitCnt. Nothing is clamped to a counter's width. What is dubious
/// about it: `lint`.
template <typename Sink>
constexpr Outcome wait(const Inputs& in, const Extra& extra, Sink&& sink) noexcept {
    WaitCounts counts{};
    if (const Outcome o = count_wait(in, counts); !o.ok()) return o;
    Instruction one{};
    one.opcode = Opcode::SWaitCnt;
    one.comment.given = extra.comment;
    if (!counts.conservative) {
        one.dscnt = counts.dscnt.value;
        // Whoever waits for local operations gets no wait for his loads, even if he asked for both: as recorded.
        one.vlcnt = counts.dscnt.value >= 0 ? -1 : counts.vlcnt.value;
        sink(static_cast<const Instruction&>(one));
        return {};
    }
    sink(detail::begin("ConservativeWaitCnt"));
    one.dscnt = one.vlcnt = one.vscnt = 0;
    one.comment.before = "debug ";
    sink(static_cast<const Instruction&>(one));
    Instruction barrier{};
    barrier.opcode = Opcode::SBarrier;
    barrier.comment.before = "debug";
    barrier.item = 1;
    sink(static_cast<const Instruction&>(barrier));
    sink(detail::end());
    return {};
}

/// tdmWait: an unnamed module. Any tensorcnt from 0 on drains all vector loads first, even 5; and -1, "do not wait",
/// still emits the instruction.
template <typename Sink>
constexpr Outcome tdm_wait(const Inputs& in, const Extra& extra, Sink&& sink) noexcept {
    const std::int64_t count = in[Input::tensorcnt];
    sink(detail::begin(""));
    Instruction tensor{};
    if (count >= 0) {
        Instruction loads{};
        loads.opcode = Opcode::SWaitCnt;
        loads.vlcnt = 0;
        sink(static_cast<const Instruction&>(loads));
        tensor.item = 1;
    }
    tensor.opcode = Opcode::SWaitTensorcnt;
    tensor.tensorcnt = count;
    tensor.comment.given = extra.comment;
    sink(static_cast<const Instruction&>(tensor));
    sink(detail::end());
    return {};
}

} // namespace kernabi::kernel
