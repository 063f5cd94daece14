# SPDX-License-Identifier: MIT
"""Records of set 2: every function of the kernel side, its surprises, refusals, and its lines for each target."""
import random

import kernel_model as model
import kernel_text as text
import numbers_of as n
from kav import Record

FUNCTIONS = list(n.KERNEL_FUNCTION)


def record(function, case, comment, inputs, flags=(), say="", tokens=None, target=None, at=(0, 0, 0), refused=None, provenance="derived",
           strictness="required"):
    """`inputs` by name; `refused` (status, input or None) instead of a result. `at`: valuC, valuCBase, alpha."""
    placed = dict(zip(("valuC", "valuCBase", "alpha"), at)) if target else {}
    rows = n.kernel_rows(function, {**inputs, **({"target": target} if target else {}), **placed}, say, tokens)
    common = dict(comment=comment, preset="", dialect=(0,) * 7, version=0, flags=tuple(flags), kernel=rows, provenance=provenance,
                  strictness=strictness)
    identity = f"kernel.{function}.{case}"
    if refused:
        status, name = refused
        fault = ("input", n.KERNEL_INPUT[n.flat(name)], 0) if name else ("none", 0, 0)
        return Record(identity, "refuse_kernel", status=status, fault=fault, **common)
    tree = model.result(function, inputs, say, tokens)
    lines = text.assembly(tree, target, *at) if target else text.plain(tree)
    return Record(identity, "kernel", lines=lines, **common)


def refusal(function, case, comment, inputs, flags=("limit",)):
    """The refusal that the model itself comes to."""
    try:
        model.result(function, inputs)
    except model.Refused as fault:
        return record(function, case, comment, inputs, flags, refused=(fault.status, fault.name))
    raise AssertionError(f"{case} is not refused")


# Waits

def loop(**changes):
    """A loop's counts, no two alike where it matters."""
    k = dict(skipGlobalRead=-1, skipLocalWrite=-1, skipLocalRead=-1, skipGlobalReadInst=-1, conservativeWaitCnt=0, BufferLoad=1, Sparse=0,
             DirectToVgprSparseMetadata=0, NumLoadsPerpendicularMetadata=1, NumLoadsCoalescedMetadata=5, numReadsPerIterMetadata=0)
    shapes = {"tPA": (2, 1, 4, 1, 2), "tPA.MX": (1, 3, 1, 1, 1), "tPA.tpsMetadata": (1, 5, 1, 1, 1),
              "tPB": (3, 2, 1, 2, 1), "tPB.MX": (2, 1, 2, 4, 2), "tPB.tpsMetadata": (1, 7, 1, 1, 1)}
    for prefix, values in shapes.items():
        k.update({f"{prefix}.{part}": v for part, v in zip(("nrp", "nrc", "nwcv", "nwpv", "nwcvpi"), values)})
    for t, loads, reads in (("A", (2, 1, 1, 3), (4, 1)), ("B", (3, 2, 2, 2), (7, 2))):
        k.update({f"DirectToLds{t}": 0, f"DirectToVgpr{t}": 0, f"DirectToVgprMXS{t}": 0, f"MXBlock{t}": 0,
                  f"NumLoadsPerpendicular{t}": loads[0], f"NumLoadsCoalesced{t}": loads[1], f"NumLoadsPerpendicularMXS{t}": loads[2],
                  f"NumLoadsCoalescedMXS{t}": loads[3], f"numReadsPerIter{t}": reads[0], f"numReadsPerIterMXS{t}": reads[1],
                  f"tP{t}.is_sparse": 0, f"tP{t}.blockWidth": 4})
    assert set(changes) <= set(k), changes
    return {**k, **changes}


WAITS = [
    ("write_0", dict(skipLocalWrite=0), "no write may stay", ()),
    ("write_1", dict(skipLocalWrite=1), "one group of writes may stay", ()),
    ("write_3", dict(skipLocalWrite=3), "three groups of writes may stay", ()),
    ("read_0", dict(skipLocalRead=0), "no read may stay", ()),
    ("read_2", dict(skipLocalRead=2), "two groups of reads may stay", ()),
    ("write_and_read", dict(skipLocalWrite=1, skipLocalRead=1), "both count on one counter", ()),
    ("global_0", dict(skipGlobalRead=0), "no load may stay", ()),
    ("global_1", dict(skipGlobalRead=1), "one group of loads may stay", ()),
    ("global_inst", dict(skipGlobalReadInst=5), "five load instructions may stay", ()),
    ("global_and_inst", dict(skipGlobalRead=2, skipGlobalReadInst=3), "groups and single loads", ()),
    ("nothing", {}, "nothing is waited for: an empty wait", ("wait_surprise",)),
    ("both", dict(skipGlobalRead=1, skipLocalWrite=0), "the loads' count is dropped", ("wait_surprise",)),
    ("both_zero", dict(skipGlobalRead=0, skipLocalWrite=0, skipLocalRead=0), "the loads' count is dropped, though all are 0", ("wait_surprise",)),
    ("direct_to_lds", dict(skipGlobalRead=0, skipLocalWrite=0, DirectToLdsA=1, DirectToLdsB=1), "the loads are the LDS writes and are not waited for", ("wait_surprise",)),
    ("flat_both", dict(skipGlobalRead=1, skipLocalWrite=1, BufferLoad=0), "flat loads count on both counters", ()),
    ("flat_inst", dict(skipGlobalReadInst=4, skipLocalRead=0, BufferLoad=0), "single flat loads", ()),
    ("flat_alone", dict(skipGlobalRead=1, BufferLoad=0), "flat loads alone are counted on one counter", ("wait_surprise",)),
    ("direct_to_lds_a", dict(skipLocalWrite=2, DirectToLdsA=1), "A's writes are loads", ()),
    ("direct_to_vgpr_b", dict(skipLocalWrite=2, DirectToVgprB=1), "B has no writes", ()),
    ("direct_to_vgpr_reads", dict(skipLocalRead=1, DirectToVgprA=1), "A has no reads", ()),
    ("direct_loads", dict(skipGlobalRead=1, DirectToLdsA=1, DirectToVgprB=1), "direct loads are loads all the same", ("wait_surprise",)),
    ("mx_writes", dict(skipLocalWrite=1, MXBlockA=32, MXBlockB=16), "scales are written too", ()),
    ("mx_writes_direct", dict(skipLocalWrite=1, MXBlockA=32, MXBlockB=32, DirectToLdsA=1), "the scales' writes follow the data tensor", ("wait_surprise",)),
    ("mx_writes_own_switch", dict(skipLocalWrite=1, MXBlockA=32, DirectToVgprMXSA=1), "and not their own switch", ("wait_surprise",)),
    ("mx_reads", dict(skipLocalRead=1, MXBlockA=32, MXBlockB=16), "scales are read too", ()),
    ("mx_reads_own_switch", dict(skipLocalRead=1, MXBlockA=32, MXBlockB=32, DirectToVgprMXSB=1, DirectToVgprA=1), "the scales' reads follow their own switch", ("wait_surprise",)),
    ("mx_loads", dict(skipGlobalRead=2, MXBlockA=32, MXBlockB=16), "scales are loaded too", ()),
    ("six_registers", {"skipLocalRead": 1, "tPA.blockWidth": 6}, "a read of six registers is two instructions", ()),
    ("six_registers_mx", {"skipLocalRead": 1, "tPB.blockWidth": 6, "MXBlockB": 32}, "a scale's read is not doubled", ("wait_surprise",)),
    ("byte_reads", {"skipLocalRead": 1, "tPA.blockWidth": 0.25, "tPB.blockWidth": 0.5}, "reads of bytes and halves", ()),
    ("sparse_a", {"skipLocalWrite": 1, "Sparse": 1, "tPA.is_sparse": 1}, "A's metadata is written", ()),
    ("sparse_b", {"skipLocalWrite": 1, "Sparse": 2, "tPB.is_sparse": 1}, "B's metadata is written", ()),
    ("sparse_direct", {"skipLocalWrite": 1, "Sparse": 1, "tPA.is_sparse": 1, "DirectToVgprSparseMetadata": 1}, "metadata straight to registers", ()),
    ("sparse_lds", {"skipLocalWrite": 1, "Sparse": 1, "tPA.is_sparse": 1, "DirectToLdsA": 1, "DirectToLdsB": 1}, "the metadata's writes ignore DirectToLds", ("wait_surprise",)),
    ("sparse_loads", {"skipGlobalRead": 2, "Sparse": 2, "tPB.is_sparse": 1}, "metadata is loaded", ()),
    ("metadata_reads", dict(skipLocalRead=2, numReadsPerIterMetadata=3), "the metadata's reads count though nothing is sparse", ("wait_surprise",)),
    ("conservative_2", dict(skipGlobalRead=0, conservativeWaitCnt=2), "bit 2 and a load", ()),
    ("conservative_2_inst", dict(skipGlobalReadInst=3, conservativeWaitCnt=2), "bit 2 and a single load", ()),
    ("conservative_2_none", dict(skipGlobalRead=-2, skipLocalRead=1, conservativeWaitCnt=2), "bit 2 and a load of -2: not triggered", ("wait_surprise",)),
    ("conservative_4", dict(skipLocalWrite=1, conservativeWaitCnt=4), "bit 4 and a write", ()),
    ("conservative_4_minus_2", dict(skipLocalWrite=-2, conservativeWaitCnt=4), "bit 4 and a write of -2: triggered, though not counted", ("wait_surprise",)),
    ("conservative_8", dict(skipLocalRead=1, conservativeWaitCnt=8), "bit 8 and a read", ()),
    ("conservative_8_minus_2", dict(skipLocalRead=-2, conservativeWaitCnt=8), "bit 8 and a read of -2: triggered, though not counted", ("wait_surprise",)),
    ("conservative_1", dict(skipLocalRead=1, conservativeWaitCnt=17), "bits 1 and 16 mean nothing", ()),
    ("division_last", {"skipLocalWrite": 1, "tPA.nrp": 1, "tPA.nrc": 3, "tPA.nwcv": 1, "tPA.nwcvpi": 2}, "the product first, then one division", ()),
    ("zero_switched_off", {"skipLocalWrite": 1, "DirectToVgprB": 1, "tPB.nwcvpi": 0}, "a term that is off is not divided", ()),
]


def wait_records():
    for case, changes, comment, flags in WAITS:
        yield record("wait", case, comment, loop(**changes), ("wait_counts", *flags), say=f"wait {case}")
    for tensor in ("tPA", "tPB", "tPA.MX", "tPB.tpsMetadata"):
        changes = {"skipLocalWrite": 1, "MXBlockA": 32, "Sparse": 2, f"{tensor}.nwcvpi": 0}
        yield refusal("wait", f"zero_{tensor.lower().replace('.', '_')}", "the kernel writer divides by it", loop(**changes))
    yield record("wait", "flag_2", "a flag is 0 or 1", loop(skipLocalRead=1, DirectToLdsA=2), ("limit",), refused=("value_out_of_range", "DirectToLdsA"))
    yield record("wait", "product_over", "a product past 64 bits", loop(**{"skipLocalWrite": 1, "tPA.nrp": 2**62}), ("limit",),
                 refused=("value_out_of_range", "tPA.nrp"))
    random_numbers = random.Random(48)
    for i in range(20):
        pick = random_numbers.choice
        k = loop()
        for name in k:
            if name.endswith("blockWidth"):
                k[name] = pick((0.25, 0.5, 1, 2, 4, 6, 8))
            elif name.startswith(("DirectTo", "BufferLoad")) or name.endswith("is_sparse"):
                k[name] = pick((0, 0, 1))
            elif name.startswith("MXBlock"):
                k[name] = pick((0, 32))
            elif name.startswith("skip"):
                k[name] = pick((-1, -1, 0, 1, 2, 3))
            elif name not in ("conservativeWaitCnt", "Sparse"):
                k[name] = pick((1, 2, 3, 4, 8))
        k["Sparse"] = pick((0, 1, 2))
        yield record("wait", f"any_{i:02}", "dealt numbers", k, ("wait_counts",), say="any")
    for target in n.TARGET:
        for case, changes in (("local", dict(skipLocalWrite=1)), ("loads", dict(skipGlobalRead=1)), ("many", dict(skipGlobalRead=9)),
                              ("all", dict(skipLocalRead=0, conservativeWaitCnt=8))):
            yield record("wait", f"{case}_{target}", f"as {target} writes it, clamped to its counters", loop(**changes), ("target_text",),
                         say="w", target=target)


def tdm_records():
    for count in (-2, -1, 0, 1, 3, 5, 63, 64, 1000):
        yield record("tdm_wait", f"count_{count}".replace("-", "minus_"), "any count from 0 on drains all vector loads", dict(tensorcnt=count),
                     ("wait_counts", "wait_surprise"), say="tdm" if count % 2 else "")
    for count in (-1, 0, 5):
        yield record("tdm_wait", f"count_{count}_gfx1250".replace("-", "minus_"), "as gfx1250 writes it", dict(tensorcnt=count), ("target_text",),
                     say="tdm", target="gfx1250")
    yield record("tdm_wait", "count_0_gfx942", "gfx942 has no such wait", dict(tensorcnt=0), ("target_text",), target="gfx942",
                 refused=("unsupported", None))


def sync_records():
    base = dict(NumThreads=256, WavefrontSize=64, _ScheduleIterAlg=3, PrefetchGlobalRead=1, SeparateVscnt=0, Waitcnt0Disabled=0,
                skipForceWaitcnt0=0)
    rows = [("bare", {}, "a barrier alone: the caller has waited"), ("one_wave", dict(NumThreads=64), "one wave needs none"),
            ("half_wave", dict(NumThreads=32), "fewer threads than a wave"), ("wave32", dict(NumThreads=64, WavefrontSize=32), "two waves of 32"),
            ("disabled", dict(Waitcnt0Disabled=1), "Waitcnt0Disabled causes the wait"),
            ("disabled_skip", dict(Waitcnt0Disabled=1, skipForceWaitcnt0=1), "skipped"),
            ("disabled_alg2", dict(Waitcnt0Disabled=1, _ScheduleIterAlg=2), "skipped by the schedule"),
            ("disabled_prefetch", dict(Waitcnt0Disabled=1, PrefetchGlobalRead=2), "skipped by the prefetch"),
            ("skip", dict(skipForceWaitcnt0=1), "a comment, though there was nothing to skip"),
            ("vscnt", dict(SeparateVscnt=1), "waits for LDS only"),
            ("vscnt_wins", dict(SeparateVscnt=1, Waitcnt0Disabled=1, skipForceWaitcnt0=1, PrefetchGlobalRead=3), "wins over everything")]
    for case, changes, comment in rows:
        yield record("sync_threads", case, comment, {**base, **changes}, ("barrier",), say=" for stores")
    for case, tokens in (("no_tokens", []), ("one_token", [7]), ("tokens", [1, 2, 3])):
        yield record("sync_threads", case, "memory tokens stay in order; none is a list too", base, ("barrier",), say="tok", tokens=tokens)
    yield record("sync_threads", "token_dropped", "one wave drops the token", {**base, "NumThreads": 64}, ("barrier",), say="tok", tokens=[7])
    for wave in (0, -64):
        yield refusal("sync_threads", f"wave_{abs(wave)}", "no such wavefront", {**base, "WavefrontSize": wave})
    for target in n.TARGET:
        vscnt = {"SeparateVscnt": 1} if target.startswith(("gfx10", "gfx11")) else {"Waitcnt0Disabled": 1}
        yield record("sync_threads", f"wait_{target}", f"as {target} writes it", {**base, **vscnt}, ("target_text",), say="LDS ready", target=target)


# Maps and lists

def shape(m=16, n_=16, bm=1, bn=1, wave=64, vw=(1, 1), tile=(1, 1), swap=0, registers=1):
    return dict(MatrixInstM=m, MatrixInstN=n_, MatrixInstBM=bm, MatrixInstBN=bn, WavefrontSize=wave, VectorWidthA=vw[0], VectorWidthB=vw[1],
                MIWaveTile_0=tile[0], MIWaveTile_1=tile[1], SourceSwap=swap, MIRegPerOut=registers)


INSTRUCTIONS = {"m32": dict(m=32, n_=32), "m32b2n": dict(m=32, n_=32, bn=2), "m32b2m": dict(m=32, n_=32, bm=2), "m16": {},
                "m16b4n": dict(bn=4), "m16b22": dict(bm=2, bn=2), "m16b4m": dict(bm=4), "m4b16n": dict(m=4, n_=4, bn=16),
                "m4b44": dict(m=4, n_=4, bm=4, bn=4), "m4b16m": dict(m=4, n_=4, bm=16), "wmma": dict(wave=32),
                "m32x16": dict(m=32, n_=16, wave=32)}
TILES = [((1, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (2, 2)), ((1, 2), (1, 4)), ((2, 2), (4, 2)), ((4, 1), (4, 3))]


def map_records():
    def one(case, comment, k, flags=()):
        return record("acc_map", case, comment, {"EnableMatrixInstruction": 1, **k}, ("accumulator_map", *flags))
    for name, instruction in INSTRUCTIONS.items():
        for index, (vw, tile) in enumerate(TILES):
            for swap in (0, 1):
                if tile[0] * tile[1] > 8 and name.startswith("m32"):
                    continue
                yield one(f"{name}_{index}_{'on' if swap else 'off'}", f"widths {vw[0]} {vw[1]}, wave tile {tile[0]} x {tile[1]}",
                          shape(vw=vw, tile=tile, swap=swap, registers=1 + index % 2, **instruction))
    yield one("truncated_width", "a width of 2 covers 2 of 3", shape(vw=(1, 2), tile=(1, 3)), ("limit",))
    yield one("truncated_both", "widths of 4 on 7 x 7 cover 4 x 4", shape(vw=(4, 4), tile=(7, 7)), ("limit",))
    yield one("truncated_wave", "48 lanes get 5 of 256 outputs each", shape(wave=48, tile=(2, 1)), ("limit",))
    yield one("empty_width", "a width past the wave tile: an empty map, which is sequential", shape(vw=(2, 1)), ("empty",))
    yield one("empty_block", "4x4 with one block leaves no output", shape(m=4, n_=4), ("empty",))
    yield one("unset_width", "a width of -1: an empty map and a positive length", shape(vw=(-1, 1), tile=(4, 2)), ("empty",))
    yield one("unset_widths", "both are -1", shape(vw=(-1, -1), tile=(2, 2), swap=1), ("empty",))
    yield one("fold_one_side", "4 x 16 folds only one side", shape(m=4, n_=16, bm=4, vw=(2, 1), tile=(4, 2)), ("limit",))
    yield record("acc_map", "no_matrix_instruction", "nothing else is read", {"EnableMatrixInstruction": 0}, ("accumulator_map",))
    for name in ("WavefrontSize", "VectorWidthA", "VectorWidthB"):
        yield refusal("acc_map", f"zero_{name.lower()}", "the kernel writer divides by it", {"EnableMatrixInstruction": 1, **shape(), name: 0})
    for name in ("WavefrontSize", "VectorWidthA", "VectorWidthB", "MatrixInstM", "MatrixInstBN", "MIWaveTile_0", "MIWaveTile_1", "MIRegPerOut"):
        yield refusal("acc_map", f"negative_{name.lower()}", "below what there is", {"EnableMatrixInstruction": 1, **shape(), name: -2})
    for name in ("MatrixInstBM", "MIWaveTile_1"):
        yield record("acc_map", f"huge_{name.lower()}", "the product leaves 64 bits", {"EnableMatrixInstruction": 1, **shape(), name: 2**62},
                     ("limit",), refused=("value_out_of_range", name))
    yield record("acc_map", "swap_2", "a flag is 0 or 1", {"EnableMatrixInstruction": 1, **shape(), "SourceSwap": 2}, ("limit",),
                 refused=("value_out_of_range", "SourceSwap"))


SHAPES = {"tile2": shape(vw=(2, 1), tile=(2, 2)), "swap": shape(vw=(1, 2), tile=(2, 2), swap=1), "blocks": shape(bm=2, bn=2),
          "wmma": shape(wave=32, vw=(2, 1), tile=(2, 1), swap=1)}


def regs_records():
    def one(case, comment, k, kind="Float", write=0, most=256, base=None, arch=0, compact=0, **more):
        return record("acc_regs", case, comment, {**k, "DataType": kind, "MIArchVgpr": arch, "CompactLoopStore": compact, "maxAgpr": most,
                                                  "write": write, "spilledVgprBase": base}, more.pop("flags", ("register_order",)), **more)
    for name, k in SHAPES.items():
        for write in (0, 1):
            way = "write" if write else "read"
            yield one(f"{way}_{name}", "accumulators", k, write=write)
            yield one(f"{way}_{name}_arch", "architectural registers", k, write=write, arch=1, kind="BFloat16")
            yield one(f"{way}_{name}_spill", "spilled past 5, without a base: the holder's own names", k, write=write, most=5)
            yield one(f"{way}_{name}_base", "spilled past 5, to v0 and on", k, write=write, most=5, base=0)
        yield one(f"complex_{name}", "the parts interleave by destination", k, kind="ComplexFloat")
        yield one(f"wide_{name}", "two registers an output and two parts", {**k, "MIRegPerOut": 2}, kind="ComplexDouble", most=24, base=64)
        yield one(f"compact_{name}", "relative moves", k, arch=1, compact=1)
    yield one("compact_write", "the write direction keeps the plain move", SHAPES["wmma"], arch=1, compact=1, write=1)
    yield one("compact_acc", "accumulators are read as ever", SHAPES["swap"], compact=1)
    yield one("all_spilled", "no accumulator at all", SHAPES["swap"], most=0, base=128)
    yield one("arch_ignores_limit", "maxAgpr is not looked at", SHAPES["tile2"], arch=1, most=4, base=50)
    yield one("exactly_256", "256 registers spill nothing", shape(tile=(8, 8), swap=1))
    yield one("empty", "no output, no item", shape(m=4, n_=4), kind="ComplexFloat")
    yield record("acc_regs", "no_type", "None is no type", {**shape(), "DataType": "None", "MIArchVgpr": 0}, ("limit",),
                 refused=("value_out_of_range", "DataType"))
    yield record("acc_regs", "negative_limit", "a negative maxAgpr", {**shape(), "DataType": "Float", "MIArchVgpr": 0, "maxAgpr": -1}, ("limit",),
                 refused=("value_out_of_range", "maxAgpr"))
    for target in ("gfx90a", "gfx942", "gfx950"):
        for write in (0, 1):
            yield one(f"{'write' if write else 'read'}_{target}", f"as {target} writes it", SHAPES["swap"], write=write, most=10, base=96,
                      target=target, at=(20, 40, 0), flags=("target_text",))
    yield one("compact_gfx1100", "as gfx1100 writes it", SHAPES["wmma"], arch=1, compact=1, target="gfx1100", at=(20, 40, 0), flags=("target_text",))
    yield one("read_gfx1100", "gfx1100 has no accumulators", SHAPES["swap"], target="gfx1100", flags=("target_text",), refused=("unsupported", None))
    yield one("compact_gfx942", "gfx942 has no relative move", SHAPES["swap"], arch=1, compact=1, target="gfx942", flags=("target_text",),
              refused=("unsupported", None))
    yield one("past_end", "register 256 cannot be named", SHAPES["swap"], arch=1, target="gfx1201", at=(250, 0, 0), flags=("target_text",),
              refused=("value_out_of_range", None))


KINDS = [("Double", 2, 0), ("Float", 1, 0), ("Half", 1, 0), ("Half", 1, 1), ("Int32", 1, 0), ("ComplexFloat", 1, 0), ("ComplexDouble", 2, 0)]


def alpha_records(function):
    def one(case, comment, k, kind, high=0, tmp=12, **more):
        return record(function, case, comment, {**k, "ComputeDataType": kind, "HighPrecisionAccumulate": high, "startVgprAlphaTmp": tmp},
                      more.pop("flags", ("alpha_form",)), **more)
    for kind, registers, high in KINDS:
        suffix = kind.lower() + ("_hpa" if high else "")
        for name, k in SHAPES.items():
            yield one(f"{suffix}_{name}", "every item by destination", {**k, "MIRegPerOut": registers}, kind, high)
    for kind in ("BFloat16", "Int8", "Int64", "XFloat32", "Float8"):
        yield one(f"unfilled_{kind.lower()}", "a type without a branch leaves its items empty", SHAPES["tile2"], kind, 1)
    yield one("double_narrow", "one register for a double: the pairs overlap", SHAPES["tile2"], "Double", flags=("alpha_form", "limit"))
    yield one("single_wide", "two registers for a single: every second is skipped", {**SHAPES["tile2"], "MIRegPerOut": 2}, "Float", flags=("alpha_form", "limit"))
    yield one("empty", "no output, no item", shape(m=4, n_=4), "ComplexFloat")
    yield record(function, "no_type", "None is no type", {**shape(), "ComputeDataType": "None", "startVgprAlphaTmp": 0}, ("limit",),
                 refused=("value_out_of_range", "ComputeDataType"))
    yield record(function, "negative_temporary", "no such register", {**shape(), "ComputeDataType": "Float", "startVgprAlphaTmp": -1}, ("limit",),
                 refused=("value_out_of_range", "startVgprAlphaTmp"))
    yield refusal(function, "zero_width", "the kernel writer divides by it",
                  {**shape(vw=(0, 1)), "ComputeDataType": "Float", "HighPrecisionAccumulate": 0, "startVgprAlphaTmp": 0})
    for target in n.TARGET:
        for kind, registers, high in KINDS:
            # How alpha's scalar register is named is not fixed anywhere: a miss there is a remark.
            yield one(f"{kind.lower()}{'_hpa' if high else ''}_{target}", f"as {target} writes it", {**shape(tile=(2, 1), swap=1), "MIRegPerOut": registers},
                      kind, high, tmp=100, target=target, at=(60, 20, 4), flags=("target_text",),
                      strictness="recommended" if function == "mul_alpha" else "required")
    yield one("unfilled_gfx942", "an item that was never filled cannot be written", SHAPES["tile2"], "BFloat16", target="gfx942", flags=("target_text",),
              refused=("refused", None))
    yield one("odd_pair_gfx90a", "gfx90a wants even pairs", {**SHAPES["tile2"], "MIRegPerOut": 2}, "Double", target="gfx90a", at=(61, 20, 4),
              flags=("target_text",), refused=("value_out_of_range", None))


def records(function):
    makers = {"wait": wait_records, "tdm_wait": tdm_records, "sync_threads": sync_records, "acc_map": map_records, "acc_regs": regs_records}
    return list(makers[function]()) if function in makers else list(alpha_records(function))
