# SPDX-License-Identifier: Apache-2.0
# Why there is no verdict, the most frequent reason first; --json has each with its number.
mkdir captures
printf "44000000\n" >unsupported.txt
printf "02000000\n" >nop.txt
for name in 1 2; do
    "$TT_REPLAY" import --arch blackhole --stream 0=nop.txt -o captures/nop$name.ttcap
done
"$TT_REPLAY" import --arch blackhole --stream 0=unsupported.txt -o captures/unsupported.ttcap
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" captures
"$TT_REPLAY" conform captures --order program
echo "exit $?"
"$TT_REPLAY" conform captures --order program --json >report.json
"$SCHEMA_CHECK" "$SCHEMAS/conform.schema.json" <report.json
"$TT_REPLAY" conform captures --order firmware
