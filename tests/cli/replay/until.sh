# SPDX-License-Identifier: Apache-2.0
# A run that ends before an event: what is compared up to there counts, what comes behind has no verdict; diff says the same.
kernel=$TRACES/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap
before() {
    echo "-- $*"
    "$TT_REPLAY" replay "$kernel" -o run.db --force --until "$@" | sed -n '/^  e/p; /verdict/,$p'
    "$TT_REPLAY" diff run.db | sed -n '/VERDICT\|SAME\|DIFFERS/,$p'
}
before 519
before 600
before mark:end
# A word that takes effect differently before a checkpoint, which has a verdict of its own.
before 600 --set DEST_TARGET_REG_CFG_MATH_Offset=64
before 300 --order program
before 9999 --order program
cp "$TRACES/firmware/hang_deadlock.ttcap" hang.ttcap
"$TT_REPLAY" replay hang.ttcap --order firmware -o hang.db --until 5 | sed -n '/verdict/,$p'
"$TT_REPLAY" replay hang.ttcap --order firmware -o hang.db --force --json --until 5 | "$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json"
for wrong in 620 later mark:nowhere; do
    cp "$kernel" a.ttcap
    "$TT_REPLAY" replay a.ttcap -o wrong.db --until "$wrong"
    echo "exit $?"
done
"$TT_REPLAY" replay a.ttcap -o wrong.db --order program --until mark:end
echo "exit $?"
ls wrong.db 2>/dev/null
