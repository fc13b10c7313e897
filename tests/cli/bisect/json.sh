# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
packed a
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300 --json >a.json
cat a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
