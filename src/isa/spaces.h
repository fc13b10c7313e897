/* SPDX-License-Identifier: Apache-2.0 */
/* The spaces of a tile as byte arrays: names, sizes by chip, element widths, and the fields of "state". */
#pragma once

#include "isa/chip.h"

const char *space_name(enum tt_space space); /* "l1", "cfg", "thread_cfg", "gpr", "dst", … */
enum tt_space space_find(const char *name);  /* TT_SPACE_COUNT when unknown */

/* Bytes of the whole space on this chip, and bytes of one element (1, 2 or 4). */
uint32_t space_bytes(enum tt_chip chip, enum tt_space space);
uint32_t space_element_bytes(enum tt_space space);
/* With the words of the internal state, which follow the others at STATE_INTERNAL. Captures hold them,
 * and tile_load() and tile_store() reach them; what follows or sums up a whole space leaves them out. */
uint32_t space_all_bytes(enum tt_chip chip, enum tt_space space);

/* Vector registers that hold constants hold them from power-up on, whatever ran before (V2). */
static inline bool lreg_is_constant(uint32_t lreg)
{
    return (lreg >= 8 && lreg <= 10) || lreg == 15;
}

/* TT_SPACE_STATE is u32[STATE_WORDS]. Word numbers and paths ("adc.0.pack.ch1.x") come from
 * schemas/state.json; "state_words.h" (generated) has STATE_WORDS and the first word and length of each group,
 * e.g. STATE_ADC, STATE_ADC_WORDS. */
#include "state_words.h"

/* Words behind the small state, from STATE_INTERNAL on: what units and cores remember that few recordings hold. Rows
 * stand side by side; between the small state and them no word exists. */
enum { INTERNAL_DIMENSIONS = 3 };
struct isa_internal {
    const char *name; /* "pack.histogram" */
    uint16_t first, words, shape[INTERNAL_DIMENSIONS];
    uint8_t dimensions, what;
    uint32_t most; /* that a word can be */
};
/* The row of a word; null where none is. */
const struct isa_internal *internal_of(uint32_t word);

static inline bool space_is_internal(enum tt_space space, uint32_t lo)
{
    return space == TT_SPACE_STATE && lo >= 4 * STATE_INTERNAL;
}

/* Writes the path of a word, of none "?"; returns its length. text must hold STATE_PATH_MAX. */
enum { STATE_PATH_MAX = 48 };
size_t state_path(uint32_t word, char text[static STATE_PATH_MAX]);

/* The word a path names, or -1. */
int32_t state_find(const char *path);
