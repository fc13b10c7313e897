# SPDX-License-Identifier: Apache-2.0
# lane: night
"$TT_REPLAY" bisect --help
