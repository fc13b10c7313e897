# SPDX-License-Identifier: Apache-2.0
# A recording that was not closed: refused, and saved with --salvage; journals that are none are refused with their line.
. "$FIXTURES/lib.sh"
cp -r "$FIXTURES/recording" case
"$TT_REPLAY" import case -o case.ttcap
echo "exit $?"
"$TT_REPLAY" import --salvage case/ -o case.ttcap 2>&1 | fold -s -w 78
"$TT_REPLAY" info case.ttcap | sed -n '/^name/,/^replay/p'
"$TT_REPLAY" dump case.ttcap --events | head -n 3
echo "== damaged"
for change in 's/"l1"/"l2"/' 's/"version":1/"version":2/' '2d' '$s/.$//'; do
    sed "$change" "$FIXTURES/recording/journal.jsonl" >case/journal.jsonl
    "$TT_REPLAY" import --salvage case -o case.ttcap --force 2>&1 | fold -s -w 78
done
: >case/journal.jsonl
"$TT_REPLAY" import --salvage case -o x.ttcap
echo "exit $?"
ls -A
