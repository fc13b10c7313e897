#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels from what their threads pushed (replay --order program): all end in the recorded state. FOLDER holds captures, or kernels*/ with bundles.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/program.sh FOLDER
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
set -- "$folder"/kernels*/
[ -d "$1" ] || set -- "$folder"
if [ ! -d "$1" ]; then
    echo "skipped: there are no kernels at $folder"
    exit 77
fi
[ ! -f "$folder/cfg-mask.json" ] || set -- --mask "$folder/cfg-mask.json" "$@" # what the recorder filled
"$TT_REPLAY" conform --order program --show 5 "$@"
