/* SPDX-License-Identifier: Apache-2.0 */
/* Which unit produces which part of the state: what a replay answers for, and what it takes from the recording.
 * docs/semantics/replay.md, "Who makes what". */
#pragma once

#include "base/names.h"

#include <stdbool.h>
#include <stdint.h>

/* Beside the units in a mask of what runs: the expanders, in program order alone. */
enum { EXPANDERS_RUN = 1 << 30 };

/* Bit a enum tt_unit: the data units that write a space; all must run for the replay to answer for it.
 * 0: control units and cores alone. */
uint32_t space_producers(enum tt_space space);

/* Bit a enum tt_space: what a unit may write, beyond its own small state; and what this word of it may. */
uint32_t unit_writes(enum tt_unit unit);
uint32_t word_writes(enum tt_chip chip, uint32_t word);

/* Whether units `running` produce every byte of a space, or (TT_SPACE_STATE) one of its words. */
bool space_is_produced(uint32_t running, enum tt_space space);
bool state_word_is_produced(uint32_t running, uint32_t word);
/* The same for words up to *end, which is found. */
bool state_words_are_produced(uint32_t running, uint32_t word, uint32_t *end);

/* Whether some, but not all, units that write a space run, so that it is answered for byte by byte
 * (observe/computed.h). */
bool space_is_produced_in_part(uint32_t running, enum tt_space space);
