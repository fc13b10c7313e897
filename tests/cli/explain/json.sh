# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" explain a --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/explain.schema.json" <a.json
"$TT_REPLAY" explain "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" --json >b.json
"$SCHEMA_CHECK" "$SCHEMAS/explain.schema.json" <b.json
python3 - <<'EOF'
import json
for name in ('a.json', 'b.json'):
    answer = json.load(open(name))
    print(answer['verdict'], answer['bisect']['verdict'], [item['code'] for item in answer['lint']], answer['not_asked'],
          answer['residue'] and answer['residue']['order'], answer['schedules'] and answer['schedules']['difference'])
EOF
