# SPDX-License-Identifier: Apache-2.0
# A capture holds the readings it was made with: replayed, it is the same, by whichever readings it was made.
cp "$FIXTURES/program/program.elf" .
for reading in "" "--variant silicon" "--variant pack.bfp.round=truncate"; do
    "$TT_REPLAY" run --arch blackhole --elf t0=program.elf --poke 0x20000=0x1234 --poke 0x20004=5@20 $reading -o ran.ttcap --force >/dev/null
    "$TT_REPLAY" info ran.ttcap | sed -n '/^tags/,/^[a-su-z]/p' | grep -v '^[a-su-z]'
    "$TT_REPLAY" replay ran.ttcap -o run.db >/dev/null
    "$TT_REPLAY" diff run.db | sed -n '2,4p'
    rm run.db
    for verb in replay "bisect --budget 2" "explain --budget 2"; do
        "$TT_REPLAY" $verb ran.ttcap | grep '  readings '
    done
done
