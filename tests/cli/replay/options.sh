# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
kernel=$TRACES/kernels/datacopy_u16_rand.ttcap
says replay a.ttcap -o a.db --order sideways
says replay a.ttcap
says replay a.ttcap -o same --record same
# Without any data unit the control units run alone, and what the others make is the recording's.
"$TT_REPLAY" replay "$kernel" --unit none -o none.db | sed -n 1,3p
# Which word of L1 makes the next checkpoint is of firmware order.
"$TT_REPLAY" replay "$kernel" -o word.db --checkpoint-word 0x14020 | sed -n 1,3p
