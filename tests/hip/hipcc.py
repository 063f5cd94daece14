# SPDX-License-Identifier: MIT
"""Builds the kernels as HIP code, by hipcc, and inspects what comes out.

Usage: hipcc.py HIPCC KERNABI MANIFEST ROOT   Exit 77 where there is no hipcc.

The GEMM is left out: the clang 15 of Debian's hipcc cannot lower it ("cannot lower memory intrinsic in address space 5"),
and takes minutes to say so.
"""
import os
import subprocess
import sys
import tempfile

from kernels import code_objects, faults_of, segments

hipcc, kernabi, manifest_path, root = sys.argv[1:5]
if not hipcc:
    print("hipcc is not installed: apt-get install hipcc, or a ROCm release")
    sys.exit(77)
TARGETS = ["gfx90a", "gfx1030", "gfx1100"]  # that every hipcc since 5.2 knows
segment_of = segments(manifest_path)
with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "kernabi.hipfb")
    command = [hipcc, "--genco", "-x", "hip", "-nogpulib", "-std=c++20", "-Os", "-ffp-contract=off", "-DKERNABI_NO_GEMM"]
    command += ["-I", root] + [f"--offload-arch={target}" for target in TARGETS]
    command += [os.path.join(root, "backends/device/kernels.cpp"), "-o", out]
    built = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HIP_PLATFORM": "amd"})
    if built.returncode != 0:
        print(built.stderr[-4000:])
        sys.exit(1)
    found = {c["target"].split(":")[0]: c["kernels"] for c in code_objects(kernabi, out)}

faults = [f"{target}: no code object" for target in TARGETS if target not in found]
for target, kernels in found.items():
    missing = {name for name in segment_of if name != "kernabi_words"} - {kernel["name"] for kernel in kernels}
    faults += [f"{target}: lacks {name}" for name in sorted(missing)[:3]]
    for kernel in kernels:
        faults += [f"{target}: {fault}" for fault in faults_of(kernel, segment_of, False)]
print("\n".join(faults[:20]))
print(f"{len(found)} targets, {sum(map(len, found.values()))} kernels, {len(faults)} faults")
sys.exit(1 if faults else 0)
