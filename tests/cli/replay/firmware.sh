# SPDX-License-Identifier: Apache-2.0
# The cores run the code in L1: to the end, to a deadlock that is explained core by core, or until the steps are over.
cp "$TRACES"/firmware/*.ttcap .
"$TT_REPLAY" replay "k_relu_bf16_thr3.ttcap" --order firmware -o relu.db
"$TT_REPLAY" replay "k_copy_bf16_8.ttcap" --order firmware -o copy.db --record copy.ttcap | grep -E 'checkpoints|verdict'
"$TT_REPLAY" info copy.ttcap | grep -E '^replay|^cores|firmware order'
"$TT_REPLAY" replay copy.ttcap --order program -o program.db | grep verdict
"$TT_REPLAY" diff relu.db | head -2
"$TT_REPLAY" replay "hang_deadlock.ttcap" --order firmware -o deadlock.db
echo "exit $?"
"$TT_REPLAY" replay "hang_full_pipe.ttcap" --order firmware -o full.db
echo "exit $?"
"$TT_REPLAY" replay "hang_spin.ttcap" --order firmware --json -o spin.db >spin.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json" <spin.json
grep -E '"(place|instruction|for)"' spin.json
"$TT_REPLAY" replay "mmio_sem_all.ttcap" --order firmware --max-steps 300 -o steps.db | grep -A 4 -E 'deadlock|verdict'
"$TT_REPLAY" replay "k_relu_bf16_thr3.ttcap" --order firmware --unit pack -o units.db
echo "exit $?"
"$TT_REPLAY" replay "k_relu_bf16_thr3.ttcap" --order firmware --range 0:5 -o range.db
echo "exit $?"
"$TT_REPLAY" replay "k_relu_bf16_thr3.ttcap" --order firmware --max-steps 0 -o none.db
echo "exit $?"
ls *.db
