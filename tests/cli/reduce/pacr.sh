# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# One PACR is all that the check asks for.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" reduce a.ttcap --check "\"$TT_REPLAY\" dump {} --kind exec | grep -q PACR" -o min.ttcap
"$TT_REPLAY" dump min.ttcap
"$TT_REPLAY" verify min.ttcap
"$TT_REPLAY" reduce a.ttcap --check "\"$TT_REPLAY\" dump {} --kind exec | grep -q PACR" -o min2.ttcap --json >a.json
cmp min.ttcap min2.ttcap && echo "the same twice"
"$SCHEMA_CHECK" "$SCHEMAS/reduce.schema.json" <a.json
