# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The same capture gives the same rows; only the duration may differ.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db >/dev/null
"$TT_REPLAY" replay a.ttcap -o b.db >/dev/null
"$TT_REPLAY" diff a.db >a.txt
"$TT_REPLAY" diff b.db >b.txt
cmp a.txt b.txt && "$TT_REPLAY" audit a.db --json >a.json && "$TT_REPLAY" audit b.db --json >b.json && cmp a.json b.json
