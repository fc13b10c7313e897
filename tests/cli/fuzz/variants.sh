# SPDX-License-Identifier: Apache-2.0
# lane: night
# A reading is found in the first program that shows it, which becomes a few words, and bisect names it.
"$TT_REPLAY" fuzz --against variant:pack.l1.write_through=on --unit pack -o first.ttcap >text
echo "exit $?"
grep -E 'reduced|cause' text | sed 's/reduced *\([0-9]*\) of.*/reduced to \1/'
"$TT_REPLAY" bisect first.ttcap | grep cause
"$TT_REPLAY" fuzz --against variant:pack.l1.write_through=on --unit pack -o first.ttcap --force --json |
    "$SCHEMA_CHECK" "$SCHEMAS/fuzz.schema.json"
"$TT_REPLAY" fuzz --against variant:pack.l1.write_through=on --unit pack -o again.ttcap >/dev/null
cmp first.ttcap again.ttcap && echo same
