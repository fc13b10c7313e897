# SPDX-License-Identifier: Apache-2.0
# lane: night
# Two threads store to one word of L1, and nothing orders them: the device came to the end that rounds do not.
. "$FIXTURES/lib.sh"
pushed race <<'WORDS'
0 SETDMAREG reg_index16b=8 payload_sig_sel=4369
0 SETDMAREG reg_index16b=12 payload_sig_sel=4096
0 SETDMAREG reg_index16b=13 payload_sig_sel=0
0 STOREIND mem_hier_sel=1 size_sel=1 data_reg_index=4 addr_reg_index=6
1 SETDMAREG reg_index16b=8 payload_sig_sel=8738
1 SETDMAREG reg_index16b=12 payload_sig_sel=4096
1 SETDMAREG reg_index16b=13 payload_sig_sel=0
1 NOP
1 STOREIND mem_hier_sel=1 size_sel=1 data_reg_index=4 addr_reg_index=6
WORDS
printf '\021\021' >race/held.bin
edit race/bundle.json 's/"regions": \[\]}\]/"regions": []}, {"id": "end", "after_event": 8, "regions": [{"name": "l1", "addr": 65536, "file": "held.bin"}]}]/'
"$TT_REPLAY" import race -o race.ttcap >/dev/null
"$TT_REPLAY" bisect race.ttcap
echo "exit $?"
"$TT_REPLAY" bisect race.ttcap --json >race.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <race.json
grep -o -e '"order": "another order: thread .' race.json
