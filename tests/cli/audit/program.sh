# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# In program order one push can become many words: what is counted is steps.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program >/dev/null
"$TT_REPLAY" audit a.db | sed -n 2p
"$TT_REPLAY" diff a.db >/dev/null
echo $?
