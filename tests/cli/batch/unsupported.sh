# SPDX-License-Identifier: Apache-2.0
# lane: night
# What nothing here executes is counted by name, over all captures, the most frequent first.
mkdir captures
printf "02000000\n44000000\n44000000\n4b000000\nff000000\n" >a.txt
printf "44000000\n02000000\n" >b.txt
for name in a b; do
    "$TT_REPLAY" import --arch blackhole --stream 0=$name.txt -o captures/$name.ttcap 2>/dev/null
done
"$TT_REPLAY" batch captures -o all.db --order program --report all.html | sed -n '/^Findings/,$p'
"$TT_REPLAY" batch captures -o all.db --order program --json 2>/dev/null | grep -o '"unsupported": {[^}]*}'
"$TT_REPLAY" batch captures -o all.db --order program --json 2>/dev/null | "$SCHEMA_CHECK" "$SCHEMAS/batch.schema.json"
"$TT_REPLAY" conform captures --order program
