# SPDX-License-Identifier: Apache-2.0
# lane: night
# Files of each experiment, the same with any number of threads; a folder that has some is not written to.
"$TT_REPLAY" probe -o one --draws 2 -j 1 --json | "$SCHEMA_CHECK" "$SCHEMAS/probe.schema.json"
"$TT_REPLAY" probe -o two --draws 2 -j 3 >text
diff -r one two && echo same
grep -c 'distinguished' text
[ "$(ls one/*.l1 | wc -l)" -gt 20 ] && echo files
"$TT_REPLAY" probe -o one --draws 1
