# SPDX-License-Identifier: Apache-2.0
# A bit of the manifest's text.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
poke small.ttcap 12 001
"$TT_REPLAY" verify small.ttcap
