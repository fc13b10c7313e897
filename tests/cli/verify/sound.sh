# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" verify small.ttcap
