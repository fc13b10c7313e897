#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels in executed order with all units running: from the first event to the device's Dst and L1 at every
# checkpoint, nothing taken from the recording. FOLDER holds captures, or kernels*/ with bundles.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/whole.sh FOLDER
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
"$TT_REPLAY" conform --show 5 "$@"
