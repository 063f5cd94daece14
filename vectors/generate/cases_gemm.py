# SPDX-License-Identifier: MIT
"""GEMM records: what a block asks for, computed; and blocks that point outside their memory."""
import math

from gemm_record import Spec, build
from numbers_of import ARGUMENT
from presets import of_version

F32, F64, F16 = ("Float",) * 5, ("Double",) * 5, ("Half",) * 5
HPA = ("Half", "Half", "Half", "Half", "Float")
BF16 = ("BFloat16", "BFloat16", "BFloat16", "BFloat16", "Float")
I8_I32 = ("Int8", "Int8", "Int32", "Int32", "Int32")
I8_I8 = ("Int8", "Int8", "Int8", "Int8", "Float")
NAN, INF = math.nan, math.inf


def basic():
    yield "f32_nn", "whole numbers, so that every order of summation agrees", Spec(5, 3, 7), ("stride_index", "poison")
    yield "f32_tn", "A transposed", Spec(3, 7, 5, trans=(1, 0), alpha=-2.5, beta=1.25), ("stride_index",)
    yield "f32_nt", "B transposed", Spec(7, 5, 3, trans=(0, 1), alpha=0.75, beta=3.0), ("stride_index",)
    yield "f32_tt", "both transposed", Spec(6, 5, 9, trans=(1, 1), alpha=-1.0, beta=0.5), ("stride_index",)
    yield "f32_batches", "three matrices a gap apart", Spec(5, 4, 3, 3, gap=5), ("stride_index", "poison")
    yield "f32_no_padding", "leading dimensions equal to the rows", Spec(4, 6, 5, 2, pad=0, gap=0), ("order",)
    yield ("f32_rounding", "every step rounds: one fused step a term, in ascending k",
           Spec(4, 3, 11, fill="any", alpha=1.3125, beta=-0.8125), ("rounding",))
    yield ("f32_rounding_transposed", "the same with both transposed and two matrices",
           Spec(3, 4, 13, 2, trans=(1, 1), fill="any", alpha=-0.6875, beta=1.1875), ("rounding",))
    yield ("f64_rounding", "double throughout", Spec(3, 5, 9, types=F64, fill="any", alpha=1.3125, beta=-0.3125),
           ("rounding",))
    yield ("f64", "double, whole numbers", Spec(5, 3, 8, 2, types=F64, trans=(1, 0), alpha=2.5, beta=-1.5),
           ("stride_index",))
    yield "f16_hpa", "half with f32 sums", Spec(5, 7, 9, types=HPA, alpha=0.25, beta=0.5), ("half_twice",)
    yield ("f16_hpa_rounding", "half with f32 sums, rounded once at the end",
           Spec(4, 5, 7, types=HPA, fill="any", alpha=0.3125, beta=-0.6875), ("rounding",))
    yield "f16", "half alpha and half sums", Spec(3, 5, 4, types=F16, alpha=1.5, beta=-2.0, reach=5), ("half_twice",)
    yield ("f16_rounding", "half sums: product and sum round each",
           Spec(4, 3, 7, types=F16, fill="any", alpha=0.8125, beta=0.4375), ("half_twice", "rounding"))
    yield ("f16_overflow", "a result past 65504 is infinite", Spec(2, 3, 5, types=HPA, alpha=8192.0, beta=0.5),
           ("rounding", "limit"))
    yield ("bf16", "bfloat16 with f32 sums", Spec(5, 3, 9, types=BF16, trans=(0, 1), fill="any", alpha=1.25,
                                                  beta=-0.75), ("rounding",))
    yield ("i8_i32", "8-bit integers summed in 32 bits", Spec(5, 3, 9, types=I8_I32, alpha=3, beta=-2, reach=127),
           ("sign",))
    yield ("i8_i32_wraps", "products of alpha wrap in 32 bits",
           Spec(3, 4, 6, types=I8_I32, alpha=0x01234567, beta=-0x00ABCDEF, reach=127), ("limit",))
    yield ("i8_i8", "8-bit integers out of f32 sums: to the nearest even, then to the limits",
           Spec(5, 4, 6, types=I8_I8, alpha=0.25, beta=0.5, reach=23), ("rounding", "limit"))


def unread():
    yield "beta_0", "beta 0: C is not read, a NaN there must not show", Spec(4, 3, 5, beta=0.0), ("not_read",)
    yield "beta_minus_0", "beta -0 counts as 0", Spec(3, 4, 5, beta=-0.0), ("not_read", "sign")
    yield ("no_beta", "useBeta false: C is not read", Spec(4, 5, 3, use_beta=False),
           ("not_read", "beta_pad", "optional_slot"))
    yield "alpha_0", "alpha 0: A and B are not read", Spec(5, 4, 3, alpha=0.0, beta=2.5), ("not_read",)
    yield "alpha_minus_0", "alpha -0 counts as 0", Spec(4, 3, 6, alpha=-0.0, beta=-1.5), ("not_read", "sign")
    yield "k_0", "k 0: only beta C", Spec(5, 3, 0, beta=1.5), ("empty", "not_read")
    yield "m_0", "m 0: nothing is written", Spec(0, 3, 5), ("empty",)
    yield "n_0", "n 0: nothing is written", Spec(5, 0, 4), ("empty",)
    yield "nan_and_infinity", "NaN and infinities come through; a stored NaN is the quiet one", \
        Spec(4, 3, 4, special={"a": {(0, 0, 1): INF, (0, 2, 2): NAN}, "b": {(0, 1, 1): 0.0},
                               "c": {(0, 3, 2): -INF}}), ("not_read",)


def epilogue(year):
    yield "bias", "a bias along M", Spec(5, 3, 4, bias=1), ("bias",)
    yield "bias_n", "a bias along N, one a matrix", Spec(3, 5, 4, 2, bias=2), ("bias",)
    yield "bias_half", "a half bias, one a matrix", Spec(4, 3, 5, 3, bias=1, bias_type="Half"), ("bias", "enum_year")
    yield ("bias_bfloat16", "factorDim 1: along N", Spec(3, 6, 4, bias=3, factor_dim=1, bias_type="BFloat16"),
           ("bias", "enum_year"))
    yield ("bias_double", "a double bias of a double GEMM", Spec(4, 3, 3, types=F64, bias=1, bias_type="Double"),
           ("bias",))
    yield ("bias_int32", "an integer bias of an integer GEMM",
           Spec(4, 5, 3, types=I8_I32, alpha=2, beta=3, bias=1, bias_type="Int32"), ("bias",))
    yield "scale_alpha_vec", "a scale along M", Spec(5, 4, 3, sav=1), ("epilogue_order",)
    yield "scale_alpha_vec_n", "a scale along N", Spec(3, 7, 4, sav=2), ("epilogue_order",)
    yield ("factor_dim_0", "scale and bias along M by factorDim 0", Spec(5, 4, 3, sav=3, bias=3, factor_dim=0),
           ("epilogue_order", "optional_slot"))
    yield ("factor_dim_1", "scale and bias along N by factorDim 1", Spec(4, 5, 3, sav=3, bias=3, factor_dim=1),
           ("epilogue_order", "optional_slot"))
    yield "scale_ab_scalar", "one scale for A and one for B", Spec(4, 3, 5, scale_ab="scalar"), ("epilogue_order",)
    yield "scale_ab_vector", "scales along M and N", Spec(5, 4, 3, scale_ab="vector"), ("epilogue_order",)
    yield "scale_cd", "scaleC on C, scaleD last", Spec(4, 5, 3, scale_cd=1), ("epilogue_order",)
    yield ("e", "E before the activation, with strides of its own", Spec(4, 3, 5, 2, e=1, activation="Relu"),
           ("epilogue_order", "poison"))
    yield "e_half", "E in another type", Spec(3, 4, 5, e=1, e_type="Half", activation="Abs"), ("epilogue_order",)
    yield "amax", "the largest magnitude before scaleD", Spec(5, 3, 4, 2, amax=1, scale_cd=1), ("epilogue_order",)
    yield "abs", "Abs", Spec(4, 3, 5, activation="Abs"), ("activation",)
    yield ("clippedrelu", "Clippedrelu", Spec(5, 3, 4, activation="Clippedrelu", activation_args=[-9.0, 21.0]),
           ("activation",))
    yield "leakyrelu", "Leakyrelu", Spec(3, 5, 4, activation="Leakyrelu", activation_args=[0.125]), ("activation",)
    for family in ("All", "Hipblaslt_all"):
        for kind, args in (("Relu", []), ("Leakyrelu", [-0.25]), ("Clippedrelu", [2.0, 30.0])):
            yield (f"{family.lower()}_{kind.lower()}", f"{kind} by its number of {year}",
                   Spec(4, 5, 3, activation=kind, family=family, activation_args=args),
                   ("activation", "enum_year"))
    yield ("i32_clippedrelu", "integer activation arguments",
           Spec(4, 3, 5, types=I8_I32, alpha=2, beta=-1, activation="Clippedrelu", activation_args=[-5, 900],
                reach=99), ("activation",))
    small = dict(alpha=0.0625, beta=0.125, reach=5)
    for kind, args in (("Exp", []), ("Gelu", []), ("Sigmoid", []), ("Tanh", [0.5, 1.5]), ("Silu", []),
                       ("Geluscaling", [0.75])):
        yield (f"band_{kind.lower()}", f"{kind}: a band, not a value",
               Spec(4, 3, 5, activation=kind, activation_args=args, **small), ("activation",))
    yield ("band_all_gelu", "Gelu by its number", Spec(3, 4, 5, activation="Gelu", family="All", **small),
           ("activation", "enum_year"))
    yield ("everything", "every step in its order",
           Spec(5, 4, 3, 2, alpha=1.5, beta=-0.5, scale_ab="vector", scale_cd=1, sav=3, bias=3, factor_dim=1,
                bias_type="Half", e=1, amax=1,
                activation="Clippedrelu", family="All", activation_args=[-40.0, 55.0]), ("epilogue_order",))


def special():
    yield ("pointer_array", "the slots hold arrays of addresses, one a matrix; batch strides mean nothing",
           Spec(4, 3, 5, 3, pointer_array=True), ("pointer_array",))
    yield ("gsu_2", "the page's form: workspace in the D slot, D in dstD", Spec(5, 4, 9, gsu=2),
           ("workspace_slot", "split_k"))
    yield ("gsu_3_batches", "three parts, two matrices", Spec(3, 5, 13, 2, gsu=3, trans=(1, 0)),
           ("workspace_slot", "split_k"))
    yield ("gsu_4_half", "four parts of a half GEMM with a bias", Spec(4, 3, 17, types=HPA, gsu=4, bias=1, alpha=0.5),
           ("workspace_slot", "split_k"))


def refused():
    """(case, comment, spec, argument at fault)."""
    outside = 0x0123_4567_89AB_C000
    yield "d_outside", "D points nowhere", Spec(4, 3, 5, move={"d": outside}), "d"
    yield "a_outside", "A points nowhere", Spec(3, 4, 5, move={"a": outside}), "a"
    yield "b_wraps", "B ends past the last address", Spec(4, 5, 3, move={"b": 2**64 - 24}), "b"
    yield "c_before", "C starts a byte before its memory", Spec(5, 3, 4, move={"c": lambda at: at - 1}), "c"
    yield "a_short", "A lacks its last byte", Spec(5, 3, 7, short={"a": 1}), "a"
    yield "b_short", "B lacks its last element", Spec(3, 5, 4, 2, short={"b": 4}), "b"
    yield "d_short", "D lacks its last byte", Spec(4, 5, 3, short={"d": 1}), "d"
    yield "bias_short", "the bias lacks its last byte", Spec(4, 3, 5, bias=1, short={"bias": 1}), "bias"
    yield "e_short", "E lacks its last byte", Spec(3, 4, 5, e=1, short={"e": 1}), "e"


def refuse(preset, case, comment, spec, argument):
    record = build(preset, case, comment, spec, ("outside_memory",))
    record.id = record.id.replace(".gemm.", ".refuse.gemm_")
    record.kind, record.status, record.fault = "refuse_gemm", "outside_memory", ("argument", ARGUMENT[argument], 0)
    for buffer in record.buffers:  # nothing may be written
        if buffer.access == "write":
            buffer.access, buffer.expected, buffer.expected_high = "unread", None, None
    return record


def records(version):
    for preset in of_version(version):
        default = preset.name == f"v{version}"
        rows = list(basic()) + list(unread()) + list(epilogue(preset.year)) + list(special())
        keep = {"f32_tn", "f16", "everything", "gsu_2", "all_clippedrelu", "no_beta", "pointer_array", "i8_i32"}
        for case, comment, spec, flags in rows:
            if default or case in keep:
                yield build(preset, case, comment, spec, flags)


def refusals(version):
    preset = next(p for p in of_version(version) if p.name == f"v{version}")
    for row in refused():
        yield refuse(preset, *row)
