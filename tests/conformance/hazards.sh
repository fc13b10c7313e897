#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels in program order: the vendor's kernels wait for what they rewrite and read, so none may show a fault.
# Four do, and must: they multiply what MOVD2A or MOVD2B moves into a bank for which they wait without the matrix unit,
# behind an ELWMUL that turns to that bank (tt-metal#53822, #53823).
# FOLDER holds captures, or kernels*/ with bundles, which are imported first.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/hazards.sh FOLDER
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
set -- "$folder"/*.ttcap
[ -f "$1" ] || set -- "$folder"/kernels*/*/
if [ ! -e "$1" ]; then
    echo "skipped: there are no captures and no kernels at $folder"
    exit 77
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
bad=0
for kernel in "$@"; do
    capture=$kernel
    if [ -d "$kernel" ]; then
        capture=$work/a.ttcap
        "$TT_REPLAY" import "$kernel" -o "$capture" --force >/dev/null || bad=1
    fi
    "$TT_REPLAY" replay "$capture" -o "$work/a.db" --force --order program --json >"$work/a.json" || bad=1
    case $kernel in
    *binary_MUL_reuse_*) grep -q '"rewritten": "bank [01] of Src[AB]"' "$work/a.json" && continue ;;
    *) grep -q '"rank": "fault"' "$work/a.json" || continue ;;
    esac
    bad=1
    echo "$kernel"
    cat "$work/a.json"
done
echo "$# kernels"
exit $bad
