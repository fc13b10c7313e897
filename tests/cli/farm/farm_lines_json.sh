# lane: night
# plan and resume as JSON.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 3 -o farm --json | tee plan.json
"$TT_REPLAY" farm run farm --shard 2/3 >/dev/null
"$TT_REPLAY" farm resume farm --json | tee resume.json
for json in plan resume; do "$SCHEMA_CHECK" "$SCHEMAS/farm_lines.schema.json" <$json.json && echo fits; done
