# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Settings that were never written since the start look like reset ones without the capture.
packed a
run_of a
rm a.ttcap
"$TT_REPLAY" audit a.db | sed -n '/^Settings/,/^  THCON/p'
