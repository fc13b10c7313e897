/* SPDX-License-Identifier: Apache-2.0 */
/* Names for addresses, from the tables of isa. */
#include "ask/run/value_text.h"

#include "base/text/text.h"
#include "isa/chip.h"
#include "isa/registers.h"
#include "isa/spaces.h"

/* The number-th field of a word that shares a bit with `bits`; null: there are not so many. */
static const struct reg_field *place_text_field(enum tt_chip chip, enum tt_space space, uint32_t word, uint32_t bits,
                                                size_t number)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, space, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if ((reg_field_bits(field) & bits) && number-- == 0)
            return field;
    }
    return NULL;
}

static void append_fields(enum tt_chip chip, enum tt_space space, uint32_t word, uint32_t bits, char *text)
{
    size_t at = strlen(text);
    const struct reg_field *field;
    for (size_t i = 0; at < PLACE_TEXT_MAX && (field = place_text_field(chip, space, word, bits, i)); i++)
        at += (size_t)snprintf(text + at, PLACE_TEXT_MAX - at, "%s%s", i ? ", " : ": ", field->name);
}

const struct reg_field *place_field(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits)
{
    const struct chip *traits = chip_get(chip);
    const uint32_t element = addr / space_element_bytes(space);
    if (space == TT_SPACE_CFG)
        return place_text_field(chip, space, element % traits->cfg_words, bits, 0);
    return space == TT_SPACE_THREAD_CFG ? place_text_field(chip, space, element % traits->thread_words, bits, 0) : NULL;
}

static void cell_text(uint32_t cell, uint32_t rows, char *text)
{
    uint32_t row = cell / 16;
    if (rows)
        (void)snprintf(text, PLACE_TEXT_MAX, "bank %u, row %u, column %u", row / rows, row % rows, cell % 16);
    else
        (void)snprintf(text, PLACE_TEXT_MAX, "row %u, column %u", row, cell % 16);
}

char *place_text(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits, char text[static PLACE_TEXT_MAX])
{
    const struct chip *traits = chip_get(chip);
    uint32_t element = addr / space_element_bytes(space);
    text[0] = 0;
    switch (space) {
    case TT_SPACE_CFG:
        (void)snprintf(text, PLACE_TEXT_MAX, "state %u, word %u", element / traits->cfg_words,
                       element % traits->cfg_words);
        append_fields(chip, space, element % traits->cfg_words, bits, text);
        break;
    case TT_SPACE_THREAD_CFG:
        (void)snprintf(text, PLACE_TEXT_MAX, "thread %u, word %u", element / traits->thread_words,
                       element % traits->thread_words);
        append_fields(chip, space, element % traits->thread_words, bits, text);
        break;
    case TT_SPACE_GPR:
        return text_print(text, PLACE_TEXT_MAX, "thread %u, GPR %u", element / GPRS, element % GPRS);
    case TT_SPACE_STATE:
        if (element < STATE_ALL_WORDS) {
            char path[STATE_PATH_MAX];
            (void)state_path(element, path);
            (void)snprintf(text, PLACE_TEXT_MAX, "%s", path);
        }
        break;
    case TT_SPACE_DST:
        cell_text(element, 0, text);
        break;
    case TT_SPACE_DST_VALID:
        return text_print(text, PLACE_TEXT_MAX, "row %u", element);
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        cell_text(element, SRC_ROWS, text);
        break;
    case TT_SPACE_LREG:
        return text_print(text, PLACE_TEXT_MAX, "LReg %u, lane %u", element / LANES, element % LANES);
    case TT_SPACE_STAGE:
        return text_print(text, PLACE_TEXT_MAX, "value %u of the stage", element);
    case TT_SPACE_L1:
        break;
    }
    return text;
}

char *datum_place_text(uint32_t datum, char text[static PLACE_TEXT_MAX])
{
    return text_print(text, PLACE_TEXT_MAX, "face %u, row %u, column %u", datum / 256, datum % 256 / 16, datum % 16);
}
