/* SPDX-License-Identifier: Apache-2.0 */
/* Holds datums against a reference, and hands it to a replay as the last checkpoint of its capture. */
#include "ask/run/expect/expect_internal.h"

#include "ask/run/value_text.h"
#include "base/little.h"
#include "numeric/bfp.h"

/* ---- a datum in bytes ---- */

static uint32_t low_mask(unsigned bits)
{
    return bits < 32 ? (UINT32_C(1) << bits) - 1 : UINT32_MAX;
}

/* Its pattern, a block datum's shared exponent in bits 15:8. */
static uint32_t get(const struct expect *expect, const uint8_t *const bytes[TTCAP_EXPECTED_MAX],
                    const struct expect_place *place)
{
    const uint8_t *data = bytes[expect->data_part];
    uint32_t cell = load_number(data + place->at, place->bytes) >> place->shift & low_mask(expect->form.cell_bits);
    if (place->has_low)
        cell = cell << 16 | load_number(data + place->low_at, place->bytes);
    if (expect->form.lattice == FORMAT_COUNT)
        return cell;
    const uint32_t pattern = cell_pattern(&expect->form, cell);
    return expect->has_exponent_bytes ? pattern | (uint32_t)bytes[expect->exponent_part][place->exponent_at] << 8
                                      : pattern;
}

/* Puts a cell where it stands; the rest of its bytes stays. */
static void expect_put_cell(const struct expect *expect, uint8_t *data, const struct expect_place *place, uint32_t cell)
{
    const uint32_t mask = low_mask(expect->form.cell_bits) << place->shift;
    const uint32_t upper = place->has_low ? cell >> 16 : cell << place->shift;
    const uint32_t is = load_number(data + place->at, place->bytes);
    store_number(data + place->at, place->bytes, (is & ~mask) | (upper & mask));
    if (place->has_low)
        store_number(data + place->low_at, place->bytes, cell & 0xFFFF);
}

void expect_fill(struct expect *expect)
{
    const bool is_plain = expect->form.lattice == FORMAT_COUNT;
    const uint32_t known = expect->is_of_stage ? low_mask(8u * expect->staged.value_bytes) : UINT32_MAX;
    for (uint32_t nth = 0; nth < expect->count; nth++) {
        const struct expect_place place = expect_place(expect, nth);
        const uint32_t wanted = expect->has_exponent_bytes ? expect->wanted[nth] & 0xFF : expect->wanted[nth];
        expect_put_cell(expect, expect->bytes[expect->data_part], &place,
                        is_plain ? wanted : cell_of_pattern(&expect->form, wanted));
        expect_put_cell(expect, expect->known[expect->data_part], &place, known);
        if (!expect->has_exponent_bytes)
            continue;
        expect->bytes[expect->exponent_part][place.exponent_at] = (uint8_t)(expect->wanted[nth] >> 8);
        expect->known[expect->exponent_part][place.exponent_at] = 0xFF;
    }
}

/* ---- how far ---- */

/* Bits outside the value, which its container should keep zero, are not compared. */
static uint32_t padding_of(const struct expect *expect)
{
    const struct format_info *info = format_get(expect->form.lattice);
    return info->is_integer || !expect->is_values
               ? 0
               : low_mask(info->storage_bits - 1u - info->exponent_bits - info->mantissa_bits);
}

/* An infinity is near the same infinity only, a NaN only a NaN. */
static uint64_t expect_distance(const struct expect *expect, uint32_t wanted, uint32_t replayed)
{
    const enum format format = expect->form.lattice;
    if (format == FORMAT_COUNT)
        return wanted == replayed ? 0 : UINT64_MAX;
    if (expect->is_block)
        return format_ulps(format, wanted & 0xFF, wanted >> 8, replayed & 0xFF, replayed >> 8);
    wanted &= ~padding_of(expect);
    replayed &= ~padding_of(expect);
    const struct value_parts a = format_parts(format, wanted, 0), b = format_parts(format, replayed, 0);
    if (a.kind == VALUE_FINITE && b.kind == VALUE_FINITE)
        return format_ulps(format, wanted, 0, replayed, 0);
    const bool is_same = a.kind == b.kind && (a.kind == VALUE_NAN || a.is_negative == b.is_negative);
    return is_same ? 0 : UINT64_MAX;
}

/* Bits are compared as bits. */
static bool expect_is_of_bits(const struct expect *expect)
{
    return !expect->is_values && !expect->asked.ulp && !expect_has_bounds(&expect->asked);
}

bool expect_is_equal(const struct expect *expect, uint32_t wanted, uint32_t replayed)
{
    if (wanted == replayed)
        return true;
    if (expect_is_of_bits(expect))
        return false;
    const uint64_t ulps = expect_distance(expect, wanted, replayed);
    if (ulps != UINT64_MAX && ulps <= expect->asked.ulp)
        return true;
    return expect_has_bounds(&expect->asked) &&
           value_is_close(expect->form.lattice, replayed, wanted, expect->asked.rtol, expect->asked.atol);
}

/* ---- all of it ---- */

static void accept_cell(const struct expect *expect, const uint8_t *from, uint8_t *to, const struct expect_place *place)
{
    uint32_t cell = load_number(from + place->at, place->bytes) >> place->shift;
    if (place->has_low)
        cell = cell << 16 | load_number(from + place->low_at, place->bytes);
    expect_put_cell(expect, to, place, cell);
}

void expect_accept(const struct expect *expect, const struct expect_image *image,
                   uint8_t *const held[TTCAP_EXPECTED_MAX])
{
    const uint32_t group = expect->has_exponent_bytes ? BFP_GROUP : 1;
    for (size_t i = 0; i < expect->part_count; i++)
        memcpy(held[i], expect->bytes[i], expect->parts[i].count);
    if (expect_is_of_bits(expect))
        return;
    for (uint32_t first = 0; first < expect->count; first += group) {
        struct expect_place place = {0};
        bool are_all = true;
        for (uint32_t nth = first; nth < first + group; nth++) {
            place = expect_place(expect, nth);
            if (expect_is_equal(expect, expect->wanted[nth], get(expect, image->bytes, &place)))
                accept_cell(expect, image->bytes[expect->data_part], held[expect->data_part], &place);
            else
                are_all = false;
        }
        if (are_all && expect->has_exponent_bytes)
            held[expect->exponent_part][place.exponent_at] = image->bytes[expect->exponent_part][place.exponent_at];
    }
}

static bool is_unknown(const struct expect *expect, const struct expect_image *image, const struct expect_place *place)
{
    const uint8_t *data = image->unknown[expect->data_part], *exponents = image->unknown[expect->exponent_part];
    bool is = expect->has_exponent_bytes && exponents && exponents[place->exponent_at];
    for (uint32_t i = 0; data && i < place->bytes; i++)
        is |= data[place->at + i] || (place->has_low && data[place->low_at + i]);
    return is;
}

struct expect_datum expect_datum(const struct expect *expect, const struct expect_image *image, uint32_t nth)
{
    const struct expect_place place = expect_place(expect, nth);
    const uint32_t lo = expect->parts[expect->data_part].lo + place.at;
    struct expect_datum datum = {.lo = lo, .hi = lo + place.bytes, .index = expect_index(expect, nth)};
    const uint64_t columns = expect->asked.layout == EXPECT_ROWS    ? expect->columns
                             : expect->asked.layout == EXPECT_TILES ? (uint64_t)EXPECT_SIDE
                                                                    : (uint64_t)EXPECT_FACE;
    datum.row = (uint32_t)(datum.index / columns);
    datum.column = (uint32_t)(datum.index % columns);
    datum.wanted = expect->wanted[nth];
    datum.replayed = get(expect, image->bytes, &place);
    datum.ulps = expect_distance(expect, datum.wanted, datum.replayed);
    datum.is_equal = expect_is_equal(expect, datum.wanted, datum.replayed);
    datum.is_undecided = is_unknown(expect, image, &place);
    return datum;
}

/* ---- in another order ---- */

/* Whether the array can stand in this layout: whole data tiles, of matrices more than one. */
static bool can_be_laid_out(const struct expect *expect, enum expect_layout layout)
{
    return layout == EXPECT_FACES || (expect->count % EXPECT_TILE == 0 &&
                                      (layout == EXPECT_TILES || (expect->columns && expect->columns != EXPECT_SIDE)));
}

static uint32_t count_equal_by(const struct expect *expect, const struct expect_image *image, const uint32_t *elements,
                               enum expect_layout layout)
{
    uint32_t equal = 0;
    for (uint32_t nth = 0; nth < expect->count; nth++) {
        const struct expect_place place = expect_place(expect, nth);
        const uint32_t wanted = elements[expect_index_by(expect, layout, nth)];
        equal +=
            !is_unknown(expect, image, &place) && expect_is_equal(expect, wanted, get(expect, image->bytes, &place));
    }
    return equal;
}

static uint64_t expect_farthest(const struct expect *expect, const struct expect_image *image)
{
    uint64_t farthest = 0;
    for (uint32_t nth = 0; nth < expect->count; nth++) {
        const struct expect_place place = expect_place(expect, nth);
        const uint64_t ulps = expect_distance(expect, expect->wanted[nth], get(expect, image->bytes, &place));
        farthest = ulps > farthest ? ulps : farthest;
    }
    return farthest;
}

static void see_pattern(struct expect *expect, const struct expect_image *image)
{
    uint32_t *replayed = mem_calloc(expect->count, sizeof *replayed);
    bool *is_left_out = mem_calloc(expect->count, sizeof *is_left_out);
    for (uint32_t nth = 0; replayed && is_left_out && nth < expect->count; nth++) {
        const struct expect_place place = expect_place(expect, nth);
        replayed[nth] = get(expect, image->bytes, &place);
        is_left_out[nth] = is_unknown(expect, image, &place);
    }
    if (replayed && is_left_out)
        expect_find_pattern(expect, replayed, is_left_out);
    mem_free(replayed);
    mem_free(is_left_out);
}

/* Rows of a face are rows of its data tile and of its matrix, so that blocks of sixteen stay together. */
void expect_see(struct expect *expect, const struct expect_image *image)
{
    const bool is_as_in_l1 = expect->has_exponent_bytes && !expect->is_values;
    if (expect->is_seen)
        return;
    expect->is_seen = true;
    expect->seen_farthest = expect->is_values ? expect_farthest(expect, image) : UINT64_MAX;
    if (expect->form.lattice != FORMAT_COUNT && !expect_is_near(expect))
        see_pattern(expect, image);
    if (expect->count % EXPECT_TILE || is_as_in_l1)
        return;
    uint32_t *elements = mem_calloc(expect->count, sizeof *elements);
    if (!elements)
        return;
    for (uint32_t nth = 0; nth < expect->count; nth++)
        elements[expect_index(expect, nth)] = expect->wanted[nth];
    const uint32_t equal = expect->seen_equal = count_equal_by(expect, image, elements, expect->asked.layout);
    uint32_t best = expect->count - (expect->count - equal + 1) / 2;
    for (int i = 0; i < EXPECT_LAYOUTS && equal < expect->count; i++) {
        const enum expect_layout layout = (enum expect_layout)i;
        if (layout == expect->asked.layout || !can_be_laid_out(expect, layout))
            continue;
        const uint32_t other = count_equal_by(expect, image, elements, layout);
        if (other <= best)
            continue;
        best = expect->other_equal = other;
        expect->other = layout;
    }
    mem_free(elements);
}

enum tt_status expect_moment(int64_t *event, const struct expect *expect, const struct address_marks *marks,
                             struct tt_error *err)
{
    *event = expect->is_of_stage && !expect->staged.is_all ? (int64_t)expect->staged.event : INT64_MAX;
    if (!expect->asked.after)
        return TT_OK;
    return PLACED(address_point(expect->asked.after, marks, event, err), err, "--after");
}

void expect_clear(struct expect *expect)
{
    for (size_t i = 0; i < TTCAP_EXPECTED_MAX; i++) {
        mem_free(expect->bytes[i]);
        mem_free(expect->known[i]);
        mem_free(expect->replayed[i]);
        mem_free(expect->accepted[i]);
    }
    mem_free(expect->wanted);
    staged_clear(&expect->staged);
    *expect = (struct expect){0};
}
