# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
run_of a
bundle b
edit b/bundle.json "s/blackhole/wormhole_b0/"
"$TT_REPLAY" diff a.db --against gone
echo "exit $?"
echo text >c
"$TT_REPLAY" diff a.db --against c
echo "exit $?"
cp "$TRACES/kernels/wormhole_datacopy_u16_nice.ttcap" w.ttcap
"$TT_REPLAY" diff a.db --against w.ttcap
echo "exit $?"
