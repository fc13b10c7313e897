# SPDX-License-Identifier: Apache-2.0
# A run of the cores can be tried as any other: what comes out is what the capture made of it says, in steps for events.
"$TT_REPLAY" replay "$TRACES/firmware/k_relu_bf16_thr3.ttcap" --order firmware -o run.db --record made.ttcap >/dev/null
"$TT_REPLAY" replay made.ttcap -o made.db >/dev/null
"$TT_REPLAY" why run.db tile0:face0:r9:c1 | tee steps
"$TT_REPLAY" why made.db tile0:face0:r9:c1 | sed 's/event [0-9]*/step N/' >events
sed 's/step [0-9]*/step N/' steps | cmp - events && echo the same
