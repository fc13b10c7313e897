#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# From nothing: installs what a build needs where it may, builds, and runs the main job on a shipped capture of a real
# kernel: what is in it, its packs replayed stage by stage into a database, held against the device, and one PACR shown.
set -eu
cd "$(dirname "$0")/.."
sh tests/packages.sh
cmake --preset demo >/dev/null
cmake --build build/demo --target tt-replay tt_values >/dev/null
tt=build/demo/src/cli/tt-replay
capture=${1:-traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

show() {
    printf '\n$ tt-replay'
    for word in "$@"; do printf ' %s' "$(printf '%s' "$word" | sed "s|^$scratch/||")"; done
    printf '\n'
    "$tt" "$@"
}

show info "$capture"
show replay "$capture" --unit pack -o "$scratch/run.db"
show diff "$scratch/run.db"
show audit "$scratch/run.db" --rows 0:8
