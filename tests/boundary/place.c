/* SPDX-License-Identifier: Apache-2.0 */
/* Names of places, and what stands there; place.h. */
#include "boundary/place.h"

#include "base/little.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "numeric/cells.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MAX = 3 };

/* A space, what its numbers count, and how many of them name an element; "lreg.2" without the last is all lanes. */
static const struct shape {
    const char *name;
    enum tt_space space;
    unsigned count, may_leave;
    uint32_t extent[NUMBERS_MAX]; /* 0: the chip's configuration words */
} shapes[] = {
    {"dst", TT_SPACE_DST, 2, 0, {DST_ROWS, DST_COLUMNS}},
    {"dst_valid", TT_SPACE_DST_VALID, 1, 0, {DST_ROWS}},
    {"srca", TT_SPACE_SRCA, 3, 0, {SRC_BANKS, SRC_ROWS, SRC_COLUMNS}},
    {"srcb", TT_SPACE_SRCB, 3, 0, {SRC_BANKS, SRC_ROWS, SRC_COLUMNS}},
    {"lreg", TT_SPACE_LREG, 2, 1, {LREGS, LANES}},
    {"gpr", TT_SPACE_GPR, 2, 0, {THREADS, GPRS}},
    {"cfg", TT_SPACE_CFG, 2, 0, {CFG_STATES, 0}},
    {"l1", TT_SPACE_L1, 1, 0, {L1_BYTES_MAX}},
};

/* "dst.0.3:bf16" into its name, its numbers and what follows the colon. */
struct parts {
    char name[PLACE_NAME_MAX];
    uint32_t number[NUMBERS_MAX];
    unsigned count;
    const char *form;
};

static bool split(const char *text, struct parts *parts)
{
    const size_t name = strcspn(text, ".:");
    if (name >= sizeof parts->name)
        return false;
    memcpy(parts->name, text, name);
    parts->name[name] = '\0';
    parts->count = 0;
    const char *at = text + name;
    while (*at == '.' && parts->count < NUMBERS_MAX) {
        char *end;
        parts->number[parts->count++] = (uint32_t)strtoul(at + 1, &end, 0);
        if (end == at + 1)
            return false;
        at = end;
    }
    parts->form = *at == ':' ? at + 1 : "";
    return *at == ':' || *at == '\0';
}

static bool set_form(struct place *place, const char *form)
{
    static const struct {
        const char *name;
        enum tt_space space;
        enum place_form form;
        uint32_t bytes;
    } forms[] = {
        {"bf16", TT_SPACE_DST, PLACE_BF16, 2}, {"fp16", TT_SPACE_DST, PLACE_FP16, 2},
        {"fp32", TT_SPACE_DST, PLACE_FP32, 2}, {"u8", TT_SPACE_L1, PLACE_PLAIN, 1},
        {"u16", TT_SPACE_L1, PLACE_PLAIN, 2},  {"u32", TT_SPACE_L1, PLACE_PLAIN, 4},
    };
    if (!*form)
        return place->space != TT_SPACE_L1;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(forms[i].name, form) == 0 && forms[i].space == place->space) {
            place->form = forms[i].form;
            place->bytes = forms[i].bytes;
            return true;
        }
    }
    return false;
}

static bool find_element(enum tt_chip chip, const struct shape *shape, const struct parts *parts, struct place *place)
{
    const bool is_whole = parts->count == shape->count;
    uint32_t index = 0;
    if (!is_whole && !(parts->count && parts->count + shape->may_leave == shape->count))
        return false;
    for (unsigned i = 0; i < shape->count; i++) {
        const uint32_t number = i < parts->count ? parts->number[i] : 0;
        const uint32_t extent = shape->extent[i] ? shape->extent[i] : chip_get(chip)->cfg_words;
        if (number >= extent)
            return false;
        index = index * extent + number;
    }
    place->space = shape->space;
    place->bytes = space_element_bytes(shape->space);
    place->lo = index * place->bytes;
    place->copies = is_whole ? 1 : shape->extent[shape->count - 1];
    place->copy_stride = place->bytes;
    return set_form(place, parts->form);
}

static bool find_field(enum tt_chip chip, const char *name, struct place *place)
{
    const enum reg_id id = reg_find(chip, name);
    if (id == REG_COUNT)
        return false;
    const struct reg_field *field = reg_field_get(chip, id);
    const bool is_cfg = field->space == TT_SPACE_CFG;
    place->space = field->space;
    place->bytes = is_cfg ? 4 : 2;
    place->lo = field->word * place->bytes;
    place->shift = field->shift;
    place->mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    place->copies = is_cfg ? CFG_STATES : THREADS;
    place->copy_stride = (is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words) * place->bytes;
    return true;
}

bool place_find(enum tt_chip chip, const char *name, struct place *place)
{
    struct parts parts;
    const int32_t word = state_find(name);
    *place = (struct place){.mask = UINT32_MAX, .copies = 1};
    if (word >= 0) {
        place->space = TT_SPACE_STATE;
        place->bytes = 4;
        place->lo = 4 * (uint32_t)word;
        return true;
    }
    if (find_field(chip, name, place))
        return true;
    if (!split(name, &parts))
        return false;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].name, parts.name) == 0)
            return find_element(chip, &shapes[i], &parts, place);
    }
    return false;
}

static uint32_t element(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t bytes)
{
    uint8_t image[4];
    tile_load(tile, space, lo, bytes, image);
    return load_number(image, bytes);
}

static void put_element(struct tile *tile, enum tt_space space, uint32_t lo, uint32_t bytes, uint32_t value)
{
    uint8_t image[4];
    store_number(image, bytes, value);
    tile_store(tile, space, lo, bytes, image, NULL);
}

/* The lower half of a value of 32 bits stands eight rows below (numeric/cells.h). */
enum { LOWER_HALF = 8 * DST_COLUMNS * 2 };

void place_set(struct tile *tile, const struct place *place, uint32_t value)
{
    for (unsigned i = 0; i < place->copies; i++) {
        const uint32_t lo = place->lo + i * place->copy_stride;
        uint32_t bits = value << place->shift & place->mask;
        if (place->form == PLACE_FP32)
            put_element(tile, place->space, lo + LOWER_HALF, 2, value & 0xFFFF);
        if (place->form == PLACE_BF16 || place->form == PLACE_FP32)
            bits = dst16_from_bf16(place->form == PLACE_FP32 ? value >> 16 : value);
        else if (place->form == PLACE_FP16)
            bits = dst16_from_fp16(value);
        bits |= element(tile, place->space, lo, place->bytes) & ~place->mask;
        put_element(tile, place->space, lo, place->bytes, bits);
    }
}

uint32_t place_get(const struct tile *tile, const struct place *place, unsigned copy)
{
    const uint32_t lo = place->lo + copy * place->copy_stride;
    const uint32_t bits = (element(tile, place->space, lo, place->bytes) & place->mask) >> place->shift;
    switch (place->form) {
    case PLACE_BF16:
        return dst16_to_bf16(bits);
    case PLACE_FP16:
        return dst16_to_fp16(bits);
    case PLACE_FP32:
        return dst16_to_bf16(bits) << 16 | element(tile, place->space, lo + LOWER_HALF, 2);
    case PLACE_PLAIN:
    default:
        return bits;
    }
}
