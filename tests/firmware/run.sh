#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-replay run: the example of docs/how-to/run-a-kernel.md from ELF and arrays to arrays, with any seed; what it records
# replays in every order. Programs that need a host: a store in mid-run, an end at a value, a core that another lets go;
# and one that asks another tile, which is unsupported and no hang.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay OPERANDS=build/dev/tests/firmware/operands sh tests/firmware/run.sh
#
# Exit 77 (skipped) without a compiler for the cores.
set -eu
. "$(dirname "$0")/lib.sh"
fail() { echo "$*"; exit 1; }
core=0
for code in 0x4000 0x6000 0x8000; do
    compile -DCORE=$core -Wl,--defsym=CODE=$code -T "$example/link.ld" "$example/kernel.c" -o t$core.elf
    core=$((core + 1))
done
for what in 1 2 3 5; do
    compile -DWHAT=$what -Wl,--defsym=CODE=0x1000 -T "$here/host.ld" "$here/host.c" -o b$what.elf
done
compile -DWHAT=4 -Wl,--defsym=CODE=0x6000 -T "$here/host.ld" "$here/host.c" -o t1_held.elf
"$OPERANDS" a.bin b.bin sum.bin 7

# run OUT ARGUMENT...: the example.
run() {
    out=$1
    shift
    "$TT_REPLAY" run --arch blackhole --elf t0=t0.elf --elf t1=t1.elf --elf t2=t2.elf "$@" -o "$out.ttcap"
}
# replays NAME: the capture ends the same in every order, and says the same of it when it is recorded again.
replays() {
    for order in executed program firmware; do
        "$TT_REPLAY" replay "$1.ttcap" --order $order --record "$1.$order.ttcap" >said || { cat said; fail "$1, $order order"; }
        grep -q 'verdict *same' said || { cat said; fail "$1, $order order"; }
    done
    "$TT_REPLAY" dump "$1.ttcap" >events
    "$TT_REPLAY" dump "$1.firmware.ttcap" >again
    cmp events again || fail "$1: firmware order does other things than it did"
}

# The order in which pages come and go is the seed's; the sums are not.
for seed in 1 2 3 4; do
    run seed$seed --cb 0=a.bin:raw/2048 --cb 1=b.bin:raw/2048 --cb 16=out$seed.bin:raw/2048:7 --arg 7 --seed $seed >said ||
        { cat said; fail "seed $seed failed"; }
    cmp sum.bin out$seed.bin || fail "seed $seed: the sums are not what they should be"
done
grep -q 'buffer 16 *7 of 7 pages out, out4.bin' said || { cat said; exit 1; }
"$TT_REPLAY" dump seed1.ttcap >one
"$TT_REPLAY" dump seed2.ttcap >two
! cmp -s one two || fail "two seeds, one order"
replays seed1
replays seed4

# Values come out, and go in again.
run values --cb 0=a.bin:raw/2048 --cb 1=b.bin:raw/2048 --cb 16=sum.npy:bf16:7 --arg 7 --ring 5 >said
head -c 128 sum.npy | grep -q "'<f4', 'fortran_order': False, 'shape': (7, 32, 32)" || fail "sum.npy has another shape"
dd if=/dev/zero of=zero.bin bs=2048 count=7 2>/dev/null
run again --cb 0=sum.npy:bf16 --cb 1=zero.bin:raw/2048 --cb 16=same.bin:raw/2048:7 --arg 7 --ring 1 >said
cmp sum.bin same.bin || fail "values that went out and in again are others"
# Room for one page: who fills it may do so only once the unpackers are through with the one before.
replays again
# What everybody waits for is in the recording: there is no other order that can matter.
"$TT_REPLAY" schedules again.ttcap --budget 20 >said
grep -q 'none changes a byte of L1' said && grep -q 'schedules *1 tried' said || { cat said; fail "another order than that of the circular buffers is legal"; }

# A kernel that wants more pages than there are hangs, and who waits for which buffer is said.
code=0
run hang --cb 0=a.bin:raw/2048 --cb 1=b.bin:raw/2048 --cb 16=none.bin:raw/2048:8 --arg 8 >said || code=$?
[ $code = 1 ] || { cat said; fail "a hang: exit $code, not 1"; }
tr -s ' \n' ' ' <said | grep -q 'core t0 .* waits for more pages in circular buffer 0; it stands at 7' || { cat said; exit 1; }
[ ! -e none.bin ] || fail "an array that is not whole was written"

# A store in mid-run, and an end at a value while the core goes on for ever.
"$TT_REPLAY" run --arch blackhole --elf b=b1.elf --poke 0x15000=7@500 --poke '0x15000=8@0x15004==9' --until 0x15004=1 \
    -o asked.ttcap >said || { cat said; fail "store and end failed"; }
grep -q 'verdict *done: the word that was waited for has its value' said || { cat said; exit 1; }
replays asked
code=0
"$TT_REPLAY" run --arch blackhole --elf b=b1.elf --poke 0x15000=6@500 --until 0x15004=1 >said || code=$?
[ $code = 1 ] || { cat said; fail "a store that does not come: exit $code, not 1"; }

# A core that another lets go.
"$TT_REPLAY" run --arch blackhole --elf b=b3.elf --elf t1=t1_held.elf --hold t1 -o held.ttcap >said ||
    { cat said; fail "held core failed"; }
"$TT_REPLAY" info held.ttcap | grep -q 'cores *b from 0x1000$' || fail "the held core is booted"
replays held

# The counters wrap at 16 bits, and a data-movement kernel runs on either chip.
seq -f '%015.0f' 70000 >many.bin # 16 bytes each
for chip in blackhole wormhole_b0; do
    define=
    [ $chip = blackhole ] || define=-DWORMHOLE
    # shellcheck disable=SC2086 # nothing, or a word
    compile $define -march=rv32im -Wl,--defsym=CODE=0x4000 -T "$example/link.ld" "$here/copy.c" -o copy.elf
    rm -f copied.bin
    "$TT_REPLAY" run --arch $chip --elf b=copy.elf --cb 0=many.bin:raw/16 --cb 16=copied.bin:raw/16:70000 --arg 70000 \
        --ring 3 >said || { cat said; fail "70000 pages on $chip failed"; }
    cmp many.bin copied.bin || fail "70000 pages on $chip came out as others"
done
head -c 160 many.bin >few.bin
"$TT_REPLAY" run --arch wormhole_b0 --elf b=copy.elf --cb 0=few.bin:raw/16 --cb 16=copied10.bin:raw/16:10 --arg 10 -o wormhole.ttcap >said
cmp few.bin copied10.bin
replays wormhole

# Another tile is asked: unsupported, with what and by whom.
code=0
"$TT_REPLAY" run --arch blackhole --elf b=b2.elf >said || code=$?
[ $code = 3 ] || { cat said; fail "another tile: exit $code, not 3"; }
tr -s ' \n' ' ' <said | grep -q 'network 0, read of 64 bytes, x 5, y 6, address 0x1000: the other end is another tile' ||
    { cat said; exit 1; }
"$TT_REPLAY" run --arch blackhole --elf b=b2.elf --noc-xy 5,6 >said || { cat said; fail "the tile itself is asked failed"; }

# Unless its memory is there: what is read arrives, and again where the capture is run; what is written comes out.
head -c 64 many.bin >dram.bin
"$TT_REPLAY" run --arch blackhole --elf b=b2.elf --noc 5,6:0x1000=dram.bin -o served.ttcap >said || { cat said; fail "memory of another tile failed"; }
"$TT_REPLAY" dump served.ttcap --kind l1w | grep -q 'l1\[0x015000\] = 303030' || fail "what was read is not recorded"
replays served
"$TT_REPLAY" run --arch blackhole --elf b=b5.elf --noc 5,6:0x2000=written.bin:40 -o written.ttcap >said || { cat said; fail "a write to another tile failed"; }
[ "$(od -An -tx1 -v written.bin | tr -d ' \n')" = 02020202060606060a0a0a0a0e0e0e0e12121212161616161a1a1a1a1e1e1e1e0000000041424344 ] ||
    { od -tx1 written.bin; fail "what was written is something else"; }
replays written
code=0
"$TT_REPLAY" run --arch blackhole --elf b=b2.elf --noc 5,6:0x1001=dram.bin >said || code=$?
[ $code = 3 ] || fail "beyond the memory that is there: exit $code, not 3"
