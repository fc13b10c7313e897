# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" census ELWADD --population mantissas --second 0x0 --dst 32
