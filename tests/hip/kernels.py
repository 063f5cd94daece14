# SPDX-License-Identifier: MIT
"""What a loader must find of the kit's own kernels, whichever compiler made them."""
import json
import re
import subprocess

PLAIN = {"kernabi_plain_v0": 96, "kernabi_plain_v1": 104, "kernabi_plain_v2": 104, "kernabi_plain_v3": 136}


def segments(manifest_path):
    """{kernel: bytes of its segment} of every kernel in the manifest."""
    with open(manifest_path) as file:
        return {launch["kernel"]: launch["segment_size"] for launch in json.load(file)["launches"]}


def code_objects(kernabi, path):
    output = subprocess.run([kernabi, "inspect", "--json", path], capture_output=True, check=True, text=True).stdout
    return json.loads(output)["files"][0]["code_objects"]


def faults_of(kernel, segment_of, preloads):
    """What is wrong with one kernel, a line each. The compiler rounds what it tells a loader up to whole words."""
    name, descriptor, faults = kernel["name"], kernel["descriptor"], []
    number = re.search(r"_(\d+)$", name)
    wanted = int(number.group(1)) if number else PLAIN.get(name, segment_of.get(name, 40))
    rounded = (wanted + 3) // 4 * 4

    def expect(good, what):
        if not good:
            faults.append(f"{name}: {what}")

    expect(kernel["kernarg_segment_size"] in (wanted, rounded), f"segment of {kernel['kernarg_segment_size']}, not {wanted}")
    align = 4 if name.startswith("kernabi_end_") else 8
    expect(kernel["kernarg_segment_align"] in (align, 8), f"alignment {kernel['kernarg_segment_align']}, not {align}")
    expect(descriptor["kernarg_size"] == rounded, f"descriptor says {descriptor['kernarg_size']}, not {rounded}")
    explicit = [a for a in kernel["args"] if not a["value_kind"].startswith("hidden")]
    expect(len(explicit) == len(kernel["args"]), "asks for hidden arguments")
    at = 0
    for argument in explicit:
        expect(argument["offset"] == at, f"argument at {argument['offset']}, not {at}")
        at += argument["size"]
    expect(at == wanted, f"arguments of {at} bytes, not {wanted}")
    # How many words fit depends on what else the target keeps in registers (gfx90a: the scratch buffer).
    expect((descriptor["kernarg_preload_length"] > 0) == preloads, f"preloads {descriptor['kernarg_preload_length']} words")
    return faults
