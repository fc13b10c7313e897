# SPDX-License-Identifier: Apache-2.0
# Nothing differs: stale state and other orders. A capture, its database and the file without a verb answer alike.
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" explain a.ttcap
"$TT_REPLAY" replay a.ttcap -o run.db >replay.out
"$TT_REPLAY" explain a.ttcap >capture.out
"$TT_REPLAY" explain run.db >database.out
"$TT_REPLAY" a.ttcap >alone.out
cmp capture.out database.out && cmp capture.out alone.out && echo alike
