/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words from the text that isa_disassemble() makes of them. */
#pragma once

#include "base/usual.h"
#include "isa/isa.h"

/* "PACR last=1 read_intf_sel=0x5": fields in any order, those left out are 0; unnamed= has the bits of no field; also
 * ".word 0x…". Blanks separate, and '#' begins a comment. The sentence names instruction and field, not the line. */
enum tt_status isa_assemble(enum tt_chip chip, const char *line, uint32_t *word, struct tt_error *err);
