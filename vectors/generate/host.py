# SPDX-License-Identifier: MIT
"""How the published host of October 2024 fills the header words: kernel property, override, mask."""


def header(version, h):
    """h: the inputs by name (numbers_of.HOST). The words as bytes."""
    gsu = h["param.gsu"] % 256 or h["map.gsu"]
    wgm = h["param.wgm"] % 256 or h["map.wgm"]
    low = gsu % 2**32
    if version == 0 and h["ias.wgm"]:
        low = min(low, 255) + (min(wgm, 255) % 256) * 256
    else:
        low %= 2**14
    if version == 2:
        low += 2**15 * bool(h["param.gsuc"] or h["map.gsuc"])
        low += 2**14 * bool(h["param.gsuwgmrr"] or h["map.gsuwgmrr"])
    high = 0
    if h["ias.staggerU"]:
        high = h["map.staggerU"] % 256 + h["map.staggerStrideShift"] % 32 * 256 + h["map.staggerUMapping"] % 8 * 8192
    words = [h["gemmCount"] % 2**30 + h["argType"] % 4 * 2**30, low + high * 2**16]
    if version >= 1:
        words += [_args1(version, h, wgm) if h["ias.wgm"] else 0, h["numWorkGroups"]]
    return b"".join((w % 2**32).to_bytes(4, "little") for w in words)


def _args1(version, h, wgm):
    if version == 1:
        return wgm
    xcc = h["param.wgmxcc"] % 2**16 or h["map.wgmxcc"]
    group = (h["param.wgmxccg"] + 2**15) % 2**16 - 2**15 or h["map.wgmxccg"]
    if xcc % 2**32 > 1 and group == -1:
        group = h["cuCount"]
    return (group << 22) % 2**32 | (xcc << 16) % 2**32 | wgm % 2**16
