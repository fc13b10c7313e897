# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# One bit of one packed datum: nothing explains it, and the place is named.
packed a
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300
