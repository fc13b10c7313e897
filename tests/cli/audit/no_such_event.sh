# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" audit a.db --insn 1
echo $?
"$TT_REPLAY" audit a.db --packer 3
echo $?
"$TT_REPLAY" audit a.db --packer 4
echo $?
"$TT_REPLAY" audit a.db --tile 99
echo $?
