# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" census ELWADD --population finite --draws 100000 --seed 7 --json
"$TT_REPLAY" census ELWADD --population finite --draws 100000 --seed 7 --json -j 3 | "$SCHEMA_CHECK" "$SCHEMAS/census.schema.json"
"$TT_REPLAY" census SFP_STOCH_RND --format fp32 --to uint8 --draws 5000 --json | "$SCHEMA_CHECK" "$SCHEMAS/census.schema.json"
