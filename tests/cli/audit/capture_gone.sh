# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A database that names its capture says which one it needs.
packed a
run_of a --by-path
rm a.ttcap
"$TT_REPLAY" audit a.db
