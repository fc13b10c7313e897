# SPDX-License-Identifier: Apache-2.0
# Who ended each wait, and where nothing can go on who would have to.
# lane: change
cp "$TRACES/kernels/wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap" run.ttcap
cp "$TRACES/firmware/hang_deadlock.ttcap" hang.ttcap
"$TT_REPLAY" replay run.ttcap --order program -o run.db >/dev/null
"$TT_REPLAY" sql run.db "SELECT thread, is_core, what, releaser, releaser_seq BETWEEN first_seq AND last_seq FROM wait ORDER BY id"
for order in program firmware; do
    "$TT_REPLAY" replay hang.ttcap --order $order -o $order.db --json | grep -A2 -E '"(who|releasers)"'
    "$TT_REPLAY" sql $order.db 'SELECT who, substr(what, 1, 20), releaser FROM stuck'
done
# What a word of the pipe that is named did at that step ended the wait.
"$TT_REPLAY" sql run.db "SELECT substr(w.what, 1, 20), i.thread, i.text FROM wait w JOIN v_instruction i ON i.seq = w.releaser_seq WHERE NOT w.is_core"
