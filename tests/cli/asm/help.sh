# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" asm --help
