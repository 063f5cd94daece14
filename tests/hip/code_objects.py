# SPDX-License-Identifier: MIT
"""The bare code objects as a loader sees them: target, segment sizes, alignment, descriptors.

Usage: code_objects.py KERNABI MANIFEST OBJECT...   Exit 77 where there is no object (no clang for devices here).
"""
import os
import re
import sys

from kernels import code_objects, faults_of, segments

kernabi, manifest_path, objects = sys.argv[1], sys.argv[2], sys.argv[3:]
objects = [path for path in objects if path.endswith(".hsaco")]
if not objects:
    print("no code object was built: clang with AMD's targets is missing, or the option hip leaves them out")
    sys.exit(77)

segment_of = segments(manifest_path)
faults = []
for path in objects:
    file = os.path.basename(path)
    target = re.search(r"(gfx\w+?)(_\w+)?\.hsaco$", path).group(1)
    (code_object,) = code_objects(kernabi, path)
    if code_object["target"].split(":")[0] != target:
        faults.append(f"{file}: is for {code_object['target']}")
    names = {kernel["name"] for kernel in code_object["kernels"]}
    if "_words" in file or "_preload" in file:
        wrong = names ^ {"kernabi_words"}
    else:
        wrong = set(segment_of) - {"kernabi_words"} - names
    faults += [f"{file}: lacks, or should not have, {name}" for name in sorted(wrong)[:3]]
    for kernel in code_object["kernels"]:
        faults += [f"{file}: {fault}" for fault in faults_of(kernel, segment_of, "_preload" in file)]
        # On a device's first day there may be no scratch memory.
        scratch = kernel["descriptor"]["private_segment_fixed_size"]
        if scratch and not kernel["name"].startswith("kernabi_gemm_"):
            faults.append(f"{file}: {kernel['name']}: {scratch} bytes of scratch memory a thread")

print("\n".join(faults[:20]))
print(f"{len(objects)} code objects, {len(faults)} faults")
sys.exit(1 if faults else 0)
