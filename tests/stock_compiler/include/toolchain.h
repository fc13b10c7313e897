/* SPDX-License-Identifier: Apache-2.0 */
/* In place of what the vendor's assembler has: an instruction word of the coprocessor among those of the core,
 * rotated so that its lowest two bits are not both set (R4). */
#pragma once

#ifndef __ASSEMBLER__
__asm__(".macro .ttinsn word\n"
        "    .word (((\\word) << 2) & 0xffffffff) | (((\\word) >> 30) & 3)\n"
        ".endm\n");
#endif
