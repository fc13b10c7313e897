# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A kernel that orders itself ends the same in every order; with a budget that is too small not all are said to be tried.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap --budget 40
"$TT_REPLAY" schedules a.ttcap --budget 1
