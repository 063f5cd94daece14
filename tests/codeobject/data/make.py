#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Assembles the fixtures of this folder into another: make.py FOLDER

Needs llvm-mc, ld.lld, llvm-objcopy and clang-offload-bundler, of LLVM 19 where they bear a number.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HEADER = [("Gemm info", 4), ("kernel info0", 4), ("kernel info1", 4), ("numWG", 4)]
SIZES = [("SizesFree0", 4), ("SizesFree1", 4), ("SizesFree2", 4), ("SizesSum0", 4)]
TENSORS = [("D", 8), ("C", 8), ("A", 8), ("B", 8)]
STRIDES = [("stride%s%d" % (t, i), 4) for t in "DCAB" for i in (0, 1)]
SCALARS = [("alpha", 4), ("beta", 4)]
PLAIN = HEADER + SIZES + TENSORS + STRIDES + SCALARS
WORDS_2024 = [(n, 4) for n in ("MagicNumberProblemNumGroupTiles0", "MagicShiftProblemNumGroupTiles0", "ItersPerTile",
                               "MagicNumberItersPerTile", "MagicShiftItersPerTile", "MagicNumProblemNumGroupTiles0By1",
                               "MagicShiftProblemNumGroupTiles0By1", "TotalIters", "SKItersPerWG")]
BATCH = [("batchOffset" + t, 8) for t in "DCAB"]
BIAS = [("bias", 8), ("biasType", 4), ("StrideBias", 4)]
VALUES = {"alpha": "f32", "beta": "f32"}
PROLOGUE = "  s_load_dwordx4 s[4:7], s[0:1], 0x0\n  s_waitcnt lgkmcnt(0)\n  s_branch 1f\n  .p2align 8\n1:\n"


def tool(name):
    for candidate in (name + "-19", name):
        if shutil.which(candidate):
            return candidate
    sys.exit(f"make.py: {name} is missing; install llvm-19, lld-19 and clang-19")


def run(*args):
    subprocess.run([tool(args[0]), *args[1:]], check=True)


def laid(args, align=False, start=0):
    """(name, offset, size, kind, type) one behind the other, aligned to their sizes only where asked."""
    out, at = [], start
    for name, size in args:
        if align:
            at = (at + size - 1) // size * size
        pointer = size == 8 and not name.startswith("batchOffset")
        out.append([name, at, size, "global_buffer" if pointer else "by_value", VALUES.get(name, "void" if pointer else "u64" if size == 8 else "u32")])
        at += size
    return out


def metadata(name, args, segment, config):
    text = "".join(
        "      - { %s.offset: %d, .size: %d, .value_kind: %s, .value_type: %s }\n" % (".name: '%s', " % n if n else "", o, s, k, t)
        for n, o, s, k, t in args)
    return f"""---
{config}amdhsa.version: [ 1, 1 ]
amdhsa.kernels:
  - .name: {name}
    .symbol: '{name}.kd'
    .kernarg_segment_size: {segment}
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
{text}...
"""


def source(name, args, segment=None, version=2, config=None, target="gfx942", kernarg_size=0, preload=0, body="  s_endpgm\n", extra=""):
    if segment is None:
        segment = (max(o + s for _, o, s, _, _ in args) + 7) // 8 * 8
    if config is None:
        config = "custom.config:\n  InternalSupportParams:\n    KernArgsVersion: %d\n" % version
    accumulators = "  .amdhsa_accum_offset 4\n" if target.split(":")[0] in ("gfx90a", "gfx942") else ""
    if preload:
        extra += f"  .amdhsa_user_sgpr_kernarg_preload_length {preload}\n  .amdhsa_user_sgpr_kernarg_preload_offset 0\n"
    return f""".amdgcn_target "amdgcn-amd-amdhsa--{target}"
.text
.globl {name}
.p2align 8
.type {name},@function
{name}:
{body}.Lend_{name}:
  .size {name}, .Lend_{name}-{name}
.rodata
.p2align 6
.amdhsa_kernel {name}
  .amdhsa_kernarg_size {kernarg_size}
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
{accumulators}{extra}.end_amdhsa_kernel
.amdgpu_metadata
{metadata(name, args, segment, config)}.end_amdgpu_metadata
"""


class Folder:
    def __init__(self, out):
        self.out = out
        self.tmp = tempfile.mkdtemp()

    def path(self, name):
        return os.path.join(self.out, name)

    def link(self, name, sources, target="gfx942", version=4):
        objects = []
        for i, text in enumerate(sources):
            stem = os.path.join(self.tmp, "%s_%d" % (name, i))
            with open(stem + ".s", "w", encoding="utf-8") as file:
                file.write(text)
            processor, _, features = target.partition(":")
            attributes = ",".join(f[-1] + f[:-1] for f in features.split(":") if f)
            run("llvm-mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=" + processor, "-mattr=" + attributes,
                "--amdhsa-code-object-version=%d" % version, "-filetype=obj", stem + ".s", "-o", stem + ".o")
            objects.append(stem + ".o")
        run("ld.lld", "-shared", "-z", "max-page-size=64", "-z", "norelro", "--hash-style=sysv", "--build-id=none", *objects, "-o", self.path(name))
        run("llvm-objcopy", "--strip-all", self.path(name))


def formats(f):
    plain = laid(PLAIN)
    f.link("elf_v4.co", [source("elf_v4", plain)])
    f.link("elf_v5.co", [source("elf_v5", plain, kernarg_size=104)], version=5)
    f.link("elf_v6.co", [source("elf_v6", plain, target="gfx11-generic")], target="gfx11-generic", version=6)
    f.link("elf_xnack.co", [source("elf_xnack", plain, target="gfx90a:xnack+")], target="gfx90a:xnack+")
    f.link("three_notes.co", [source("note_%d" % i, plain) for i in range(3)])
    ids = "-targets=host-x86_64-unknown-linux--,hipv4-amdgcn-amd-amdhsa--gfx942,hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"
    inputs = ["-input=/dev/null", "-input=" + f.path("elf_v4.co"), "-input=" + f.path("elf_xnack.co")]
    run("clang-offload-bundler", "-type=o", "-bundle-align=64", ids, *inputs, "-output=" + f.path("bundle.hipfb"))
    run("clang-offload-bundler", "-type=o", "-bundle-align=64", "-compress", ids, *inputs, "-output=" + f.path("compressed.hipfb"))
    host = os.path.join(f.tmp, "host.s")
    with open(host, "w", encoding="utf-8") as file:
        file.write('.section .hip_fatbin,"a",@progbits\n.p2align 12\n.incbin "%s"\n.p2align 12\n.incbin "%s"\n'
                   % (f.path("bundle.hipfb"), f.path("compressed.hipfb")))
    run("llvm-mc", "-triple=x86_64-linux-gnu", "-filetype=obj", host, "-o", f.path("fat_binary.o"))


def findings(f):
    plain = laid(PLAIN)

    def one(name, args, **how):
        f.link(name + ".co", [source(name, args, **how)])

    one("version_missing", plain, config="custom.config:\n  ProblemType:\n    GroupedGemm: false\n")
    one("version_unknown", plain, version=4)
    one("header_contradiction", plain, config="custom.config:\n  InternalSupportParams:\n    KernArgsVersion: 2\n    UseUniversalArgs: false\n")
    one("header_after_sizes", laid(SIZES + [("Gemm info", 4), ("kernel info", 4)] + TENSORS + STRIDES + SCALARS), version=0)
    one("natural_alignment", laid(PLAIN + [("activationType", 4)] + BATCH, align=True))
    one("stream_k_order", laid(PLAIN + WORDS_2024 + BIAS))
    halves = laid(PLAIN[:-2] + [("alpha", 2), ("beta", 2)])
    halves[-1][4] = halves[-2][4] = "f16"
    one("scalar_of_2_bytes", halves)
    one("arguments_overlap", plain[:-1] + [["beta", 98, 4, "by_value", "f32"]])
    one("argument_past_segment", plain, segment=96)
    one("segment_size", plain, segment=112)
    one("descriptor_kernarg_size", plain, kernarg_size=100)
    one("hidden_argument", plain + [["", 104, 8, "hidden_global_offset_x", "i64"]])
    one("preload_past_segment", plain, segment=40, preload=13, body=PROLOGUE + "  s_endpgm\n")
    one("preload_without_prologue", plain, preload=11)
    one("preload", plain, preload=11, body=PROLOGUE + "  s_endpgm\n")
    one("argument_missing", laid(PLAIN[:13] + PLAIN[14:]))
    one("offset_differs", laid(PLAIN[:8] + [("C", 8), ("D", 8)] + PLAIN[10:]))
    one("size_differs", laid(PLAIN[:12] + [("strideD0", 8)] + PLAIN[13:]))
    one("argument_unknown", laid(PLAIN + [("recv_ptr_0", 8)]))
    one("foreign", laid([("input", 8), ("output", 8), ("count", 4)]), config="")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    folder = Folder(sys.argv[1])
    try:
        formats(folder)
        findings(folder)
    finally:
        shutil.rmtree(folder.tmp)


if __name__ == "__main__":
    main()
