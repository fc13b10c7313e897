# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The same kernel from what was pushed: the expanders run, and it ends as the device did.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program
"$TT_REPLAY" diff a.db
