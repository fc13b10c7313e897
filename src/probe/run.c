/* SPDX-License-Identifier: Apache-2.0 */
/* An experiment on the emulated tile, word by word. */
#include "probe/experiments_internal.h"

#include "base/little.h"
#include "tile/tile.h"

uint64_t experiment_hash(const uint8_t bytes[static DRAW_OUTPUT_BYTES])
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    for (size_t i = 0; i < DRAW_OUTPUT_BYTES; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    return hash;
}

void experiment_choices(const struct experiment *experiment, unsigned at, struct variant_set *variants)
{
    memset(variants, 0, sizeof *variants);
    for (unsigned i = 0; i < experiment->reading_count; i++) {
        const enum variant_id id = (enum variant_id)experiment->readings[i];
        variants->choice[id] = (uint8_t)(at % variant_get(id)->choice_count);
        at /= variant_get(id)->choice_count;
    }
}

/* RV32I, at 0: lui a0, 8; lw a1, 0(a0); lui a2, MMIO_PUSH; beqz a1, end; lw a3, 4(a0); addi a0, a0, 4; addi a1, a1, -1;
 * sw a3, 0(a2) and back; end: a jump to itself. */
static const uint32_t core_code[EXPERIMENT_CODE_WORDS] = {
    0x00008537, 0x00052583, MMIO_PUSH | 0x637, 0x00058C63, 0x00452683,
    0x00450513, 0xFFF58593, 0x00D62023,        0xFEDFF06F, 0x0000006F,
};

void experiment_image(const struct draw_program *program, uint8_t code[static 4 * EXPERIMENT_CODE_WORDS],
                      uint8_t words[static EXPERIMENT_WORDS_BYTES])
{
    for (size_t i = 0; i < EXPERIMENT_CODE_WORDS; i++)
        store_u32(code + 4 * i, core_code[i]);
    store_u32(words, program->count);
    for (uint32_t i = 0; i < program->count; i++)
        store_u32(words + 4 + 4 * (size_t)i, program->words[i]);
}

/* The bytes below the output before a program runs. */
struct run_image {
    uint8_t code[4 * EXPERIMENT_CODE_WORDS], words[EXPERIMENT_WORDS_BYTES];
};

static enum tt_status probe_run_load_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    tile_store(user, TT_SPACE_L1, addr, count, bytes, NULL);
    return TT_OK;
}

static void run_load(struct tile *tile, const struct draw_program *program, struct run_image *image)
{
    experiment_image(program, image->code, image->words);
    tile_store(tile, TT_SPACE_L1, 0, sizeof image->code, image->code, NULL);
    tile_store(tile, TT_SPACE_L1, DRAW_WORDS, 4 + 4 * program->count, image->words, NULL);
    (void)draw_each_region(program, probe_run_load_region, tile);
}

/* While the program runs a core must read the bytes that were put there. */
static bool is_image_whole(struct tile *tile, const struct draw_program *program, const struct run_image *image)
{
    const uint8_t *l1 = tile_state(tile)->l1;
    return memcmp(l1, image->code, sizeof image->code) == 0 &&
           memcmp(l1 + DRAW_WORDS, image->words, 4 + 4 * (size_t)program->count) == 0;
}

bool experiment_run(struct tile *tile, const struct draw_program *program, const struct variant_set *variants,
                    uint8_t out[static DRAW_OUTPUT_BYTES])
{
    struct run_image image;
    tile_reset(tile);
    tile_set_variants(tile, variants);
    run_load(tile, program, &image);
    bool is_done = true;
    for (uint32_t i = 0; i < program->count && is_done; i++)
        is_done = tile_exec(tile, 0, program->words[i], i) == TILE_DONE;
    tile_load(tile, TT_SPACE_L1, DRAW_OUTPUT, DRAW_OUTPUT_BYTES, out);
    return is_done && is_image_whole(tile, program, &image);
}
