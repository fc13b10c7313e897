#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What public goldens decide where no simulator has an answer: every vector passes, whatever the source, on the fast
# paths and by the datasheets, and both chips have some.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/golden.sh DATASHEETS FOLDER
#
# Exit 77 (skipped) where the folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
datasheets=$1 folder=$2
if [ ! -d "$folder" ]; then
    echo "skipped: there are no golden vectors at $folder"
    exit 77
fi
for source in simulator silicon; do
    "$TT_REPLAY" conform --source $source --verbose "$folder" || exit 1
done
counts=$("$TT_REPLAY" conform "$folder" | awk '$1 == "SFPLOADMACRO" { print $2, $3, $4 }' | tr '\n' ' ')
[ "$counts" = "blackhole 13 0 wormhole_b0 12 0 " ] || { echo "passed and differed: $counts"; exit 1; }
"$datasheets" "$folder"
