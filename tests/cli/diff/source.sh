# The line that the first difference was written from, and through which functions; in JSON all of it.
. "$FIXTURES/lib.sh"
lines_run
"$TT_REPLAY" diff lines.db | sed -n '/written by/,/datum/p'
"$TT_REPLAY" diff lines.db --json | tee d.json | sed -n '/"source"/,/]/s/^ *//p'
"$SCHEMA_CHECK" "$SCHEMAS/diff.schema.json" <d.json
