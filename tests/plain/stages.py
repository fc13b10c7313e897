#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stages.py TT-REPLAY TRACES PAGE: a stage of each unit, by plain SQL and by `audit`, value by value; PAGE names them all.

Of each kernel and unit, the first instruction of every mnemonic that has stages. XMOV, which no kernel has, is a capture of its own."""
import json
import math
import pathlib
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile

KERNELS = ["kernels/matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide.ttcap",
           "kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap", "kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap",
           "kernels/wormhole_datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap"]
UNITS = {"sync", "config", "scalar", "adc", "mover", "unpack0", "unpack1", "matrix", "vector", "pack"}
CFG_WORDS, REG6 = 224, 88  # of Blackhole: configuration words of a state, and the first of three that XMOV reads
failures, seen, named = [], set(), set()


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        failures.append(f"{words}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def number(text):
    return int(text.replace(":", ""), 16)


def of_audit(answer):
    """Stage, format, and the bits of each datum, a block datum with its exponent in front."""
    return [(stage["stage"], stage["format"], bool(stage["is_changed"]), [number(value["bits"]) for value in stage["values"]],
             [value["value"] for value in stage["values"]]) for stage in answer["stages"]]


def of_sql(bare, unit, instance, seq):
    stages = []
    for block, stage, form, is_changed in bare.execute(
            "SELECT block, stage, format, is_changed FROM v_stage WHERE seq = ? AND unit = ? AND instance = ? ORDER BY ordinal",
            (seq, unit, instance)):
        rows = bare.execute("SELECT bits, shared_exponent, value, format FROM v_datum WHERE block = ? ORDER BY datum",
                            (block,)).fetchall()
        width = 4 if form.startswith(("BFP4", "BFP2")) else 8
        bits = [bits if shared is None else (shared << width) | bits for bits, shared, _, _ in rows]
        stages.append((stage, form, bool(is_changed), bits, [value for _, _, value, _ in rows]))
    return stages


def same_value(said, found):
    if found is None:
        return said.endswith("nan")
    return math.isclose(float(said), float(found), rel_tol=1e-2)  # audit rounds to as many digits as the format needs


def hold(path, bare, unit, mnemonic, seq):
    answer = json.loads(run(tool, "audit", path, "--unit", unit, "--insn", seq, "--json"))
    named.update((unit, stage) for stage in answer["not_at_work"] + [stage["stage"] for stage in answer["stages"]])
    audit, sql = of_audit(answer), of_sql(bare, unit, answer["packer"], seq)
    if [stage[:4] for stage in audit] != [stage[:4] for stage in sql]:
        failures.append(f"{path.name}: {mnemonic} at {seq}: audit {audit}, SQL {sql}"[:2000])
    for one, other in zip(audit, sql):
        if one[1] not in ("ADDRESS", "EXPONENT", "WORD") and not all(map(same_value, one[4], other[4])):
            failures.append(f"{path.name}: {mnemonic} at {seq}: values of {one[0]}: " + str([pair for pair in zip(one[4], other[4]) if not same_value(*pair)]))
    seen.add(unit)


def hold_run(path):
    with sqlite3.connect(path) as bare:
        for unit, mnemonic, seq in bare.execute(
                "SELECT s.unit, i.mnemonic, min(s.seq) FROM v_stage s JOIN v_instruction i ON i.seq = s.seq AND i.unit = s.unit "
                "GROUP BY s.unit, i.mnemonic").fetchall():
            hold(path, bare, unit, mnemonic, seq)


def words(bare, seq, unit):
    """Of a unit of words: its values by stage."""
    return {stage: values for stage, _, _, values, _ in of_sql(bare, unit, 0, seq)}


def worked_out(path):
    """Stages against the words themselves: what a reader would expect of a kernel."""
    with sqlite3.connect(path) as bare:
        fields = {}
        for seq, mnemonic, field, value in bare.execute(
                "SELECT i.seq, i.mnemonic, o.field, o.value FROM v_instruction i JOIN operand o USING (word) WHERE i.mnemonic IN "
                "('SETC16', 'RMWCIB0', 'SEMPOST', 'SEMGET', 'STALLWAIT', 'SETDMAREG', 'SETADCXX', 'SETRWC')"):
            fields.setdefault((mnemonic, seq), {})[field] = value
        for (mnemonic, seq), field in fields.items():
            if mnemonic == "SETC16":
                good = words(bare, seq, "config")
                good = good["mask"] == [0xFFFF] and good["new"] == [field["setc16_value"]]
            elif mnemonic == "RMWCIB0":
                found = words(bare, seq, "config")
                old, mask, new = found["old"][0], found["mask"][0], found["new"][0]
                good = mask == field["mask"] and new == old & ~mask | field["data"] & mask
            elif mnemonic in ("SEMPOST", "SEMGET"):
                found, step = words(bare, seq, "sync"), 1 if mnemonic == "SEMPOST" else -1
                good = found["after"] == [max(0, min(15, value + step)) for value in found["before"]]
                good = good and len(found["before"]) == bin(field["sem_sel"]).count("1")
            elif mnemonic == "STALLWAIT":
                good = words(bare, seq, "sync") == {"waited_for": [field["wait_res"]]}
            elif mnemonic == "SETADCXX":
                units = bin(field["cnt_set_mask"]).count("1")
                found = words(bare, seq, "adc")
                good = found["after"] == [field["x_start"]] * units + [field["x_end2"] & 0x3FF] * units == found["carry"]
            elif mnemonic == "SETRWC":
                found, counters = words(bare, seq, "adc"), ("srca", "srcb", "dst", "fidelity", "bias")
                good = [len(found[stage]) for stage in ("before", "after", "carry")] == [5, 5, 3]
                for name, old, new in bare.execute("SELECT field, old, new FROM v_field_writes WHERE seq = ? AND field GLOB 'rwc.*'", (seq,)):
                    counter = name.split(".")[2]
                    if counter.endswith("_cr"):
                        good = good and found["carry"][counters.index(counter[:-3])] == new
                    else:
                        good = good and [found[stage][counters.index(counter)] for stage in ("before", "after")] == [old, new]
            else:
                found = words(bare, seq, "scalar")
                payload = field["payload_sig_sel"] | field["payload_sig_sel_size"] << 14
                good = field["set_signals_mode"] or found["operands"][0] == payload
                writes = bare.execute("SELECT after FROM v_access WHERE seq = ? AND space = 'gpr' AND what = 'write'", (seq,))
                good = good and found["result"] == [struct.unpack("<I", bytes.fromhex(after))[0] for (after,) in writes]
            if not good:
                failures.append(f"{path.name}: {mnemonic} {field} at {seq}: stages do not follow")
        names = bare.execute("SELECT field, old, new FROM v_field_writes WHERE field GLOB 'sem.*.value' AND old <> new").fetchall()
        if not names:
            failures.append(f"{path.name}: no semaphore's value in v_field_writes")


def mover(folder):
    """XMOV copies 64 bytes, and again fills with zeros."""
    data = bytes(range(64))
    (folder / "in.bin").write_bytes(data)
    (folder / "words.txt").write_text("0x40000000\n")
    for mode in (0, 3):
        cfg = [0] * (2 * CFG_WORDS)
        cfg[REG6 : REG6 + 3] = [0x1000 >> 4, 0x2000 >> 4, len(data) >> 4 | mode << 30]
        (folder / "cfg.bin").write_bytes(struct.pack(f"<{len(cfg)}I", *cfg))
        capture, path = folder / f"mover{mode}.ttcap", folder / f"mover{mode}.db"
        run(tool, "import", "--arch", "blackhole", "--source", "simulator", "--name", "mover", "--cfg", folder / "cfg.bin",
            "--l1", f"0x1000={folder / 'in.bin'}", "--stream", f"0={folder / 'words.txt'}", "-o", capture)
        run(tool, "replay", capture, "--plain", "-o", path)
        hold_run(path)
        with sqlite3.connect(path) as bare:
            read = list(struct.unpack("<16I", data))
            wanted = {"read": read, "format": read, "write": read} if mode else {"format": [0] * 16, "write": [0] * 16}
            if words(bare, 0, "mover") != wanted:
                failures.append(f"mode {mode} of the mover: {words(bare, 0, 'mover')}")


tool, traces, page = (pathlib.Path(word) for word in sys.argv[1:4])
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for nth, kernel in enumerate(KERNELS):
        path = folder / f"run{nth}.db"
        run(tool, "replay", traces / kernel, "--plain", "-o", path)
        hold_run(path)
        worked_out(path)
    mover(folder)
on_page = {(unit, stage) for units, stages in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ((?:`\w+`[^|`]*)+)\|", page.read_text(), re.M)
           for unit in re.findall(r"`(\w+)`", units) for stage in re.findall(r"`(\w+)`", stages)}
if on_page != named:
    failures.append(f"{page}: stages {sorted(on_page ^ named)} are on one side alone")
if UNITS - seen:
    failures.append(f"no stage of {UNITS - seen}")
print("\n".join(failures[:20]) if failures else "the same")
sys.exit(1 if failures else 0)
