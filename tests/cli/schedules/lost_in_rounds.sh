# SPDX-License-Identifier: Apache-2.0
# The order of the capture is the one that loses a step, as in tt-metal#19201, where the post stands behind the mailbox:
# what is said must not keep that order.
. "$FIXTURES/lib.sh"
printf '0 NOP\n0 NOP\n' | pushed a
cat >>a/events.jsonl <<'EVENTS'
{"i":2,"k":"semw","a":6,"op":"post","t":0}
{"i":3,"k":"semw","a":6,"op":"get","t":2}
EVENTS
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
"$TT_REPLAY" schedules a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <a.json
