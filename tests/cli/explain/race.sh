# SPDX-License-Identifier: Apache-2.0
# Where no order differs, a race of which nothing shows what it changes is said beside them.
. "$FIXTURES/lib.sh"
pushed early blackhole <<'WORDS'
0 UNPACR last=1 set_dat_valid=1
1 MOVD2A
WORDS
"$TT_REPLAY" import early -o early.ttcap >/dev/null
"$TT_REPLAY" explain early.ttcap | grep -A 3 '  orders'
