/* SPDX-License-Identifier: Apache-2.0 */
/* In place of what the vendor's compiler has built in: a word of the assembler for an instruction of the coprocessor,
 * which stands in the program rotated by two bits. */
#pragma once

#ifndef __ASSEMBLER__
__asm__(".macro .ttinsn word\n"
        "    .word (((\\word) << 2) & 0xffffffff) | (((\\word) >> 30) & 3)\n"
        ".endm\n");
#endif
