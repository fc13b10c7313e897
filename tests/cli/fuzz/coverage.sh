# SPDX-License-Identifier: Apache-2.0
# lane: night
# Every instruction that the tile executes is drawn, but for those whose every word is unsupported work; with --undefined
# those too.
for chip in blackhole wormhole_b0; do
    "$TT_REPLAY" fuzz --coverage --chip $chip --count 1500 >text
    grep instructions text | tail -1
    awk '$2 == 0' text
    "$TT_REPLAY" fuzz --coverage --undefined --chip $chip --count 600 | grep instructions
    "$TT_REPLAY" fuzz --coverage --chip $chip --count 40 --json | "$SCHEMA_CHECK" "$SCHEMAS/fuzz.schema.json"
done
