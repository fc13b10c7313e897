# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
echo "no database" >a.db
"$TT_REPLAY" diff a.db
echo $?
"$TT_REPLAY" diff nowhere.db
echo $?
