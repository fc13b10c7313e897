# SPDX-License-Identifier: Apache-2.0
# Unpacked, computed and packed: BF16 throughout as without a chain, and FP32 that becomes TF32 and then BF16.
"$TT_REPLAY" census ELWMUL --fidelity HiFi4 --unpack bf16 --pack bf16 -j 1
"$TT_REPLAY" census ELWADD --chip wormhole_b0 --unpack fp32 --format tf32 --dst 32 --pack bf16 --population normals \
    --draws 100000 -j 1
"$TT_REPLAY" census MOVA2D --unpack fp32 --format fp16 --pack fp16 --population 0xC7FFE000 -j 1
"$TT_REPLAY" census MOVA2D --unpack bf16 --format tf32
"$TT_REPLAY" census MOVA2D --pack bfp8
"$TT_REPLAY" census ELWADD --format fp16
"$TT_REPLAY" census SFP_STOCH_RND --to uint8 --pack bf16
