# SPDX-License-Identifier: Apache-2.0
# What macros scheduled, cycle by sub-unit: a public kernel's choice by a condition (tt-llk, ckernel_sfpu_where.h), in
# place, two rows; and what is left when too few words follow.
cat >words.txt <<'WORDS'
8a00300a
7b0000c6
8a0000d0
710a0004
71081300
91000040
710a0005
71080000
91000060
91077081
93060000
93860010
70060020
93060002
93860012
70060022
8f000000
8f000000
WORDS
"$TT_REPLAY" import --arch blackhole --stream 1=words.txt -o where.ttcap >/dev/null
"$TT_REPLAY" replay --order program where.ttcap -o where.db >/dev/null
"$TT_REPLAY" audit where.db --unit vector --insn 10 --rows 0:2 | sed -n '/Calendar/,$p'
"$TT_REPLAY" audit where.db --unit vector --insn 10 --json | "$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json"
sed '$d' words.txt | sed '$d' >few.txt
"$TT_REPLAY" import --arch blackhole --stream 1=few.txt -o few.ttcap >/dev/null
"$TT_REPLAY" replay --order program few.ttcap -o few.db >/dev/null
sqlite3 few.db "SELECT detail FROM finding f JOIN finding_kind k ON k.id = f.kind WHERE code = 'vector-macro-not-drained'"
