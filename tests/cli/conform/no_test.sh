# SPDX-License-Identifier: Apache-2.0
# lane: commit
# A file without a test proves nothing.
: >empty.jsonl
"$TT_REPLAY" conform empty.jsonl
