// SPDX-License-Identifier: MIT
// Lists line by line: the literal expected texts are the kernel writer's own, in this kit's plain form.
#include "tests/kernel/support.hpp"
#include <doctest/doctest.h>

using namespace kernabi;
using namespace kernabi::test;

namespace {

/// The counts of a tensor pair: A 2 x 1 loads, 4 reads, 4 writes; B 3 x 2 loads, 7 reads, 12 writes.
Inputs loop(std::initializer_list<std::pair<Input, std::int64_t>> changes) {
    Inputs in;
    for (const Input i : {Input::skipGlobalRead, Input::skipLocalWrite, Input::skipLocalRead}) in[i] = -1;
    in = with(in, {{Input::BufferLoad, 1},
                   {Input::NumLoadsPerpendicularA, 2},
                   {Input::NumLoadsCoalescedA, 1},
                   {Input::NumLoadsPerpendicularB, 3},
                   {Input::NumLoadsCoalescedB, 2},
                   {Input::numReadsPerIterA, 4},
                   {Input::numReadsPerIterB, 7},
                   {Input::tPA_blockWidth, 16},
                   {Input::tPB_blockWidth, 16}});
    const std::int64_t shapes[2][5] = {{2, 1, 4, 1, 2}, {3, 2, 1, 2, 1}};
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < 5; ++i)
            for (const Input first : {Input::tPA_nrp, Input::tPA_MX_nrp, Input::tPA_tpsMetadata_nrp}) {
                const Input at =
                    kernel::detail::of_tensor(static_cast<Input>(static_cast<std::size_t>(first) + i), t == 1);
                in[at] = shapes[t][i];
            }
    return with(in, changes);
}

std::string wait(std::initializer_list<std::pair<Input, std::int64_t>> changes) {
    return lines(Function::wait, loop(changes), "w");
}

} // namespace

TEST_CASE("wait: local operations, loads, and loads dropped for local operations") {
    CHECK(wait({{Input::skipLocalWrite, 1}}) == "SWaitCnt dscnt 16 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalRead, 2}}) == "SWaitCnt dscnt 22 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipGlobalRead, 1}}) == "SWaitCnt dscnt -1 vlcnt 8 vscnt -1 // w\n");
    CHECK(wait({{Input::skipGlobalRead, 1}, {Input::skipGlobalReadInst, 5}}) ==
          "SWaitCnt dscnt -1 vlcnt 13 vscnt -1 // w\n");
    CHECK(wait({{Input::skipGlobalRead, 1}, {Input::skipLocalWrite, 0}}) ==
          "SWaitCnt dscnt 0 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({}) == "SWaitCnt dscnt -1 vlcnt -1 vscnt -1 // w\n");
}

TEST_CASE("wait: flat loads count with local operations, and only where those are waited for") {
    CHECK(wait({{Input::BufferLoad, 0}, {Input::skipGlobalRead, 1}, {Input::skipLocalWrite, 1}}) ==
          "SWaitCnt dscnt 24 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::BufferLoad, 0}, {Input::skipGlobalRead, 1}}) == "SWaitCnt dscnt -1 vlcnt 8 vscnt -1 // w\n");
}

TEST_CASE("wait: scales' writes follow the data tensor, their reads follow themselves and are not doubled") {
    CHECK(wait({{Input::skipLocalWrite, 1}, {Input::MXBlockA, 32}}) == "SWaitCnt dscnt 20 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalWrite, 1}, {Input::MXBlockA, 32}, {Input::DirectToLdsA, 1}}) ==
          "SWaitCnt dscnt 12 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalRead, 1}, {Input::tPA_blockWidth, 24}}) ==
          "SWaitCnt dscnt 15 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalRead, 1},
                {Input::MXBlockA, 32},
                {Input::numReadsPerIterMXSA, 3},
                {Input::tPA_blockWidth, 24},
                {Input::DirectToVgprA, 1}}) == "SWaitCnt dscnt 10 vlcnt -1 vscnt -1 // w\n");
}

TEST_CASE("wait: metadata counts when sparse, of the sparse tensor; its reads always") {
    CHECK(wait({{Input::skipLocalWrite, 1}, {Input::Sparse, 1}, {Input::tPA_is_sparse, 1}}) ==
          "SWaitCnt dscnt 20 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalWrite, 1}, {Input::Sparse, 2}}) == "SWaitCnt dscnt 28 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalWrite, 1}, {Input::Sparse, 2}, {Input::DirectToVgprSparseMetadata, 1}}) ==
          "SWaitCnt dscnt 16 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::skipLocalRead, 1}, {Input::numReadsPerIterMetadata, 2}}) ==
          "SWaitCnt dscnt 13 vlcnt -1 vscnt -1 // w\n");
}

TEST_CASE("wait: the conservative bits, and a -2 that triggers them uncounted") {
    const std::string full =
        "Module ConservativeWaitCnt\n SWaitCnt dscnt 0 vlcnt 0 vscnt 0 // debug w\n SBarrier // debug\n";
    CHECK(wait({{Input::conservativeWaitCnt, 2}, {Input::skipGlobalRead, 0}}) == full);
    CHECK(wait({{Input::conservativeWaitCnt, 4}, {Input::skipLocalWrite, -2}}) == full);
    CHECK(wait({{Input::conservativeWaitCnt, 8}, {Input::skipLocalRead, -2}}) == full);
    CHECK(wait({{Input::conservativeWaitCnt, 2}, {Input::skipGlobalRead, -2}}) ==
          "SWaitCnt dscnt -1 vlcnt -1 vscnt -1 // w\n");
    CHECK(wait({{Input::conservativeWaitCnt, 17}, {Input::skipLocalWrite, 0}}) ==
          "SWaitCnt dscnt 0 vlcnt -1 vscnt -1 // w\n");
}

TEST_CASE("wait: an nwcvpi of 0 is refused where its term counts, and only there") {
    kernel::WaitCounts counts{};
    const Inputs zero = loop({{Input::skipLocalWrite, 1}, {Input::tPB_nwcvpi, 0}});
    const kernel::Outcome o = kernel::count_wait(zero, counts);
    CHECK(o.status == Status::refused);
    CHECK(o.input == Input::tPB_nwcvpi);
    CHECK(kernel::count_wait(with(zero, {{Input::DirectToVgprB, 1}}), counts).ok());
    CHECK(kernel::count_wait(with(zero, {{Input::skipLocalWrite, -1}}), counts).ok());
}

TEST_CASE("wait: counts past 64 bits and flags that are none are refused by name, and nothing is emitted") {
    std::size_t emitted = 0;
    const auto count = [&emitted](const kernel::Instruction&) { ++emitted; };
    kernel::Outcome o =
        kernel::wait(loop({{Input::skipLocalWrite, 1}, {Input::tPA_nrp, std::int64_t{1} << 62}}), {}, count);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.input == Input::tPA_nrp);
    o = kernel::wait(loop({{Input::skipGlobalRead, std::int64_t{1} << 62}}), {}, count);
    CHECK(o.input == Input::skipGlobalRead);
    o = kernel::wait(loop({{Input::DirectToLdsA, 2}}), {}, count);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.input == Input::DirectToLdsA);
    CHECK(emitted == 0);
}

TEST_CASE("tdm_wait: from 0 on all vector loads are drained first") {
    CHECK(lines(Function::tdm_wait, with(Inputs{}, {{Input::tensorcnt, 5}}), "tdm") ==
          "Module\n SWaitCnt dscnt -1 vlcnt 0 vscnt -1\n SWaitTensorcnt 5 // tdm\n");
    CHECK(lines(Function::tdm_wait, with(Inputs{}, {{Input::tensorcnt, -1}})) == "Module\n SWaitTensorcnt -1\n");
}

TEST_CASE("sync_threads: one wave, the first of three reasons, tokens") {
    const auto sync = [](std::initializer_list<std::pair<Input, std::int64_t>> changes, bool has_tokens = false,
                         std::vector<std::int64_t> tokens = {}) {
        Inputs in;
        in = with(in, {{Input::NumThreads, 256},
                       {Input::WavefrontSize, 64},
                       {Input::ScheduleIterAlg, 3},
                       {Input::PrefetchGlobalRead, 1}});
        return lines(Function::sync_threads, with(in, changes), "c", std::move(tokens), has_tokens);
    };
    CHECK(sync({}) == "Module syncThreads\n SBarrier // c\n");
    CHECK(sync({{Input::NumThreads, 64}}, true) == "Module syncThreads\n Comment // Skip barrier: NumThreads=64c\n");
    CHECK(sync({{Input::Waitcnt0Disabled, 1}}) ==
          "Module syncThreads\n SWaitCnt dscnt 0 vlcnt 0 vscnt 0 // force waitcnt0\n SBarrier // c\n");
    CHECK(sync({{Input::Waitcnt0Disabled, 1}, {Input::skipForceWaitcnt0, 1}}) ==
          "Module syncThreads\n Comment // Skip force waitcnt0\n SBarrier // c\n");
    CHECK(sync({{Input::SeparateVscnt, 1}, {Input::PrefetchGlobalRead, 2}}) ==
          "Module syncThreads\n SWaitCnt dscnt 0 vlcnt -1 vscnt -1 // extra navi wait\n SBarrier // c\n");
    CHECK(sync({}, true) == "Module syncThreads\n SBarrier memToken // c\n");
    CHECK(sync({}, true, {1, 2, 3}) == "Module syncThreads\n SBarrier memToken 1 2 3 // c\n");
    CHECK(sync({{Input::WavefrontSize, 0}}).empty());
}

TEST_CASE("acc_regs: reads, writes, spills with and without a base, complex parts") {
    const Inputs in = mfma({{Input::MIWaveTile_0, 2},
                            {Input::SourceSwap, 1},
                            {Input::DataType, number(DataType::Float)},
                            {Input::maxAgpr, 3}});
    const std::string read = lines(Function::acc_regs, in);
    CHECK(read.starts_with("Module AccVgprRead\n VAccvgprReadB32 v{ValuC} a0 // copy acc to vreg[0]\n"
                           " VMovB32 v{ValuC} v[ValuC+1] // copy MI out reg to vreg[1]\n"
                           " VAccvgprReadB32 v{ValuC} a1 // copy acc to vreg[2]\n"));
    CHECK(lines(Function::acc_regs, with(in, {{Input::write, 1}, {Input::spilledVgprBase, 0}}))
              .starts_with("Module AccVgprWrite\n VAccvgprWriteB32 a0 v{ValuC} // copy vreg[0] to acc\n"
                           " VMovB32 v1 v{ValuC} // copy vreg[1] to MI out reg\n"));
    const std::string complex =
        lines(Function::acc_regs, mfma({{Input::DataType, number(DataType::ComplexDouble)}, {Input::MIRegPerOut, 2}}));
    CHECK(complex.starts_with("Module AccVgprRead\n VAccvgprReadB32 v{ValuC} a0 // copy acc to vreg[0]\n"
                              " VAccvgprReadB32 v{ValuC} a1 // copy acc to vreg[1]\n"
                              " VAccvgprReadB32 v{ValuC} a8 // copy acc to vreg[2]\n"));
    CHECK(lines(Function::acc_regs, with(in, {{Input::MIArchVgpr, 1}, {Input::CompactLoopStore, 1}}))
              .starts_with("Module AccVgprRead\n VMovRelsD2B32 v{ValuC} v[ValuC+0] // copy MI out reg to vreg[0]\n"));
    CHECK(lines(Function::acc_regs, with(in, {{Input::MIArchVgpr, 1}, {Input::CompactLoopStore, 1}, {Input::write, 1}}))
              .starts_with("Module AccVgprWrite\n VMovB32 v[ValuC+0] v{ValuC} // copy vreg[0] to MI out reg\n"));
}

TEST_CASE("mul_alpha and move: one item of each type") {
    const auto first = [](Function f, DataType type, std::int64_t registers, std::int64_t high = 0) {
        const Inputs in = mfma({{Input::MatrixInstN, 4},
                                {Input::ComputeDataType, number(type)},
                                {Input::MIRegPerOut, registers},
                                {Input::HighPrecisionAccumulate, high},
                                {Input::startVgprAlphaTmp, 7}});
        const std::string text = lines(f, in);
        return text.substr(text.find('\n') + 1);
    };
    const std::string say = " // Multiply MI out reg with alpha\n", re = " // Rearrange MI out reg\n";
    CHECK(first(Function::mul_alpha, DataType::Double, 2) == " VMulF64 v{ValuC}:2 s[Alpha]:2 v[ValuC+0]:2" + say);
    CHECK(first(Function::mul_alpha, DataType::Float, 1) == " VMulF32 v{ValuC} s[Alpha] v[ValuC+0]" + say);
    CHECK(first(Function::mul_alpha, DataType::Half, 1, 1) == " VMulF32 v{ValuC} s[Alpha] v[ValuC+0]" + say);
    CHECK(first(Function::mul_alpha, DataType::Half, 1) == " VMulPKF16 v{ValuC} s[Alpha] v[ValuC+0]" + say);
    CHECK(first(Function::mul_alpha, DataType::Int32, 1) == " VMulLOU32 v{ValuC} s[Alpha] v[ValuC+0]" + say);
    CHECK(first(Function::mul_alpha, DataType::ComplexDouble, 2) ==
          " Module\n  VMulF64 v7:2 s[Alpha+0]:2 v[ValuC+0]:2\n  VMulF64 v9:2 s[Alpha+2]:2 v[ValuC+0]:2\n"
          "  VFmaF64 v{ValuC}:2 s[Alpha+2]:2 -v[ValuC+2]:2 v7:2\n  VFmaF64 v{ValuC+2}:2 s[Alpha+0]:2 v[ValuC+2]:2 "
          "v9:2\n");
    CHECK(first(Function::mul_alpha, DataType::BFloat16, 1) == " null\n");
    CHECK(first(Function::move, DataType::Float, 1) == " VMovB32 v{ValuC} v[ValuC+0]" + re);
    CHECK(first(Function::move, DataType::Double, 2) == " VLShiftLeftB64 v{ValuC}:2 v[ValuC+0]:2" + re);
    CHECK(first(Function::move, DataType::ComplexFloat, 1) ==
          " Module\n  VMovB32 v{ValuC} v[ValuC+0]" + re + "  VMovB32 v{ValuC+1} v[ValuC+1]" + re);
    CHECK(first(Function::move, DataType::Int8, 1) == " null\n");
}

TEST_CASE("a type that is none, or a register number past 32 bits, is refused by name") {
    std::size_t emitted = 0;
    const auto count = [&emitted](const kernel::Instruction&) { ++emitted; };
    kernel::Outcome o = kernel::mul_alpha(mfma({{Input::ComputeDataType, number(DataType::None)}}), count);
    CHECK(o.status == Status::value_out_of_range);
    CHECK(o.input == Input::ComputeDataType);
    o = kernel::mul_alpha(mfma({{Input::startVgprAlphaTmp, -1}}), count);
    CHECK(o.input == Input::startVgprAlphaTmp);
    o = kernel::acc_regs(mfma({{Input::DataType, 200}}), count);
    CHECK(o.input == Input::DataType);
    o = kernel::acc_regs(mfma({{Input::maxAgpr, -1}}), count);
    CHECK(o.input == Input::maxAgpr);
    CHECK(emitted == 0);
}

TEST_CASE("lint: each finding on its example, and silence on the good twin") {
    const auto w = [](std::initializer_list<std::pair<Input, std::int64_t>> c) {
        return found(Function::wait, loop(c));
    };
    CHECK(w({{Input::skipGlobalRead, 1}, {Input::skipLocalWrite, 0}}) == "vlcnt_dropped");
    CHECK(w({{Input::skipLocalWrite, 0}}).empty());
    CHECK(w({}) == "wait_is_empty");
    CHECK(w({{Input::conservativeWaitCnt, 4}, {Input::skipLocalWrite, -2}}) == "below_minus_one");
    CHECK(w({{Input::skipLocalWrite, 1}, {Input::target, 2}}) == "count_over_limit");
    CHECK(w({{Input::skipLocalWrite, 1}, {Input::target, 4}}).empty());
    CHECK(w({{Input::skipGlobalRead, 8}, {Input::target, 2}}) == "count_over_limit");

    CHECK(found(Function::tdm_wait, with(Inputs{}, {{Input::tensorcnt, 5}})) == "tensorcnt_drains_loads");
    CHECK(found(Function::tdm_wait, with(Inputs{}, {{Input::tensorcnt, -1}, {Input::target, 6}})) ==
          "tensorcnt_negative instruction_missing");
    CHECK(found(Function::tdm_wait, with(Inputs{}, {{Input::target, 7}})).empty());

    const Inputs sync = with(Inputs{}, {{Input::NumThreads, 256}, {Input::WavefrontSize, 64}});
    CHECK(found(Function::sync_threads, sync) == "barrier_without_wait");
    CHECK(found(Function::sync_threads, with(sync, {{Input::SeparateVscnt, 1}})).empty());
    CHECK(found(Function::sync_threads, with(sync, {{Input::NumThreads, 64}}), true) == "token_dropped");

    const auto m = [](std::initializer_list<std::pair<Input, std::int64_t>> c) {
        return found(Function::acc_map, mfma(c));
    };
    CHECK(m({{Input::VectorWidthA, 2}, {Input::MIWaveTile_0, 3}}) == "vector_half_filled");
    CHECK(m({{Input::VectorWidthA, 2}, {Input::MIWaveTile_0, 4}}).empty());
    CHECK(m({{Input::WavefrontSize, 48}}) == "outputs_truncated");
    CHECK(m({{Input::VectorWidthA, -1}}) == "length_mismatch");
    CHECK(m({{Input::MatrixInstN, 4}, {Input::MatrixInstBN, 4}}) == "odd_instruction");

    const auto a = [](std::initializer_list<std::pair<Input, std::int64_t>> c) {
        return found(Function::mul_alpha, mfma(c));
    };
    CHECK(a({{Input::ComputeDataType, number(DataType::BFloat16)}}) == "type_without_branch");
    CHECK(a({{Input::ComputeDataType, number(DataType::Double)}}) == "registers_mismatch odd_pair");
    CHECK(a({{Input::ComputeDataType, number(DataType::Double)}, {Input::MIRegPerOut, 2}}).empty());
    CHECK(a({{Input::ComputeDataType, number(DataType::ComplexDouble)},
             {Input::MIRegPerOut, 2},
             {Input::startVgprAlphaTmp, 3}}) == "odd_pair");
    CHECK(a({{Input::ComputeDataType, number(DataType::ComplexDouble)},
             {Input::MIRegPerOut, 2},
             {Input::startVgprAlphaTmp, 3},
             {Input::target, 1}}) == "odd_pair");
    CHECK(a({{Input::ComputeDataType, number(DataType::ComplexDouble)},
             {Input::MIRegPerOut, 2},
             {Input::startVgprAlphaTmp, 3},
             {Input::target, 5}})
              .empty());
    CHECK(a({{Input::ComputeDataType, number(DataType::Half)}}) == "half_alpha_twice");
    CHECK(a({{Input::MIWaveTile_0, 80}, {Input::target, 1}}) == "register_past_end");

    const auto r = [](std::initializer_list<std::pair<Input, std::int64_t>> c) {
        return found(Function::acc_regs, mfma(c));
    };
    CHECK(r({{Input::MIArchVgpr, 1}, {Input::CompactLoopStore, 1}}) == "movrelsd_moves_source");
    CHECK(r({{Input::MIArchVgpr, 1}, {Input::CompactLoopStore, 1}, {Input::target, 2}}) ==
          "movrelsd_moves_source instruction_missing");
    CHECK(r({{Input::maxAgpr, 2}}) == "spill_overlaps_holder");
    CHECK(r({{Input::maxAgpr, 2}, {Input::spilledVgprBase, 0}}).empty());
    CHECK(r({{Input::target, 5}}) == "instruction_missing");
    CHECK(r({{Input::target, 2}}).empty());
}

TEST_CASE("results into memory: measured first, and nothing written where they do not fit") {
    const Inputs in = mfma({{Input::ComputeDataType, number(DataType::Float)}});
    const std::string whole = lines(Function::mul_alpha, in);
    std::size_t size = 0;
    REQUIRE(kernel::write_result(Function::mul_alpha, in, {}, Span<char>(), size).ok());
    CHECK(size == whole.size());
    std::string to(whole.size() + 1, '#');
    CHECK(kernel::write_result(Function::mul_alpha, in, {}, Span<char>(to.data(), whole.size() - 1), size).status ==
          Status::destination_too_small);
    CHECK(to == std::string(whole.size() + 1, '#'));
    REQUIRE(kernel::write_result(Function::mul_alpha, in, {}, Span<char>(to.data(), whole.size()), size).ok());
    CHECK(to == whole + "#");
}
