#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels in program order: the vendor's kernels wait for what they rewrite, so none may show a hazard.
# FOLDER holds captures.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/hazards.sh FOLDER
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
set -- "$1"/*.ttcap
if [ ! -f "$1" ]; then
    echo "skipped: there are no captures"
    exit 77
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
bad=0
for capture in "$@"; do
    "$TT_REPLAY" replay "$capture" -o "$work/a.db" --force --order program --stages none --json >"$work/a.json" || bad=1
    grep -q '"hazards": \[\]' "$work/a.json" && continue
    bad=1
    echo "$capture"
    cat "$work/a.json"
done
echo "$# captures"
exit $bad
