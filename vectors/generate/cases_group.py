# SPDX-License-Identifier: MIT
"""Groups of GEMMs: the short block of a launch, with the host's table or the user's records in memory; and one GEMM in
the block of a kernel that takes groups."""
import struct

from cases_block import contested
from cases_gemm import BF16, F16, F64, HPA, I8_I32
from gemm_memory import Memory
from gemm_record import Builder, Spec
from kav import NO_PLACE, Record
from numbers_of import ARGUMENT
from pack import pack, slots
from presets import of_version
from problem import stored
from words import encode, words_of

SYNCHRONIZER, WORKSPACE = 0x7B00_1000_0000, 0x7B00_2000_0000  # of the launch; nothing follows them
SKIPPED = 0x5A5A_0001  # in the words before a table's records, which kernels skip


def cases():
    """(case, comment, specs of the group's GEMMs, flags, whether a user's records can say it)."""
    yield "one", "a group of one", [Spec(5, 3, 7)], (), True
    yield "three", "three shapes", [Spec(5, 3, 7), Spec(2, 9, 4, alpha=-2.0), Spec(7, 1, 3, 2, beta=1.25)], (), True
    yield ("transposed", "both transposed, two matrices each",
           [Spec(3, 4, 5, 2, trans=(1, 1)), Spec(4, 2, 6, 2, trans=(1, 1))], (), True)
    yield ("rounding", "every step rounds", [Spec(4, 3, 11, fill="any", alpha=1.3125, beta=-0.8125),
                                             Spec(3, 5, 6, fill="any", alpha=-0.6875, beta=0.4375)], ("rounding",), True)
    yield "double", "8 bytes of alpha", [Spec(3, 5, 4, types=F64), Spec(4, 2, 5, types=F64, beta=2.5)], (), True
    yield "half", "half sums: alpha in 2 bytes", [Spec(3, 4, 5, types=F16, reach=5), Spec(2, 3, 4, types=F16, reach=5)], \
        ("half_twice",), True
    yield "half_hpa", "half with f32 sums", [Spec(5, 2, 6, types=HPA), Spec(3, 4, 9, types=HPA, alpha=0.25)], (), True
    yield "bf16", "bfloat16 with f32 sums", [Spec(4, 3, 5, types=BF16), Spec(2, 5, 7, types=BF16)], (), True
    yield "int8", "8-bit integers summed in 32 bits", \
        [Spec(3, 5, 4, types=I8_I32, alpha=3, beta=-2), Spec(4, 2, 6, types=I8_I32, alpha=-1, beta=1)], (), True
    yield "unread", "alpha 0 in one, beta 0 in the other", [Spec(4, 3, 5, alpha=0.0), Spec(3, 4, 5, beta=0.0)], \
        ("not_read",), True
    yield "empty", "one GEMM without rows between two", [Spec(3, 4, 5), Spec(0, 3, 5), Spec(2, 2, 3)], ("empty",), True
    yield "k_0", "only beta C in the second", [Spec(3, 4, 5), Spec(4, 3, 0)], ("empty", "not_read"), True
    yield "bias", "a bias along M, one a matrix", \
        [Spec(5, 3, 4, 2, bias=1), Spec(3, 2, 6, 2, bias=1)], ("bias",), True
    yield "bias_half", "its type by number", [Spec(4, 3, 5, bias=1, bias_type="Half"),
                                              Spec(2, 5, 3, bias=1, bias_type="Half")], ("bias", "enum_year"), True
    yield "scales", "scales of A, B, C, D and along alpha", \
        [Spec(4, 3, 5, scale_ab="vector", scale_cd=1, sav=1), Spec(3, 5, 2, scale_ab="vector", scale_cd=1, sav=1)], \
        ("epilogue_order",), True
    yield "e", "E before the activation", [Spec(4, 3, 5, 2, e=1, activation="Relu"),
                                           Spec(3, 2, 4, 2, e=1, activation="Relu")], ("epilogue_order", "poison"), True
    yield "activations", "another activation in each", \
        [Spec(4, 5, 3, activation="Relu", family="All"),
         Spec(3, 4, 5, activation="Clippedrelu", family="All", activation_args=[2.0, 30.0]),
         Spec(5, 3, 4, activation="Leakyrelu", family="All", activation_args=[-0.25])], ("activation", "enum_year"), True
    yield "factor_dim", "scale and bias along N by factorDim", \
        [Spec(4, 5, 3, sav=3, bias=3, factor_dim=1), Spec(3, 4, 5, sav=3, bias=3, factor_dim=1)], ("optional_slot",), False
    yield "split", "k in two parts: workspace in the D slot, D in dstD", [Spec(5, 4, 9, gsu=2), Spec(3, 5, 13, gsu=2)], \
        ("workspace_slot", "split_k"), False
    yield "arrays", "the slots hold arrays of addresses", \
        [Spec(4, 3, 5, 3, pointer_array=True), Spec(2, 5, 3, 2, pointer_array=True)], ("pointer_array",), False
    yield "everything", "every step in its order", \
        [Spec(m, n, 3, 2, alpha=1.5, beta=-0.5, scale_ab="vector", scale_cd=1, sav=1, bias=1, bias_type="Half", e=1,
              activation="Clippedrelu", family="All", activation_args=[-40.0, 55.0]) for m, n in ((5, 4), (3, 6))], \
        ("epilogue_order",), True


class Group:
    """The GEMMs of a group in one memory, each with the values of its record."""

    def __init__(self, preset, case, specs):
        self.preset, self.memory, self.members = preset, Memory(), []
        for i, spec in enumerate(specs):
            builder, first = Builder(preset, f"group/{case}/{i}", spec), len(self.memory.buffers)
            builder.memory = self.memory
            gemm = builder.inputs()
            builder.outputs(gemm)
            for buffer in self.memory.buffers[first:]:
                buffer.name = f"{i}.{buffer.name or buffer.argument}"[:16]
            self.members.append((builder, gemm))
        self.q = {**self.members[0][0].problem(), "groupedGemm": 1}
        assert all({**b.problem(), "groupedGemm": 1} == self.q for b, _ in self.members)

    def number_at(self, address):
        return self.memory.number_of(address)

    def value(self, member, name, index):
        builder, gemm = member
        return builder.at[name] if name in builder.at else builder.number(name, index, gemm)

    def place(self, argument, data, addresses, short=0):
        """Puts the records into memory; `addresses`: (offset, address) in them."""
        at = self.memory.add(argument, data[:len(data) - short], "read")
        number = self.number_at(at)
        self.memory.relocations += [(number, offset, self.number_at(address), 0) for offset, address in addresses
                                    if offset + 8 <= len(data) - short]
        return at

    def table(self, short=0):
        data = b"".join(struct.pack("<I", SKIPPED + i) for i in range(len(self.members)))
        addresses = []
        for member in self.members:
            values, at = {}, len(data)
            for name, index, size in slots(self.preset, self.q):
                values[name, index] = self.value(member, name, index)
                if name in member[0].at:
                    addresses.append((at, member[0].at[name]))
                at += size
            data += pack(self.preset, self.q, values)
            assert at == len(data)
        return self.place("argsPtr", data, addresses, short)

    def user_records(self):
        """196 bytes each, by the offsets of the published struct; what this kernel has no use for is poisoned."""
        data, addresses = b"", []
        for member in self.members:
            builder, gemm = member
            record, start = bytearray([0xEE]) * 196, len(data)

            def put(offset, value, size):
                record[offset:offset + size] = (value % 256**size).to_bytes(size, "little")

            def address(offset, name):
                if name in builder.at:
                    put(offset, builder.at[name], 8)
                    addresses.append((start + offset, builder.at[name]))

            for i in range(4):
                put(4 * i, self.value(member, "size", i), 4)
            for i, name in enumerate("dcab"):
                address(16 + 8 * i, name)
                for index in (1, 2):
                    put(48 + 8 * i + 4 * (index - 1), self.value(member, "stride" + name.upper(), index), 4)
            width = {"Double": 8, "Half": 2, "BFloat16": 2, "Int8": 1}.get(builder.s.scalar, 4)
            put(80, self.value(member, "alpha", 0), width)
            put(96, self.value(member, "beta", 0), width)
            for i, name in enumerate(("scaleA", "scaleB", "scaleC", "scaleD", "scaleAlphaVec", "bias")):
                address(112 + 8 * i, name)
            if builder.s.bias:
                put(160, self.value(member, "bias_type", 0), 4)
                put(164, gemm.stride_bias, 4)
            if builder.s.e:
                address(168, "e")
                put(176, self.value(member, "strideE", 1), 4)
                put(180, self.value(member, "strideE", 2), 4)
            for i in range(self.q["activationArgLength"]):
                put(184 + 4 * i, self.value(member, "activation", i), 4)
            if self.q["activationType"] == "All":
                put(192, self.value(member, "activationType", 0), 4)
            data += record
        return self.place("DeviceUserArguments", data, addresses)

    def launch(self, user, records, count=None):
        """(fields, bytes of the short block, offset of the records' address)."""
        preset, count = self.preset, len(self.members) if count is None else count
        fields = self.members[0][0].fields()
        if preset.universal:
            fields = {**fields, "gemmCount": count, "argType": 2 if user else 1}
        words = encode(preset.version, preset.args1, preset.universal, fields)
        tail = struct.pack("<QQ", SYNCHRONIZER, WORKSPACE)
        names = [name for name, _ in words_of(preset.version, preset.args1, preset.universal)]
        header = b"".join(struct.pack("<I", words[name] % 2**32) for name in names)
        if preset.universal:
            return fields, header + struct.pack("<Q", records) + tail, len(header)
        inner = struct.pack("<I", words["internalArgs"] % 2**32)
        if preset.version:
            inner += struct.pack("<II", words["internalArgs1"] % 2**32, 0)
        both = struct.pack("<QQ", records if user else 0, 0 if user else records)
        return fields, struct.pack("<I", count) + both + struct.pack("<I", 7) + inner + tail, 4 if user else 12

    def record(self, case, comment, flags, user, records, count=None, status="ok", fault=("none", 0, 0)):
        preset = self.preset
        fields, block, at = self.launch(user, records, count)
        relocations = self.memory.relocations + [(NO_PLACE, at, self.number_at(records), 0)]
        kind = "gemm" if status == "ok" else "refuse_gemm"
        if status != "ok":  # nothing may be written
            for buffer in self.memory.buffers:
                if buffer.access in ("write", "scratch"):
                    buffer.access, buffer.expected, buffer.expected_high = "unread", None, None
        return Record(f"v{preset.version}.group.{preset.prefix}{'user' if user else 'table'}_{case}", kind, comment,
                      preset.name, preset.dialect, preset.version, problem=stored(self.q), fields=fields, bytes=block,
                      relocations=relocations, buffers=self.memory.buffers, flags=("grouped", "argument_type") + flags,
                      strictness="recommended" if contested(preset, self.q) and not user else "required",
                      status=status, fault=fault)


def inline(preset):
    """One GEMM in the block itself, on a kernel that takes groups."""
    group = Group(preset, "inline", [Spec(5, 3, 7, bias=1)])
    builder, gemm = group.members[0]
    alone = {**group.q, "groupedGemm": 0}
    fields = builder.fields()
    values, relocations = builder.block(alone, fields, gemm)
    return Record(f"v{preset.version}.group.{preset.prefix}inline", "gemm", "argument type 0: the arguments are in the block",
                  preset.name, preset.dialect, preset.version, problem=stored(group.q), fields=fields,
                  bytes=pack(preset, alone, values), relocations=relocations, buffers=group.memory.buffers,
                  flags=("grouped", "argument_type", "bias"))


def refusals(preset):
    def fault(name):
        return ("argument", ARGUMENT[name], 0)

    group = Group(preset, "none", [Spec(3, 2, 4)])
    yield group.record("none", "a group of no GEMM", (), False, group.table(), count=0, status="value_out_of_range",
                       fault=fault("gemm_count"))
    group = Group(preset, "short", [Spec(3, 2, 4), Spec(2, 3, 5)])
    yield group.record("short", "the table lacks its last byte", ("outside_memory",), False, group.table(short=1),
                       status="outside_memory", fault=fault("argsPtr"))
    group = Group(preset, "more", [Spec(3, 2, 4)])
    yield group.record("more", "more GEMMs than the table has", ("outside_memory",), False, group.table(), count=2,
                       status="outside_memory", fault=fault("argsPtr"))
    group = Group(preset, "outside", [Spec(3, 2, 4), Spec(2, 3, 5)])
    group.members[1][0].at["a"] = 0x0123_4567_89AB_C000
    group.memory.number_of, find = (lambda address: None if address == 0x0123_4567_89AB_C000 else find(address)), \
        group.memory.number_of
    records = group.table()
    group.memory.relocations = [r for r in group.memory.relocations if r[2] is not None]
    yield group.record("outside", "the second GEMM's A points nowhere", ("outside_memory",), False, records,
                       status="outside_memory", fault=fault("a"))


def records(version):
    for preset in of_version(version):
        default = preset.name == f"v{version}"
        for case, comment, specs, flags, by_user in cases():
            if not default and case not in ("one", "three", "half", "bias", "everything"):
                continue
            group = Group(preset, case, specs)
            yield group.record(case, comment, flags, False, group.table())
            if by_user and preset.order != "reordered":
                group = Group(preset, case, specs)
                yield group.record(case, comment, flags, True, group.user_records())
        if preset.universal:
            yield inline(preset)
        if default:
            yield from refusals(preset)
