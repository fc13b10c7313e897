# SPDX-License-Identifier: Apache-2.0
# lane: change
# An option whose value may be left out takes one behind '=' alone: a word that follows it is taken for another capture.
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
"$TT_REPLAY" dump case.ttcap --events 10:12
echo "exit $?"
"$TT_REPLAY" dump case.ttcap --events=10:12
