# SPDX-License-Identifier: MIT
"""Block records: every argument of every preset, one feature at a time and all at once."""
import page
from dealer import Dealer
from kav import Record
from numbers_of import ACTIVATION_NUMBER, BIAS_NUMBER
from pack import pack, slots
from presets import of_version
from problem import problem, stored
from words import encode, widths

NARROW = {"wgm", "gsu"}


def header_fields(preset, deal, **given):
    """Dealt values for every field of the header, but for those given."""
    fields = {}
    for name, width in widths(preset.version, preset.args1, preset.universal).items():
        fields[name] = deal.below(abs(width), width < 0)
    fields.update(argType=0) if preset.universal else fields
    fields.update({k: v for k, v in given.items() if k in fields})
    return fields


def deal_values(preset, q, deal, fields, **given):
    """A value for every slot of the block."""
    words = encode(preset.version, preset.args1, preset.universal, fields)
    values = {}
    for name, index, size in slots(preset, q):
        if name in words:
            word = words[name]
            values[name, 0] = word - 2**32 if name == "internalArgs1" and word >> 31 else word
        elif name in ("alpha", "beta"):
            if name == "beta" and not q["useBeta"]:
                values[name, 0] = 0  # the slot is there and says nothing
                continue
            values[name, 0], imaginary = deal.scalar(q[name + "Type"])
            if imaginary:
                values[name, 1] = imaginary
        elif name == "activation":
            kind = q["activationComputeDataType"]
            values[name, index] = deal.scalar("Float" if kind == "BFloat16" else kind)[0]
        elif name in ("bias_type", "gate_type"):
            values[name, 0] = BIAS_NUMBER[preset.year][q["biasType"] if name == "bias_type" else q["cType"]]
        elif name == "activationType":
            values[name, 0] = ACTIVATION_NUMBER[preset.year]["Clippedrelu"]
        elif name == "factorDim":
            values[name, 0] = deal.byte() & 1
        elif name == "ESMRuntimeSupported":
            values[name, 0] = deal.below(32, signed=True)
        elif name.startswith("batchOffset"):
            values[name, 0] = deal.below(64, signed=True)
        else:
            values[name, index] = deal.number(size)
    for (name, index), value in given.get("values", {}).items():
        assert (name, index) in values, name
        values[name, index] = value
    return values


def contested(preset, q):
    """Whether sources disagree about this form (ERRATA.md), so that a miss is a remark and not a failure."""
    half = preset.widened and "Half" in (q["alphaType"], q["betaType"])
    return half or q["debugKernel"] or (not q["stridedBatched"] and (q["mxBlockA"] or q["mxBlockB"]))


def block(preset, case, comment, q=None, flags=(), values=None, fields=None, **more):
    q = q or problem()
    deal = Dealer(f"{preset.name}/{case}")
    fields = header_fields(preset, deal, **(fields or {}))
    raw = deal_values(preset, q, deal, fields, values=values or {})
    return Record(f"v{preset.version}.block.{preset.prefix}{case}", "block", comment, preset.name, preset.dialect,
                  preset.version,
                  problem=stored(q), fields={} if q["groupedGemm"] else fields, values=raw, bytes=pack(preset, q, raw),
                  flags=tuple(flags) + (() if preset.universal else ("headerless",)),
                  strictness="recommended" if contested(preset, q) else "required", **more)


def everywhere(preset):
    """What every dialect has."""
    year = preset.year
    yield "plain", "a strided f32 GEMM and nothing else", problem(), ("order",)
    yield "plain_again", "the same form, other values", problem(transA=1), ("order",)
    yield "no_beta", "useBeta false", problem(useBeta=0), ("optional_slot", "beta_pad")
    yield "initial_strides_ab", "A and B send stride 0 too", problem(useInitialStridesAB=1), ("stride_index",)
    yield ("initial_strides_cd", "D, C and E send stride 0 too", problem(useInitialStridesCD=1, useE=1),
           ("stride_index",))
    yield "pointer_array", "D, C, A and B slots hold arrays of pointers", problem(stridedBatched=0), ("pointer_array",)
    for kind in ("Double", "Half", "BFloat16", "Int8", "Int32"):
        flag = "widened" if preset.widened else "half_twice" if kind == "Half" else "unaligned"
        yield (f"scalars_{kind.lower()}", f"alpha and beta of type {kind}",
               problem(alphaType=kind, betaType=kind, computeType=kind), (flag,))
    yield ("alpha_half_beta_double", "alpha and beta of two types", problem(alphaType="Half", betaType="Double"),
           ("order", "unaligned"))
    yield ("alpha_bfloat16_beta_float", "a bf16 alpha pushes all that follows",
           problem(alphaType="BFloat16", useScaleCD=1), ("unaligned",))
    hpa = dict(aType="Half", bType="Half", cType="Half", dType="Half", highPrecisionAccumulate=1)
    yield ("gsu4_single_buffer", "globalAccumulation 1 with another D type: workspace in both slots",
           problem(gsu=4, globalAccumulation=1, **hpa), ("workspace_slot",))
    yield ("gsu3_single_buffer_same_type", "globalAccumulation 1, no redirection: real D and C, workspace strides",
           problem(gsu=3, globalAccumulation=1), ("workspace_slot",))
    yield ("gsu2_multiple_buffer", "globalAccumulation 2: workspace in the D and C slots",
           problem(gsu=2, globalAccumulation=2), ("workspace_slot",))
    yield ("gsu2_single_kernel", "globalAccumulation 3: workspace in the D slot, dstD at the end",
           problem(gsu=2, globalAccumulation=3), ("workspace_slot", "unaligned"))
    yield ("gsu1_single_kernel", "globalAccumulation 3 keeps its three arguments without a split",
           problem(gsu=1, globalAccumulation=3), ("workspace_slot",))
    yield "sparse_a", "A is compressed", problem(sparse=1, aType="Half", bType="Half"), ("order",)
    yield "sparse_b", "B is compressed", problem(sparse=2, aType="Half", bType="Half"), ("order",)
    yield ("sparse_a_initial_strides", "metadata has a stride 0 too", problem(sparse=1, useInitialStridesAB=1),
           ("stride_index",))
    yield "stream_k3", "Stream-K mode 3 with its two buffers", problem(streamK=3), ("stream_k_place",)
    yield ("stream_k3_atomic", "atomics need no workspace and no flags", problem(streamK=3, streamKAtomic=1),
           ("stream_k_place", "optional_slot"))
    yield ("stream_k3_epilogue", "Stream-K words and an epilogue", problem(streamK=3, useBias=1, useScaleAlphaVec=1),
           ("stream_k_place", "order"))
    yield "scale_ab_scalar", "one scale for A, one for B", problem(useScaleAB=1), ("order",)
    yield "scale_ab_vector", "scales along M and N: the same two slots", problem(useScaleAB=2), ("order",)
    yield "scale_cd", "scales of C and D", problem(useScaleCD=1), ("order",)
    yield "scale_alpha_vec", "a scale along M", problem(useScaleAlphaVec=1), ("order",)
    yield ("scale_alpha_vec_factor_dim_0", "kind 3 asks for factorDim", problem(useScaleAlphaVec=3),
           ("optional_slot",), {("factorDim", 0): 0})
    yield ("bias_factor_dim_1", "kind 3 asks for factorDim, here along N", problem(useBias=3), ("optional_slot",),
           {("factorDim", 0): 1})
    for kind in ("Double", "Half", "BFloat16", "Int32", "Int8"):
        yield (f"bias_{kind.lower()}", f"a bias of type {kind}", problem(useBias=1 + len(kind) % 2, biasType=kind),
               ("bias", "enum_year"))
    for kind in ("XFloat32", "Float8", "BFloat8"):
        yield (f"bias_{kind.lower()}", f"a bias of type {kind}: {BIAS_NUMBER[year][kind]} in {year}",
               problem(useBias=1, biasType=kind), ("bias", "enum_year"))
    yield ("gradient_bias_d", "a bias gradient from D: the slot alone",
           problem(useGradient=1, useBias=1, biasSrc="D"), ("bias", "optional_slot"))
    yield ("gradient_bias_d_null", "the same with no bias given",
           problem(useGradient=1, useBias=1, biasSrc="D", biasIsNull=1), ("bias",), {("bias", 0): 0})
    yield ("gradient_bias_a", "a bias gradient from A has its type and stride",
           problem(useGradient=1, useBias=1, biasSrc="A"), ("bias", "optional_slot"))
    yield ("gradient_bias_b", "a bias gradient from B has its type and stride",
           problem(useGradient=1, useBias=1, biasSrc="B", biasType="Half"), ("bias", "optional_slot"))
    yield "e", "an auxiliary output with two strides", problem(useE=1), ("order",)
    yield ("clippedrelu", "two f32 activation arguments, no type",
           problem(activationType="Clippedrelu", activationArgLength=2), ("activation",))
    yield ("leakyrelu", "one activation argument", problem(activationType="Leakyrelu", activationArgLength=1),
           ("activation",))
    yield "relu", "an activation without arguments", problem(activationType="Relu"), ("activation", "optional_slot")
    for kind in ("Double", "Half", "Int32", "BFloat16", "Int8"):
        yield (f"activation_{kind.lower()}", f"activation arguments computed in {kind}",
               problem(activationType="Tanh", activationArgLength=2, activationComputeDataType=kind, useE=1),
               ("activation", "unaligned"))
    yield ("activation_not_fused", "another kernel does the activation",
           problem(activationType="All", activationArgLength=2, activationFused=0), ("activation", "optional_slot"))
    for family in ("All", "Hipblaslt_all"):
        for kind in ("Clippedrelu", "Geluscaling", "Silu"):
            yield (f"{family.lower()}_{kind.lower()}", f"{kind} is {ACTIVATION_NUMBER[year][kind]} in {year}",
                   problem(activationType=family, activationArgLength=2), ("activation", "enum_year"),
                   {("activationType", 0): ACTIVATION_NUMBER[year][kind]})
    yield "amax", "the largest magnitude of D", problem(outputAmaxD=1), ("order",)
    yield "rnd_seed", "stochastic rounding's seed comes last", problem(stochasticRounding=1), ("order",)
    yield "debug_buffer", "the host's place: before the sizes", problem(debugKernel=1), ("order",)
    yield "debug_buffer_no_beta", "the same without beta", problem(debugKernel=1, useBeta=0), ("order", "beta_pad")
    epilogue = dict(useScaleAB=2, useScaleCD=1, useScaleAlphaVec=3, useBias=3, biasType="Half", useE=1,
                    activationType="All",
                    activationArgLength=2, outputAmaxD=1, stochasticRounding=1)
    yield "everything", "every epilogue argument at once", problem(**epilogue), ("order",)
    yield ("everything_half", "every epilogue argument behind a half alpha",
           problem(alphaType="Half", betaType="Half", **{**epilogue, "biasType": "BFloat16"}),
           ("order", "half_twice", "unaligned"))
    yield ("everything_split", "every epilogue argument in the single-kernel form",
           problem(gsu=5, globalAccumulation=3, **epilogue), ("order", "workspace_slot"))
    yield ("initial_strides_all", "every stride 0 that there is",
           problem(useInitialStridesAB=1, useInitialStridesCD=1, useE=1, sparse=2), ("stride_index", "order"))
    yield ("grouped_record", "one record of the table in device memory: no header, no tail",
           problem(groupedGemm=1, useBias=1, stochasticRounding=1), ("grouped",))
    yield ("grouped_record_split", "the three single-kernel arguments stay",
           problem(groupedGemm=1, gsu=2, globalAccumulation=3), ("grouped", "workspace_slot"))


def only_2024(preset):
    yield "stream_k1", "mode 1 stops before skGrid", problem(streamK=1), ("stream_k_place",)
    yield "stream_k2", "mode 2 sends twelve words", problem(streamK=2), ("stream_k_place",)
    yield "stream_k1_atomic", "nine words and no buffers", problem(streamK=1, streamKAtomic=1), ("stream_k_place",)
    yield ("stream_k3_single_kernel", "the words follow the single-kernel three",
           problem(streamK=3, globalAccumulation=3), ("stream_k_place",))
    yield "persistent", "a persistent kernel sends two words", problem(persistentKernel=1), ("stream_k_place",)
    yield ("persistent_rnd_seed", "and the seed behind them", problem(persistentKernel=1, stochasticRounding=1),
           ("stream_k_place",))


def only_2026(preset):
    yield "stream_k4", "mode 4 sends items and splits", problem(streamK=4), ("stream_k_place",)
    yield "stream_k4_atomic", "the same without buffers", problem(streamK=4, streamKAtomic=1), ("stream_k_place",)
    yield "stream_k5", "the static form of mode 5", problem(streamK=5), ("stream_k_place",)
    yield "mx_a", "scales of A", problem(mxBlockA=32, aType="Float8"), ("order",)
    yield "mx_b", "scales of B", problem(mxBlockB=32, bType="Float8"), ("order",)
    yield ("mx_ab_initial_strides", "both, stride 0 too", problem(mxBlockA=32, mxBlockB=16, useInitialStridesAB=1),
           ("order", "stride_index"))
    yield ("mx_ab_initial_strides_all", "and those of D, C and E",
           problem(mxBlockA=16, mxBlockB=32, useInitialStridesAB=1, useInitialStridesCD=1, useE=1),
           ("order", "stride_index"))
    yield ("mx_pointer_array", "an array of pointers has no scale pointers, but their strides",
           problem(mxBlockA=32, mxBlockB=32, stridedBatched=0), ("pointer_array", "optional_slot"))
    yield "esm", "expert scheduling asks the host", problem(expertSchedulingMode=1), ("order",)
    yield ("esm_stream_k3", "and stands before or behind the Stream-K words",
           problem(expertSchedulingMode=2, streamK=3), ("order", "stream_k_place"))
    yield "gate", "a gate with its type and strides", problem(useGateResidual=1, cType="Half"), ("order",)
    yield ("gate_bias", "behind the bias, before factorDim", problem(useGateResidual=1, useBias=3, cType="BFloat16"),
           ("order",))
    for kind in ("ComplexFloat", "ComplexDouble"):
        yield (f"scalars_{kind.lower()}", f"alpha and beta of type {kind}",
               problem(alphaType=kind, betaType=kind, computeType=kind), ("complex",))
    for kind in ("Float8_fnuz", "BFloat8_fnuz", "Int64"):
        yield f"bias_{kind.lower()}", f"a bias of type {kind}", problem(useBias=1, biasType=kind), ("bias", "enum_year")
    yield ("all_drelu", "DRelu came in 2026 and moved the rest", problem(activationType="All", activationArgLength=2),
           ("activation", "enum_year"), {("activationType", 0): 9})
    yield ("everything_2026", "what 2026 added, all at once",
           problem(mxBlockA=32, mxBlockB=16, sparse=1, streamK=3, expertSchedulingMode=1, useGateResidual=1,
                   useBias=3, useScaleAlphaVec=3,
                   useE=1, stochasticRounding=1), ("order", "stream_k_place"))
    if preset.version == 3:
        yield ("persistent_loop", "persistentLoopArgsVersion 1: two words, no buffers",
               problem(persistentLoopArgsVersion=1), ("stream_k_place",))
        yield ("persistent_loop_no_beta", "the same without beta",
               problem(persistentLoopArgsVersion=1, useBeta=0, useScaleAB=1), ("stream_k_place", "beta_pad"))


def cut(preset):
    """What the published host does with numbers past 32 bits."""
    for name, case, value in (("size", "size_2_32", 2**32), ("size", "size_all_ones", 2**64 - 1),
                              ("strideA", "stride_2_32_and_5", 2**32 + 5)):
        index = 1 if name == "size" else 2
        yield block(preset, f"cut_{case}", "the published host keeps the low 32 bits without a word",
                    flags=("silent_cut",),
                    values={(name, index): value}, policy="host_2024", provenance="recorded")


def page_examples(version):
    text = {0: page.V0, 1: page.V1, 2: page.V2}[version]
    q = page.problem_of(version)
    preset = of_version(version)[0]
    raw, fields = page.values_of(version, preset)
    data = page.bytes_of(text)
    assert pack(preset, q, raw) == data
    flags = ("page_example",) + (("page_v2_is_v1",) if version == 2 else ())
    yield Record(f"v{version}.block.signature_page", "block", "the signature page's own dump, byte for byte",
                 preset.name, preset.dialect,
                 version, provenance="page", problem=stored(q), fields=fields, values=raw, bytes=data, flags=flags)
    if version == 2:
        preset = of_version(2)[1]
        raw, fields = page.values_of(1, preset)
        yield Record("v2.block.wgm32_signature_page", "block", "the same dump as it was meant: WGM -8 in 32 bits",
                     preset.name,
                     preset.dialect, 2, provenance="page", problem=stored(q), fields=fields, values=raw, bytes=data,
                     flags=("page_example",))


def records(version):
    if version < 3:
        yield from page_examples(version)
    for preset in of_version(version):
        rows = list(everywhere(preset)) + list(only_2024(preset) if preset.year == 2024 else only_2026(preset))
        for case, comment, q, flags, *values in rows:
            yield block(preset, case, comment, q, flags, *values)
        if preset.year == 2024:
            yield from cut(preset)
