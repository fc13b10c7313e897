# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A database that is there stays, unless --force.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
echo precious >a.db
"$TT_REPLAY" replay a.ttcap -o a.db
code=$?
cat a.db
"$TT_REPLAY" replay a.ttcap -o a.db --force >/dev/null || exit
head -c 15 a.db
echo
ls -A
exit $code
