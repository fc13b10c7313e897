# SPDX-License-Identifier: Apache-2.0
# In the last third of the file: events are whole, checkpoints are lost.
. "$FIXTURES/lib.sh"
packed packed
"$TT_REPLAY" import packed -o packed.ttcap
head -c 1200 packed.ttcap >cut.ttcap
"$TT_REPLAY" verify cut.ttcap >out.txt
echo "exit $?"
sed 's/byte [0-9]* of/byte N of/' out.txt
