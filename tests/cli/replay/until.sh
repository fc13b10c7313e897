# SPDX-License-Identifier: Apache-2.0
# A run that ends before an event: what is compared up to there counts, what comes behind has no verdict; diff says the same.
kernel=$TRACES/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap
before() {
    echo "-- $*"
    "$TT_REPLAY" replay "$kernel" -o "$db" --force --until "$@" | sed -n '/^  e/p; /verdict/,$p'
    "$TT_REPLAY" diff "$db" | sed -n '/VERDICT\|SAME\|DIFFERS/,$p'
}
db=run.db
before 519
before event:600
before mark:end
# Behind what first writes to a place, or changes a field or a counter: also by state or bank that is not named.
for place in l1:0x60000 dst:3,5 srca:3,5 srcb:1,3,5 gpr:0.12 cfg:DEST_TARGET_REG_CFG_MATH_Offset state:rwc.1.dst; do
    for order in executed program; do
        "$TT_REPLAY" replay "$kernel" -o place.db --force --order "$order" --until "$place" | sed -n '/verdict/,$p'
    done
done
# A word that takes effect differently before a checkpoint, which has a verdict of its own.
before 600 --set DEST_TARGET_REG_CFG_MATH_Offset=64
db=program.db # printed commands are about the run before
before 300 --order program
before 9999 --order program
cp "$TRACES/firmware/hang_deadlock.ttcap" hang.ttcap
"$TT_REPLAY" replay hang.ttcap --order firmware -o hang.db --until 5 | sed -n '/verdict/,$p'
"$TT_REPLAY" replay hang.ttcap --order firmware -o hang.db --force --json --until 5 | "$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json"
for wrong in 620 later mark:nowhere lreg:2.3 cfg:ALU_ACC_CTRL_Fp32_enabled dst:3; do
    cp "$kernel" a.ttcap
    "$TT_REPLAY" replay a.ttcap -o wrong.db --until "$wrong"
    echo "exit $?"
done
"$TT_REPLAY" replay a.ttcap -o wrong.db --order program --until mark:end
echo "exit $?"
ls wrong.db 2>/dev/null
