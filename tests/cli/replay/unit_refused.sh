# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --unit pack,toaster
echo $?
ls -A
