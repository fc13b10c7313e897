#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# residue_processors.sh TT_REPLAY TT_REPEAT CAPTURE: residue says the same by one processor as by all of them, of a run that is long
# enough for more than one; also where its budget ends among values that are tried in advance.
set -eu
replay=$1 repeat=$2
command -v taskset >/dev/null || exit 77
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-residue.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
"$repeat" --events 50 "$3" "$scratch/long.ttcap"
first=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
for budget in 5000 56 57; do
    for by in all one; do
        [ $by = all ] && on= || on="taskset -c $first"
        $on "$replay" residue --all --json --budget $budget "$scratch/long.ttcap" >"$scratch/$by.json" || [ $? = 1 ]
    done
    grep -q '"reach": "output"' "$scratch/all.json"
    cmp "$scratch/all.json" "$scratch/one.json"
done
