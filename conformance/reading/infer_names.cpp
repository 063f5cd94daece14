// SPDX-License-Identifier: MIT
#include "conformance/reading/infer_names.hpp"
#include "abi/bytes.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/protocol/form_json.hpp"
#include "conformance/reading/problem_from_names.hpp"
#include <bit>
#include <fmt/format.h>

namespace kernabi::reading {

namespace {

std::uint32_t word_of(const DumpLaunch& launch, const char* name) {
    const DumpArgument* const arg = launch.find(name);
    return arg == nullptr || arg->bytes.size() != 4 ? 0 : static_cast<std::uint32_t>(load_le(arg->bytes.data(), 4));
}

bool stands_before(const DumpLaunch& launch, std::initializer_list<const char*> first,
                   std::initializer_list<const char*> second) {
    const auto offset = [&](std::initializer_list<const char*> names) -> std::optional<std::uint32_t> {
        for (const char* name : names)
            if (const DumpArgument* const arg = launch.find(name)) return arg->offset;
        return std::nullopt;
    };
    const auto a = offset(first), b = offset(second);
    return a && b && *a < *b;
}

/// Version 1 or one of the later ones that keep D first: the names are the same, so the kernel's name and the words
/// must tell.
void tell_1_from_2(const DumpLaunch& launch, Reading& reading) {
    const std::uint32_t word = word_of(launch, "internalArgs1"), args = word_of(launch, "internalArgs");
    Form& form = reading.form;
    const auto decide = [&](Version version, std::string why) {
        form.version = version;
        reading.why.push_back(std::move(why));
    };
    if (launch.has("batchOffsetD")) {
        form.dialect = presets[7].dialect; // v2-2026
        return decide(Version::v2, "batchOffset words stand at the end: a host of 2026");
    }
    if (launch.kernel.find("GSUWGMRR") != std::string::npos || launch.kernel.find("GSUC") != std::string::npos)
        return decide(Version::v2, "the kernel's name has GSUC or GSUWGMRR, which came with version 2");
    reading.words_alone_decide = true;
    if ((args & 0xc000u) != 0)
        return decide(Version::v2, "internalArgs sets bits 15:14 (GSUC, GSUWGMRR), which no host sets in version 1");
    const Args1Reading fits = read_args1(word);
    const std::string value = std::to_string(static_cast<std::int32_t>(word));
    if (fits.as_v1 && !fits.as_v2)
        return decide(Version::v1, fmt::format("internalArgs1 is a plain WGM of {}; as version 2 it would be WGMXCC {} "
                                               "and WGMXCCG {}, which no version 2 host packs",
                                               value, (word >> 16) & 0x3fu, word >> 22));
    if (fits.as_v2 && !fits.as_v1)
        return decide(
            Version::v2,
            fmt::format(
                "internalArgs1 has WGMXCC {} and WGMXCCG {} beside WGM {}; as version 1 it would be a WGM of {}",
                (word >> 16) & 0x3fu, word >> 22, static_cast<std::int16_t>(word), value));
    reading.assumed = true;
    decide(Version::v2,
           "internalArgs1 (" + value + ") reads as version 1 and as version 2; version 2 is taken, --abi decides");
}

void tell_version(const DumpLaunch& launch, Reading& reading) {
    Form& form = reading.form;
    const bool a_first = stands_before(launch, {"a", "batchA"}, {"d", "ws_d", "batchD"});
    if (a_first) {
        form.version = Version::v3;
        reading.why.push_back("A stands before D: version 3's order of September 2026");
    } else if (!launch.has("internalArgs1")) {
        form.version = Version::v0;
        reading.why.push_back("there is no internalArgs1: version 0");
    } else {
        tell_1_from_2(launch, reading);
    }
}

void finish_dialect(const DumpLaunch& launch, const ProblemType& type, Dialect& dialect) {
    if (!launch.has("gemm_count")) dialect.header = Header::none;
    dialect.tail = launch.has("batchOffsetD") ? Tail::batch_offsets : Tail::none;
    if (has_widened_scalars(launch)) dialect.scalars = Scalars::widened;
    if (type.streamK != 0 && dialect.order == Order::d_first)
        dialect.stream_k =
            launch.has("magicNumberProblemNumGroupTiles0") ? StreamKPlace::tail : StreamKPlace::after_beta;
    if (dialect.stream_k != StreamKPlace::tail || type.mxBlockA != 0 || type.mxBlockB != 0 || type.useGateResidual ||
        type.expertSchedulingMode != 0)
        dialect.enums = Enums::y2026;
}

/// Holds the dump against the layout, entry by entry; the first parting is told and the rest follows from it.
void compare(const DumpLaunch& launch, Reading& reading) {
    std::size_t i = 0;
    for (const Entry& entry : reading.layout) {
        const Name name = dump_name(entry, reading.form);
        if (i == launch.args.size()) {
            reading.differs.push_back(
                fmt::format("the dump ends before {}, which the layout has at {}", name.text, entry.offset));
            return;
        }
        const DumpArgument& arg = launch.args[i++];
        if (arg.name != name.text || arg.offset != entry.offset || arg.size != entry.size) {
            reading.differs.push_back(
                fmt::format("the dump has {} at {} ({} bytes), the layout has {} at {} ({} bytes)", arg.name,
                            arg.offset, arg.size, name.text, entry.offset, entry.size));
            return;
        }
    }
    if (i < launch.args.size())
        reading.differs.push_back(fmt::format("the dump goes on with {} at {}, where the layout ends",
                                              launch.args[i].name, launch.args[i].offset));
}

bool is_helper(const DumpLaunch& launch) {
    if (launch.has("internalArgs")) return false;
    for (const char* name : {"WS", "D", "batchD", "strideDJ", "wiTablePtr", "gsu", "size_0"})
        if (launch.has(name)) return true;
    return false;
}

} // namespace

Args1Reading read_args1(std::uint32_t word) {
    const std::uint32_t high = word >> 16, xcc = high & 0x3fu;
    const bool sign_only = high == 0 || high == 0xffffu; // a WGM of 16 bits, however its sign is meant
    return {sign_only, word == 0 || (std::has_single_bit(xcc) && high != 0xffffu)};
}

Reading infer(const DumpLaunch& launch, const Told& told) {
    Reading reading{};
    if (launch.table) {
        reading.what = What::table;
        return reading;
    }
    if (is_helper(launch)) {
        reading.what = What::helper;
        return reading;
    }
    if (!launch.has("internalArgs")) return reading;
    reading.what = launch.has("argsPtr") ? What::grouped_launch : What::gemm;
    tell_version(launch, reading);
    if (told.version) {
        reading.form.version = *told.version;
        reading.why = {"told by --abi"};
        reading.assumed = reading.words_alone_decide = false;
    }
    Form& form = reading.form;
    if (!told.version && launch.has("batchOffsetD") && form.version == Version::v2)
        form.dialect = presets[7].dialect;
    else
        form.dialect = protocol::dialect_from_text(
            form.version, told.dialect, told.dialect || launch.has("gemm_count") || form.version == Version::v3);
    if (reading.what == What::grouped_launch) return reading;
    form.type = problem_type_of(launch);
    if (!told.dialect) finish_dialect(launch, form.type, form.dialect);
    if (make_layout(form, reading.layout) != Status::ok) {
        reading.differs.push_back("no form of this version has these arguments together");
        return reading;
    }
    compare(launch, reading);
    return reading;
}

} // namespace kernabi::reading
