// SPDX-License-Identifier: MIT
#include "conformance/reading/infer_bytes.hpp"
#include "abi/bytes.hpp"
#include "abi/kernarg/header.hpp"
#include "abi/kernarg/unpack.hpp"
#include "conformance/protocol/form_json.hpp"
#include <bit>
#include <fmt/format.h>

namespace kernabi::reading {

namespace {

std::uint64_t value_at(const Layout& layout, ConstBytes bytes, Argument argument, unsigned index = 0) {
    const Entry* const entry = layout.find(argument, index);
    return entry == nullptr ? 0 : load_entry(*entry, bytes.data + entry->offset);
}

int pointer_score(std::uint64_t address) {
    if (address == 0) return 0;
    return address >= (std::uint64_t{1} << 32) && address < (std::uint64_t{1} << 47) ? 3 : -4;
}

int size_score(std::uint64_t size) { return size != 0 && size < (std::uint64_t{1} << 31) ? 1 : -1; }

/// f32 alphas that people use lie between 2^-40 and 2^40; pieces of addresses and sizes do not.
int alpha_score(std::uint64_t bits) {
    const unsigned exponent = static_cast<unsigned>(bits >> 23) & 0xffu;
    return bits == 0 || (exponent > 87 && exponent < 167) ? 2 : -2;
}

/// How well the bytes sit in a form; at most 27 or so. A misplaced pointer costs more than a well placed one earns.
int score(const Form& form, const Layout& layout, ConstBytes bytes) {
    if (bytes.size < layout.size) return -100;
    int sum = 0;
    for (const Argument argument : {Argument::d, Argument::c, Argument::a, Argument::b})
        sum += pointer_score(value_at(layout, bytes, argument));
    for (unsigned i = 0; i < gemm_sizes; ++i) sum += size_score(value_at(layout, bytes, Argument::size, i));
    const std::uint64_t m = value_at(layout, bytes, Argument::size, 0);
    for (const Argument argument : {Argument::strideD, Argument::strideC})
        sum += value_at(layout, bytes, argument, 1) >= m ? 1 : -1;
    sum += alpha_score(value_at(layout, bytes, Argument::alpha));
    if (form.dialect.header == Header::universal) {
        const std::uint64_t count = value_at(layout, bytes, Argument::gemm_count);
        sum += (count & 0x3fffffffu) == 1 ? 2 : (count & 0x3fffffffu) != 0 && count < 4096 ? 0 : -2;
    }
    return sum;
}

struct Candidate {
    Form form{};
    Layout layout{};
    int score = -100;
};

Candidate candidate_of(const Preset& preset, const ProblemType* type, ConstBytes bytes) {
    Candidate candidate{{preset.version, preset.dialect, type == nullptr ? ProblemType{} : *type}, {}, -100};
    ProblemType& shape = candidate.form.type;
    Status status = make_layout(candidate.form, candidate.layout);
    if (status == Status::ok && type == nullptr &&
        bytes.size == candidate.layout.size + 20u) { // dstD, Synchronizer, GSUSync
        shape.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
        shape.gsu = 2;
        status = make_layout(candidate.form, candidate.layout);
    }
    if (status == Status::ok && type == nullptr && bytes.size + 4 == candidate.layout.size) { // no beta
        shape.useBeta = false;
        status = make_layout(candidate.form, candidate.layout);
    }
    if (status == Status::ok) candidate.score = score(candidate.form, candidate.layout, bytes);
    return candidate;
}

std::uint32_t args1_of(ConstBytes bytes) {
    return bytes.size < 12 ? 0 : static_cast<std::uint32_t>(load_le(bytes.data + 8, 4));
}

/// Both versions have the same bytes everywhere but in one word.
Version tell_1_from_2(ConstBytes bytes, Reading& reading) {
    const Args1Reading fits = read_args1(args1_of(bytes));
    const std::uint32_t word = args1_of(bytes);
    reading.words_alone_decide = true;
    reading.assumed = fits.as_v1 == fits.as_v2;
    if (fits.as_v1 && !fits.as_v2) {
        reading.why.push_back(fmt::format("internalArgs1 is a plain WGM of {}; as version 2 it would be WGMXCC {} and "
                                          "WGMXCCG {}, which no version 2 host packs",
                                          static_cast<std::int32_t>(word), (word >> 16) & 0x3fu, word >> 22));
        return Version::v1;
    }
    reading.why.push_back(
        reading.assumed
            ? "internalArgs1 fits version 1 and version 2; version 2 is taken, --abi decides"
            : fmt::format("internalArgs1 has WGMXCC {} and WGMXCCG {}: version 2", (word >> 16) & 0x3fu, word >> 22));
    return Version::v2;
}

Reading header_only(ConstBytes bytes, const Told& told, Reading reading) {
    reading.what = What::header;
    if (!told.version) reading.form.version = bytes.size == 8 ? Version::v0 : tell_1_from_2(bytes, reading);
    reading.form.dialect = protocol::dialect_from_text(reading.form.version, told.dialect, true);
    if (!told.version && bytes.size == 8) reading.why.push_back("8 bytes are a header of version 0");
    return reading;
}

Reading told_version(ConstBytes bytes, const Told& told, const ProblemType* type, Reading reading) {
    const Version version = *told.version;
    const Preset preset{"", version, protocol::dialect_from_text(version, told.dialect, true)};
    const Candidate candidate = candidate_of(preset, type, bytes);
    reading.what = What::gemm;
    reading.form = candidate.form;
    reading.layout = candidate.layout;
    reading.why = {"told by --abi"};
    return reading;
}

} // namespace

Reading infer(ConstBytes bytes, const Told& told, const ProblemType* type) {
    Reading reading{};
    if (bytes.size == 8 || bytes.size == 16) return header_only(bytes, told, reading);
    if (told.version) return told_version(bytes, told, type, reading);
    Candidate best{};
    for (const Preset& preset : presets) {
        const bool default_form = preset.dialect == default_preset(preset.version).dialect;
        if (!default_form || preset.version == Version::v2) continue; // 1 and 2 differ in one word, told apart below
        if (const Candidate candidate = candidate_of(preset, type, bytes); candidate.score > best.score)
            best = candidate;
    }
    if (best.score < 12) return reading;
    reading.what = What::gemm;
    reading.why.push_back(fmt::format("sizes, addresses and strides make sense where version {} has them",
                                      static_cast<int>(best.form.version)));
    if (best.form.version == Version::v1) {
        best.form.version = tell_1_from_2(bytes, reading);
        best.form.dialect = default_preset(best.form.version).dialect;
        if (make_layout(best.form, best.layout) != Status::ok) return Reading{};
    }
    reading.form = best.form;
    reading.layout = best.layout;
    return reading;
}

} // namespace kernabi::reading
