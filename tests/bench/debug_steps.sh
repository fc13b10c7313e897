#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# debug_steps.sh DEBUG_STEPS TT_REPEAT TRACES: what time travel costs at 1, 10, 100 and 1,000 times a kernel.
set -eu
steps=$1 repeat=$2 traces=$3
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-steps.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
kernel=$traces/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap
for times in 1 10 100 1000; do
    "$repeat" --events $times "$kernel" "$scratch/$times.ttcap"
done
"$steps" 512 50 "$scratch/1.ttcap" "$scratch/10.ttcap" "$scratch/100.ttcap" "$scratch/1000.ttcap" \
    "$traces/firmware/core_amo_share.ttcap" "$traces/firmware/k_matmul_bf16_acc_hostile.ttcap"
