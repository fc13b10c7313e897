# SPDX-License-Identifier: Apache-2.0
# What a recording from silicon leaves out of its start is assumed, and what passed by that is said.
. "$FIXTURES/lib.sh"
packed silicon
edit silicon/bundle.json 's/"simulator"/"silicon"/'
packed simulated
for assume in all cfg,thread_cfg,gpr,dst=zero,srca,srcb,lreg,l1 l2; do
    echo "== $assume"
    "$TT_REPLAY" conform silicon --assume $assume
    echo "exit $?"
done
"$TT_REPLAY" conform silicon
echo "exit $?"
"$TT_REPLAY" conform silicon simulated --assume all --json >all.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/conform.schema.json" <all.json
grep -o '"spaces".*' all.json
"$TT_REPLAY" conform simulated --assume dst=zero
echo "exit $?"
