# What --json prints is what schemas/dump.schema.json says.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
check() { "$TT_REPLAY" dump small.ttcap --json "$@" | "$SCHEMA_CHECK" "$SCHEMAS/dump.schema.json" || echo "$@"; }
check
check --registers
check --registers --all
check --memory 0x1fff0:64
check --space state --all
check --space dst --as bf16
check --space srcb --at begin
check --events --registers --memory 0x20000:16 --space state
