/* SPDX-License-Identifier: Apache-2.0 */
/* Two tiles held against each other, space by space, as far as the recorder holds it. */
#include "base/little.h"
#include "base/text/text.h"
#include "capture/import/state_json.h"
#include "conform/conform_internal.h"
#include "isa/evidence.h"

/* A space's numbers in the order of docs/formats/bundle.md, where they stand so in struct tile_state. */
static const void *plain_numbers(struct tile *tile, enum tt_space space)
{
    const struct tile_state *state = tile_state(tile);
    const void *const numbers[TT_SPACE_COUNT + 1] = {
        [TT_SPACE_L1] = state->l1,     [TT_SPACE_GPR] = state->gpr,
        [TT_SPACE_DST] = state->dst,   [TT_SPACE_DST_VALID] = state->dst_valid,
        [TT_SPACE_SRCA] = state->srca, [TT_SPACE_SRCB] = state->srcb,
        [TT_SPACE_LREG] = state->lreg,
    };
    return numbers[space];
}

enum { BLOCK_BYTES = 4096 };

/* Counts the numbers that differ, and keeps the first; false where none does. */
static bool compare_find(const uint8_t *held, const uint8_t *replayed, uint32_t bytes, uint32_t width,
                         struct conform_difference *out)
{
    assert(width > 0);
    out->count = 0;
    for (uint32_t at = 0; at < bytes; at += width) {
        const uint32_t block = bytes - at < BLOCK_BYTES ? bytes - at : BLOCK_BYTES;
        if (at % BLOCK_BYTES == 0 && memcmp(held + at, replayed + at, block) == 0) {
            at += block - width;
            continue;
        }
        if (memcmp(held + at, replayed + at, width) == 0)
            continue;
        if (out->count++ == 0) {
            out->element = at / width;
            out->held = number_at(held, width, at / width);
            out->replayed = number_at(replayed, width, at / width);
        }
    }
    return out->count != 0;
}

void conform_mask_state(struct conform_mask *mask)
{
    for (uint32_t word = 0; word < STATE_WORDS; word++)
        memset(mask->state + 4 * (size_t)word, state_is_of_midrun(word) ? 0 : 0xFF, 4);
}

/* The mask of a space, or null where all of it is held. */
static const uint8_t *compare_mask_of(const struct conform_mask *mask, enum tt_space space)
{
    if (space == TT_SPACE_CFG)
        return mask->cfg;
    if (space == TT_SPACE_THREAD_CFG)
        return mask->thread_cfg;
    return space == TT_SPACE_STATE ? mask->state : NULL;
}

static bool compare_masked(struct tile *held, struct tile *replayed, enum tt_space space, const uint8_t *mask,
                           struct conform_difference *out)
{
    static_assert(sizeof(struct conform_mask) % sizeof(uint32_t) == 0, "rows of numbers");
    _Alignas(uint32_t) uint8_t bytes[2][sizeof(struct conform_mask)]; /* more than any of its spaces has */
    const uint32_t size = space_bytes(tile_chip(held), space);
    tile_load(held, space, 0, size, bytes[0]);
    tile_load(replayed, space, 0, size, bytes[1]);
    for (uint32_t i = 0; i < size; i++) {
        bytes[0][i] &= mask[i];
        bytes[1][i] &= mask[i];
    }
    const uint32_t width = space_element_bytes(space);
    turn_numbers(bytes[0], size / width, width);
    turn_numbers(bytes[1], size / width, width);
    return compare_find(bytes[0], bytes[1], size, width, out);
}

static bool compare_space(struct tile *held, struct tile *replayed, enum tt_space space,
                          const struct conform_mask *mask, struct conform_difference *out)
{
    const uint8_t *held_bits = compare_mask_of(mask, space);
    out->space = space;
    if (held_bits)
        return compare_masked(held, replayed, space, held_bits, out);
    return compare_find(plain_numbers(held, space), plain_numbers(replayed, space), space_bytes(tile_chip(held), space),
                        space_element_bytes(space), out);
}

size_t conform_compare(struct tile *held, struct tile *replayed, const struct conform_mask *mask,
                       struct conform_difference out[static TT_SPACE_COUNT])
{
    size_t count = 0;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        count += compare_space(held, replayed, (enum tt_space)space, mask, &out[count]);
    return count;
}

char *conform_place(enum tt_chip chip, enum tt_space space, uint32_t element, char text[static CONFORM_PLACE_MAX])
{
    const struct chip *what = chip_get(chip);
    char path[STATE_PATH_MAX];
    const unsigned e = element;
    switch (space) {
    case TT_SPACE_CFG:
        return text_print(text, CONFORM_PLACE_MAX, "cfg state %u word %u", e / what->cfg_words, e % what->cfg_words);
    case TT_SPACE_THREAD_CFG:
        return text_print(text, CONFORM_PLACE_MAX, "thread_cfg thread %u word %u", e / what->thread_words,
                          e % what->thread_words);
    case TT_SPACE_GPR:
        return text_print(text, CONFORM_PLACE_MAX, "gpr thread %u register %u", e / GPRS, e % GPRS);
    case TT_SPACE_DST:
        return text_print(text, CONFORM_PLACE_MAX, "dst row %u column %u", e / DST_COLUMNS, e % DST_COLUMNS);
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        return text_print(text, CONFORM_PLACE_MAX, "%s bank %u row %u column %u", space_name(space),
                          e / (SRC_ROWS * SRC_COLUMNS), e / SRC_COLUMNS % SRC_ROWS, e % SRC_COLUMNS);
    case TT_SPACE_LREG:
        return text_print(text, CONFORM_PLACE_MAX, "lreg %u lane %u", e / LANES, e % LANES);
    case TT_SPACE_STATE:
        (void)state_path(element, path);
        return text_print(text, CONFORM_PLACE_MAX, "state %s", path);
    case TT_SPACE_L1:
    case TT_SPACE_DST_VALID:
    case TT_SPACE_COUNT:
        return text_print(text, CONFORM_PLACE_MAX, "%s %#x", space_name(space), e);
    }
    return text;
}

static void weigh_on_begin(void *user, const struct probe_insn *insn)
{
    struct conform_scale *scale = user;
    scale->of_word = insn->rests_on;
}

static void weigh_on_finding(void *user, const struct probe_finding *finding)
{
    struct conform_scale *scale = user;
    scale->of_word = evidence_weaker(scale->of_word, finding->rests_on);
}

static void weigh_on_end(void *user, const struct probe_insn *insn)
{
    struct conform_scale *scale = user;
    if (!insn->has_waited)
        scale->weakest = evidence_weaker(scale->weakest, scale->of_word);
}

void conform_scale_init(struct conform_scale *scale)
{
    *scale = (struct conform_scale){.probe = {.user = scale,
                                              .wants = PROBE_INSN | PROBE_FINDING,
                                              .insn_begin = weigh_on_begin,
                                              .insn_end = weigh_on_end,
                                              .finding = weigh_on_finding}};
}

const char *conform_too_weak(const struct conform_scale *scale, enum fact_level least)
{
    return scale->weakest && scale->weakest->level > least ? scale->weakest->id : NULL;
}
