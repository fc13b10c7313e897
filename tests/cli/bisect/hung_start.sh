# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
# A run that hangs, of which the start alone was recorded: a change with which it ends is a perhaps, and none that only
# takes a wait away.
packed_start a 301
"$TT_REPLAY" import a -o a.ttcap
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
