# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A kernel that orders itself ends the same in every order.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap --budget 40
