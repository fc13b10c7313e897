# SPDX-License-Identifier: Apache-2.0
# lane: night
# What a simulator leaves, held against what a chip leaves: the cause is an erratum, and is named as one. SFPSWAP of equal
# negative values with indices, VC L0, VD L1, form 1: a chip exchanges L4 and L5 (SL-047).
mkdir -p case/end
cat >case/bundle.json <<'JSON'
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "swap", "source": {"kind": "emulator"},
 "events": "events.jsonl", "checkpoints": [{"id": "begin", "after_event": -1, "regions": []},
  {"id": "end", "after_event": 6, "regions": [{"name": "lreg", "file": "end/lreg.bin"}]}]}
JSON
i=0
for word in 1895956484 2432696560 1895874848 1896923424 1900150785 1901199362 2449473553; do
    printf '{"i": %s, "k": "exec", "t": 1, "w": %s}\n' $i $word
    i=$((i + 1))
done >case/events.jsonl
# lanes BYTES: a register that is the same in all lanes.
lanes() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32; do
        printf "$1"
    done
}
{
    lanes '\000\000\040\301' && lanes '\000\000\040\301' && lanes '\000\000\000\000' && lanes '\000\000\000\000'
    lanes '\001\000\000\000' && lanes '\002\000\000\000' && lanes '\000\000\000\000' && lanes '\000\000\000\000'
    lanes '\113\131\126\077' && lanes '\000\000\000\000' && lanes '\000\000\200\077' && lanes '\000\000\200\277'
    lanes '\000\000\000\073' && lanes '\307\304\054\277' && lanes '\371\217\260\276'
    for lane in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31; do
        printf "\\$(printf %03o $((2 * lane)))\\000\\000\\000"
    done
} >case/end/lreg.bin
"$TT_REPLAY" import case -o case.ttcap >/dev/null
"$TT_REPLAY" bisect case.ttcap | sed -n '/cause/,$p'
"$TT_REPLAY" bisect case.ttcap --json >case.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <case.json
grep -c '"erratum": "ttsim issue 12' case.json
