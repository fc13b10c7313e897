# SPDX-License-Identifier: Apache-2.0
# A database whose values this build would not compute, or that holds another capture than it names, shows none.
# lane: change
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" a.ttcap
cp "$TRACES/kernels/wormhole_datacopy_u2d_bfp8_bfp8_tiny.ttcap" b.ttcap
"$TT_REPLAY" replay a.ttcap -o digest.db >/dev/null
cp digest.db capture.db
sqlite3 digest.db "UPDATE run SET digest = 1"
sqlite3 capture.db "UPDATE capture SET bytes = readfile('b.ttcap')"
"$TT_REPLAY" audit digest.db
echo "exit $?"
"$TT_REPLAY" why capture.db l1:0x60000
echo "exit $?"
