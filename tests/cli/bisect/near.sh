# SPDX-License-Identifier: Apache-2.0
# An array from which no value is far: that it may be rounded otherwise is said before anything is searched for.
. "$FIXTURES/lib.sh"
printf '1 %s\n' 'SFPLOADI imm16=0x4040' SFPSTORE 'SFPLOADI imm16=0x3f81' 'SFPSTORE dest_reg_addr=4' | pushed near blackhole exec
"$TT_REPLAY" import near -o near.ttcap >/dev/null
npy golden.npy '<f4' '(16,)' 0
python3 -c 'import struct; open("golden.npy", "ab").write(struct.pack("<16f", *[(3.015625 if i < 4 else 3.0, 0.0)[i % 2] for i in range(16)]))'
for ulp in 0 1; do
    "$TT_REPLAY" bisect near.ttcap --expect golden.npy --at dst:0,0 --format bf16 --ulp $ulp --budget 50 --json >near.json
    "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <near.json
    grep -c '"farthest": 1' near.json
    "$TT_REPLAY" bisect near.ttcap --expect golden.npy --at dst:0,0 --format bf16 --ulp $ulp --budget 50 | sed -n '/^  reference/,/^  first/p'
done
