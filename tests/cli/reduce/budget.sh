# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" reduce a.ttcap --check "exit 7 # {}" --status 7 --budget 1 -o min.ttcap
