# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without Dst in the recording nothing that the packers alone made can be judged: exit 3.
packed a
cp "$FIXTURES/packed_without_dst.json" a/bundle.json
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --unit pack >/dev/null
"$TT_REPLAY" diff a.db
code=$?
"$TT_REPLAY" diff a.db --json | grep '"verdict"'
exit $code
