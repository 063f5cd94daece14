# SPDX-License-Identifier: MIT
"""What a strict packer must refuse, and what it must name."""
from cases_block import block
from cases_header import Form, forms_of, limits, neutral
from kav import Record
from numbers_of import ARGUMENT, FIELD
from presets import Preset, of_version
from problem import problem, stored


def past_limits(form):
    for name, width in form.widths().items():
        low, high = limits(width)
        for case, value in (("past_max", high + 1), ("past_min", low - 1)):
            fields = {**neutral(form), name: value}
            yield form.record("refuse", f"{name.lower()}_{case}", "refuse_header",
                              f"{name} {value} does not fit {abs(width)} bits",
                              flags=("width", "sign") if low < 0 or value < 0 else ("width",), fields=fields,
                              status="value_out_of_range",
                              fault=("field", FIELD[name], 0))


def without_place(form):
    """A value for a field that the words do not have."""
    values = {"argType": 1, "gsuc": 1, "gsuwgmrr": 1, "nta": 1, "ntb": 1, "wgmxcc": 8, "wgmxccg": 304, "chunk": 4,
              "splitK": 3, "sfc": 0x03040108}
    for name, value in values.items():
        if name not in form.widths():
            yield form.record("refuse", f"{name.lower()}_no_place", "refuse_header", f"no bits for {name} here",
                              flags=("word_form",), fields={**neutral(form), name: value}, status="no_place",
                              fault=("field", FIELD[name], 0))


def named(version):
    """Values that people met in the world."""
    if version < 2:
        return
    form = Form(Preset(f"v{version}"))
    for case, name, given, comment in (
            ("xcc_86", "wgmxcc", dict(wgmxcc=86, wgmxccg=304), "86 XCCs: a library entry that ran into the group"),
            ("group_2000", "wgmxccg", dict(wgmxcc=2, wgmxccg=2000), "more CUs than 10 bits hold"),
            ("gsu_and_wgm", "gsu", dict(gsu=2**14, wgm=2**15),
             "two that do not fit: the first field by number is named")):
        yield form.record("refuse", case, "refuse_header", comment, flags=("width",), fields={**neutral(form), **given},
                          status="value_out_of_range", fault=("field", FIELD[name], 0))


def _too_wide_2026(preset):
    if preset.year == 2026:
        yield "stride_mxsa2_2_32", "strideMXSA", 2, 2**32, problem(mxBlockA=32)
        yield "stride_gate1_2_32", "strideGate", 1, 2**32, problem(useGateResidual=1)
        yield "esm_2_32", "ESMRuntimeSupported", 0, 2**32, problem(expertSchedulingMode=1)
        yield "sk_tiles_2_32", "skTiles", 0, 2**32, problem(streamK=3)
    else:
        yield "sk_grid_2_32", "skGrid", 0, 2**32, problem(streamK=3)
    yield ("activation_half_2_16", "activation", 1, 2**16,
           problem(activationType="Tanh", activationArgLength=2, activationComputeDataType="Half"))


def too_wide(preset):
    """Numbers past 32 bits; the first one in the order of the block is named."""
    for case, name, index, value, q in (
            ("size_0_2_32", "size", 0, 2**32, problem()),
            ("size_3_all_ones", "size", 3, 2**64 - 1, problem()),
            ("size_2_2_40", "size", 2, 2**40 + 3, problem()),
            ("stride_d1_2_32", "strideD", 1, 2**32, problem()),
            ("stride_b2_2_32_and_1", "strideB", 2, 2**32 + 1, problem()),
            ("stride_c1_2_33", "strideC", 1, 2**33, problem()),
            ("stride_a2_2_63", "strideA", 2, 2**63, problem()),
            ("stride_e2_2_32", "strideE", 2, 2**32, problem(useE=1)),
            ("stride_bias_2_32", "strideBias", 0, 2**32, problem(useBias=1)),
            ("alpha_half_17_bits", "alpha", 0, 0x13C00, problem(alphaType="Half", betaType="Half")),
            *_too_wide_2026(preset)):
        full = block(preset, case, "", q)
        values = dict(full.values)
        values[name, index] = value
        yield Record(f"v{preset.version}.refuse.{preset.prefix}{case}", "refuse_block",
                     f"{name} {value:#x} does not fit",
                     preset.name, preset.dialect, preset.version, problem=stored(q), values=values,
                     status="value_out_of_range",
                     fault=("argument", ARGUMENT[name], index), flags=("width",))


def forms_that_do_not_hold(preset):
    """Problem types and dialects that cannot stand together; nothing particular is named."""
    def row(case, comment, status, q, dialect=None):
        return Record(f"v{preset.version}.refuse.{preset.prefix}{case}", "refuse_block", comment,
                      "" if dialect else preset.name,
                      dialect or preset.dialect, preset.version, problem=stored(q), status=status,
                      flags=("word_form",) if dialect else ("optional_slot",))

    yield row("alpha_float8", "no packing for a Float8 alpha", "refused", problem(alphaType="Float8"))
    yield row("beta_xfloat32", "no packing for an XFloat32 beta", "refused", problem(betaType="XFloat32"))
    yield row("activation_complex", "no packing for complex activation arguments", "refused",
              problem(activationType="Clippedrelu", activationArgLength=2, activationComputeDataType="ComplexFloat"))
    if not preset.widened:
        yield (row("alpha_complexfloat", "the 2024 host cannot append a complex number", "refused",
                   problem(alphaType="ComplexFloat")))
        yield row("mx_2024", "no scales of A before 2026", "contradiction", problem(mxBlockA=32))
        yield row("stream_k4_2024", "no mode 4 before 2026", "contradiction", problem(streamK=4))
        yield row("gate_2024", "no gate before 2026", "contradiction", problem(useGateResidual=1))
    else:
        yield row("stream_k1_2026", "the 2026 host has no mode 1", "refused", problem(streamK=1))
        yield row("stream_k2_2026", "the 2026 host has no mode 2", "refused", problem(streamK=2))
    yield row("stream_k6", "modes end at 5", "value_out_of_range", problem(streamK=6))
    if preset.version < 3:
        yield (row("persistent_loop", "persistentLoopArgsVersion 1 needs version 3", "contradiction",
                   problem(persistentLoopArgsVersion=1)))
        moved = list(preset.dialect)
        moved[2:4] = [1, 2]
        yield row("reordered", "the new order belongs to version 3", "contradiction", problem(), tuple(moved))
    yield (row("persistent_loop_2", "persistentLoopArgsVersion is 0 or 1", "value_out_of_range",
               problem(persistentLoopArgsVersion=2)))
    wrong = list(preset.dialect)
    wrong[1] = 2 if preset.version < 2 else 0
    yield (row("args1_of_another_version", "internalArgs1 in a form that this version lacks", "contradiction",
               problem(), tuple(wrong)))
    if preset.version == 3:
        headless = list(preset.dialect)
        headless[0] = 1
        yield row("no_header", "version 3 always has its header", "contradiction", problem(), tuple(headless))


def records(version):
    for form in forms_of(version):
        yield from past_limits(form)
        yield from without_place(form)
    yield from named(version)
    for preset in of_version(version):
        yield from too_wide(preset)
        yield from forms_that_do_not_hold(preset)
