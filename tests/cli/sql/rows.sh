# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o run.db >replay.out
"$TT_REPLAY" sql run.db "SELECT stage, format, printf('%X', bits) AS bits, value, ulps FROM v_datum WHERE unit = 'pack' AND tile = 0 AND datum = 2"
"$TT_REPLAY" sql run.db "SELECT 1 AS a, 1.5 AS b, NULL AS c, 'a' AS d, x'00FF' AS e, 9e999 AS f" --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/sql.schema.json" <a.json
cat a.json
"$TT_REPLAY" sql run.db "SELECT seq FROM v_instruction" --limit 2
for statement in "DELETE FROM run" "SELECT" "SELECT absent FROM run" ""; do
    "$TT_REPLAY" sql run.db "$statement"
    echo "$?"
done
"$TT_REPLAY" sql run.db
