# SPDX-License-Identifier: MIT
"""Gives every line that is written to LLVM's assembler: assemble.py LINES_PROGRAM ENCODINGS [LLVM_MC].

Each must assemble, and those on record in ENCODINGS must have that encoding; a line that is on record as refused must not have been
written. Without llvm-mc the test is skipped (77). gfx950 and gfx1250 are unknown to LLVM 19: their lines are counted, not judged.
"""
import re
import shutil
import subprocess
import sys

SKIPPED = 77


def known(mc, target):
    """Whether the assembler has the processor: it takes an unknown one with a word of complaint."""
    done = subprocess.run([mc, "-triple=amdgcn-amd-amdhsa", f"-mcpu={target}"], input="", capture_output=True, text=True)
    return "is not a recognized processor" not in done.stderr


def assembled(mc, target, lines):
    """{line: encoding or None}, and what the assembler had to say."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run([mc, "-triple=amdgcn-amd-amdhsa", f"-mcpu={target}", "-show-encoding"], input=text, capture_output=True, text=True)
    bad = {int(number) for number in re.findall(r"^<stdin>:(\d+):\d+: error", done.stderr, re.M)}
    encodings = iter(re.findall(r"encoding: \[([0-9a-fx,]+)\]", done.stdout))
    result = {}
    for number, line in enumerate(lines, 1):
        result[line] = None if number in bad else next(encodings, "0x").replace("0x", "").replace(",", "")
    return result, done.stderr


def main(program, record, mc="llvm-mc-19"):
    mc = shutil.which(mc)
    if mc is None:
        print("skipped: llvm-mc-19 is missing (apt-get install llvm-19)")
        return SKIPPED
    written = {}
    for row in subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines():
        target, line = row.split("|", 1)
        code = line.split("//")[0].rstrip()
        if code:
            written.setdefault(target, {})[code] = line
    wanted = {}
    for row in open(record, encoding="utf-8"):
        if not row.startswith("#"):
            line, target, encoding = row.rstrip("\n").split(" | ")
            wanted[line, target] = None if encoding == "-" else encoding
    failures, judged, compared, unknown = [], 0, 0, []
    for target, lines in sorted(written.items()):
        if not known(mc, target):
            unknown.append(f"{target} ({len(lines)} lines)")
            continue
        # With the comment that stands behind it: the whole line must be good.
        encodings, complaint = assembled(mc, target, list(lines.values()))
        for code, line in lines.items():
            judged += 1
            if encodings[line] is None:
                failures.append(f"{target}: does not assemble: {line}\n{complaint[:400]}")
            elif (code, target) in wanted:
                compared += 1
                if wanted[code, target] != encodings[line]:
                    failures.append(f"{target}: {code}: encoded as {encodings[line]}, on record is {wanted[code, target]}")
    for (line, target), encoding in wanted.items():
        # gfx12 still takes the joined waits, which are not written for it.
        joined = target == "gfx1201" and line.startswith("s_waitcnt")
        if encoding is not None and not joined and line not in written.get(target, {}):
            failures.append(f"{target}: takes {line}, which is never written")
    print(f"{judged} lines assembled, {compared} of them with the encoding on record; unknown to this assembler: {', '.join(unknown) or 'none'}")
    for failure in failures[:20]:
        print(failure)
    return 1 if failures or judged == 0 or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
