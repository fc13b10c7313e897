#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Circular buffers (R54): B and NC fill and empty them, examples/add_pages unpacks, adds and packs what is in them; pages
# are counted in registers of streams by stores of cores and by STOREREG. Run by the five cores, and what is recorded of
# it replayed in every order.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay OPERANDS=build/dev/tests/firmware/operands sh tests/firmware/pages.sh
#
# Exit 77 (skipped) without a compiler for the cores.
set -eu
. "$(dirname "$0")/lib.sh"

# program NAME CORE CODE SOURCE
program() {
    compile -DCORE=$2 -Wl,--defsym=CODE=$3 -T "$example/link.ld" "$4" -o "$1.elf"
}
program b 0 0x1000 "$here/feeders.c"
program t0 0 0x4000 "$example/kernel.c"
program t1 1 0x6000 "$example/kernel.c"
program t2 2 0x8000 "$example/kernel.c"
program nc 4 0x12000 "$here/feeders.c"
"$OPERANDS" a.bin b.bin sum.bin 7

# capture NAME CORE...: with the programs of these cores.
capture() {
    name=$1
    shift
    elves=
    for core; do
        elves="$elves --elf $core=$core.elf"
    done
    # shellcheck disable=SC2086 # words on purpose
    "$TT_REPLAY" import --arch blackhole --source simulator --name pages $elves \
        --l1 0x20000=a.bin --l1 0x40000=b.bin --at end --l1 0x60000=sum.bin -o "$name.ttcap" >/dev/null
}

capture pages b nc t0 t1 t2
"$TT_REPLAY" replay pages.ttcap --order firmware -o pages.db --record recorded.ttcap
"$TT_REPLAY" diff pages.db >/dev/null || { echo "the sums are not what they should be"; exit 1; }
for order in executed program firmware; do
    "$TT_REPLAY" replay recorded.ttcap --order $order -o $order.db >said || { cat said; exit 1; }
    "$TT_REPLAY" diff $order.db >/dev/null || { echo "what was recorded ends elsewhere in $order order"; exit 1; }
done
# One: a field of the stock start-up that no unit reads.
grep -q 'findings *1' said || { cat said; exit 1; }
"$TT_REPLAY" audit firmware.db --lint | grep -q field-without-effect
# Who waits for a page is in the recording: T0 for what B put in, B for what STOREREG took out.
"$TT_REPLAY" dump recorded.ttcap --kind semr >reads
grep -q 'T0  semr  \[0xffb40028\] was 0x00000007' reads || { cat reads; exit 1; }
grep -q -e '-   semr  \[0xffb40020\] was' reads || { cat reads; exit 1; }

# Without the reader of the sums the ring fills up: a hang, reported by buffer and core.
capture stuck b t0 t1 t2
code=0
"$TT_REPLAY" replay stuck.ttcap --order firmware -o stuck.db >said || code=$?
[ $code = 1 ] || { cat said; echo "exit $code, not 1"; exit 1; }
tr -s ' \n' ' ' <said | grep -q 'core t2 .* waits for more pages taken out of circular buffer 16; it stands at 0' || { cat said; exit 1; }
