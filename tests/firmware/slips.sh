#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One line of a kernel's source is wrong, and an array says what should have come out: bisect names the line, and what it would
# have to be, or, where something is missing, the line behind or before which it belongs.
#
#     TT_REPLAY=build/release/src/cli/tt-replay OPERANDS=build/release/tests/firmware/operands sh tests/firmware/slips.sh
#
# Exit 77 (skipped) without a compiler for the cores.
set -eu
. "$(dirname "$0")/lib.sh"
"$OPERANDS" a.bin b.bin sum.bin 6
bad=0

# build FOLDER: the example, as it stands there, run on six pages.
build() {
    core=0
    for code in 0x4000 0x6000 0x8000; do
        # shellcheck disable=SC2086 # words on purpose
        (cd "$1" && "$cc" $machine -O2 -g -Wno-unused --param=min-pagesize=0 -T link.ld start.S kernel.c -DCORE=$core \
            -Wl,--defsym=CODE=$code -o t$core.elf)
        core=$((core + 1))
    done
    "$TT_REPLAY" run --arch blackhole --elf "t0=$1/t0.elf" --elf "t1=$1/t1.elf" --elf "t2=$1/t2.elf" --ring 6 \
        --cb 0=a.bin:raw/2048 --cb 1=b.bin:raw/2048 --cb "16=$1/sum.bin:raw/2048:6" --arg 6 -o "$1/run.ttcap" >"$1/said" || {
        cat "$1/said"
        exit 1
    }
}

# slip NAME FILE SED-EXPRESSION LINE CHANGE [ORDER]: among the lines that are named stands the one that has LINE in its text, and CHANGE is
# said of it.
slip() {
    order=${6:-executed}
    cp -R "$example" "$1"
    sed "$3" "$example/$2" >"$1/$2"
    cmp -s "$example/$2" "$1/$2" && { echo "$1: nothing was changed"; exit 1; }
    build "$1"
    "$TT_REPLAY" bisect "$1/run.ttcap" --order $order --expect sum.bin --at l1:0x26000 --max-time 60 >"$1/found" || [ $? = 1 ]
    sed -n '/^  cause  /,/^  diverges/p; /^  perhaps  /,/^  diverges/p' "$1/found" | tr -s '\n ' '  ' >"$1/cause"
    number=$(grep -nF "$4" "$1/kernel.c" | head -n 1 | cut -d : -f 1)
    # A .word has the line of the instruction before it.
    grep -q -e "kernel.c:$number in" -e "kernel.c:$((number - 1)) in" -e "kernel.c:$((number - 2)) in" "$1/cause" &&
        grep -qF -e "$5" "$1/cause" && return
    bad=1
    echo "$1: line $number, $5:"
    cat "$1/found"
}

slip subtracts tile.h 's/OP_ELWADD = 0x28/OP_ELWADD = 0x30/' 'TTINSN(OP(OP_ELWADD));' 'recorded as ELWSUB'
slip shorter kernel.c 's/i < 3; i++/i < 2; i++/' 'TTINSN(OP(OP_PACR));' 'lost before'
slip forgets kernel.c '/push(OP(OP_SETRWC) | 15);/d' 'TTINSN(OP(OP_ELWADD));' 'SETRWC bit_mask=15'
slip repeats kernel.c 's/bases\[2\] = {76, 124}/bases[2] = {76, 76}/' '| bases[i]);' 'cfg_reg 76, would be 124'
slip formats kernel.c 's/{70, 1 | BF16 << 4/{70, 1 | 1 << 4/' 'CFG(settings[i].word)' 'Out_data_format 1, would be 5'
slip steps kernel.c 's/SETC16(28, 8)/SETC16(28, 4)/' 'push(SETC16(28, 4));' 'DestIncr 4, would be 8'
slip masks kernel.c 's/{24, 0xFFFF}/{24, 0x7FFF}/' 'CFG(settings[i].word)' 'would be 0xffff'
slip clears kernel.c 's/1u << 7 | 1u << 15/1u << 15/' 'push(SETC16(13,' 'SrcACR=1 explains' firmware
grep -q 'the field held 0 instead of 1, as step [0-9]* left it' clears/cause || { cat clears/found; bad=1; }
exit $bad
