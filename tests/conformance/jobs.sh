#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# conform says the same to the byte with one thread and with several, over whole folders: vectors, bundles and captures,
# a reading under which some differ, table and JSON.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/jobs.sh FOLDER...
#
# Exit 77 (skipped) where a folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
for folder; do
    [ -d "$folder" ] && continue
    echo "skipped: there are no recordings at $folder"
    exit 77
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-jobs.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP

# run JOBS ARGUMENT...: what it prints, says and exits with, in files of that number.
run() {
    "$TT_REPLAY" conform --jobs "$@" >"$scratch/out.$1" 2>"$scratch/err.$1"
    echo "exit $?" >>"$scratch/err.$1"
}

failed=0
# hold ARGUMENT...
hold() {
    run 1 "$@"
    run 3 "$@"
    cmp "$scratch/out.1" "$scratch/out.3" && cmp "$scratch/err.1" "$scratch/err.3" || failed=1
    grep -qx 'exit [013]' "$scratch/err.1" || { cat "$scratch/err.1"; failed=1; }
}

hold --verbose --show 300 --variant pack.bfp.round=truncate --variant pack.l1.write_through=device "$@"
grep -q ': held ' "$scratch/out.1" || { echo "nothing differs under a reading that is not the device's"; failed=1; }
hold --json --verbose "$@"
exit $failed
