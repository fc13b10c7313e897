# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o run.db >replay.out
"$TT_REPLAY" sql run.db "SELECT stage, format, printf('%X', bits) AS bits, value, ulps FROM v_datum WHERE unit = 'pack' AND tile = 0 AND datum = 2"
"$TT_REPLAY" sql run.db "SELECT 1 AS a, 1.5 AS b, NULL AS c, 'a' AS d, x'00FF' AS e, 9e999 AS f" --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/sql.schema.json" <a.json
cat a.json
"$TT_REPLAY" sql run.db "SELECT seq FROM v_instruction" --limit 2
for statement in "DELETE FROM run" "SELECT" "SELECT absent FROM run" "" "SELECT 1; SELECT 2" "SELECT 1; -- no more"; do
    "$TT_REPLAY" sql run.db "$statement"
    echo "$?"
done
# A value is said to its end, as text and as JSON.
many="WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000) SELECT group_concat(x) AS all_of_them FROM c"
"$TT_REPLAY" sql run.db "$many" | wc -c
"$TT_REPLAY" sql run.db "$many" --json | grep -c '2999,3000"'
"$TT_REPLAY" sql run.db "SELECT 1 AS a, 2 AS b" --header
"$TT_REPLAY" sql run.db
