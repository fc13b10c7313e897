# SPDX-License-Identifier: Apache-2.0
# One operand of 1.0: four patterns that chips were measured with are among those that are away.
"$TT_REPLAY" census ELWADD --population normals --second 0x3F80 --drop-special -j 1
"$TT_REPLAY" census ELWSUB --chip wormhole_b0 --population 0x3C39 --second 0xBF80
