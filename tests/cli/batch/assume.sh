# SPDX-License-Identifier: Apache-2.0
# lane: night
# What a recording from silicon leaves out of its start is assumed for all captures alike, by batch and by a farm; it stands in the
# head of the summary, and in the database.
. "$FIXTURES/lib.sh"
mkdir all
packed case
edit case/bundle.json 's/"simulator"/"silicon"/'
"$TT_REPLAY" import case -o all/case.ttcap
for assume in '' '--assume all' '--assume cfg,dst=zero' '--assume l2'; do
    echo "== batch $assume"
    rm -rf all.db all.db.parts
    "$TT_REPLAY" batch all $assume -o all.db | sed 's/ -> .*//' | head -4
    "$TT_REPLAY" batch all $assume -o all.db --force --json >/dev/null
    echo "exit $?"
done
"$TT_REPLAY" farm plan all --assume all -o farm >/dev/null && "$TT_REPLAY" farm run farm --shard 1/1 >/dev/null
"$TT_REPLAY" farm merge farm -o merged.db --json | grep -A2 '"assumes"'
