#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shipped kernels in all orders that can matter: the vendor's kernels order themselves, so none may change a byte of L1,
# and a budget of 1000 orders must be enough to say so. FOLDER holds captures.
#
#     TT_REPLAY=build/release/src/cli/tt-replay sh tests/conformance/schedules.sh FOLDER
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
set -- "$1"/*.ttcap
if [ ! -f "$1" ]; then
    echo "skipped: there are no captures"
    exit 77
fi
bad=0
for capture in "$@"; do
    said=$("$TT_REPLAY" schedules "$capture" --budget 1000 --json) || bad=1
    case $said in
    *'"stuck": 0,'*'"is_whole": true,'*'"difference": null'*) continue ;;
    # Registers that are assumed to be set in time (tt-metal PR 48585), and units that may be late by a warning alone (a
    # bank that a STALLWAIT asked for, hazards.sh), are all that "all" is not said for: the orders end.
    *'"stuck": 0,'*'"is_whole": false,'*'"delayed_units": '[1-9]*'"elsewhere": null'*'"difference": null'* | \
        *'"stuck": 0,'*'"is_whole": false,'*'"assumed": '[1-9]*'"elsewhere": null'*'"difference": null'*)
        tried=$(printf '%s' "$said" | sed -n 's/.*"tried": \([0-9]*\).*/\1/p')
        [ "$tried" -lt 1000 ] && continue
        ;;
    esac
    bad=1
    echo "$capture"
    echo "$said"
done
echo "$# captures"
exit $bad
