# SPDX-License-Identifier: MIT
"""A list as plain lines, and as assembly for a target."""
import re


def plain(tree, depth=0):
    def line(text, comment=""):
        return " " * depth + text + (" // " + comment if comment else "") + "\n"
    if isinstance(tree, str):
        return tree
    if tree is None:
        return line("null")
    op = tree[0]
    if op == "Module":
        return line(("Module " + tree[1]).rstrip()) + "".join(plain(item, depth + 1) for item in tree[2])
    if op == "Comment":
        return line("Comment", tree[1])
    if op == "SWaitCnt":
        return line("SWaitCnt dscnt %d vlcnt %d vscnt %d" % tree[1:4], tree[4])
    if op == "SWaitTensorcnt":
        return line(f"SWaitTensorcnt {tree[1]}", tree[2])
    if op == "SBarrier":
        return line("SBarrier" if tree[1] is None else " ".join(["SBarrier memToken", *map(str, tree[1])]), tree[2])
    return line(" ".join([op] + [text if width == 1 else f"{text}:{width}" for text, width in tree[1]]), tree[2])


# name: how waits are written, highest counts of local, load and store operations
TARGETS = {"gfx90a": ("joined", 15, 63, 63), "gfx942": ("joined", 15, 63, 63), "gfx950": ("joined", 15, 63, 63),
           "gfx1030": ("vscnt", 63, 63, 63), "gfx1100": ("vscnt", 63, 63, 63), "gfx1201": ("separate", 63, 63, 63),
           "gfx1250": ("separate", 63, 63, 63)}
MNEMONICS = {"VMovB32": "v_mov_b32", "VMovRelsD2B32": "v_movrelsd_2_b32", "VAccvgprReadB32": "v_accvgpr_read_b32",
             "VAccvgprWriteB32": "v_accvgpr_write_b32", "VMulF32": "v_mul_f32", "VMulF64": "v_mul_f64", "VMulPKF16": "v_pk_mul_f16",
             "VMulLOU32": "v_mul_lo_u32", "VFmaF32": "v_fma_f32", "VFmaF64": "v_fma_f64", "VLShiftLeftB64": "v_lshlrev_b64"}


def _line(text, comment):
    return (text.ljust(50) + " // " + comment if comment else text) + "\n"


def _wait(target, ds, vl, vs, comment):
    style, most_ds, most_vl, most_vs = TARGETS[target]
    if style == "separate":
        rows = [("s_wait_dscnt", ds, most_ds), ("s_wait_loadcnt", vl, most_vl), ("s_wait_storecnt", vs, most_vs)]
        return "".join(_line(f"{name} {min(n, most)}", comment) for name, n, most in rows if n >= 0)
    loads = vl
    if style == "joined" and (vl >= 0 or vs >= 0):
        loads = max(vl, 0) + max(vs, 0)
    parts = [f"lgkmcnt({min(ds, most_ds)})"] * (ds >= 0) + [f"vmcnt({min(loads, most_vl)})"] * (loads >= 0)
    text = ""
    if parts:
        text = _line("s_waitcnt " + ("0" if ds == 0 and loads == 0 else ", ".join(parts)), comment)
    if style == "vscnt" and vs >= 0:
        text += _line(f"s_waitcnt_vscnt null {min(vs, most_vs)}", comment)
    return text


def _register(text, width, item_at, base, alpha):
    sign, file, body = re.fullmatch(r"(-?)([vsa])(.*)", text).groups()
    if body.isdigit():
        number = int(body)
    else:
        name, _, offset = body[1:-1].partition("+")
        start = item_at if body[0] == "{" else alpha if name == "Alpha" else base
        number = start + int(offset or 0)
    file = "acc" if file == "a" else file
    return f"{sign}{file}{number}" if width == 1 else f"{sign}{file}[{number}:{number + width - 1}]"


def _holder_registers(item):
    """Registers that one item of a list fills."""
    inner = item[2] if item[0] == "Module" else [item]
    return sum(width for _, operands, _ in inner for text, width in operands if text.startswith("v{"))


def assembly(tree, target, valu_c=0, base=0, alpha=0):
    items = tree[2] if tree[0] == "Module" else [tree]
    out = ""
    for number, item in enumerate(items):
        for op, *rest in item[2] if item[0] == "Module" else [item]:
            if op == "Comment":
                out += f"// {rest[0]}\n"
            elif op == "SWaitCnt":
                out += _wait(target, *rest)
            elif op == "SWaitTensorcnt":
                out += _line(f"s_wait_tensorcnt {rest[0]}", rest[1])
            elif op == "SBarrier":
                names = ("s_barrier_signal -1", "s_barrier_wait -1") if TARGETS[target][0] == "separate" else ("s_barrier",)
                out += "".join(_line(name, rest[1]) for name in names)
            else:
                at = valu_c + number * _holder_registers(item)
                operands = [_register(text, width, at, base, alpha) for text, width in rest[0]]
                if op == "VLShiftLeftB64":
                    operands.insert(1, "0")
                out += _line(MNEMONICS[op] + " " + ", ".join(operands), rest[1])
    return out
