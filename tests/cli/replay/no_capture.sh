# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
"$TT_REPLAY" replay nowhere.ttcap -o a.db
echo $?
"$TT_REPLAY" replay
echo $?
ls -A
