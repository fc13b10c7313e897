# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Settings of firmware order are taken along, and stand in the summary and in what to type next.
mkdir captures
cp "$TRACES"/kernels/datacopy_f16b_f16b_bfp*.ttcap "$TRACES"/kernels/wormhole_datacopy_u2d_bfp8_bfp4_hostile.ttcap captures
"$TT_REPLAY" batch captures -o all.db --max-steps 1000 --checkpoint-word 0x14020 --set ALU_ACC_CTRL_Zero_Flag_disabled_src=0 \
    --variant pack.bfp.round=truncate --limit 1
"$TT_REPLAY" batch captures -o all.db --max-steps 1000 --checkpoint-word 0x14020 --json --variant pack.bfp.round=truncate |
    sed -n '/"max_steps"/p;/"checkpoint_word"/p'
