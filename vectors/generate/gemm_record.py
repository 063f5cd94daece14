# SPDX-License-Identifier: MIT
"""A GEMM record: memory laid out with poison between the matrices, the block that drives it, and what must be there afterwards."""
import struct

from cases_block import contested, header_fields
from dealer import Dealer
from elements import SIZE, bits, is_float, store
from gemm import Gemm, run
from kav import NO_PLACE, Buffer, Record
from numbers_of import ACTIVATION_NUMBER, BIAS_NUMBER
from pack import pack, slots
from problem import problem, stored
from words import encode

UNREAD = 0xFF   # between inputs: NaN in every floating-point type
POISON = 0xAA   # in outputs
SCALAR_OF = {"Float": "Float", "Double": "Double", "Half": "Half", "Int32": "Int32"}  # alpha's type by compute type


class Spec:
    """One case. `types`: A, B, C, D, compute. Leading dimensions and strides are padded by `pad` and `gap` elements."""

    def __init__(self, m, n, k, batch=1, types=("Float",) * 5, trans=(0, 0), alpha=1.5, beta=-0.5, pad=2, gap=3, fill="integers", reach=7,
                 **more):
        self.m, self.n, self.k, self.batch, self.types, self.trans = m, n, k, batch, types, trans
        self.alpha, self.beta, self.pad, self.gap, self.fill, self.reach = alpha, beta, pad, gap, fill, reach
        self.more = more

    def get(self, name, otherwise=None):
        return self.more.get(name, otherwise)


class Memory:
    """Hands out addresses that share no byte pattern and keeps the buffers."""

    def __init__(self):
        self.buffers, self.relocations, self._next = [], [], 0x7A31_4C00_0000

    def add(self, argument, data, access, **more):
        address = self._next
        self._next += 0x0135_7900 + (len(data) + 255) // 256 * 256
        self.buffers.append(Buffer(argument, address, bytes(data), access, **more))
        return address

    @property
    def last(self):
        return len(self.buffers) - 1


def _numbers(deal, spec, kind, count):
    if spec.fill == "any" and is_float(kind):
        top = {"Double": 2**40, "Float": 2**24, "Half": 2**11, "BFloat16": 2**8}[kind]
        return [(deal.number(6) % (2 * top) - top) * 2.0 ** -(top.bit_length() - 3) for _ in range(count)]
    whole = [deal.number(3) % (2 * spec.reach + 1) - spec.reach for _ in range(count)]
    return [float(x) for x in whole] if is_float(kind) else whole


def _matrix(deal, spec, kind, rows, cols, ld, stride, special=None):
    """Bytes of all batches, exactly to the last element."""
    size = SIZE[kind]
    length = ((spec.batch - 1) * stride + (cols - 1) * ld + rows) * size if rows and cols and spec.batch else 0
    data = bytearray([UNREAD]) * max(length, 16)
    for b in range(spec.batch):
        for col in range(cols):
            for row, x in enumerate(_numbers(deal, spec, kind, rows)):
                if special and (b, row, col) in special:
                    x = special[b, row, col]
                at = (b * stride + col * ld + row) * size
                data[at:at + size] = store(kind, x)
    return bytes(data)


def build(preset, case, comment, spec, flags=(), **record):
    g = spec.get
    deal = Dealer(f"gemm/{preset.name}/{case}")
    a_t, b_t, c_t, d_t, compute = spec.types
    scalar = SCALAR_OF[compute]
    m, n, k, batch = spec.m, spec.n, spec.k, spec.batch
    split = g("gsu", 1)
    packed = split > 1
    a_shape = (k, m) if spec.trans[0] else (m, k)
    b_shape = (n, k) if spec.trans[1] else (k, n)
    pad, gap = (0, 0) if packed else (spec.pad, spec.gap)
    lda, ldb = a_shape[0] + spec.pad, b_shape[0] + spec.pad + 1
    ldc, ldd, lde = m + (pad and pad + 2), m + (pad and pad + 3), m + 5
    stride_a, stride_b = lda * a_shape[1] + spec.gap, ldb * b_shape[1] + spec.gap + 1
    stride_c, stride_d, stride_e = ldc * n + (gap and gap + 2), ldd * n + (gap and gap + 3), lde * n + 6
    no_ab = spec.alpha == 0 or k == 0
    no_c = spec.beta == 0 or not g("use_beta", True)

    memory, at = Memory(), {}
    pointers = g("pointer_array", False)

    def matrix(argument, kind, shape, ld, stride, unread):
        data = _matrix(deal, spec, kind, shape[0], shape[1], ld, stride, g("special", {}).get(argument))
        if unread and is_float(kind):
            data = bytes([UNREAD]) * len(data)
        views = [data[b * stride * SIZE[kind]:] for b in range(batch)]
        if not pointers:
            at[argument] = memory.add(argument, data[:len(data) - g("short", {}).get(argument, 0)], "unread" if unread else "read", type=kind)
        else:
            one = ((shape[1] - 1) * ld + shape[0]) * SIZE[kind]
            places = [memory.add(argument, v[:one], "unread" if unread else "read", index=b + 1, type=kind) for b, v in enumerate(views)]
            _array(memory, at, argument, places)
        return views

    a = matrix("a", a_t, a_shape, lda, stride_a, no_ab)
    b = matrix("b", b_t, b_shape, ldb, stride_b, no_ab)
    c = matrix("c", c_t, (m, n), ldc, stride_c, no_c)

    def vector(argument, kind, values, short=0):
        data = b"".join(store(kind, x) for x in values)
        at[argument] = memory.add(argument, data[:len(data) - short], "read", type=kind)
        return values

    sizes = {1: m, 2: n, 3: n if g("factor_dim", 0) else m}
    along_n = {0: False, 1: False, 2: True, 3: bool(g("factor_dim", 0))}
    halves = [x / 2 if is_float(scalar) else x for x in (3, -1, 5, 1, -3, 7, 2, -5, 9, -7, 11)]
    scale_ab, bias_kind = g("scale_ab", ""), g("bias_type", "Float")
    sa = sb = sav = bias = sc = sd = None
    if scale_ab:
        sa = vector("scaleA", scalar, halves[:m if scale_ab == "vector" else 1])
        sb = vector("scaleB", scalar, [x * 2 for x in halves[1:1 + n if scale_ab == "vector" else 2]])
    if g("scale_cd"):
        sc, sd = vector("scaleC", scalar, [halves[2]])[0], vector("scaleD", scalar, [halves[0]])[0]
    if g("sav"):
        sav = vector("scaleAlphaVec", scalar, halves[:sizes[g("sav")]])
    stride_bias = 0
    if g("bias"):
        stride_bias = sizes[g("bias")] + 2 if batch > 1 else 0
        count = sizes[g("bias")] + (batch - 1) * stride_bias
        bias = vector("bias", bias_kind, [(-1) ** i * (i + 1) * (0.5 if is_float(bias_kind) else 1) for i in range(count)] if is_float(bias_kind)
                      else [(-1) ** i * (i + 1) for i in range(count)], g("short", {}).get("bias", 0))

    kind = g("activation", "None")
    family = g("family", kind)
    args = list(g("activation_args", []))
    problem_args = 2 if family in ("All", "Hipblaslt_all") else len(args)
    gemm = Gemm(m, n, k, batch, a_t, b_t, c_t, d_t, compute, a, b, c, lda, ldb, ldc, bool(spec.trans[0]), bool(spec.trans[1]), spec.alpha,
                spec.beta, g("use_beta", True), g("e_type", "Float"), scale_ab, sa, sb, sc, sd, sav, along_n[g("sav", 0)], bias,
                along_n[g("bias", 0)], stride_bias, kind, args)
    result, amax = run(gemm)

    def output(argument, element, ld, stride, which, slot=None, index=0, batches=range(batch)):
        size = SIZE[element]
        full = ((len(batches) - 1) * stride + (n - 1) * ld + m) * size if m and n and batch else 0
        low = bytearray([POISON]) * max(full, 16)
        high = bytearray(low)
        for (bb, i, j), triple in result.items():
            if bb in batches:
                place = ((bb - batches[0]) * stride + i + j * ld) * size
                low[place:place + size], high[place:place + size] = triple[which], triple[2 if which else 0]
        cut = g("short", {}).get(argument, 0)
        end = len(low) - cut
        place = memory.add(slot or argument, bytes([POISON]) * end, "write", index=index, type=element, expected=bytes(low[:end]),
                           expected_high=bytes(high[:end]) if low != high else None)
        return place

    if pointers:
        _array(memory, at, "d", [output("d", d_t, ldd, stride_d, 1, index=bb + 1, batches=[bb]) for bb in range(batch)])
    elif packed:
        at["d"] = memory.add("d", bytes([POISON]) * (m * n * batch * split * 8), "scratch", name="ws_d")
        at["dstD"] = output("d", d_t, ldd, stride_d, 1, slot="dstD")
        at["Synchronizer"] = memory.add("Synchronizer", bytes(256), "scratch")
    else:
        at["d"] = output("d", d_t, ldd, stride_d, 1)
    if g("e"):
        at["e"] = output("e", g("e_type", "Float"), lde, stride_e, 0)
    if g("amax"):
        expected = store(compute, amax) + bytes([POISON]) * 4
        at["AddrAmaxOut"] = memory.add("AddrAmaxOut", bytes([POISON]) * len(expected), "write", type=compute, expected=expected)
        at["AmaxWS"] = memory.add("AmaxWS", bytes([POISON]) * 128, "scratch")
        at["AmaxSync"] = memory.add("AmaxSync", bytes(64), "scratch")

    q = problem(aType=a_t, bType=b_t, cType=c_t, dType=d_t, eType=g("e_type", "Float"), computeInputType=a_t, computeType=compute,
                activationComputeDataType=compute, alphaType=scalar, betaType=scalar, biasType=bias_kind, transA=spec.trans[0], transB=spec.trans[1],
                highPrecisionAccumulate=int(compute != a_t), useBeta=int(g("use_beta", True)), useE=int(g("e", 0)),
                useScaleCD=int(bool(g("scale_cd"))), stridedBatched=int(not pointers), outputAmaxD=int(bool(g("amax"))),
                useScaleAB={"": 0, "scalar": 1, "vector": 2}[scale_ab], useBias=g("bias", 0), useScaleAlphaVec=g("sav", 0),
                activationType=family, activationArgLength=problem_args, globalAccumulation=3 if packed else 0, gsu=split)
    tiles = -(-m // 16) * -(-n // 16) * batch * split
    fields = header_fields(preset, deal, gemmCount=1, argType=0, gsu=split, gsuc=0, gsuwgmrr=0, nta=0, ntb=0, wgm=4, wgmxcc=1, wgmxccg=0,
                           staggerU=32, staggerStrideShift=3, staggerUMapping=1, numWorkGroups=tiles if preset.universal else 0)
    words = encode(preset.version, preset.args1, preset.universal, fields)
    numbers = {("size", 0): m, ("size", 1): n, ("size", 2): batch, ("size", 3): k,
               ("strideD", 1): ldd, ("strideD", 2): stride_d, ("strideC", 1): ldc, ("strideC", 2): stride_c,
               ("strideA", 1): lda, ("strideA", 2): stride_a, ("strideB", 1): ldb, ("strideB", 2): stride_b,
               ("strideE", 1): lde, ("strideE", 2): stride_e, ("bias_type", 0): BIAS_NUMBER[preset.year][bias_kind],
               ("strideBias", 0): stride_bias, ("factorDim", 0): g("factor_dim", 0), ("GSUSync", 0): 0,
               ("activationType", 0): ACTIVATION_NUMBER[preset.year][kind],
               ("alpha", 0): bits(scalar, spec.alpha), ("beta", 0): bits(scalar, spec.beta) if g("use_beta", True) else 0}
    for i in range(problem_args):
        numbers["activation", i] = bits(compute, args[i] if i < len(args) else (0 if compute == "Int32" else 0.0))
    values, relocations, offset = {}, list(memory.relocations), 0
    for name, index, size in slots(preset, q):
        if name in words:
            word = words[name]
            values[name, 0] = word - 2**32 if name == "internalArgs1" and word >> 31 else word
        elif name.startswith("batchOffset"):
            values[name, 0] = 0
        elif name in at:
            values[name, 0] = at[name]
            number = next(i for i, x in enumerate(memory.buffers) if x.address == at[name])
            relocations.append((NO_PLACE, offset, number, 0))
        else:
            values[name, index] = numbers[name, index]
        offset += size
    moved = g("move", {})
    for name, address in moved.items():
        values[name, 0] = address(values[name, 0]) if callable(address) else address
        gone = next(i for i, x in enumerate(memory.buffers) if x.address == at[name])
        relocations = [r for r in relocations if not (r[0] == NO_PLACE and r[2] == gone)]
    return Record(f"v{preset.version}.gemm.{preset.prefix}{case}", "gemm", comment, preset.name, preset.dialect, preset.version,
                  problem=stored(q), fields=fields, values=values, bytes=pack(preset, q, values), relocations=relocations,
                  buffers=memory.buffers, flags=tuple(flags),
                  strictness="recommended" if contested(preset, q) else "required", **record)


def _array(memory, at, argument, places):
    """An array of addresses, and the relocations of its elements."""
    numbers = {x.address: i for i, x in enumerate(memory.buffers)}
    at[argument] = memory.add(argument, b"".join(struct.pack("<Q", p) for p in places), "read", name="batch" + argument.upper())
    for i, place in enumerate(places):
        memory.relocations.append((memory.last, 8 * i, numbers[place], 0))
