#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every recorded kernel: import, replay the packer alone and with the unpackers, diff. Same (0) is wanted; no verdict (3)
# where the bundle says that Dst is not in it (tag "remap": the address remap moves rows that the recorder does not
# move).
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/kernels.sh [FOLDER-OF-BUNDLES...]
#
# UNITS in the environment: sets of units to replay, by blanks (default: "pack unpack0,unpack1,pack").
# Without folders: those of ../shared/oracle beside the project; exit 77 (skipped) where they are not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ $# = 0 ]; then
    set -- "$root"/../shared/oracle/kernels*
    if [ ! -d "$1" ]; then
        echo "skipped: the recordings (../shared/oracle/kernels*) are not here"
        exit 77
    fi
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-kernels.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP

same=0 none=0 failed=0
# hold BUNDLE UNITS
hold() {
    wanted=0
    grep -q '^ *"remap",\{0,1\}$' "$1/bundle.json" && wanted=3
    "$TT_REPLAY" replay "$scratch/a.ttcap" -o "$scratch/a.db" --force --unit "$2" >"$scratch/out" 2>&1 &&
        "$TT_REPLAY" diff "$scratch/a.db" --limit 1 >"$scratch/out" 2>&1
    code=$?
    case $code in
    "$wanted") [ $code = 0 ] && same=$((same + 1)) || none=$((none + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "$(basename "$1"), $2: exit $code, wanted $wanted"
        sed 's/^/    /' "$scratch/out"
        ;;
    esac
}

for folder in "$@"; do
    for bundle in "$folder"/*/; do
        [ -f "$bundle/bundle.json" ] || continue
        rm -f "$scratch/a.ttcap"
        "$TT_REPLAY" import "$bundle" -o "$scratch/a.ttcap" >"$scratch/out" 2>&1
        for units in ${UNITS:-pack unpack0,unpack1,pack}; do
            hold "$bundle" "$units"
        done
    done
done
echo "$((same + none + failed)) replays: $same same, $none without a verdict (Dst is not recorded), $failed wrong"
[ $failed = 0 ]
