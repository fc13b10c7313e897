# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Another reading of one step shows as a difference, and the run says which it was.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" diff a.db | sed -n 2,4p
