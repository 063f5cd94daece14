# SPDX-License-Identifier: MIT
"""GEMM records over types, epilogues, layouts and splits; every step is exact rational arithmetic, rounded once."""
import itertools

from gemm_record import Spec, build
from presets import of_version

VERSION = 2  # of the blocks that drive them: what a GEMM computes does not depend on it
TRANS = ((0, 0), (1, 0), (0, 1), (1, 1))
LETTERS = {0: "n", 1: "t"}
F8 = ("Float8", "BFloat8", "Float8_fnuz", "BFloat8_fnuz")
PAIRS = [(a, a) for a in F8] + [("Float8", "BFloat8"), ("BFloat8", "Float8"), ("Float8_fnuz", "BFloat8_fnuz"),
                                ("BFloat8_fnuz", "Float8_fnuz")]
OUTPUTS = ("Float", "Half", "BFloat16")
SUMS = {"f32": ("Float",) * 5, "f64": ("Double",) * 5, "f16": ("Half",) * 5,
        "hpa": ("Half", "Half", "Half", "Half", "Float"), "bf16": ("BFloat16",) * 4 + ("Float",),
        "f8": ("Float8",) * 3 + ("Float", "Float"), "bf8_fnuz": ("BFloat8_fnuz",) * 3 + ("Half", "Float")}


def short(kind):
    return {"Float": "f32", "Double": "f64", "Half": "f16", "BFloat16": "bf16", "Float8": "f8", "BFloat8": "bf8",
            "Float8_fnuz": "f8_fnuz", "BFloat8_fnuz": "bf8_fnuz", "Int8": "i8", "Int32": "i32"}[kind]


def pairs():
    """Each pair of 8-bit forms, each transposition; outputs of their own kind and of others in turn."""
    for n, ((a, b), trans) in enumerate(itertools.product(PAIRS, TRANS)):
        d = a if n % 4 == 3 else OUTPUTS[n % 3]
        yield (f"{short(a)}_{short(b)}_{LETTERS[trans[0]]}{LETTERS[trans[1]]}", f"{a} by {b} gives {d}",
               Spec(3 + n % 4, 2 + n % 5, 5 + n % 7, 1 + n % 2, types=(a, b, d, d, "Float"), trans=trans, fill="any",
                    alpha=1.3125, beta=-0.8125 if n % 3 else 0.5), ("rounding", "stride_index"))


def splits():
    """Parts of k, each summed from zero, in types whose sums round: the order shows."""
    for (name, types), gsu in itertools.product(SUMS.items(), (2, 3, 5)):
        yield (f"split_{name}_{gsu}", f"k in {gsu} parts, each rounded for itself",
               Spec(4, 3, 4 * gsu + gsu // 2, types=types, fill="any", trans=TRANS[gsu % 4], alpha=0.8125, beta=0.4375,
                    gsu=gsu, split_sums=True), ("split_k", "rounding", "workspace_slot"))
    yield ("split_past_k", "more parts than k: the last ones are empty",
           Spec(3, 4, 3, fill="any", gsu=5, split_sums=True), ("split_k", "rounding", "workspace_slot"))


def activations():
    kinds = [("Abs", []), ("Relu", []), ("Clippedrelu", [-0.5, 1.75]), ("Leakyrelu", [0.3125]), ("Exp", []),
             ("Gelu", []), ("Sigmoid", []), ("Tanh", [0.75, 1.25]), ("Silu", []), ("Geluscaling", [1.5])]
    for name, types in (("f64", SUMS["f64"]), ("hpa", SUMS["hpa"]), ("bf16", SUMS["bf16"]),
                        ("f8", ("Float8", "Float8", "Half", "Half", "Float"))):
        for kind, args in kinds:
            yield (f"{name}_{kind.lower()}", f"{kind} in {name}",
                   Spec(4, 3, 5, types=types, alpha=0.0625, beta=0.125, reach=5, activation=kind, activation_args=args),
                   ("activation",))


def epilogues():
    for name, types in (("f64", SUMS["f64"]), ("hpa", SUMS["hpa"]), ("bf16", SUMS["bf16"]), ("f8", SUMS["f8"]),
                        ("f16", SUMS["f16"])):
        scalar = types[4]
        for bias_type in ("Double",) if name == "f64" else ("Float", "Half", "BFloat16") if name != "f16" else ("Half",):
            yield (f"{name}_bias_{short(bias_type)}", f"a bias of {bias_type}",
                   Spec(5, 4, 6, 2, types=types, bias=1 + len(bias_type) % 2, bias_type=bias_type, alpha=0.3125,
                        beta=-0.75), ("bias", "epilogue_order"))
        yield (f"{name}_scales", "scales of A, B, C, D and along alpha",
               Spec(4, 5, 6, types=types, fill="any", scale_ab="vector", scale_cd=1, sav=2, alpha=0.6875, beta=1.1875,
                    e_type=scalar), ("epilogue_order", "rounding"))
        yield (f"{name}_e_amax", "E before the activation, the largest magnitude after it",
               Spec(5, 3, 6, 2, types=types, e=1, e_type=scalar, amax=1, activation="Leakyrelu",
                    activation_args=[0.125], alpha=0.8125, beta=-0.5), ("epilogue_order",))


def layouts():
    """Leading dimensions and strides, with and without gaps."""
    for n, (name, types) in enumerate(SUMS.items()):
        yield (f"{name}_packed", "no padding anywhere",
               Spec(4, 5, 6, 3, types=types, pad=0, gap=0, trans=TRANS[n % 4], alpha=0.75, beta=0.25), ("stride_index",))
        yield (f"{name}_wide", "wide gaps", Spec(3, 4, 5, 2, types=types, pad=17, gap=29, trans=TRANS[(n + 1) % 4],
                                                 alpha=-0.75, beta=0.5), ("stride_index", "poison"))
        yield (f"{name}_vector", "one column", Spec(9, 1, 7, types=types, trans=TRANS[(n + 2) % 4], fill="any",
                                                    alpha=0.8125, beta=-0.6875), ("stride_index", "rounding"))
        yield (f"{name}_row", "one row", Spec(1, 9, 7, types=types, trans=TRANS[(n + 3) % 4], fill="any", alpha=0.8125,
                                              beta=-0.6875), ("stride_index", "rounding"))
    yield ("f16_by_f32", "A and B of two types, the wider rounded to the narrower first",
           Spec(4, 3, 5, types=("Half", "Float", "Float", "Float", "Float"), alpha=1.25), ("stride_index",))
    yield ("bf16_by_f16", "A bfloat16, B half", Spec(3, 4, 5, types=("BFloat16", "Half", "Half", "BFloat16", "Float"),
                                                     alpha=0.75), ("stride_index",))


FAMILIES = {"types": pairs, "splits": splits, "activations": activations, "epilogues": epilogues, "layouts": layouts}


def records(family):
    preset = next(p for p in of_version(VERSION) if p.name == f"v{VERSION}")
    made = []
    for case, comment, spec, flags in FAMILIES[family]():
        record = build(preset, case, comment, spec, flags)
        record.id = record.id.replace(".gemm.", ".exact.")
        made.append(record)
    return made
