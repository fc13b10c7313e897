# SPDX-License-Identifier: Apache-2.0
# The tile before any event, by a replay: at a checkpoint's event it is what the device held; of silicon what is unknown stays so.
cp "$TRACES/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap" case.ttcap
at() { "$TT_REPLAY" dump case.ttcap --at "$1" --space dst --rows 0:2 | tail -n +2; }
at event:569
at event:570
at event:619 >replayed
at end >held
cmp replayed held && echo as held
"$TT_REPLAY" dump case.ttcap --at event:570 --registers --json | "$SCHEMA_CHECK" "$SCHEMAS/dump.schema.json"
"$TT_REPLAY" dump case.ttcap --at event:570 --space state | grep rwc.1
"$TT_REPLAY" dump "$TRACES/firmware/k_relu_bf16_thr3.ttcap" --at event:100 --memory 0x60000:16
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" silicon.ttcap
"$TT_REPLAY" dump silicon.ttcap --at event:0 --space cfg --rows 0:1
for wrong in "event:620 --space dst" "event:x --space dst" "event:5" "event:5 --events"; do
    # shellcheck disable=SC2086 # words on purpose
    "$TT_REPLAY" dump case.ttcap --at $wrong
    echo "exit $?"
done
