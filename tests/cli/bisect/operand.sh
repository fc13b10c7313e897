# SPDX-License-Identifier: Apache-2.0
# lane: night
# A datum of L1 that a kernel worked on was recorded with another value, at the start and at the end: it is named, in text and
# in JSON; of one datum that differs it is only possible. Where the end holds the right value it says so itself, and that is
# tried. A datum that many results hang on is the cause.
. "$FIXTURES/lib.sh"
other_datum() { # KERNEL ADDR CHECKPOINT...: two bytes there, 0xc355
    kernel=$1 addr=$2
    shift 2
    printf '\125\303' >datum.bin
    for at in "$@"; do
        set -- "$@" --at "$at" --l1 "$addr=datum.bin"
        shift
    done
    "$TT_REPLAY" import "$TRACES/kernels/$kernel.ttcap" --override "$@" --force -o "$into.ttcap" >/dev/null
}
into=a
other_datum datacopy_u16_rand 0x20310 begin end
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
grep -A1 '"operand"' a.json
into=b
other_datum datacopy_u16_rand 0x20310 begin
"$TT_REPLAY" bisect b.ttcap | grep -A3 'cause\|perhaps'
other_datum wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice 0x20420 begin end
"$TT_REPLAY" bisect b.ttcap | grep -A4 'DIFFERS\|cause\|perhaps'
