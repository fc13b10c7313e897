# SPDX-License-Identifier: Apache-2.0
# Where bytes rest on what nobody recorded, the next command says what that is, with what to type for it.
# lane: change
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" run.ttcap
"$TT_REPLAY" explain run.ttcap --order firmware --budget 2 | tail -3
"$TT_REPLAY" replay run.ttcap --order firmware -o RUN.db >/dev/null
"$TT_REPLAY" diff RUN.db | grep brxy
