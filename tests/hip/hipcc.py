# SPDX-License-Identifier: MIT
"""Builds the kernels as HIP code, by hipcc, and inspects what comes out.

Usage: hipcc.py HIPCC KERNABI ROOT   Exit 77 where there is no hipcc.
"""
import json
import os
import subprocess
import sys
import tempfile

hipcc, kernabi, root = sys.argv[1:4]
if not hipcc:
    print("hipcc is not installed: apt-get install hipcc, or a ROCm release")
    sys.exit(77)
TARGETS = ["gfx90a", "gfx1030"]
with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "kernabi.hipfb")
    command = [hipcc, "--genco", "-x", "hip", "-std=c++20", "-Os", "-ffp-contract=off", "-DKERNABI_NO_GEMM", "-I", root]
    command += [f"--offload-arch={target}" for target in TARGETS]
    command += [os.path.join(root, "backends/device/kernels.cpp"), "-o", out]
    built = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HIP_PLATFORM": "amd"})
    if built.returncode != 0:
        print(built.stderr[-4000:])
        sys.exit(1)
    listed = json.loads(subprocess.run([kernabi, "inspect", "--json", out], capture_output=True, check=True, text=True).stdout)
    found = {c["target"].split(":")[0]: c["kernels"] for c in listed["files"][0]["code_objects"]}
    faults = [f"{target} is missing" for target in TARGETS if target not in found]
    for target, kernels in found.items():
        for kernel in kernels:
            size = kernel["name"].rsplit("_", 1)[1]
            # HIP may add its hidden arguments behind the block; the explicit ones must be what they are.
            first = kernel["args"][0]
            if kernel["name"].startswith("kernabi_echo_") and (first["offset"], first["size"]) != (0, int(size)):
                faults.append(f"{target} {kernel['name']}: first argument {first['offset']}+{first['size']}")
    print("\n".join(faults[:20]) or f"{len(found)} targets")
    sys.exit(1 if faults else 0)
