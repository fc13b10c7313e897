# SPDX-License-Identifier: Apache-2.0
# lane: commit
# A bundle is a folder, and becomes a capture first.
mkdir case
"$TT_REPLAY" replay case
