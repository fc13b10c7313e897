# SPDX-License-Identifier: Apache-2.0
# lane: night
# What agrees and rests on less than was asked for has no verdict, by batch and by a farm; the level stands in the head and the database.
. "$FIXTURES/lib.sh"
mkdir all
packed case
"$TT_REPLAY" import case -o all/case.ttcap >/dev/null
for level in simulator maker; do
    echo "== $level"
    rm -rf all.db all.db.parts
    "$TT_REPLAY" batch all --evidence $level -o all.db | sed 's/ -> .*//'
    "$TT_REPLAY" batch all --evidence $level -o all.db --force --json >all.json
    echo "exit $?"
    "$SCHEMA_CHECK" "$SCHEMAS/batch.schema.json" <all.json
    grep '"evidence"' all.json
done
"$TT_REPLAY" farm plan all --evidence maker -o farm >/dev/null && grep '"evidence"' farm/plan.json
"$SCHEMA_CHECK" "$SCHEMAS/farm_plan.schema.json" <farm/plan.json
"$TT_REPLAY" farm run farm --shard 1/1 >/dev/null
"$TT_REPLAY" farm merge farm -o merged.db | head -n 4
"$TT_REPLAY" batch all --evidence rumour -o none.db
