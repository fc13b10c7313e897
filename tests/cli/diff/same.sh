# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" diff a.db
