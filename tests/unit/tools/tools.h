/* SPDX-License-Identifier: Apache-2.0 */
/* A text through a reader into a capture, and what the capture then knows. */
#pragma once

#include "capture/import/importer.h"

#include <stdbool.h>
#include <stddef.h>

/* TT_CHIP_COUNT: nobody says the chip. Asserts that all goes well; ttcap_close() it. */
struct ttcap *read_text(const struct importer *importer, const char *text, enum tt_chip chip);

/* Asserts that the text is refused with just this sentence. */
void refuse_text(const struct importer *importer, const char *text, enum tt_chip chip, const char *sentence);

/* The sentences of the last read_text() that said what could not be stored, each with a newline. */
const char *warnings(void);

/* Up to four bytes of a space at a checkpoint: the value, and which of its bits are known. */
struct bits {
    uint32_t value, known;
};
struct bits bits_at(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count);
/* A word of configuration state 0 of the first checkpoint, and a cell of Dst. */
struct bits cfg_word(struct ttcap *capture, uint32_t word);
struct bits dst_cell(struct ttcap *capture, uint32_t row, uint32_t column);
/* A word of the state by its path. */
struct bits state_word(struct ttcap *capture, const char *path);

/* The label and notes of the first source. */
const char *notes(struct ttcap *capture);
