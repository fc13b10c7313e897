# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The end of a run against an array, without a database.
kernel=$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$kernel" -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o same.npy >/dev/null
at="--at l1:0x60000 --format bfp8"
"$TT_REPLAY" replay "$kernel" --expect same.npy $at
"$TT_REPLAY" replay "$kernel" --expect same.npy $at --set STACC_RELU_ApplyRelu=1; echo "exit $?"
"$TT_REPLAY" replay "$kernel" --expect same.npy $at --json | sed 's#, "#,\n    "#g' | sed -n '/"references"/,/ulp/p; /verdict/p'
says replay "$kernel" --expect same.npy
says replay "$kernel" --expect same.npy $at -o new.db
says replay "$kernel" --expect missing.npy $at
ls
