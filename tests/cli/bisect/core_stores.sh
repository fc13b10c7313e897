# SPDX-License-Identifier: Apache-2.0
# lane: change
# A store in a core's own code that has another register, or goes some words beside its place, or a small number that is
# another one: what differs in several bits of the instruction, and is one slip of its author.
mkdir -p a/begin a/end
python3 - <<'END'
import struct
code = [0x00020537, 0x00700593, 0x00900613, 0x00b52023, 0x02c52023, 0x0000006f]  # sw a1,0(a0) of 7; sw a2,32(a0) of 9
open("a/begin/code.bin", "wb").write(struct.pack("<6I", *code))
open("a/begin/out.bin", "wb").write(bytes(64))
for name, words in (("register", {0: 9, 32: 9}), ("place", {0: 7, 28: 9}), ("number", {0: 26, 32: 9})):
    held = bytearray(64)
    for at, value in words.items():
        struct.pack_into("<I", held, at, value)
    open(f"a/end/{name}.bin", "wb").write(held)
open("a/events.jsonl", "w")
END
for name in register place number; do
    cat >a/bundle.json <<END
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "$name", "source": {"kind": "emulator"},
 "boot": [{"core": "t0", "pc": 24576}], "events": "events.jsonl", "checkpoints": [
  {"id": "begin", "after_event": -1, "regions": [{"name": "l1", "addr": 24576, "file": "begin/code.bin"},
   {"name": "l1", "addr": 131072, "file": "begin/out.bin"}]},
  {"id": "end", "after_event": -1, "regions": [{"name": "l1", "addr": 131072, "file": "end/$name.bin"}]}]}
END
    "$TT_REPLAY" import a -o a.ttcap --force >/dev/null
    "$TT_REPLAY" bisect a.ttcap --order firmware | grep -A 2 ' cause \| perhaps \| either \| or  '
done
