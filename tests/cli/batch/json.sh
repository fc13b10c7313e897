# lane: night
# As JSON, and that it is as its schema says.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate --json | tee all.json
"$SCHEMA_CHECK" "$SCHEMAS/batch.schema.json" <all.json && echo fits
