# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Events before the range run unseen; what it ends before is not held.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --range :300
"$TT_REPLAY" replay a.ttcap -o b.db --range 300:
"$TT_REPLAY" replay a.ttcap -o c.db --range 9:8
echo $?
"$TT_REPLAY" replay a.ttcap -o c.db --range 5000:
echo $?
ls -A
