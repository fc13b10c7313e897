# SPDX-License-Identifier: Apache-2.0
# A core that comes to what nothing here runs stops the replay there: by name, address and instruction.
word() { printf "\\$(printf %03o $((0x$1 & 255)))\\$(printf %03o $((0x$1 >> 8 & 255)))\\$(printf %03o $((0x$1 >> 16 & 255)))\\$(printf %03o $((0x$1 >> 24 & 255)))"; }
# boot NAME WORD...: core t1 runs the words from 0xa000 on.
boot() {
    name=$1
    shift
    mkdir "$name"
    for code in "$@"; do word "$code"; done >"$name/code.bin"
    cat >"$name/bundle.json" <<JSON
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "$name", "description": "one core",
 "source": {"kind": "simulator"}, "tags": [], "boot": [{"core": "t1", "pc": 40960}], "events": null,
 "checkpoints": [{"id": "begin", "after_event": -1, "regions": [{"name": "l1", "addr": 40960, "file": "code.bin"}]}]}
JSON
    "$TT_REPLAY" import "$name" -o "$name.ttcap" >/dev/null
    "$TT_REPLAY" replay "$name.ttcap" --order firmware --max-steps 100000 -o "$name.db"
    echo "exit $?"
}
boot address FFB132B7 0002A303 # lui t0,0xffb13; lw t1,0(t0)
boot misaligned 00100293 0002A303 # li t0,1; lw t1,0(t0)
boot debugger 00100073 # ebreak
boot counts 00130313 FFDFF06F # addi t1,t1,1; j back: for ever, and never the same
boot loops 00000013 FFDFF06F # nop; j back
boot nowhere 00000067 # jr zero
