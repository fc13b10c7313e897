# SPDX-License-Identifier: Apache-2.0
# An address without 0x may be meant either way, wherever one is given: it is asked about.
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
"$TT_REPLAY" replay case.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:60000-60800 -o a.npy
echo "exit $?"
"$TT_REPLAY" export run.db --region l1:0x60000-60800 -o a.npy
echo "exit $?"
"$TT_REPLAY" export run.db --region l1:0x60040-0x60440 --format bfp8 --exponents 60000 -o a.npy
echo "exit $?"
"$TT_REPLAY" diff run.db --expect run.db --at l1:0x60040 --format bfp8 --exponents 60000
echo "exit $?"
"$TT_REPLAY" dump case.ttcap --memory 60000:16
echo "exit $?"
"$TT_REPLAY" dump case.ttcap --memory 5ffc0:16
echo "exit $?"
"$TT_REPLAY" dump case.ttcap --memory 0:16
echo "exit $?"
