# SPDX-License-Identifier: Apache-2.0
# lane: commit
# One core clears debug bit 11 at its start, another sets it for its words: in another order it is clear behind them (tt-metal#41163).
. "$FIXTURES/lib.sh"
pushed bit <<'WORDS'
1 SFPLOAD instr_mod0=6
1 SFPSTORE instr_mod0=6
WORDS
edit bit/events.jsonl -e 's/"i":1,/"i":3,/' -e 's/"i":0,/"i":2,/' \
    -e '1i {"i":0,"k":"mmio","a":4289798248,"v":0,"t":0}\n{"i":1,"k":"mmio","a":4289798248,"v":2048,"t":1}'
"$TT_REPLAY" import bit -o bit.ttcap >/dev/null
"$TT_REPLAY" schedules bit.ttcap
