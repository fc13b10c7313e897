#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels, packers alone: none differs, and only those whose Dst is not recorded (pack_untilize on Blackhole)
# have no verdict. FOLDER holds captures, or kernels*/ with bundles.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/bundles.sh FOLDER
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
set -- "$folder"/kernels*/
[ -d "$1" ] || set -- "$folder"
if [ ! -d "$1" ]; then
    echo "skipped: there are no kernels at $folder"
    exit 77
fi
[ ! -f "$folder/cfg-mask.json" ] || set -- --mask "$folder/cfg-mask.json" "$@" # what the recorder filled
"$TT_REPLAY" conform --unit pack --show 5 --json "$@" >"$out"
code=$?
open=$(grep -v '"no_verdict": 0,' "$out" | grep '"name":' | grep -v '"name": "pack_untilize", "chip": "blackhole"')
if [ -n "$open" ]; then
    echo "no verdict on what should have one:"
    echo "$open"
    exit 1
fi
[ $code = 0 ] || [ $code = 3 ]
