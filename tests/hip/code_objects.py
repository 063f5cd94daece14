# SPDX-License-Identifier: MIT
"""The bare code objects as a loader sees them: target, segment sizes, alignment, descriptors.

Usage: code_objects.py KERNABI MANIFEST OBJECT...   Exit 77 where there is no object (no clang for devices here).
"""
import json
import os
import re
import subprocess
import sys

kernabi, manifest_path, objects = sys.argv[1], sys.argv[2], sys.argv[3:]
objects = [path for path in objects if path.endswith(".hsaco")]
if not objects:
    print("no code object was built: clang with AMD's targets is missing, or the option hip leaves them out")
    sys.exit(77)

with open(manifest_path) as file:
    launches = json.load(file)["launches"]
segment_of = {launch["kernel"]: launch["segment_size"] for launch in launches}
PLAIN = {"kernabi_plain_v0": 96, "kernabi_plain_v1": 104, "kernabi_plain_v2": 104, "kernabi_plain_v3": 136}
failures = []


def expect(good, what):
    if not good:
        failures.append(what)


def check_kernel(path, kernel):
    name, where = kernel["name"], f"{os.path.basename(path)}: {kernel['name']}"
    number = re.search(r"_(\d+)$", name)
    wanted = int(number.group(1)) if number else PLAIN.get(name, segment_of.get(name, 40))
    expect(kernel["kernarg_segment_size"] in (wanted, (wanted + 3) // 4 * 4), f"{where}: segment of {kernel['kernarg_segment_size']}, not {wanted}")
    expect(kernel["kernarg_segment_align"] in (4, 8), f"{where}: alignment {kernel['kernarg_segment_align']}")
    if wanted % 8 == 0 and not name.startswith("kernabi_end_"):
        expect(kernel["kernarg_segment_align"] == 8, f"{where}: alignment {kernel['kernarg_segment_align']}, not 8")
    descriptor = kernel["descriptor"]
    # The compiler rounds what it tells the loader up to whole words.
    rounded = (wanted + 3) // 4 * 4
    expect(descriptor["kernarg_size"] == rounded, f"{where}: descriptor says {descriptor['kernarg_size']}, not {rounded}")
    # How many words fit depends on what else the target keeps in registers (gfx90a: the scratch buffer).
    expect((descriptor["kernarg_preload_length"] > 0) == path.endswith("_preload.hsaco"),
           f"{where}: preloads {descriptor['kernarg_preload_length']} words")
    hidden = [a for a in kernel["args"] if a["value_kind"].startswith("hidden")]
    expect(not hidden, f"{where}: asks for hidden arguments")


for path in objects:
    target = re.search(r"(gfx\w+?)(_\w+)?\.hsaco$", path).group(1)
    output = subprocess.run([kernabi, "inspect", "--json", path], capture_output=True, check=True, text=True).stdout
    (code_object,) = json.loads(output)["files"][0]["code_objects"]
    expect(code_object["target"].split(":")[0] == target, f"{path}: is for {code_object['target']}")
    names = {kernel["name"] for kernel in code_object["kernels"]}
    if re.search(r"gfx\w+?\.hsaco$", os.path.basename(path)) and "_words" not in path and "_preload" not in path:
        missing = {name for name in segment_of if name != "kernabi_words"} - names
        expect(not missing, f"{path}: lacks {sorted(missing)[:3]}")
    else:
        expect(names == {"kernabi_words"}, f"{path}: holds {sorted(names)}")
    for kernel in code_object["kernels"]:
        check_kernel(path, kernel)

for line in failures[:20]:
    print(line)
print(f"{len(objects)} code objects, {len(failures)} faults")
sys.exit(1 if failures else 0)
