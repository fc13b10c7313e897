#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""causes.py TT-REPLAY TRACES [N]: in N shipped kernels a field of the configuration is another one than the device had; an agent
goes from the wrong number to the field by tools alone, and proves it. What it may not do is name another field."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from client import Client  # noqa: E402

# Fields of the packer, of the matrix unit and of the unpackers; the first that changes a kernel's output is planted there.
FIELDS = ("STACC_RELU_ApplyRelu=1", "STACC_RELU_ReluThreshold=16256", "ALU_ROUNDING_MODE_Bfp8_HF_round=1", "ALU_FORMAT_SPEC_REG1_SrcB=0",
          "THCON_SEC0_REG2_Shift_amount_cntx0=1", "THCON_SEC0_REG1_Pack_L1_Acc=1", "PCK0_ADDR_CTRL_XY_REG_0_Ystride=0",
          "PCK_EDGE_OFFSET_SEC0_mask=255", "ALU_ACC_CTRL_Zero_Flag_disabled_src=1", "THCON_SEC1_REG1_All_pack_disable_zero_compress=0")


def plant(tool, kernel, bad, turn):
    for i in range(len(FIELDS)):
        change = FIELDS[(turn + i) % len(FIELDS)]
        ended = subprocess.run([tool, "replay", kernel, "--set", change], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if ended.returncode == 1:
            subprocess.run([tool, "replay", kernel, "--set", change, "--record", bad, "--force"], stdout=subprocess.DEVNULL)
            if subprocess.run([tool, "replay", bad], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 1:
                return change
    return None


def conversation(client, planted):
    """named, unnamed or an error's text"""
    _, text, more = client.call("explain", capture="bad.ttcap", budget=3000)
    if more.get("exit_status") != 1:
        return f"explain ends {more}"
    found = json.loads(text)["bisect"]
    changes = [f"{one.get('field')}={one.get('value')}" for found_one in found["explanations"][:1] for one in found_one["changes"]]
    if found["cause"] != "explained": # several explain all: the field, and that the store of it came to nothing
        return "named" if any(one.split("=")[0] == planted.split("=")[0] for one in changes) else "unnamed"
    proof = [one for one in changes if "None" not in one]
    _, text, more = client.call("replay", capture="bad.ttcap", output="run.db", force=True)
    _, text, _ = client.call("diff", database="run.db", limit=1)
    first = json.loads(text)["differences"][0]
    _, text, _ = client.call("audit", database="run.db", insn=first["writer"]["event"])
    _, text, more = client.call("replay", capture="bad.ttcap", set=proof)
    if proof and more.get("exit_status") != 0:
        return f"{proof} is no proof"
    field = planted.split("=")[0]
    return "named" if any(one.split("=")[0] == field for one in changes) else f"another: {changes or found['explanations'][:1]}"


def main():
    tool, traces, most = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 20
    counts, wrong = {"named": 0, "unnamed": 0}, []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        client = Client(tool, root)
        for turn, kernel in enumerate(sorted((traces / "kernels").glob("*.ttcap"))[::60 // most][:most]):
            planted = plant(tool, kernel, root / "bad.ttcap", turn)
            if not planted:
                continue
            said = conversation(client, planted)
            print(f"{kernel.stem}: {planted}: {said}", flush=True)
            counts[said] = counts.get(said, 0) + 1
            wrong += [] if said in ("named", "unnamed") else [f"{kernel.stem}: {planted}: {said}"]
        client.end()
    print(counts)
    return 1 if wrong or counts["named"] < 0.8 * sum(counts.values()) or not counts["named"] else 0


sys.exit(main())
