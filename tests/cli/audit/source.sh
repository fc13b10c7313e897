# The line of an audited word.
. "$FIXTURES/lib.sh"
lines_run
"$TT_REPLAY" audit lines.db | sed -n '/^Instruction/,/^$/p'
"$TT_REPLAY" audit lines.db --json | tee a.json | grep '"text"'
"$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json" <a.json
