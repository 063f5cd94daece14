// SPDX-License-Identifier: MIT
// One header field or one argument at a time, everything else 0: what reads wrongly is then named by itself.
#include "abi/kernarg/bit_fields.hpp"
#include "abi/kernarg/names.hpp"
#include "conformance/bringup/random_block.hpp"
#include "conformance/bringup/rung.hpp"
#include <fmt/format.h>

namespace kernabi::bringup {

namespace {

/// A form of each dialect with a bit of everything that moves offsets.
ProblemType rich_type() {
    ProblemType type{};
    type.useScaleAB = ScaleAB::scalar;
    type.useScaleCD = true;
    type.useScaleAlphaVec = 3;
    type.useBias = 3;
    type.useE = true;
    type.outputAmaxD = true;
    type.activationType = Activation::All;
    type.activationArgLength = 2;
    type.globalAccumulation = Accumulation::multiple_buffer_single_kernel;
    return type;
}

void hold(const Rung& rung, const KnownForm& known, const HeaderFields& fields, const Values& values,
          const std::string& what) {
    rung.about(what);
    KnownBlock block;
    known_block(known, fields, values, block);
    const Slots got = rung.launcher.decode(known.form, {block.bytes.data(), block.bytes.size()});
    const std::string wrong = difference(known, block, got);
    rung.check(wrong.empty(), [&] { return what + ": " + wrong; });
}

void each_field(const Rung& rung, const KnownForm& known, const char* dialect) {
    for (const BitField& row : bit_fields) {
        if (!holds(row, known.form.version, known.form.dialect.args1) ||
            !has_word(row.word, known.form.version, known.form.dialect))
            continue;
        const unsigned width = width_of(row);
        const std::uint64_t ones = (std::uint64_t{1} << width) - 1;
        for (const std::uint64_t raw : {ones, std::uint64_t{1}, std::uint64_t{1} << (width - 1), 0xaaaaaaaau & ones}) {
            HeaderFields fields{};
            for (auto& value : fields.value) value = 0;
            fields[row.field] = row.is_signed ? sign_extend(raw, width) : static_cast<std::int64_t>(raw);
            hold(rung, known, fields, {},
                 fmt::format("{}: {} {:#x} alone", dialect, field_names[static_cast<std::size_t>(row.field)], raw));
        }
    }
}

void each_argument(const Rung& rung, const KnownForm& known, const char* dialect) {
    HeaderFields none{};
    for (auto& value : none.value) value = 0;
    for (const Entry& entry : known.layout) {
        if (static_cast<std::size_t>(entry.argument) < word_count) continue;
        const unsigned bits = size_of(entry.source) * 8u;
        const std::uint64_t ones = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        for (const std::uint64_t value : {ones >> 1, std::uint64_t{1} << (bits - 1), 0x0123456789abcdefu & ones}) {
            Values values{};
            values.slot[slot_of(entry)] = value;
            hold(rung, known, none, values,
                 fmt::format("{}: {} {:#x} alone", dialect, dump_name(entry, known.form).text, value));
        }
    }
}

} // namespace

void fields_rung(const Rung& rung) {
    for (const Preset& preset : presets) {
        KnownForm known{{preset.version, preset.dialect, rich_type()}, {}};
        if (make_layout(known.form, known.layout) != Status::ok) throw hip::RuntimeError("no layout for a known form");
        each_field(rung, known, preset.name);
        each_argument(rung, known, preset.name);
    }
}

} // namespace kernabi::bringup
