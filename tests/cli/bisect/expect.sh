# SPDX-License-Identifier: Apache-2.0
# lane: night
# An array is all there is: the recording's own checkpoints say that nothing differs.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" case.ttcap
"$TT_REPLAY" replay case.ttcap -o two.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" export two.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o golden.npy
"$TT_REPLAY" bisect case.ttcap --expect golden.npy --at l1:0x60000 --format bfp8 --readings
echo "exit $?"
# What an array shows is taken for the program's fault, unless readings are asked for.
"$TT_REPLAY" bisect case.ttcap --expect golden.npy --at l1:0x60000 --format bfp8 --budget 100 | sed -n '/cause/,/tried/p'
"$TT_REPLAY" bisect case.ttcap --expect golden.npy --at l1:0x60000 --format bfp8 --ulp 1
echo "exit $?"
"$TT_REPLAY" bisect case.ttcap --order program --expect golden.npy --at l1:0x60000 --format bfp8 --readings --budget 200 | sed -n 2,15p
"$TT_REPLAY" bisect case.ttcap --expect golden.npy --at l1:0x60000 --format bfp8 --readings --json >a.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
"$TT_REPLAY" bisect case.ttcap --expect golden.npy --at l1:0x60000
echo "exit $?"
"$TT_REPLAY" bisect --good a --bad b --expect golden.npy --at l1:0x60000
echo "exit $?"
