# SPDX-License-Identifier: MIT
"""A GEMM record: memory with poison between the matrices, the block that drives it, and what must be there
afterwards."""

from cases_block import contested, header_fields
from dealer import Dealer
from elements import SIZE, bits, is_float, store
from gemm import Gemm, run
from gemm_memory import POISON, UNREAD, Memory
from kav import NO_PLACE, Record
from numbers_of import ACTIVATION_NUMBER, BIAS_NUMBER
from pack import pack, slots
from problem import problem, stored
from words import encode

VECTOR = (3, -1, 5, 1, -3, 7, 2, -5, 9, -7, 11)  # halves of these are scales


class Spec:
    """One case. `types`: A, B, C, D, compute. Leading dimensions and strides are padded by `pad` and `gap` or more."""

    OPTIONS = dict(gsu=1, use_beta=True, pointer_array=False, special={}, short={}, move={}, scale_ab="", scale_cd=0,
                   sav=0, bias=0,
                   bias_type="Float", factor_dim=0, e=0, e_type="Float", amax=0, activation="None", family=None,
                   activation_args=(), split_sums=False)

    def __init__(self, m, n, k, batch=1, types=("Float",) * 5, trans=(0, 0), alpha=1.5, beta=-0.5, pad=2, gap=3,
                 fill="integers", reach=7,
                 **options):
        assert set(options) <= set(self.OPTIONS), options
        self.m, self.n, self.k, self.batch, self.types, self.trans = m, n, k, batch, types, trans
        self.alpha, self.beta, self.pad, self.gap, self.fill, self.reach = alpha, beta, pad, gap, fill, reach
        self.__dict__.update({**self.OPTIONS, **options})
        self.family = self.family or self.activation
        self.scalar = types[4]  # alpha's and beta's type
        self.packed = self.gsu > 1  # D's and C's strides are the workspace's


class Builder:
    def __init__(self, preset, case, spec):
        self.preset, self.s, self.memory, self.at = preset, spec, Memory(), {}
        self.deal = Dealer(f"gemm/{preset.name}/{case}")
        s = spec
        pad, gap = (0, 0) if s.packed else (s.pad, s.gap)
        self.shape = {"a": (s.k, s.m) if s.trans[0] else (s.m, s.k), "b": (s.n, s.k) if s.trans[1] else (s.k, s.n),
                      "c": (s.m, s.n)}
        self.ld = {"a": self.shape["a"][0] + s.pad, "b": self.shape["b"][0] + s.pad + 1, "c": s.m + (pad and pad + 2),
                   "d": s.m + (pad and pad + 3), "e": s.m + 5}
        self.stride = {"a": self.ld["a"] * self.shape["a"][1] + s.gap,
                       "b": self.ld["b"] * self.shape["b"][1] + s.gap + 1,
                       "c": self.ld["c"] * s.n + (gap and gap + 2), "d": self.ld["d"] * s.n + (gap and gap + 3),
                       "e": self.ld["e"] * s.n + 6}
        self.type = dict(zip("abcd", s.types), e=s.e_type)
        no_ab, no_c = s.alpha == 0 or s.k == 0, s.beta == 0 or not s.use_beta
        self.unread = {"a": no_ab, "b": no_ab, "c": no_c}

    # Inputs

    def numbers(self, kind, count):
        s, deal = self.s, self.deal
        if s.fill == "any" and is_float(kind):
            top = {"Double": 2**40, "Float": 2**24, "Half": 2**11, "BFloat16": 2**8, "Float8": 2**4, "Float8_fnuz": 2**4, "BFloat8": 2**3, "BFloat8_fnuz": 2**3}[kind]
            return [(deal.number(6) % (2 * top) - top) * 2.0 ** -(top.bit_length() - 3) for _ in range(count)]
        whole = [deal.number(3) % (2 * s.reach + 1) - s.reach for _ in range(count)]
        return [float(x) for x in whole] if is_float(kind) else whole

    def extent(self, name, rows, cols, batches):
        """Bytes from the first element to the last."""
        elements = (batches - 1) * self.stride[name] + (cols - 1) * self.ld[name] + rows
        return elements * SIZE[self.type[name]] if rows and cols and batches else 0

    def matrix_bytes(self, name):
        rows, cols = self.shape[name]
        kind, special = self.type[name], self.s.special.get(name, {})
        size = SIZE[kind]
        data = bytearray([UNREAD]) * max(self.extent(name, rows, cols, self.s.batch), 16)
        for b in range(self.s.batch):
            for col in range(cols):
                for row, x in enumerate(self.numbers(kind, rows)):
                    at = (b * self.stride[name] + col * self.ld[name] + row) * size
                    data[at:at + size] = store(kind, special.get((b, row, col), x))
        return bytes([UNREAD]) * len(data) if self.unread[name] and is_float(kind) else bytes(data)

    def matrix(self, name):
        """Puts A, B or C into memory; its batches as the computation sees them."""
        data, kind, access = self.matrix_bytes(name), self.type[name], "unread" if self.unread[name] else "read"
        views = [data[b * self.stride[name] * SIZE[kind]:] for b in range(self.s.batch)]
        if self.s.pointer_array:
            one = self.extent(name, *self.shape[name], 1)
            self.at[name] = self.memory.array(name,
                                              [self.memory.add(name, v[:one], access, index=b + 1, type=kind) for b,
                                               v in enumerate(views)])
        else:
            self.at[name] = self.memory.add(name, data[:len(data) - self.s.short.get(name, 0)], access, type=kind)
        return views

    def vector(self, name, kind, values):
        data = b"".join(store(kind, x) for x in values)
        self.at[name] = self.memory.add(name, data[:len(data) - self.s.short.get(name, 0)], "read", type=kind)
        return values

    def along(self, use):
        """(length, along N) of scaleAlphaVec or bias."""
        n = use == 2 or (use == 3 and self.s.factor_dim == 1)
        return (self.s.n if n else self.s.m), n

    def inputs(self):
        s = self.s
        g = Gemm(s.m, s.n, s.k, s.batch, *s.types, self.matrix("a"), self.matrix("b"), self.matrix("c"), self.ld["a"],
                 self.ld["b"], self.ld["c"],
                 bool(s.trans[0]), bool(s.trans[1]), s.alpha, s.beta, s.use_beta, s.e_type)
        scales = [x / 2 for x in VECTOR] if is_float(s.scalar) else list(VECTOR)
        if s.scale_ab:
            many = s.scale_ab == "vector"
            g.scale_ab = s.scale_ab
            g.scale_a = self.vector("scaleA", s.scalar, scales[:s.m if many else 1])
            g.scale_b = self.vector("scaleB", s.scalar, [x * 2 for x in scales[1:1 + (s.n if many else 1)]])
        if s.scale_cd:
            g.scale_c, = self.vector("scaleC", s.scalar, [scales[2]])
            g.scale_d, = self.vector("scaleD", s.scalar, [scales[0]])
        if s.sav:
            length, g.vec_along_n = self.along(s.sav)
            g.scale_alpha_vec = self.vector("scaleAlphaVec", s.scalar, scales[:length])
        if s.bias:
            length, g.bias_along_n = self.along(s.bias)
            g.stride_bias = length + 2 if s.batch > 1 else 0
            unit = 0.5 if is_float(s.bias_type) else 1
            g.bias = self.vector("bias", s.bias_type,
                                 [(-1) ** i * (i + 1) * unit for i in range(length + (s.batch - 1) * g.stride_bias)])
        g.activation, g.activation_args = s.activation, list(s.activation_args)
        g.parts = s.gsu if s.split_sums else 1
        return g

    # Outputs

    def output(self, name, result, which, batches, **more):
        """D or E: `which` 0 is E, 1 is D with its high end behind it."""
        size, first = SIZE[self.type[name]], batches[0] if batches else 0
        low = bytearray([POISON]) * max(self.extent(name, self.s.m, self.s.n, len(batches)), 16)
        high = bytearray(low)
        for (b, i, j), triple in result.items():
            if b in batches:
                at = ((b - first) * self.stride[name] + i + j * self.ld[name]) * size
                low[at:at + size], high[at:at + size] = triple[which], triple[2 if which else 0]
        end = len(low) - self.s.short.get(name, 0)
        more = {"argument": name, **more}
        return self.memory.add(more.pop("argument"), bytes([POISON]) * end, "write", type=self.type[name],
                               expected=bytes(low[:end]),
                               expected_high=bytes(high[:end]) if low != high else None, **more)

    def outputs(self, g):
        s, memory, at = self.s, self.memory, self.at
        result, amax = run(g)
        every = range(s.batch)
        if s.pointer_array:
            at["d"] = memory.array("d", [self.output("d", result, 1, [b], index=b + 1) for b in every])
        elif s.packed:
            at["d"] = memory.add("d", bytes([POISON]) * (s.m * s.n * s.batch * s.gsu * 8), "scratch", name="ws_d")
            at["dstD"] = self.output("d", result, 1, every, argument="dstD")
            at["Synchronizer"] = memory.add("Synchronizer", bytes(256), "scratch")
        else:
            at["d"] = self.output("d", result, 1, every)
        if s.e:
            at["e"] = self.output("e", result, 0, every)
        if s.amax:
            expected = store(s.types[4], amax) + bytes([POISON]) * 4
            at["AddrAmaxOut"] = memory.add("AddrAmaxOut", bytes([POISON]) * len(expected), "write", type=s.types[4],
                                           expected=expected)
            at["AmaxWS"] = memory.add("AmaxWS", bytes([POISON]) * 128, "scratch")
            at["AmaxSync"] = memory.add("AmaxSync", bytes(64), "scratch")

    # The block

    def problem(self):
        s = self.s
        a, b, c, d, compute = s.types
        args = 2 if s.family in ("All", "Hipblaslt_all") else len(s.activation_args)
        return problem(aType=a, bType=b, cType=c, dType=d, eType=s.e_type, computeInputType=a, computeType=compute,
                       activationComputeDataType=compute, alphaType=s.scalar, betaType=s.scalar, biasType=s.bias_type,
                       transA=s.trans[0],
                       transB=s.trans[1], highPrecisionAccumulate=int(compute != a), useBeta=int(s.use_beta),
                       useE=int(s.e),
                       useScaleCD=int(bool(s.scale_cd)), stridedBatched=int(not s.pointer_array),
                       outputAmaxD=int(bool(s.amax)),
                       useScaleAB={"": 0, "scalar": 1, "vector": 2}[s.scale_ab], useBias=s.bias, useScaleAlphaVec=s.sav,
                       activationType=s.family, activationArgLength=args, globalAccumulation=3 if s.packed else 0,
                       gsu=s.gsu)

    def fields(self):
        s = self.s
        tiles = -(-s.m // 16) * -(-s.n // 16) * s.batch * s.gsu
        return header_fields(self.preset, self.deal, gemmCount=1, argType=0, gsu=s.gsu, gsuc=0, gsuwgmrr=0, nta=0,
                             ntb=0, wgm=4, wgmxcc=1,
                             wgmxccg=0, staggerU=32, staggerStrideShift=3, staggerUMapping=1,
                             numWorkGroups=tiles if self.preset.universal else 0)

    def number(self, name, index, g):
        """An argument that is neither a word of the header nor an address."""
        s = self.s
        if name.startswith("stride") and name != "strideBias":
            return (self.ld if index == 1 else self.stride)[name[-1].lower()]
        if name == "activation":
            zero = 0 if s.types[4] == "Int32" else 0.0
            return bits(s.types[4], s.activation_args[index] if index < len(s.activation_args) else zero)
        if name.startswith("batchOffset"):
            return 0
        return {
            "size": (s.m, s.n, s.batch, s.k)[index],
            "bias_type": BIAS_NUMBER[self.preset.year][s.bias_type],
            "strideBias": g.stride_bias,
            "factorDim": s.factor_dim,
            "GSUSync": 0,
            "activationType": ACTIVATION_NUMBER[self.preset.year][s.activation],
            "alpha": bits(s.scalar, s.alpha),
            "beta": bits(s.scalar, s.beta) if s.use_beta else 0,
        }[name]

    def block(self, q, fields, g):
        """(values, relocations)."""
        words = encode(self.preset.version, self.preset.args1, self.preset.universal, fields)
        values, relocations, offset = {}, list(self.memory.relocations), 0
        for name, index, size in slots(self.preset, q):
            if name in words:
                word = words[name]
                values[name, 0] = word - 2**32 if name == "internalArgs1" and word >> 31 else word
            elif name in self.s.move:  # points elsewhere, so that nothing is to be filled in
                address = self.s.move[name]
                values[name, 0] = address(self.at[name]) if callable(address) else address
            elif name in self.at:
                values[name, 0] = self.at[name]
                relocations.append((NO_PLACE, offset, self.memory.number_of(self.at[name]), 0))
            else:
                values[name, index] = self.number(name, index, g)
            offset += size
        return values, relocations


def build(preset, case, comment, spec, flags=()):
    builder = Builder(preset, case, spec)
    gemm = builder.inputs()
    builder.outputs(gemm)
    q, fields = builder.problem(), builder.fields()
    values, relocations = builder.block(q, fields, gemm)
    return Record(f"v{preset.version}.gemm.{preset.prefix}{case}", "gemm", comment, preset.name, preset.dialect,
                  preset.version,
                  problem=stored(q), fields=fields, values=values, bytes=pack(preset, q, values),
                  relocations=relocations,
                  buffers=builder.memory.buffers, flags=tuple(flags),
                  strictness="recommended" if contested(preset, q) else "required")
