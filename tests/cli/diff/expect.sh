# SPDX-License-Identifier: Apache-2.0
# What export wrote is the same; another reading differs by units in the last place, and --ulp allows for them.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o one.db >/dev/null
"$TT_REPLAY" replay a.ttcap -o two.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" export one.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o golden.npy
set -- --at l1:0x60000 --format bfp8
"$TT_REPLAY" diff one.db --expect golden.npy "$@"
echo "exit $?"
"$TT_REPLAY" diff one.db --expect golden.npy --at l1:0x60040 --format BFP8 --exponents 0x60000 | sed -n 5,6p
"$TT_REPLAY" diff two.db --expect golden.npy "$@" --limit 4
echo "exit $?"
"$TT_REPLAY" diff two.db --expect golden.npy "$@" --ulp 1 | sed -n 4,8p
for bound in "--rtol 1" "--rtol 0.12" "--atol 0.125" "--atol 0.1 --rtol 0.03"; do
    "$TT_REPLAY" diff two.db --expect golden.npy "$@" $bound | grep -E "^[A-Z]+  |datums|equal  |correlation"
    "$TT_REPLAY" replay a.ttcap --variant pack.bfp.round=truncate --expect golden.npy "$@" $bound >/dev/null
    echo "$bound: exit $?"
done
"$TT_REPLAY" diff two.db --expect golden.npy "$@" --rtol 1e-3 --json >two.json
sed -n 's/^  "correlation.*/&/p; s/.*\("rtol": [0-9.]*\).*/\1/p' two.json
"$SCHEMA_CHECK" "$SCHEMAS/expected.schema.json" <two.json
"$TT_REPLAY" diff two.db --expect golden.npy "$@" --layout tiles --json >two.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/expected.schema.json" <two.json
"$TT_REPLAY" diff one.db --expect golden.npy "$@" --json | tee one.json | tail -4
"$SCHEMA_CHECK" "$SCHEMAS/expected.schema.json" <one.json
