# SPDX-License-Identifier: Apache-2.0
# lane: night
"$TT_REPLAY" bisect "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap"
