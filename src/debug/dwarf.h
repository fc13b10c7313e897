/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source and inlined functions as DWARF 4: four sections. */
#pragma once

#include "base/text/text.h"
#include "base/usual.h"
#include "capture/source_lines.h"

struct dwarf {
    struct text abbrev, info, line, loc;
};

/* Nothing where the capture knows no lines. */
enum tt_status dwarf_make(struct dwarf *dwarf, struct ttcap *capture, struct tt_error *err);
void dwarf_clear(struct dwarf *dwarf);

/* Little-endian numbers at the end of a section. */
void bytes_add(struct text *to, unsigned bytes, uint32_t value);
