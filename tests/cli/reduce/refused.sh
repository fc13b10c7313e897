# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
bundle a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" reduce a.ttcap --check "false {}" -o min.ttcap
echo "exit $?"
"$TT_REPLAY" reduce a.ttcap --check "true" -o min.ttcap
echo "exit $?"
"$TT_REPLAY" reduce a.ttcap --check "true {}" -o a.ttcap
echo "exit $?"
"$TT_REPLAY" reduce a.ttcap --check "true {}" -o no/such/folder.ttcap
echo "exit $?"
ls
