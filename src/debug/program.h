/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a capture's cores as one ELF file: their symbols, lines of source and inlined functions, for
 * debuggers that read nothing else. It holds no code: that is in L1. */
#pragma once

#include "base/error.h"
#include "base/text/text.h"
#include "capture/ttcap.h"

/* TT_END: the capture has neither symbols nor lines. */
enum tt_status program_elf(struct ttcap *capture, struct text *elf, struct tt_error *err);
