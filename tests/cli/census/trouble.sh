# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" census MVMUL
"$TT_REPLAY" census ELWADD --fidelity HiFi4
"$TT_REPLAY" census ELWADD --format fp32
"$TT_REPLAY" census ELWADD --format bfp8
"$TT_REPLAY" census ELWADD --population some
"$TT_REPLAY" census ELWADD --population 0x12345
"$TT_REPLAY" census ELWADD --dst 24
"$TT_REPLAY" census ELWADD --to uint8
"$TT_REPLAY" census SFP_STOCH_RND
"$TT_REPLAY" census ELWADD --variant no=thing
"$TT_REPLAY" census ELWADD --chip quasar
"$TT_REPLAY" census
