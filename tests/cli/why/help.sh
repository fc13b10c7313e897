# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
"$TT_REPLAY" why --help
