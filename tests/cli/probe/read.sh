# SPDX-License-Identifier: Apache-2.0
# lane: commit
# What the emulated tile answers is what it was made to be; the profile does the same as the variants.
"$TT_REPLAY" probe -o q --chip wormhole_b0 --draws 2 >/dev/null
"$TT_REPLAY" probe q --emulate a.json --variant pack.bfp.round=rne --variant matrix.elwmul.accumulate=bit21
"$TT_REPLAY" probe q --read a.json --write-profile card.json >text
echo "exit $?"
grep -E 'pack.bfp.round|elwmul|vector.swap' text
"$TT_REPLAY" probe q --read a.json --json | "$SCHEMA_CHECK" "$SCHEMAS/probe_answers.schema.json"
"$TT_REPLAY" probe q --emulate b.json --profile card.json
cmp a.json b.json && echo same
"$TT_REPLAY" census ELWADD --profile card.json --chip wormhole_b0 --second 0x0 --dst 32 | grep -c fp32
