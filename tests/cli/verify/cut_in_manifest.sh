# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
head -c 20 small.ttcap >cut.ttcap
"$TT_REPLAY" verify cut.ttcap | sed 's/of [0-9]*/of N/'
