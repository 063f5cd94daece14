# SPDX-License-Identifier: MIT
"""Each public header compiles alone, and twice in one unit: check.py ROOT FOLDER... -- COMPILER ARGUMENT...

Headers of abi/ and of the other freestanding folders are compiled as freestanding code.
"""
import concurrent.futures
import pathlib
import subprocess
import sys

FREESTANDING = ["-ffreestanding", "-fno-exceptions", "-fno-rtti"]
HOSTED = "conformance"


def compile_alone(root, header, command):
    name = header.relative_to(root).as_posix()
    source = f'#include "{name}"\n#include "{name}"\n'
    flags = [] if name.startswith(HOSTED) else FREESTANDING
    done = subprocess.run([*command, *flags, "-I", str(root), "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", "c++", "-"],
                          input=source, capture_output=True, text=True)
    return name, done.returncode, done.stderr


def main(arguments):
    split = arguments.index("--")
    root = pathlib.Path(arguments[0])
    command = arguments[split + 1:]
    headers = sorted(header for folder in arguments[1:split] for header in (root / folder).rglob("*.hpp"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda header: compile_alone(root, header, command), headers))
    bad = [(name, text) for name, status, text in results if status != 0]
    for name, text in bad:
        print(f"{name} does not compile alone:\n{text}")
    print(f"{len(headers)} headers, {len(bad)} of them bad")
    return 1 if bad or not headers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
