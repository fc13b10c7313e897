# SPDX-License-Identifier: Apache-2.0
# lane: night
# The same fault in all three orders; and of a capture without executed words the one that it allows.
cp "$TRACES/firmware/k_relu_bf16_thr3.ttcap" k.ttcap
for order in executed program firmware; do
    "$TT_REPLAY" bisect k.ttcap --order $order --set STACC_RELU_ApplyRelu=0 --budget 300
    echo "exit $?"
done
"$TT_REPLAY" bisect k.ttcap --order program --set STACC_RELU_ApplyRelu=0 --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
grep '"order"' a.json
printf "45000005\n" >a.txt
"$TT_REPLAY" import --arch blackhole --source simulator --stream 0=a.txt -o pushed.ttcap >/dev/null
"$TT_REPLAY" bisect pushed.ttcap
echo "exit $?"
"$TT_REPLAY" bisect pushed.ttcap --order firmware
echo "exit $?"
