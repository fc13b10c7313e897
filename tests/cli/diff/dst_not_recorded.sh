# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without Dst in the recording nothing that was packed can be judged: exit 3.
packed a
cp "$FIXTURES/packed_without_dst.json" a/bundle.json
run_of a
"$TT_REPLAY" diff a.db
code=$?
"$TT_REPLAY" diff a.db --json | grep '"verdict"'
exit $code
