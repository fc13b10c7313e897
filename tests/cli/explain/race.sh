# SPDX-License-Identifier: Apache-2.0
# Where no order differs, a race of which nothing shows what it changes is said beside them.
. "$FIXTURES/lib.sh"
pushed early blackhole <<'WORDS'
0 UNPACR last=1 set_dat_valid=1
1 MOVD2A
WORDS
"$TT_REPLAY" import early -o early.ttcap >/dev/null
"$TT_REPLAY" explain early.ttcap | grep -A 3 '  orders'
# A finding's sentence is said to its end, however long the names in it are.
pushed long blackhole <<'WORDS'
2 SETDMAREG reg_index16b=57 payload_sig_sel=10
2 WRCFG cfg_reg=24 gpr_address=28
WORDS
"$TT_REPLAY" import long -o long.ttcap >/dev/null
"$TT_REPLAY" explain long.ttcap | sed -n '/warning .*gpr-may/,/in between/p'
"$TT_REPLAY" replay long.ttcap --order program -o long.db >/dev/null
"$TT_REPLAY" audit --lint long.db --json | grep -c 'in between, as tt-metal PR#48585 puts it there"'
