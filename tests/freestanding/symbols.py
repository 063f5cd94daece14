# SPDX-License-Identifier: MIT
"""Fails when an archive needs a symbol that neither it nor a bare compiler brings: symbols.py NM ARCHIVE...

Allocation, exceptions, RTTI and every library call would show here.
"""
import re
import subprocess
import sys

FROM_THE_COMPILER = {"memcpy", "memmove", "memset", "memcmp"}
HELPERS = re.compile(r"__aeabi_\w+|__gnu_thumb1_\w+|__(clz|ctz|popcount|mul|udiv|umod|div|mod|ashl|lshr|ashr)\w*")


def undefined(nm, files, with_helpers=False):
    """Names that the files need from elsewhere, apart from those that a compiler brings."""
    defined, wanted = set(), set()
    for line in subprocess.run([nm, *files], check=True, capture_output=True, text=True).stdout.splitlines():
        parts = line.split()
        if len(parts) == 2 and parts[0] == "U":
            wanted.add(parts[1])
        elif len(parts) == 3:
            defined.add(parts[2])
    left = wanted - defined - FROM_THE_COMPILER
    return sorted(name for name in left if not (with_helpers and HELPERS.fullmatch(name)))


def main():
    left = undefined(sys.argv[1], sys.argv[2:])
    for name in left:
        print(f"undefined: {name}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
