# SPDX-License-Identifier: MIT
"""What a GEMM must compute: one element after the other, each step exact and rounded once."""
import math
from dataclasses import dataclass, field
from functools import partial

import rounding
from activations import activate
from elements import SIZE, load, store


@dataclass
class Gemm:
    m: int
    n: int
    k: int
    batch: int
    a_type: str
    b_type: str
    c_type: str
    d_type: str
    compute: str
    a: list              # one bytes object a batch, from the matrix's first element on; None: not read
    b: list
    c: list
    lda: int
    ldb: int
    ldc: int
    trans_a: bool = False
    trans_b: bool = False
    alpha: object = 1.0
    beta: object = 0.0
    use_beta: bool = True
    e_type: str = "Float"
    scale_ab: str = ""   # "", scalar, vector
    scale_a: list = None
    scale_b: list = None
    scale_c: object = None
    scale_d: object = None
    scale_alpha_vec: list = None
    vec_along_n: bool = False
    bias: list = None    # values, as the bias type holds them
    bias_along_n: bool = False
    stride_bias: int = 0
    activation: str = "None"
    activation_args: list = field(default_factory=list)
    parts: int = 1       # of k, each summed from zero


def _wrap(x):
    return (x + 2**31) % 2**32 - 2**31


class _Arithmetic:
    def __init__(self, kind):
        self.kind = kind
        if kind == "Int32":
            self.zero = 0
            self.mul, self.add = (lambda a, b: _wrap(a * b)), (lambda a, b: _wrap(a + b))
            self.step = lambda a, b, acc: _wrap(a * b + acc)
            self.widen = lambda x: _wrap(int(x))
        else:
            self.zero = 0.0
            self.mul, self.add = partial(rounding.mul, kind), partial(rounding.add, kind)
            fused = partial(rounding.fma, kind)
            self.step = (lambda a, b, acc: self.add(acc, self.mul(a, b))) if kind == "Half" else fused
            self.widen = lambda x: rounding.convert(kind, float(x))


def _at(kind, data, index):
    return load(kind, data[index * SIZE[kind]:(index + 1) * SIZE[kind]])


def _parts(g):
    """The k of each part: as equal as possible, longer ones first."""
    each, longer = divmod(g.k, g.parts)
    begin = 0
    for part in range(g.parts):
        end = begin + each + (part < longer)
        yield begin, end
        begin = end


def _dot(g, t, batch, i, j):
    if g.parts > 1:
        total = None
        for begin, end in _parts(g):
            acc = _sum(g, t, batch, i, j, begin, end)
            total = acc if total is None else t.add(total, acc)
        return total
    return _sum(g, t, batch, i, j, 0, g.k)


def _sum(g, t, batch, i, j, begin, end):
    acc = t.zero
    for p in range(begin, end):
        a = _at(g.a_type, g.a[batch], p + i * g.lda if g.trans_a else i + p * g.lda)
        b = _at(g.b_type, g.b[batch], j + p * g.ldb if g.trans_b else p + j * g.ldb)
        acc = t.step(t.widen(a), t.widen(b), acc)
    return acc


def element(g, batch, i, j):
    """(before activation, low, high after scaleD)."""
    t = _Arithmetic(g.compute)
    acc = t.zero if g.alpha == 0 else _dot(g, t, batch, i, j)
    alpha = g.alpha if g.alpha != 0 else t.zero  # -0 counts as 0
    if g.scale_ab:
        alpha = t.mul(alpha, t.widen(g.scale_a[i if g.scale_ab == "vector" else 0]))
        alpha = t.mul(alpha, t.widen(g.scale_b[j if g.scale_ab == "vector" else 0]))
    r = t.mul(alpha, acc)
    if g.scale_alpha_vec is not None:
        r = t.mul(r, t.widen(g.scale_alpha_vec[j if g.vec_along_n else i]))
    if g.use_beta and g.beta != 0:
        c = t.mul(g.beta, t.widen(_at(g.c_type, g.c[batch], i + j * g.ldc)))
        if g.scale_c is not None:
            c = t.mul(c, t.widen(g.scale_c))
        r = t.add(r, c)
    if g.bias is not None:
        r = t.add(r, t.widen(g.bias[(j if g.bias_along_n else i) + batch * g.stride_bias]))
    low, high = activate(g.activation, g.compute, r, g.activation_args)
    before_scale = low
    if g.scale_d is not None:
        low, high = t.mul(low, t.widen(g.scale_d)), t.mul(high, t.widen(g.scale_d))
    return r, before_scale, low, high


def run(g):
    """({(batch, i, j): (E, low of D, high of D) as bytes}, amaxD)."""
    out, amax = {}, 0 if g.compute == "Int32" else 0.0
    for batch in range(g.batch):
        for j in range(g.n):
            for i in range(g.m):
                r, activated, low, high = element(g, batch, i, j)
                out[batch, i, j] = store(g.e_type, r), store(g.d_type, low), store(g.d_type, high)
                size = abs(activated)
                amax = size if isinstance(size, float) and math.isnan(size) or size > amax else amax
    return out, amax
