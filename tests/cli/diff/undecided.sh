# SPDX-License-Identifier: Apache-2.0
# What keeps bytes undecided: the inputs, the fewest spaces that would decide how many, the command, the dump to take.
cp "$TRACES/stripped/core_amo_share.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap --order firmware -o a.db --variant simulator >/dev/null
"$TT_REPLAY" diff a.db
"$TT_REPLAY" diff a.db --json | sed -n "/\"undecided\": {/,/^  }/p" | fold -w 80
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" b.ttcap
"$TT_REPLAY" replay b.ttcap --order firmware -o b.db --assume thread_cfg >/dev/null
"$TT_REPLAY" diff b.db | sed -n '/What keeps/,$p'
sqlite3 b.db 'SELECT count(*), min(hi - lo), max(hi - lo) FROM v_undecided WHERE NOT is_assumed AND input LIKE "cfg%"'
"$TT_REPLAY" why b.db l1:0x60000 | grep -A3 undecided
"$TT_REPLAY" why b.db l1:0x1400c | grep -A3 undecided
