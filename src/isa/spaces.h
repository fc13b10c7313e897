/* SPDX-License-Identifier: Apache-2.0 */
/* The spaces of a tile as byte arrays: names, sizes by chip, element widths, and the fields of "state". */
#pragma once

#include "isa/chip.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

const char *space_name(enum tt_space space); /* "l1", "cfg", "thread_cfg", "gpr", "dst", … */
enum tt_space space_find(const char *name);  /* TT_SPACE_COUNT when unknown */

/* Bytes of the whole space on this chip, and bytes of one element (1, 2 or 4). */
uint32_t space_bytes(enum tt_chip chip, enum tt_space space);
uint32_t space_element_bytes(enum tt_space space);

/* Vector registers that hold constants hold them from power-up on, whatever ran before (V2). */
static inline bool lreg_is_constant(uint32_t lreg)
{
    return (lreg >= 8 && lreg <= 10) || lreg == 15;
}

/* TT_SPACE_STATE is u32[STATE_WORDS]. Word numbers and paths ("adc.0.pack.ch1.x") come from
 * schemas/state.json; "state_words.h" (generated) has STATE_WORDS and the first word and length of each group,
 * e.g. STATE_ADC, STATE_ADC_WORDS. */
#include "state_words.h"

/* Writes the path of a word; returns its length. text must hold STATE_PATH_MAX. */
enum { STATE_PATH_MAX = 48 };
size_t state_path(uint32_t word, char text[static STATE_PATH_MAX]);

/* The word a path names, or -1. */
int32_t state_find(const char *path);
