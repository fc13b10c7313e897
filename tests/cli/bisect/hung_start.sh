# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# A run that hangs, of which the start alone was recorded: a change with which it ends is a perhaps, and none that only
# takes a wait away.
packed a
zstd -dcq a/events.jsonl.zst | grep -v '"k":"exec"\|"i":301,' | awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >a/events.jsonl
rm a/events.jsonl.zst
awk '/"id": "mid0"/ { exit } n++ { print held } { held = $0 }' a/bundle.json |
    sed 's/events.jsonl.zst/events.jsonl/; $ s/},/}]}/' >a/begin.json
mv a/begin.json a/bundle.json
"$TT_REPLAY" import a -o a.ttcap
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
