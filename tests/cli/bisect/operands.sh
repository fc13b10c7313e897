# SPDX-License-Identifier: Apache-2.0
# lane: change
# One bit of three data of L1 was another one on the device: no change explains all, and each of these its part. The same in
# JSON. Where a whole datum is another one, that every input may be another one is no answer. An input of nothing but 0xff was
# written by nobody.
other_bits() { # OCTAL...: the upper byte of the datum at 0x20310, 0x20512, 0x20702
    set -- 0x20311 "$1" 0x20513 "$2" 0x20703 "$3"
    cp "$TRACES/kernels/datacopy_u16_rand.ttcap" b.ttcap
    while [ $# -gt 0 ]; do
        printf "\\$2" >byte.bin
        "$TT_REPLAY" import b.ttcap --override --at begin --l1 "$1=byte.bin" --force -o a.ttcap >/dev/null
        mv a.ttcap b.ttcap
        shift 2
    done
}
other_bits 024 206 054
"$TT_REPLAY" bisect b.ttcap --budget 6000 | grep -A 3 ' cause \| perhaps '
"$TT_REPLAY" bisect b.ttcap --budget 6000 --json >b.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <b.json
grep '"operand"' b.json
other_bits 074 206 054
"$TT_REPLAY" bisect b.ttcap --budget 6000 | grep -A 1 ' cause \| perhaps '
python3 -c 'open("blank.bin", "wb").write(b"\377" * 256)'
"$TT_REPLAY" import "$TRACES/kernels/datacopy_u16_rand.ttcap" --override --at begin --l1 0x20300=blank.bin --force \
    -o c.ttcap >/dev/null
"$TT_REPLAY" bisect c.ttcap --budget 20000 | grep -A 3 ' cause \| perhaps '
"$TT_REPLAY" bisect c.ttcap --budget 20000 --json | "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json"
