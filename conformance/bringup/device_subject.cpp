// SPDX-License-Identifier: MIT
#include "conformance/bringup/device_subject.hpp"
#include "abi/bytes.hpp"
#include "backends/cpu/run_block.hpp"
#include "conformance/judge/judge_gemm.hpp"

namespace kernabi::bringup {

Status DeviceSubject::decode(const Form& form, ConstBytes from, HeaderFields& fields) noexcept {
    try {
        const Slots slots = launcher_.decode(form, from);
        for (std::size_t f = 0; f < field_count; ++f)
            fields.value[f] = static_cast<std::int64_t>(slots[device::first_field_slot + f]);
        return Status::ok;
    } catch (const std::exception& error) {
        broken_ = error.what();
        return Status::refused;
    }
}

Status DeviceSubject::unpack(const Form& form, ConstBytes from, Values& values) noexcept {
    try {
        const Slots slots = launcher_.decode(form, from);
        Layout layout{};
        if (const Status status = make_layout(form, layout); status != Status::ok) return status;
        for (std::size_t i = 0; i < layout.count; ++i) {
            const Entry& entry = layout.entries[i];
            if (shape_of(entry.argument).times == Times::scalar && entry.index == 1) continue;
            const std::size_t at = slot_of(entry), slot = device::first_entry_slot + 2 * i;
            values.slot[at] = slots[slot];
            if (entry.kind == Kind::c32 || entry.kind == Kind::c64) values.slot[at + 1] = slots[slot + 1];
        }
        return static_cast<Status>(slots[0]);
    } catch (const std::exception& error) {
        broken_ = error.what();
        return Status::refused;
    }
}

Status DeviceSubject::run(const Form& form, ConstBytes block, const cpu::MemoryMap& memory, Argument& slot) noexcept {
    const cpu::BlockOutcome allowed = cpu::check_block(block, form, memory);
    slot = allowed.slot;
    if (allowed.status != Status::ok) return Status::unsupported;
    try {
        return run_on_device(form, block, memory);
    } catch (const std::exception& error) {
        broken_ = error.what();
        return Status::refused;
    }
}

namespace {

/// The judge's arena as it lies on the device: the same bytes, guards included.
struct Mirror {
    Bytes host;
    hip::Memory memory;

    [[nodiscard]] static Bytes whole(const cpu::MemoryMap& map) {
        if (map.regions.empty()) return {};
        const cpu::Region& last = map.regions[map.regions.size - 1];
        std::uint8_t* const first = map.regions[0].bytes.data - judge::guard_bytes;
        std::uint8_t* const end = last.bytes.data + last.bytes.size + judge::guard_bytes;
        return {first, static_cast<std::size_t>(end - first)};
    }
    Mirror(hip::Runtime& runtime, const cpu::MemoryMap& map) : host(whole(map)), memory(runtime, host.size + 1) {}
    [[nodiscard]] hip::Address address_of(const std::uint8_t* at) const noexcept {
        return memory.address() + static_cast<hip::Address>(at - host.data);
    }
};

} // namespace

Status DeviceSubject::run_on_device(const Form& form, ConstBytes block, const cpu::MemoryMap& memory) {
    const Mirror mirror(launcher_.runtime(), memory);
    std::vector<std::uint8_t> patched(block.begin(), block.end());
    const auto place_of = [&](const vectors::Relocation& r) {
        return (r.place == vectors::in_block ? patched.data() : memory.regions[r.place].bytes.data) + r.offset;
    };
    for (std::size_t i = 0; i < record_.relocations(); ++i) {
        const vectors::Relocation r = record_.relocation(i);
        const hip::Address address = mirror.address_of(memory.regions[r.buffer].bytes.data);
        store_le(place_of(r), address + static_cast<std::uint64_t>(r.addend), 8);
    }
    launcher_.runtime().upload(mirror.memory.address(), mirror.host);
    const std::uint64_t status = launcher_.gemm(form, {patched.data(), patched.size()});
    launcher_.runtime().download(mirror.host, mirror.memory.address());
    for (std::size_t i = 0; i < record_.relocations(); ++i) {
        const vectors::Relocation r = record_.relocation(i);
        if (r.place == vectors::in_block) continue;
        // Back to the record's own address where the device left ours, so that the judge sees what was changed.
        const hip::Address ours =
            mirror.address_of(memory.regions[r.buffer].bytes.data) + static_cast<std::uint64_t>(r.addend);
        if (load_le(place_of(r), 8) == ours)
            store_le(place_of(r), record_.buffer(r.buffer).address + static_cast<std::uint64_t>(r.addend), 8);
    }
    if (status == slot_poison) throw hip::RuntimeError("the kernel left no status: it did not run to its end");
    return static_cast<Status>(status & 0xff);
}

} // namespace kernabi::bringup
