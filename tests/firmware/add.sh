#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A kernel from its source: compiled for the three cores, imported as ELF with its operands and the sum that was worked out
# apart, run from the first instruction, and held against that sum; what is recorded of the run replays to it as well.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay OPERANDS=build/dev/tests/firmware/operands sh tests/firmware/add.sh
#
# Exit 77 (skipped) without a compiler for the cores.
set -eu
. "$(dirname "$0")/lib.sh"
core=0
for code in 0x6000 0xA000 0xE000; do
    compile -DCORE=$core -Wl,--defsym=CODE=$code -T "$here/link.ld" "$here/kernel.c" -o t$core.elf
    core=$((core + 1))
done
"$OPERANDS" a.bin b.bin sum.bin

# capture NAME SUM: the programs, the operands and a sum to hold.
capture() {
    "$TT_REPLAY" import --arch blackhole --source simulator --name add --elf t0=t0.elf --elf t1=t1.elf --elf t2=t2.elf \
        --l1 0x20000=a.bin --l1 0x40000=b.bin --at end --l1 0x60000="$2" -o "$1.ttcap" >/dev/null
}

capture add sum.bin
"$TT_REPLAY" replay add.ttcap --order firmware -o add.db --record recorded.ttcap
"$TT_REPLAY" diff add.db >/dev/null || { echo "the sum is not what it should be"; exit 1; }
for order in executed program firmware; do
    "$TT_REPLAY" replay recorded.ttcap --order $order -o $order.db >/dev/null
    "$TT_REPLAY" diff $order.db >/dev/null || { echo "what was recorded ends elsewhere in $order order"; exit 1; }
done
"$TT_REPLAY" dump recorded.ttcap | grep -q 'PACR' || { echo "the recording holds no PACR"; exit 1; }

# A sum that is wrong in one byte is not taken for the right one.
cp sum.bin wrong.bin
printf '\377' | dd of=wrong.bin bs=1 seek=77 conv=notrunc 2>/dev/null
capture wrong wrong.bin
"$TT_REPLAY" replay wrong.ttcap --order firmware -o wrong.db >/dev/null || [ $? = 1 ]
code=0
"$TT_REPLAY" diff wrong.db >/dev/null || code=$?
[ $code = 1 ] || { echo "a wrong sum: exit $code, not 1"; exit 1; }

# bisect runs the programs, since there is nothing else in the capture, and comes to the instruction that wrote the byte.
"$TT_REPLAY" bisect wrong.ttcap --budget 400 >said || [ $? = 1 ]
grep -q 'order  *firmware' said && grep -q 'written by  *step [0-9]*, thread 2, packer 0: PACR' said || { cat said; exit 1; }
