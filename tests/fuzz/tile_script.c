/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of a script; tile_script.h. A step is: byte 0 what (bits 3:0) and which thread (bits 7:4), byte 1 which one of
 * many, bytes 2 and 3 a place, bytes 4 to 7 a value. */
#include "fuzz/tile_script.h"

#include "base/little.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "tile/frontend/frontend.h"
#include "unit/stores.h"

#include <string.h>

enum what {
    DO_WORD_LAST = 5, /* and below: a word of an instruction that exists */
    DO_ANY_WORD,
    DO_CFG,
    DO_FIELD,
    DO_GPR,
    DO_L1,
    DO_SNAPSHOT,
    DO_CORE,
    DO_BANKS,
    DO_PUSH,
    DO_STATE
};

enum { STORE_MAX = 64, SNAPSHOT_MAX = 2048, PUSHED_MAX = 64 };

struct step {
    unsigned what, thread, which, place;
    uint32_t value;
};

static struct step step_of(const uint8_t bytes[static SCRIPT_STEP])
{
    struct step step = {.what = bytes[0] & 15,
                        .thread = (unsigned)(bytes[0] >> 4) % THREADS,
                        .which = bytes[1],
                        .place = bytes[2] | (unsigned)bytes[3] << 8};
    step.value = load_u32(bytes + 4);
    return step;
}

/* Opcodes that the chip has, one after the other. */
static uint32_t word_of(enum tt_chip chip, const struct step *step)
{
    uint32_t opcodes[256], count = 0;
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        if (isa_find(chip, opcode << 24))
            opcodes[count++] = opcode;
    }
    return opcodes[step->which % count] << 24 | (step->value & 0xFFFFFF);
}

/* A random number that is the same everywhere. */
static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 8 ^ *random << 13;
}

/* Numbers near one in BF16 and FP32, small integers, zeros; or those at the ends of formats. */
static uint32_t next_number(uint32_t *random, enum script_start start)
{
    static const uint16_t specials[] = {0x0000, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x7FFF, 0x0001, 0x8001,
                                        0x7C00, 0xFC00, 0x0080, 0x7F7F, 0x3F80, 0xFFFF, 0x0400, 0x03FF};
    const uint32_t any = next_random(random);
    if (start == START_RANDOM)
        return any;
    if (start == START_SPECIALS)
        return (uint32_t)specials[any & 15] << 16 | specials[any >> 4 & 15];
    return any >> 28 == 0 ? 0 : ((any & 0x81FF81FF) | 0x3F003F00);
}

/* Bytes of an image. */
static void fill(uint8_t *bytes, uint32_t count, uint32_t seed, enum script_start start)
{
    uint32_t random = seed;
    for (uint32_t at = 0; at < count; at += 4)
        store_number(bytes + at, count - at < 4 ? count - at : 4, next_number(&random, start));
}

/* The same as numbers of the host's. */
static void fill_numbers(void *numbers, uint32_t bytes, unsigned width, uint32_t seed, enum script_start start)
{
    fill(numbers, bytes, seed, start);
    turn_numbers(numbers, bytes / width, width);
}

static void store_cfg(struct tile *tile, const struct step *step)
{
    const uint32_t words = chip_get(tile_chip(tile))->cfg_words;
    stores_cfg(tile, 0, step->which & 1, step->place % (words + 2), step->value);
}

/* A field by its name: more likely to mean something than a word. */
static void store_field(struct tile *tile, const struct step *step)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), (enum reg_id)(step->place % REG_COUNT));
    if (!field->name)
        return;
    const unsigned copy = step->which;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << field->bits) - 1);
    const uint32_t value = (step->value & ones) << field->shift, mask = ones << field->shift;
    if (field->space == TT_SPACE_CFG) {
        const uint32_t old = tile_state(tile)->cfg[copy & 1][field->word];
        stores_cfg(tile, 0, copy & 1, field->word, (old & ~mask) | value);
        return;
    }
    const uint32_t lo = 2 * ((copy % THREADS) * chip_get(tile_chip(tile))->thread_words + field->word);
    uint8_t bytes[4], bits[4];
    store_u32(bytes, value);
    store_u32(bits, mask);
    tile_store(tile, TT_SPACE_THREAD_CFG, lo, 2, bytes, bits);
}

static void store_l1(struct tile *tile, const struct step *step)
{
    uint8_t bytes[STORE_MAX];
    fill(bytes, sizeof bytes, step->value, (enum script_start)(1 + (step->value & 3) % (START_COUNT - 1)));
    if (step->which & 0x80) /* as it stands, for what is recorded */
        store_u32(bytes, step->value);
    tile_core_l1(tile, 0, (uint32_t)step->place * 32 + (step->which >> 6 & 1), bytes, 1 + step->which % STORE_MAX);
}

/* Bytes as they stand in a snapshot that was not recorded by anybody. */
static void take_snapshot(struct tile *tile, const struct step *step)
{
    uint8_t bytes[SNAPSHOT_MAX], mask[SNAPSHOT_MAX];
    const enum tt_space space = (enum tt_space)(step->which % TT_SPACE_COUNT);
    const uint32_t size = space_bytes(tile_chip(tile), space);
    const uint32_t lo = (uint32_t)((uint64_t)step->place * size >> 16);
    const uint32_t most = step->which & 0x80 ? SNAPSHOT_MAX : 64;
    const uint32_t count = size - lo < most ? size - lo : most;
    fill(bytes, count, step->value, (enum script_start)(1 + (step->value & 3) % (START_COUNT - 1)));
    fill(mask, count, ~step->value, START_RANDOM);
    tile_store(tile, space, lo, count, bytes, step->which & 0x40 ? mask : NULL);
    if (step->which & 0x20)
        tile_packers_resume(tile);
}

static void store_core(struct tile *tile, const struct step *step)
{
    switch (step->which & 3) {
    case 0:
        stores_mop_cfg(tile, 0, step->thread, step->place % 10, step->value);
        break;
    case 1:
        stores_semaphore(tile, 0, step->place % 9, step->value & 1);
        break;
    default:
        stores_mmio(tile, 0, (int)(step->which >> 2) % (THREADS + 1) - 1, 0xFFB00000 + step->place * 4 % 0x100000,
                    step->value);
        break;
    }
}

/* Hands banks over as an unpacker would have, so that the matrix unit does not wait for ever. */
static void hand_over(struct tile *tile, const struct step *step)
{
    struct tile_state *state = tile_state(tile);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_valid.a[bank] = step->value >> bank & 1;
        state->small.src_valid.b[bank] = step->value >> (2 + bank) & 1;
        state->small.src_format.a[bank] = state->small.src_format.b[bank] = step->value >> 4 & 15;
    }
    if (step->which & 1)
        fill_numbers(state->srca, sizeof state->srca, 4, step->value, (enum script_start)(step->which % START_COUNT));
    if (step->which & 2)
        fill_numbers(state->srcb, sizeof state->srcb, 4, ~step->value, (enum script_start)(step->which % START_COUNT));
}

/* Through both expanders, as program order does. */
static enum tile_step push(struct tile *tile, const struct step *step)
{
    struct pipe pipe;
    uint32_t word;
    enum tile_step last = TILE_DONE;
    pipe_init(&pipe, step->thread);
    pipe_push(tile, &pipe, step->value);
    for (unsigned i = 0; i < PUSHED_MAX && last == TILE_DONE && pipe_next(tile, &pipe, &word); i++)
        last = tile_exec(tile, step->thread, word, i);
    return last;
}

/* A word of the small state, as a snapshot may have it; few values are large. */
static void store_state(struct tile *tile, const struct step *step)
{
    const uint32_t lo = 4 * (step->place % STATE_WORDS);
    const uint32_t value = step->which & 2 ? step->value : step->value & 0xFF;
    uint8_t bytes[4];
    store_u32(bytes, value);
    tile_store(tile, TT_SPACE_STATE, lo, 4, bytes, NULL);
    if (step->which & 1)
        tile_packers_resume(tile);
}

struct script_outcome script_do(struct tile *tile, const uint8_t bytes[static SCRIPT_STEP])
{
    const struct step step = step_of(bytes);
    switch (step.what) {
    case DO_ANY_WORD:
        return (struct script_outcome){true, tile_exec(tile, step.thread, step.value, 0)};
    case DO_CFG:
        store_cfg(tile, &step);
        break;
    case DO_FIELD:
        store_field(tile, &step);
        break;
    case DO_GPR:
        stores_gpr(tile, 0, step.thread, step.which % (GPRS + 1), step.value);
        break;
    case DO_L1:
        store_l1(tile, &step);
        break;
    case DO_SNAPSHOT:
        take_snapshot(tile, &step);
        break;
    case DO_CORE:
        store_core(tile, &step);
        break;
    case DO_BANKS:
        hand_over(tile, &step);
        break;
    case DO_PUSH:
        return (struct script_outcome){false, push(tile, &step)};
    case DO_STATE:
        store_state(tile, &step);
        break;
    default:
        return (struct script_outcome){true, tile_exec(tile, step.thread, word_of(tile_chip(tile), &step), 0)};
    }
    return (struct script_outcome){false, TILE_DONE};
}

void script_start(struct tile *tile, enum script_start start)
{
    struct tile_state *state = tile_state(tile);
    tile_reset(tile);
    if (start == START_RESET)
        return;
    fill(state->l1, space_bytes(tile_chip(tile), TT_SPACE_L1), 1, start);
    fill_numbers(state->dst, sizeof state->dst, 2, 2, start);
    fill_numbers(state->srca, sizeof state->srca, 4, 3, start);
    fill_numbers(state->srcb, sizeof state->srcb, 4, 4, start);
    fill_numbers(state->lreg, sizeof state->lreg, 4, 5, start);
    fill_numbers(state->gpr, sizeof state->gpr, 4, 6, start);
    tile_state_changed(tile);
    if (start == START_RANDOM) {
        uint8_t small[sizeof(struct small_state)];
        fill(small, sizeof small, 7, start);
        tile_store(tile, TT_SPACE_STATE, 0, sizeof small, small, NULL);
        tile_packers_resume(tile);
    }
}
