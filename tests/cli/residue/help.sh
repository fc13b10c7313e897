# SPDX-License-Identifier: Apache-2.0
# lane: commit
"$TT_REPLAY" residue --help
