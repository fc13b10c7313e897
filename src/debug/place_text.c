/* SPDX-License-Identifier: Apache-2.0 */
/* A place's bits, and its values in a format: which cells make a datum is cell_form's. */
#include "debug/place_text.h"

#include "ask/run/cell_form.h"
#include "ask/run/value_text.h"
#include "base/little.h"
#include "isa/spaces.h"
#include "numeric/dst_rows.h"

enum { SHOWN_BYTES_MAX = 64 };
#define AS " as "

static void place_text_load(const struct session *session, enum tt_space space, uint32_t lo, uint32_t count,
                            uint8_t *bytes)
{
    tile_load(steps_tile(engine_steps(session->engine)), space, lo, count, bytes);
}

static uint32_t place_text_shown(const struct address_place *place)
{
    return place->hi - place->lo < SHOWN_BYTES_MAX ? place->hi - place->lo : SHOWN_BYTES_MAX;
}

void place_text_bits(const struct session *session, const struct address_place *place, struct text *text)
{
    uint8_t bytes[SHOWN_BYTES_MAX];
    const uint32_t width = place->is_field ? (place->space == TT_SPACE_CFG ? 4 : 2) : space_element_bytes(place->space);
    const uint32_t count = place_text_shown(place);
    place_text_load(session, place->space, place->lo, count, bytes);
    if (place->is_field) {
        const uint32_t value = reg_field_value(reg_field_get(session->chip, place->field), load_number(bytes, count));
        text_add(text, "%" PRIu32 " (0x%" PRIx32 ")", value, value);
        return;
    }
    for (uint32_t at = 0; at < count; at += width)
        text_add(text, "%s0x%0*" PRIx32, at ? " " : "", (int)(2 * width),
                 load_number(bytes + at, at + width <= count ? width : 1));
}

/* "0x3f80 (1)" for each datum that begins in the place. */
static void place_text_add_values(const struct session *session, const struct address_place *place,
                                  const struct cell_form *form, struct text *text)
{
    const uint32_t width = form->cell_bits / 8, size = space_bytes(session->chip, place->space);
    for (uint32_t at = 0; at < place_text_shown(place) && place->lo + at + width <= size; at += width) {
        uint8_t bytes[4] = {0}, low[4] = {0};
        char value[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX];
        place_text_load(session, place->space, place->lo + at, width, bytes);
        if (form->is_pair)
            place_text_load(session, place->space, place->lo + at + cell_low(form), width, low);
        const enum format format = cell_shown_as(form);
        const uint32_t pattern = cell_pattern(form, cell_load(form, bytes, low));
        text_add(text, "%s0x%s (%s)", at ? " " : "", bits_text(format, pattern, bits),
                 value_text(format, pattern, value));
    }
}

/* Whether all of it stands in the space: the lower half of a pair lies below. */
static bool place_text_fits(const struct session *session, const struct address_place *place,
                            const struct cell_form *form)
{
    const uint32_t row = place->lo / (DST_COLUMNS * 2);
    return place->lo + form->cell_bits / 8 <= space_bytes(session->chip, place->space) &&
           !(form->is_pair && row / DST_LOW_HALF % 2);
}

enum tt_status place_text_add(const struct session *session, const char *words, bool *is_place, struct text *text,
                              struct tt_error *err)
{
    char name[ADDRESS_TEXT_MAX];
    struct address_place place;
    struct cell_form form;
    const char *as = strstr(words, AS);
    const size_t length = as ? (size_t)(as - words) : strlen(words);
    enum tt_status status = TT_OK;
    if (length >= sizeof name)
        status = tt_fail(err, TT_BAD_INPUT, "'%.40s...' is no place", words);
    (void)snprintf(name, sizeof name, "%.*s", (int)length, words);
    status = status ?: address_place_parse(&place, session->chip, name, err);
    if (is_place)
        *is_place = !status;
    if (status)
        return status;
    if (!as) {
        place_text_bits(session, &place, text);
        return TT_OK;
    }
    const enum format format = format_find(as + strlen(AS));
    REFUSE_IF(format == FORMAT_COUNT, err, "'%.20s' is no format: bf16, fp16, fp32, tf32, int32, ...", as + strlen(AS));
    REFUSE_IF(place.is_field || format_get(format)->is_block || !cell_form_make(&form, place.space, format), err,
              "%s holds no %s here%s", name, format_get(format)->name,
              format_get(format)->is_block ? ": a block's exponents lie elsewhere (`dump --as`, --exponents)" : "");
    REFUSE_IF(!place_text_fits(session, &place, &form), err, "%s is not where a datum of %s begins", name,
              format_get(format)->name);
    place_text_add_values(session, &place, &form, text);
    return TT_OK;
}
