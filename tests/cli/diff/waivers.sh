# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A known difference does not count in the verdict; what has expired or covers nothing is said.
packed a
poke a/end/l1_05ffc0.bin 0x53 257
run_of a
"$TT_REPLAY" diff a.db --limit 1 | sed -n '/^  where/p'
cat >waivers <<'END'
# known
l1:0x60013@end   2999-12-31  rounds otherwise, ticket 123
tile9:face0      2999-12-31  nothing like it is here
dst:0,0          2001-01-01  was in another release, and this reason is so long that it does not fit a line
END
"$TT_REPLAY" diff a.db --waivers waivers
echo "exit $?"
"$TT_REPLAY" diff a.db --waivers waivers --json >diff.json
"$SCHEMA_CHECK" "$SCHEMAS/diff.schema.json" <diff.json
sed -i s/2999/2002/ waivers
"$TT_REPLAY" diff a.db --waivers waivers | sed -n '3p;/^Waived/,/^$/p'
for line in 'l1:0 2026-13-01 x' 'l1:0 soon x' 'l1:0 2026-12-01' 'moon 2026-12-01 x' 'finding:moon 2026-12-01 x' 'l1:0@ 2026-12-01 x'; do
    echo "$line" >waivers
    "$TT_REPLAY" diff a.db --waivers waivers
    echo "exit $?"
done
"$TT_REPLAY" diff a.db --waivers absent
