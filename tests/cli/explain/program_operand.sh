# SPDX-License-Identifier: Apache-2.0
# lane: change
# One bit of an operand that the host wrote to DRAM is another. A sum of products comes from many bytes of one write: all
# are named as one step, and the bit's byte is among them.
zstd -dcq "$TRACES/programs/wormhole_grid_matmul.trace.zst" >good.wire
cat >plant.py <<'END'
import json, re, subprocess, sys
lines = open("good.wire").read().split("\n")
writes = [i for i, line in enumerate(lines) if line.startswith("WRITE core=0,11") and "size=2048" in line]
def bytes_of(text):
    """All numbers of "5 to 485 by 32, 1029-1030"."""
    found = set()
    for part in text.split(", "):
        one, stride = (part.split(" by ") + ["1"])[:2]
        first, last = ([int(end) for end in (text.split("-") * 2)[:2]] for text in (one.split(" to ") * 2)[:2])

        for start in range(first[0], last[0] + 1, int(stride)):
            found |= set(range(start, start + first[1] - first[0] + 1))
    return found
for nth, byte, bit in ((0, 5, 3), (0, 135, 6), (1, 541, 3), (1, 41, 6)):
    at = writes[nth]
    head, data = lines[at].split("data=")
    data = bytearray.fromhex(data)
    data[byte] ^= 1 << bit
    open("bad.wire", "w").write("\n".join([*lines[:at], head + "data=" + data.hex(), *lines[at + 1:]]))
    subprocess.run([*sys.argv[1:], "import", "--wire", "bad.wire", "-o", "bad", "--force"], check=True)
    said = json.loads(subprocess.run([*sys.argv[1:], "explain", "bad", "--budget", "1", "--json"], capture_output=True).stdout)
    steps = [step for cause in said["causes"] for step in cause["steps"] if step["how"].startswith("the host's write")]
    named = [(int(re.search(r"line (\d+)", step["how"])[1]), step.get("bytes") or step["how"].rsplit("byte ")[-1]) for step in steps]
    ours = [found for found in named if found[0] == at + 1]
    print(said["verdict"], "line of the write named:", len(ours) > 0, "with its byte:", any(byte in bytes_of(found[1]) for found in ours))
END
python3 plant.py "$TT_REPLAY"
"$TT_REPLAY" explain bad --budget 400 | sed -n '3,22p'
