# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" diff a.db --evidence simulator | head -n 4
"$TT_REPLAY" diff a.db --evidence maker | head -n 7
"$TT_REPLAY" diff a.db --evidence maker --json | grep "\"verdict\""
"$TT_REPLAY" diff a.db --evidence rumour
"$TT_REPLAY" diff a.db --evidence maker >/dev/null
