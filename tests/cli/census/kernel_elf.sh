# SPDX-License-Identifier: Apache-2.0
# lane: change
# What is neither words nor a capture says how one is made.
cp "$FIXTURES/program/program.elf" .
"$TT_REPLAY" census --kernel program.elf --function exp
echo "exit $?"
"$TT_REPLAY" import --wire "$FIXTURES/program/two_tiles.wire" -o two
"$TT_REPLAY" census --kernel two --function exp
echo "exit $?"
