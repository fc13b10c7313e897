#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# All pairs of positive BF16 numbers added: the counts that a chip was measured to have (SL-001).
#
#     census.sh TT_REPLAY
set -eu
"$1" census ELWADD --population normals --drop-special --json >"${TMPDIR:-/tmp}/census.$$" && status=0 || status=$?
counts=$(sed -n 's/.*"from": \([0-9]*\), .*"count": \([0-9]*\),.*/\1 \2/p' "${TMPDIR:-/tmp}/census.$$" | tr '\n' ' ')
rm -f "${TMPDIR:-/tmp}/census.$$"
echo "exit status $status; distance and count: $counts"
[ "$status" = 1 ] && [ "$counts" = '0 1048897338 1 8132678 101 128 ' ]
