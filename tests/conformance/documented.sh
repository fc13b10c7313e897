#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Over all shared recordings: what no recording, maker or document says decides nothing, but in the recordings that
# documented.txt names, each with the fact. Whatever rests on less raises a finding, so that this is also a test that no guess is
# silent where a recording shows it.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/documented.sh FOLDER
#
# Exit 77 (skipped) where the folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
if [ ! -d "$folder/vectors" ]; then
    echo "skipped: there are no recordings at $folder"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$TT_REPLAY" conform --evidence documented --verbose "$folder/vectors" "$folder/kernels" "$folder/kernels_wormhole_b0" >"$scratch/all"
grep ' no_verdict ' "$scratch/all" | sort >"$scratch/weak"
diff "$here/documented.txt" "$scratch/weak" || { echo "other recordings than those rest on less than documents"; exit 1; }
tail -n 1 "$scratch/all"
