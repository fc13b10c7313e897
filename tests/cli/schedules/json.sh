# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap --budget 5 --json >a.json
cat a.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <a.json
