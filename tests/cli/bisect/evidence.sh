# SPDX-License-Identifier: Apache-2.0
# lane: night
# What the first differing value rests on; and what agrees has no verdict where that is too little.
. "$FIXTURES/lib.sh"
packed a
cp "$FIXTURES/packed_l1_alone.json" a/bundle.json
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --variant pack.bfp.round=truncate --budget 400 | grep -A1 '^ *evidence'
"$TT_REPLAY" bisect a.ttcap --variant pack.bfp.round=truncate --budget 400 --json >a.json
grep -o '"level": "[a-z]*", "fact": "[^"]*"' a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
for level in simulator maker; do
    "$TT_REPLAY" bisect a.ttcap --evidence $level
    echo "exit $?"
done
"$TT_REPLAY" bisect --good a.ttcap --bad a.ttcap --evidence maker
