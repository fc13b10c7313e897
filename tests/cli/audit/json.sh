# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" audit a.db --rows 0:2 --json
