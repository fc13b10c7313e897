#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What reports say in JSON and what schemas/*.schema.json describe have the same names: a member of a report that no
# schema has, and a property that no source names, are both found here. (That each output fits its schema, required
# members and all, is held by the cases of tests/cli; the pages' own data has no schema.)
set -u
failed=0
schemas=$(ls schemas/*.schema.json | grep -v bundle)
names=$(mktemp) || exit 2
trap 'rm -f "$names"' EXIT

# Members as they are said (src/show/said.h), and objects and lists that have them.
sed -n 's/"[^"]*": "/ /; s/\(SAY[A-Z_]*\|CELL[A-Z_]*\)("\([a-z_0-9]*\)"/\n@\2\n/gp
    s/report_\(object\|object_line\|list\|list_line\|table\|item\|strings\)(&\{0,1\}report, "\([a-z_0-9]*\)"/\n@\2\n/gp
    s/json_out_\(object\|object_line\|array\|array_line\|item\|strings\)(out, "\([a-z_0-9]*\)"/\n@\2\n/gp' \
    src/show/*/*_report.c src/show/capture/*.c src/batch/whole/batch_report.c src/batch/record_file.c src/batch/plan_file.c src/probe/report.c src/fuzz/report.c |
    sed -n 's/^@//p' | sort -u >"$names"
[ "$(wc -l <"$names")" -gt 150 ] || { echo "only $(wc -l <"$names") members found: are they said otherwise now?"; failed=1; }
while read -r name; do
    grep -q "\"$name\":" $schemas || { echo "member \"$name\": no schema has it"; failed=1; }
done <"$names"

# Properties, less the words of JSON Schema itself.
sed 's/"\([a-z_0-9]*\)": */\n@\1\n/g' $schemas | sed -n 's/^@//p' | sort -u |
    grep -vxE "$(sed -n 's|.*#/$defs/\([a-z_0-9]*\).*|\1|p' $schemas | sort -u | tr '\n' '|')type|title|description|required|properties|items|enum|minimum|maximum|pattern|const|if|then|else|not" >"$names"
for name in $(cat "$names"); do
    grep -rqE "\"$name(\\\\)?\"" src/show src/probe src/fuzz src/batch src/conform src/cli src/isa src/base capture ||
        grep -rqF "\"$name\"" schemas/units.json schemas/chips.json ||
        { echo "property \"$name\" of $(grep -lF "\"$name\":" $schemas | tr '\n' ' ') is said nowhere"; failed=1; }
done
exit $failed
