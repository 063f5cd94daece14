# SPDX-License-Identifier: MIT
"""The contract on a Cortex-M0: compiles, links without a library, and stays inside 4 KiB of code, 0 bytes of data, 512 bytes of stack.

cortex_m0.py COMPILER ROOT: prints the figures of one program that packs a version 2 block. Code is .text and .rodata without the names and
without the compiler's own run-time.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from symbols import undefined

FLAGS = ["-std=c++20", "-mcpu=cortex-m0", "-mthumb", "-Os", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-exceptions", "-fno-rtti",
         "-fno-threadsafe-statics", "-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections", "-fcallgraph-info=su"]
MOST_CODE, MOST_DATA, MOST_STACK = 4096, 0, 512


def run(*command, cwd):
    return subprocess.run(command, check=True, cwd=cwd, stdout=subprocess.PIPE, text=True).stdout


def section_sizes(tools, file, cwd):
    """(code, data, bss) in bytes."""
    code = data = bss = 0
    for line in run(tools + "size", "-A", file, cwd=cwd).splitlines():
        parts = line.split()
        if len(parts) != 3 or not parts[0].startswith("."):
            continue
        name, size = parts[0], int(parts[1])
        if name.startswith((".text", ".rodata")) and not name.startswith(".rodata.str"):
            code += size
        elif name.startswith(".data"):
            data += size
        elif name.startswith(".bss"):
            bss += size
    return code, data, bss


def deepest_stack(callgraph, entry):
    """Bytes of the worst chain of calls from `entry`, by the compiler's call graph; calls through pointers or recursion are errors."""
    frames = {name: int(size) for name, size in re.findall(r'node: \{ title: "([^"]+)" label: "[^"]*\\n(\d+) bytes \(static\)', callgraph)}
    calls = {}
    for source, target in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', callgraph):
        calls.setdefault(source, set()).add(target)
    if any("__indirect_call" in target for targets in calls.values() for target in targets):
        raise SystemExit("a call through a pointer: the stack has no bound")

    def depth(name, above):
        if name in above:
            raise SystemExit(f"recursion through {name}")
        return frames.get(name, 0) + max((depth(callee, above | {name}) for callee in calls.get(name, ())), default=0)

    return depth(next(name for name in frames if name.split(":")[-1] == entry), frozenset())


def main(compiler, root):
    tools = compiler.removesuffix("g++")
    with tempfile.TemporaryDirectory() as folder:
        for source in ("tests/freestanding/pack_v2.cpp", "tests/freestanding/memory.cpp", "abi/kernarg/entry_points.cpp"):
            run(compiler, *FLAGS, "-I", root, "-c", f"{root}/{source}", "-o", pathlib.Path(source).stem + ".o", cwd=folder)
        run(compiler, "-mcpu=cortex-m0", "-mthumb", "-nostdlib", "-Wl,--gc-sections", "-Wl,-e,pack_v2", "pack_v2.o", "memory.o", "-lgcc", "-o", "program", cwd=folder)
        run(tools + "ld", "-r", "--gc-sections", "-e", "pack_v2", "pack_v2.o", "-o", "kept.o", cwd=folder)
        left = undefined(tools + "nm", [f"{folder}/pack_v2.o", f"{folder}/entry_points.o"], with_helpers=True)
        code, data, bss = section_sizes(tools, "kept.o", folder)
        graphs = list(pathlib.Path(folder).glob("*pack_v2.ci"))
        stack = deepest_stack(graphs[0].read_text(), "pack_v2")
    print(f"code {code} of {MOST_CODE}, data {data + bss} of {MOST_DATA}, stack {stack} of {MOST_STACK} bytes")
    for name in left:
        print(f"undefined: {name}")
    return 1 if left or code > MOST_CODE or data + bss > MOST_DATA or stack > MOST_STACK else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
