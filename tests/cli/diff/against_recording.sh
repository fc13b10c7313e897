# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A capture and the bundle that it is made of: the same end; then one byte of it is another.
packed a
run_of a
"$TT_REPLAY" diff a.db --against a.ttcap
echo "exit $?"
"$TT_REPLAY" diff a.db --against a
echo "exit $?"
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" diff a.db --against a
echo "exit $?"
