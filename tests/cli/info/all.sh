# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# --all lists every checkpoint; here there are no more than are listed anyway.
bundle small
"$TT_REPLAY" import small -o small.ttcap >/dev/null
"$TT_REPLAY" info small.ttcap >few
"$TT_REPLAY" info small.ttcap --all >all
cmp few all && echo the same
