// SPDX-License-Identifier: MIT
// Any block of any form over a small memory, with its own arguments or a group's: a refusal that wrote nothing, or a
// result inside the outputs.
#include "abi/kernarg/side_tables.hpp"
#include "abi/kernarg/unpack.hpp"
#include "abi/kernarg/user_layout.hpp"
#include "backends/cpu/run_block.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

using namespace kernabi;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Takes numbers off the front; 0 when there is nothing left.
struct Input {
    const std::uint8_t* data;
    std::size_t size;

    std::uint8_t byte() {
        if (size == 0) return 0;
        --size;
        return *data++;
    }
    std::uint32_t below(std::uint32_t count) { return byte() % count; }
    bool flag() { return (byte() & 1) != 0; }
};

DataType element_type(Input& in) {
    constexpr DataType types[] = {DataType::Float,    DataType::Half,         DataType::BFloat16,
                                  DataType::Double,   DataType::Int8,         DataType::Int32,
                                  DataType::Float8,   DataType::BFloat8_fnuz, DataType::ComplexFloat,
                                  DataType::XFloat32, DataType::Float4,       DataType::ComplexDouble};
    const std::uint32_t choice = in.below(24);
    return choice < 12 ? types[choice] : DataType::Float;
}

Form read_form(Input& in) {
    const Preset& preset = presets[in.below(preset_count)];
    Form form{preset.version, preset.dialect, {}};
    ProblemType& type = form.type;
    const std::uint8_t types = in.byte();
    if (types & 1)
        for (DataType* x : {&type.aType, &type.bType, &type.cType, &type.dType, &type.eType, &type.computeInputType,
                            &type.computeType, &type.alphaType, &type.betaType, &type.activationComputeDataType})
            *x = element_type(in);
    if (types & 2) {
        type.aType = type.bType = type.cType = type.dType = type.computeType = element_type(in);
        type.alphaType = type.betaType = type.computeInputType = type.computeType;
    }
    const std::uint8_t a = in.byte(), b = in.byte(), c = in.byte();
    type.transA = a & 1;
    type.transB = a & 2;
    type.useBeta = !(a & 4);
    type.useE = a & 8;
    type.useScaleCD = a & 16;
    type.stridedBatched = !(a & 32);
    type.outputAmaxD = a & 64;
    type.useGradient = a & 128;
    type.useScaleAB = static_cast<kernabi::ScaleAB>(b % 3);
    type.useBias = static_cast<std::uint8_t>(b / 4 % 4);
    type.useScaleAlphaVec = static_cast<std::uint8_t>(b / 16 % 4);
    type.biasSrc = static_cast<kernabi::BiasSource>(b / 64);
    type.globalAccumulation = static_cast<Accumulation>(c % 5);
    type.activationType = c & 8 ? static_cast<Activation>(in.below(activation_count)) : Activation::None;
    type.activationArgLength = static_cast<std::uint8_t>(c / 64);
    type.activationFused = !(c & 16);
    if (c & 32) {
        const std::uint8_t rare = in.byte();
        type.useInitialStridesAB = rare & 1;
        type.useInitialStridesCD = rare & 2;
        type.groupedGemm = rare == 4;
        type.streamK = rare == 8 ? 3 : 0;
        type.persistentKernel = rare & 16;
        type.sparse = rare == 32 ? 1 : 0;
    }
    return form;
}

constexpr std::uint64_t at_records = 0x4000;

/// Buffers in allocations of their own, so that one byte too far is seen. A group's records are the last.
struct Memory {
    static constexpr std::size_t count = 9;
    std::unique_ptr<std::uint8_t[]> bytes[count];
    std::vector<std::uint8_t> before[count];
    cpu::Region regions[count];

    Memory(Input& in, const std::vector<std::uint8_t>& records) {
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const std::size_t size = 4 * std::size_t{in.byte()};
            const std::uint8_t access = in.byte();
            bytes[i] = std::make_unique<std::uint8_t[]>(size);
            for (std::size_t k = 0; k < size; ++k)
                bytes[i][k] = i == 0 ? in.byte() : static_cast<std::uint8_t>(k * 37 + access);
            before[i].assign(bytes[i].get(), bytes[i].get() + size);
            regions[i] = {0x100 * (i + 1), {bytes[i].get(), size}, access % 8 != 1, access % 8 > 2};
        }
        regions[1].address = ~std::uint64_t{0} - 0x200;
        const std::size_t last = count - 1;
        bytes[last] = std::make_unique<std::uint8_t[]>(records.size());
        for (std::size_t k = 0; k < records.size(); ++k) bytes[last][k] = records[k];
        before[last] = records;
        regions[last] = {at_records, {bytes[last].get(), records.size()}, true, !in.flag()};
    }
    cpu::MemoryMap map() const { return {{regions, count}}; }
    bool changed(std::size_t i) const {
        for (std::size_t k = 0; k < before[i].size(); ++k)
            if (bytes[i][k] != before[i][k]) return true;
        return false;
    }
};

/// Addresses of a few bytes reach the buffers often; sizes and strides are small more often than not.
void put(Input& in, const Entry& entry, std::uint8_t* to) {
    const std::uint8_t choice = in.byte();
    std::uint64_t value = choice % 16;
    if (entry.kind == Kind::pointer) value = 0x100 * (std::uint64_t{choice} % 16) + choice / 16 * 4u;
    if (entry.kind == Kind::pointer && choice == 0xee) value = at_records + 4 * std::uint64_t{in.byte()};
    if (choice >= 0xf0)
        for (unsigned i = 0; i < 8; ++i) value = value << 8 | in.byte();
    if (row_of(entry.argument).times == Times::scalar && entry.kind == Kind::f32) value = std::uint64_t{choice} << 23;
    store_le(to + entry.offset, value, entry.size < 8 ? entry.size : 8);
}

using Block = std::vector<std::uint8_t>;

void cut_sometimes(Input& in, Block& block) {
    if (in.byte() == 0xff) block.resize(in.byte() % (block.size() + 1));
}

Block read_block(Input& in, const Form& form) {
    Layout layout{};
    if (make_layout(form, layout) != Status::ok) return {};
    Block block(layout.size, 0);
    for (const Entry& entry : layout) put(in, entry, block.data());
    cut_sometimes(in, block);
    return block;
}

/// A group's short block, and its records: a host's table or a user's.
Block read_group(Input& in, const Form& form, bool user, Block& records) {
    Layout layout{};
    if ((user ? make_user_layout(form, layout) : make_layout(form, layout)) != Status::ok) return {};
    const std::uint32_t count = 1 + in.below(4);
    records.assign(user ? 0 : 4 * count, 0xee);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t start = records.size();
        records.resize(start + layout.size, static_cast<std::uint8_t>(user ? in.byte() : 0));
        for (const Entry& entry : layout) put(in, entry, records.data() + start);
    }
    cut_sometimes(in, records);

    const SideForm side = short_block_form(form, user);
    const bool legacy = form.dialect.header == Header::none;
    Block block(size_of(side), 0);
    for_each_entry(side, [&](const SideRow&, const Entry& entry) {
        const std::uint8_t choice = in.byte();
        std::uint64_t value = choice;
        if (entry.argument == Argument::gemm_count) {
            value = choice < 0xe0 ? count : choice < 0xf0 ? choice % 8u : 0x3fffffff - choice % 16u;
            if (!legacy) value |= user ? 2u << 30 : 1u << 30;
        } else if (entry.kind == Kind::pointer) {
            const bool is_other = legacy && (entry.argument == Argument::DeviceUserArguments) != user;
            value = is_other ? 0 : at_records;
            if (choice >= 0xe0) value = at_records + choice % 16u * 4;
            if (choice >= 0xf0)
                for (unsigned i = 0; i < 8; ++i) value = value << 8 | in.byte();
        }
        store_le(block.data() + entry.offset, value, entry.size);
    });
    cut_sometimes(in, block);
    return block;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in{data, size};
    Form form = read_form(in);
    const cpu::KernelProperties kernel{in.below(5), {in.below(4), in.below(4)}};
    const std::uint32_t kind = in.below(4);
    form.type.groupedGemm = form.type.groupedGemm || kind > 1;
    Block records;
    const Block padded = kind > 1 ? read_group(in, form, kind == 3, records) : read_block(in, form);
    const std::unique_ptr<std::uint8_t[]> block = std::make_unique<std::uint8_t[]>(padded.size());
    for (std::size_t i = 0; i < padded.size(); ++i) block[i] = padded[i];
    Memory memory(in, records);

    constexpr std::uint64_t most_steps = 1 << 14;
    const ConstBytes bytes{block.get(), padded.size()};
    const cpu::BlockOutcome checked = cpu::check_block(bytes, form, memory.map(), kernel, most_steps);
    for (std::size_t i = 0; i < Memory::count; ++i) require(!memory.changed(i));
    const cpu::BlockOutcome ran = cpu::run_block(bytes, form, memory.map(), kernel, most_steps);
    require(ran.status == checked.status && ran.slot == checked.slot && ran.index == checked.index);
    require(ran.status != Status::source_too_short || ran.names_slot);
    require(ran.status != Status::destination_too_small); // every view was found whole
    require(ran.status != Status::outside_memory || ran.names_slot);
    for (std::size_t i = 0; i < Memory::count; ++i)
        require(!memory.changed(i) || (ran.status == Status::ok && memory.regions[i].may_write));
    for (std::size_t i = 0; i < padded.size(); ++i) require(block[i] == padded[i]);
    return 0;
}
