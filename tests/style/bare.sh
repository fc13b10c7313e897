#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A clone with nothing beside it passes: what looks through the whole tree does so in one, and whatever names a folder
# beside the project skips where that is not there. .ci/run passes all tests in one.
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-bare.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
sh tests/copy.sh "$scratch/clone" || exit
cd "$scratch/clone" || exit 2
failed=0
for look in facts evidence; do
    python3 "tests/style/$look.py" "$scratch/clone" || failed=1
done

# The program, its tables and its build need nothing from outside; a test says that it was skipped.
if git grep -n '\.\./shared' -- src capture schemas cmake CMakeLists.txt CMakePresets.json examples python traces; then
    echo "the build may name nothing beside the project"
    failed=1
fi
for file in $(git grep -lE '\.\./shared|\$ORACLE|\bORACLE\b' -- tests ':!*/CMakeLists.txt' ':!tests/bench' ':!tests/cli/run.sh' ':!tests/style'); do
    grep -qE 'skip|need_oracle|are not here' "$file" || { echo "$file reads what lies beside the project, and does not skip without"; failed=1; }
done
exit $failed
