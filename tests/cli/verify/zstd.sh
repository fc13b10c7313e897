# SPDX-License-Identifier: Apache-2.0
# The zstd command reads a capture: it is a whole, checked Zstandard stream.
command -v zstd >/dev/null || exit 77
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
zstd -t -q small.ttcap && zstd -d -q -c <small.ttcap >content
