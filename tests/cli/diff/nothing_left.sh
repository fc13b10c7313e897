# SPDX-License-Identifier: Apache-2.0
# Of a capture that is cut so far that nothing can be replayed, each verb names the file.
. "$FIXTURES/lib.sh"
packed packed
"$TT_REPLAY" import packed -o packed.ttcap
head -c 1000 packed.ttcap >cut.ttcap
for verb in diff explain "audit --lint" config; do
    "$TT_REPLAY" $verb cut.ttcap
    echo "$verb: $?"
done
