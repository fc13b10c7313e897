# lane: night
# The plan and every result are as their schemas say.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -o farm --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" farm run farm --shard 1/1
"$SCHEMA_CHECK" "$SCHEMAS/farm_plan.schema.json" <farm/plan.json && echo 'the plan fits'
for result in farm/results/*.json; do "$SCHEMA_CHECK" "$SCHEMAS/farm_result.schema.json" <"$result" && echo fits; done
