#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small programs, each with what the hazards of program order and `schedules` must say of it, and its mended twin.

    order_cases.py TT_REPLAY FILE... [-v] [-k NAME]

A case begins with `== NAME CHIPS` (bh, wh or both) and has lines
    0, 1, 2 WORD ...    pushed by the thread's core: as `tt-replay asm`; block= and wait= name STALLWAIT's and SEMWAIT's
                        bits, @FIELD is a field's word; UNPACR_NOP_CLEAR unp= own= dvalid= as the chip writes it
    0, 1, 2, X !...     an access of that core, or of no thread (core B, the host): cfgw @FIELD V, semw N post|get, semr N V, gprw N V,
                        mopw N V|WORD, mmio ADDRESS V, l1w ADDRESS HEX;
                        mailbox N, take N: a value to and from core N's mailbox, as recordings with cores have it;
                        store ADDRESS, load ADDRESS: likewise in L1
    start K=V           sem.N=VALUE/MAX gpr.T0.8=V cfg.@FIELD=V src_valid.a.0=1 src_bank.math_a=1
    with A; B; C        the case once with each in place of $$; a / within one gives $1, $2 ...
`-` in front: in the case alone; `+`: in the mended twin alone, which exists where a line has one of them. Then
    want RANK CODE...   hazards of this rank and code, no other of a higher rank; `want clean`: none above a note
    want differs|hangs|lost|alike   what `schedules` says (alike: it differs or hangs in no order)
    mended ...          likewise of the twin; else clean and alike
"""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).parents[2]
CHIPS = {"bh": "blackhole", "wh": "wormhole_b0"}
BLOCK = {name: bit for bit, name in enumerate("TDMA SYNC PACK UNPACK XMOV THCON MATH CFG SFPU".split())}
WAIT = {
    "wormhole_b0": dict(THCON=1, UNPACK0=2, UNPACK1=4, UNPACK=6, PACK=0x78, PACK0=8, MATH=0x80, SRCA_CLR=0x100,
                        SRCB_CLR=0x200, SRCA_VLD=0x400, SRCB_VLD=0x800, XMOV=0x1000, TRISC_CFG=0x2000, SFPU=0x4000),
    "blackhole": dict(THCON=1, UNPACK0=2, UNPACK1=4, UNPACK=6, PACK=8, PACK0=8, MATH=0x10, SRCA_CLR=0x20,
                      SRCB_CLR=0x40, SRCA_VLD=0x80, SRCB_VLD=0x100, XMOV=0x200, TRISC_CFG=0x400, SFPU=0x800,
                      CFGEXU=0x1000),
}
FIELDS = {chip: {row[4]: row[1] for row in json.load(open(ROOT / f"schemas/registers/{chip}.json"))["fields"]}
          for chip in CHIPS.values()}
JUDGED = {row["code"] for row in json.load(open(ROOT / "schemas/findings.json"))["findings"] if row.get("mend")} | {"deadlock"}
SET_RANKS = ("note", "warning", "fault")


def read(path):
    blocks = []
    for line in open(path):
        line = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if line.startswith("=="):
            blocks.append([line])
        elif line:
            blocks[-1].append(line)
    return [case_of(lines) for block in blocks for lines in each_of(block)]


def each_of(block):
    """The block once for each item of its line `with`."""
    lists = [line[5:].split(";") for line in block if line.startswith("with ")]
    rest = [line for line in block if not line.startswith("with ")]
    for number, item in enumerate(lists[0] if lists else [None]):
        lines = list(rest)
        if item is not None:
            parts = [part.strip() for part in item.split("/")]
            lines[0] = re.sub(r"^== (\S+)", rf"== \1.{number}", lines[0])
            lines = [line.replace("$$", item.strip()) for line in lines]
            for at, part in enumerate(parts, 1):
                lines = [line.replace(f"${at}", part) for line in lines]
        yield lines


def case_of(lines):
    _, name, *chips = lines[0].split()
    case = {"name": name, "chips": ["bh", "wh"] if chips == ["both"] else chips, "lines": [], "want": [], "mended": []}
    for line in lines[1:]:
        if re.match(r"want |mended ", line):
            kind, rest = line.split(None, 1)
            case[kind].append(rest.split())
        else:
            case["lines"].append(line)
    return case


def spell(word, chip):
    """The word as `tt-replay asm` takes it."""
    name, *args = word.split()
    if name == "UNPACR_NOP_CLEAR":
        given = {k: int(v) for k, v in (a.split("=") for a in args)}
        unp, own, dvalid = given["unp"], given["own"], given.get("dvalid", 0)
        if chip == "wormhole_b0":
            return f"UNPACR_NOP no_op={1 | own << 4 | dvalid << 6} unpack_block_selection={unp}"
        return f"UNPACR_NOP unpack_pop=1 stall_clr_cntrl={own} set_dvalid={dvalid} unpacker_select={unp}"
    out = [name]
    for arg in args:
        key, value = arg.split("=")
        if key == "block":
            key, value = "stall_res", 0x1FF if value == "ALL" else sum(1 << BLOCK[b] for b in value.split("|"))
        elif key == "wait":
            key, mask = "wait_res", 0
            for bit in value.split("|"):
                mask |= WAIT[chip][bit]
            value = mask
        elif value[0] == "@":
            value = FIELDS[chip][value[1:]]
        out.append(f"{key}={value}")
    return " ".join(out)


def access(who, text, chip, words):
    """An event of a core; words: filled in by the assembler."""
    kind, *args = text.split()
    thread = {"t": int(who)} if who in "012" else {}
    if kind in ("cfgw", "cfgw1"):
        at = FIELDS[chip][args[0][1:]] if args[0][0] == "@" else int(args[0], 0)
        return dict(k="cfgw", s=int(kind == "cfgw1"), a=at, v=int(args[1], 0), **thread)
    if kind == "semw":
        return dict(k=kind, a=int(args[0]), op=args[1], **thread)
    if kind in ("semr", "gprw"):
        return dict(k=kind, a=int(args[0], 0), v=int(args[1], 0), **thread)
    if kind == "mopw":
        if args[1][0].isdigit():
            return dict(k=kind, a=int(args[0]), v=int(args[1], 0), **thread)
        words.append(spell(" ".join(args[1:]), chip))
        return dict(k=kind, a=int(args[0]), v=len(words) - 1, is_word="v", **thread)
    if kind == "mmio":
        return dict(k=kind, a=int(args[0], 0), v=int(args[1], 0), **thread)
    if kind == "mailbox":  # a store to another core's, as a recording that knows the cores has it
        return dict(k="mmio", a=0xFFEC1000 + 0x1000 * int(args[0]), v=0, core=f"t{who}", pc=0, **thread)
    if kind == "take":  # the read of another core's value, which orders
        return dict(k="mmio", a=0xFFEC1000 + 0x1000 * int(args[0]), v=0, core=f"t{who}", pc=0)
    if kind == "store":  # to L1, of a value that another core may read
        return dict(k="l1w", a=int(args[0], 0), h="01000000", core=f"t{who}", pc=0, **thread)
    if kind == "load":  # the read of it, which orders
        return dict(k="mmio", a=int(args[0], 0), v=1, core=f"t{who}", pc=0)
    if kind == "l1w":
        return dict(k=kind, a=int(args[0], 0), h=args[1], **thread)
    raise ValueError(text)


def bundle(case, chip, is_mended, program, folder):
    state, gprs, cfg, events, words = {"sem": [{"value": 0, "max": 0} for _ in range(8)]}, [0] * 192, {}, [], []
    for line in case["lines"]:
        mark = line[0] if line[0] in "+-" else ""
        if mark and (mark == "+") != is_mended:
            continue
        who, text = line[len(mark):].strip().split(None, 1)
        if who == "start":
            key, value = text.split("=")
            place = key.split(".")
            if place[0] == "sem":
                now, most = value.split("/")
                state["sem"][int(place[1])] = {"value": int(now), "max": int(most)}
            elif place[0] == "gpr":
                gprs[64 * int(place[1][1]) + int(place[2])] = int(value, 0)
            elif place[0] == "cfg":
                cfg[FIELDS[chip][place[1][1:]] if place[1][0] == "@" else int(place[1])] = int(value, 0)
            elif place[0] == "src_valid":
                state.setdefault("src_valid", {"a": [0, 0], "b": [0, 0]})[place[1]][int(place[2])] = int(value)
            else:
                state.setdefault("src_bank", {})[place[1]] = int(value)
        elif text[0] == "!":
            events.append(access(who, text[1:], chip, words))
        else:
            words.append(spell(text, chip))
            events.append(dict(k="push", t=int(who), w=len(words) - 1, is_word="w"))
    made = subprocess.run([program, "asm", "--chip", chip], input="".join(w + "\n" for w in words), text=True,
                          capture_output=True, check=False)
    if made.returncode:
        raise ValueError(f"{case['name']}: {made.stderr}")
    values = [int(line.split()[0], 0) for line in made.stdout.splitlines()]
    os.makedirs(f"{folder}/b/begin")
    count = 224 if chip == "blackhole" else 188
    config = [0] * (2 * count)
    for at, value in cfg.items():
        config[at] = config[count + at] = value
    pathlib.Path(f"{folder}/b/begin/gpr.bin").write_bytes(struct.pack("<192I", *gprs))
    pathlib.Path(f"{folder}/b/begin/cfg.bin").write_bytes(struct.pack(f"<{2 * count}I", *config))
    json.dump(state, open(f"{folder}/b/begin/state.json", "w"))
    with open(f"{folder}/b/events.jsonl", "w") as out:
        for at, event in enumerate(events):
            place = event.pop("is_word", None)
            if place:
                event[place] = values[event[place]]
            out.write(json.dumps(dict(i=at, **event)) + "\n")
    regions = [{"name": "state", "file": "begin/state.json"}, {"name": "gpr", "file": "begin/gpr.bin"},
               {"name": "cfg", "file": "begin/cfg.bin"}]
    json.dump({"format": "tensix-dump-bundle", "version": 1, "arch": chip, "name": case["name"],
               "source": {"kind": "emulator"}, "events": "events.jsonl",
               "checkpoints": [{"id": "begin", "after_event": -1, "regions": regions}]}, open(f"{folder}/b/bundle.json", "w"))


def ask(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise ValueError(done.stderr.strip())


def answer(case, chip, is_mended, program):
    """What lint and `schedules` say: ranks, codes and numbers of cycles; words of how orders end."""
    with tempfile.TemporaryDirectory() as folder:
        bundle(case, chip, is_mended, program, folder)
        done = subprocess.run([program, "import", f"{folder}/b", "-o", f"{folder}/c.ttcap"], capture_output=True, text=True)
        if done.returncode:
            raise ValueError(done.stderr)
        done = subprocess.run([program, "replay", f"{folder}/c.ttcap", "--order", "program", "-o", f"{folder}/c.db"],
                              capture_output=True, text=True)
        lint = ask(program, "audit", "--lint", f"{folder}/c.db", "--json")
        schedules = ask(program, "schedules", f"{folder}/c.ttcap", "--json")
    said = set()
    for item in lint["items"]:
        if item["code"] not in JUDGED:
            continue
        cycles = re.search(r"longer than (\d+) cycle", item["detail"] or "")
        said.add((item["rank"], item["code"], int(cycles[1]) if cycles else 0))
    difference = schedules["difference"] or {}
    ends = {"stuck": schedules["is_deadlocked"] or "deadlock " in done.stdout, "hangs": difference.get("hang"),
            "differs": difference and not difference.get("hang"), "lost": schedules["lost_step"],
            "onlyif": schedules["only_if"], "elsewhere": schedules["elsewhere"]}
    return said, {end for end, is_there in ends.items() if is_there}


def holds(wants, said, ends):
    """wants: lists of words. Each that is named is said; nothing of a higher rank or another code is, but notes."""
    wanted, wanted_ends, is_ends = set(), set(), False
    for want in wants:
        if want[0] in SET_RANKS:
            for code in want[1:]:
                code, _, cycles = code.partition(":")
                wanted.add((want[0], code, int(cycles) if cycles else None))
        elif want[0] == "clean":
            pass
        else:
            is_ends = True
            wanted_ends |= set(want) - {"alike"}
    for rank, code, cycles in wanted:
        if not any(found[:2] == (rank, code) and cycles in (None, found[2]) for found in said):
            return False
    named = {code for _, code, _ in wanted}
    if any(found[0] != "note" and found[1] not in named for found in said):
        return False
    if is_ends:
        return wanted_ends == ends
    return bool(wanted) or not ends


def main(program, files, only, is_verbose):
    jobs, bad, count = [], 0, 0
    for path in files:
        for case in read(path):
            if only and not re.search(only, case["name"]):
                continue
            has_twin = any(line[0] in "+-" for line in case["lines"])
            for chip in case["chips"]:
                jobs.append((case, CHIPS[chip], False, case["want"]))
                if has_twin:
                    jobs.append((case, CHIPS[chip], True, case["mended"]))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda job: attempt(*job[:3], program), jobs))
    for (case, chip, is_mended, wants), (said, ends, error) in zip(jobs, found):
        count += 1
        is_right = not error and holds(wants, said, ends)
        bad += not is_right
        if is_verbose or not is_right:
            print(f"{'right' if is_right else 'WRONG'} {case['name']}{' mended' if is_mended else ''} {chip[:2]}: wanted "
                  f"{[' '.join(w) for w in wants] or 'clean'}, said {sorted(said)} {sorted(ends)} {error}")
    print(f"{count} programs, {bad} wrong")
    return bad > 0


def attempt(case, chip, is_mended, program):
    try:
        return *answer(case, chip, is_mended, program), ""
    except (ValueError, KeyError) as error:
        return set(), set(), f"{type(error).__name__} {error}"


if __name__ == "__main__":
    words = sys.argv[1:]
    only = words[words.index("-k") + 1] if "-k" in words else None
    sys.exit(main(words[0], [w for w in words[1:] if w.endswith(".txt")], only, "-v" in words))
