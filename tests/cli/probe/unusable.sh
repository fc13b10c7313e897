# SPDX-License-Identifier: Apache-2.0
# An answer that disagrees with itself, one that fits nothing, and one that is missing: all are said, none is guessed.
"$TT_REPLAY" probe -o q --draws 2 >/dev/null
"$TT_REPLAY" probe q --emulate a.json --repeats 2
sed '0,/"[0-9a-f]\{64\}/s/"[0-9a-f]\{2\}\([0-9a-f]\{62\}\)/"aa\1/' a.json >noise.json
"$TT_REPLAY" probe q --read noise.json >text
echo "exit $?"
grep -A3 'show nothing' text | sed 's/[0-9][0-9]-[a-z0-9-]* */NAME /'
"$TT_REPLAY" probe q --emulate one.json --repeats 1
sed '0,/"[0-9a-f]\{64\}/s/"[0-9a-f]\{2\}\([0-9a-f]\{62\}\)/"aa\1/' one.json >none.json
"$TT_REPLAY" probe q --read none.json --next smaller >text
echo "exit $?"
grep -A3 'show nothing' text | sed 's/[0-9][0-9]-[a-z0-9-]* */NAME /'
[ "$(ls smaller/*.l1 | wc -l)" -gt 3 ] && echo smaller
