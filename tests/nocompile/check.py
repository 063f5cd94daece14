# SPDX-License-Identifier: MIT
"""Each case compiles as it stands, and with MISUSE does not, for the reason that its `wants:` line names: check.py ROOT CASE... -- COMPILER ARGUMENT..."""
import concurrent.futures
import re
import subprocess
import sys


def compiled(case, root, command, extra):
    return subprocess.run([*command, "-I", root, "-std=c++20", "-Wall", "-Wextra", "-Werror=unused-result", "-fsyntax-only", *extra, case],
                          capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin"})


def fault(case, root, command):
    """What is wrong with a case, or nothing."""
    with open(case, encoding="utf-8") as file:
        wanted = re.search(r"^// wants: (.*)$", file.read(), re.MULTILINE)
    if wanted is None:
        return "has no `wants:` line"
    good = compiled(case, root, command, [])
    if good.returncode != 0:
        return f"does not compile without MISUSE:\n{good.stderr}"
    bad = compiled(case, root, command, ["-DMISUSE"])
    if bad.returncode == 0:
        return "compiles with MISUSE"
    errors = [line for line in bad.stderr.splitlines() if "error:" in line or "note:" in line]
    if not any(re.search(wanted[1], line) for line in errors):
        return f"fails with MISUSE, but not for {wanted[1]}:\n{bad.stderr}"
    return None


def main(arguments):
    split = arguments.index("--")
    root, cases, command = arguments[0], arguments[1:split], arguments[split + 1:]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults = list(pool.map(lambda case: fault(case, root, command), cases))
    for case, text in zip(cases, faults):
        if text:
            print(f"{case} {text}")
    print(f"{len(cases)} cases, {sum(text is not None for text in faults)} of them bad")
    return 1 if any(faults) or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
