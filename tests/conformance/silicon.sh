#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What chips were publicly measured to do: every vector passes as silicon's, and those in which a simulator is known to do
# otherwise differ when they are taken for a simulator's.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/silicon.sh FOLDER
#
# Exit 77 (skipped) where the folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
if [ ! -d "$folder" ]; then
    echo "skipped: there is no ledger at $folder"
    exit 77
fi
"$TT_REPLAY" conform --source silicon --verbose "$folder" | tail -n 3
"$TT_REPLAY" conform --source silicon "$folder" >/dev/null || exit 1

# In the settings of the ledger all rests on a chip or on the maker's word.
"$TT_REPLAY" conform --source silicon --evidence maker "$folder" >/dev/null || {
    echo "some rest on less than the maker's word:"
    "$TT_REPLAY" conform --source silicon --evidence maker --verbose "$folder" | grep no_verdict
    exit 1
}

# "passed differed" of all vectors, taken for a simulator's.
counts=$("$TT_REPLAY" conform "$folder" | awk '$1 == "total" { print $2, $3 }')
[ "$counts" = "120 13" ] || { echo "as a simulator's: $counts passed and differed, of 120 and 13"; exit 1; }
