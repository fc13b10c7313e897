# SPDX-License-Identifier: Apache-2.0
# lane: change
# Two cores, of which one waits for ever for a word of L1: the other's store went elsewhere, by several bits of a number;
# or it branched around its store; or what the one waits for is there, and it goes on to wait.
mkdir -p a/begin
boot() {
    cat >a/bundle.json <<END
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "$1", "source": {"kind": "emulator"},
 "boot": [{"core": "t0", "pc": 24576}, {"core": "t1", "pc": 40960}], "events": "events.jsonl", "checkpoints": [
  {"id": "begin", "after_event": -1, "regions": [{"name": "l1", "addr": 24576, "file": "begin/t0.bin"},
   {"name": "l1", "addr": 40960, "file": "begin/t1.bin"}, {"name": "l1", "addr": 81920, "file": "begin/flags.bin"}]}]}
END
    "$TT_REPLAY" import a -o a.ttcap --force >/dev/null
    "$TT_REPLAY" bisect a.ttcap --order firmware | grep -A 2 ' cause \| perhaps \| either \| or  ' | grep -v '^--'
}
: >a/events.jsonl
python3 - <<'END'
import struct
def code(name, *words):
    open(f"a/begin/{name}.bin", "wb").write(struct.pack(f"<{len(words)}I", *words))
open("a/begin/flags.bin", "wb").write(bytes(128))
# lui a5,0x24; li a4,1; sw a4,72(a5); itself
code("t0", 0x000247B7, 0x00100713, 0x04E7A423, 0x0000006F)
# lui a4,0x14; lw a5,72(a4); beqz back; itself
code("t1", 0x00014737, 0x04872783, 0xFE078EE3, 0x0000006F)
END
boot address
python3 - <<'END'
import struct
# lui a5,0x14; lw a4,0(a5), which holds 0; bnez a4 to itself behind the store, where beqz was meant; ... sw a5,72(a5)
words = (0x000147B7, 0x0007A703, 0x00070463, 0x04F7A423, 0x0000006F)
open("a/begin/t0.bin", "wb").write(struct.pack("<5I", *words))
END
boot branch
python3 - <<'END'
import struct
def code(name, *words):
    open(f"a/begin/{name}.bin", "wb").write(struct.pack(f"<{len(words)}I", *words))
# lui a5,0x14; li a4,1; sw a4,72(a5); itself
code("t0", 0x000147B7, 0x00100713, 0x04E7A423, 0x0000006F)
# lui a4,0x14; behind the store lw a5,72(a4); bnez back, where beqz was meant: what it waits for is there; itself
code("t1", 0x00014737, 0x13, 0x13, 0x13, 0x13, 0x04872783, 0xFE079EE3, 0x0000006F)
END
boot poll
python3 - <<'END'
import struct
# lui a4,0x14; li a5,1; sw a5,72(a4); lw a5,72(a4); bnez back, of its own flag; itself
open("a/begin/t1.bin", "wb").write(struct.pack("<6I", 0x00014737, 0x00100793, 0x04F72423, 0x04872783, 0xFE079EE3, 0x6F))
open("a/begin/t0.bin", "wb").write(struct.pack("<I", 0x6F))
END
boot own
