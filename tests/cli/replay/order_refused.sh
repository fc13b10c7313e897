# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order firmware
echo $?
# Program order has no event range.
"$TT_REPLAY" replay a.ttcap -o a.db --order program --range 0:10
echo $?
ls -A
