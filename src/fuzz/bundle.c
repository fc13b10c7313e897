/* SPDX-License-Identifier: Apache-2.0 */
/* A drawn program as a dump bundle, for whoever reads no captures. */
#include "capture/record/tt_record.h"
#include "fuzz/fuzz_internal.h"
#include "isa/cores.h"
#include "tile/tile.h"

static enum tt_status bundle_put_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    (void)tt_record_region(user, "l1", addr, bytes, count);
    return TT_OK; /* a failure is reported when it is closed */
}

enum tt_status fuzz_bundle_write(const struct draw_program *program, const struct variant_set *variants,
                                 const char *folder, struct tt_error *err)
{
    static_assert((int)TT_RECORD_WORMHOLE_B0 == TT_WORMHOLE_B0, "both number chips alike");
    struct tt_record record;
    const struct variant_set simulator = variants_of_simulator();
    const bool is_simulator = memcmp(variants, &simulator, sizeof simulator) == 0;
    (void)tt_record_open(&record, folder, (enum tt_record_arch)program->chip, is_simulator ? "simulator" : "emulator",
                         program->name);
    for (uint32_t i = 0; i < program->core_count; i++)
        (void)tt_record_boot(&record, core_name(program->cores[i].core), draw_start_of(&program->cores[i]));
    (void)tt_record_checkpoint(&record, "begin");
    (void)draw_each_region(program, bundle_put_region, &record);
    for (uint32_t i = 0; i < program->count; i++)
        (void)tt_record_exec(&record, program->threads[i], program->words[i]);
    return tt_record_close(&record) ? tt_fail(err, TT_IO, "%s", record.error) : TT_OK;
}

/* As on a card: L1 is written whole, and below the operands stand code and words, of which nothing here has to know
 * more than that they are not zeros. */
static void card_put_image(struct tile *tile, const struct draw_program *program)
{
    enum { PIECE = 4096, NOT_ZERO = 0xA5 };
    uint8_t bytes[PIECE];
    for (uint32_t at = 0; at < chip_get(program->chip)->l1_bytes; at += PIECE) {
        memset(bytes, at < DRAW_INPUT ? NOT_ZERO : 0, PIECE);
        tile_store(tile, TT_SPACE_L1, at, PIECE, bytes, NULL);
    }
    fuzz_load(tile, program);
}

/* The bytes that a core would read, but for the word that says that the program has ended. */
static void take_below(const struct tile *tile, uint8_t below[static DRAW_INPUT])
{
    tile_load(tile, TT_SPACE_L1, 0, DRAW_INPUT, below);
    memset(below + DRAW_DONE, 0, sizeof(uint32_t));
}

static bool card_leaves(struct tile *tile, const struct draw_program *program,
                        const uint8_t expected[static DRAW_OUTPUT_BYTES])
{
    uint8_t output[DRAW_OUTPUT_BYTES], before[DRAW_INPUT], after[DRAW_INPUT];
    card_put_image(tile, program);
    take_below(tile, before);
    for (uint32_t i = 0; i < program->count; i++)
        if (tile_exec(tile, program->threads[i], program->words[i], i) != TILE_DONE)
            return false;
    tile_load(tile, TT_SPACE_L1, DRAW_OUTPUT, DRAW_OUTPUT_BYTES, output);
    take_below(tile, after);
    return memcmp(output, expected, sizeof output) == 0 && memcmp(before, after, sizeof before) == 0;
}

/* After other programs, and after itself. */
bool fuzz_suits_card(struct tile *tile, const struct draw_program *program, const struct variant_set *variants,
                     const uint8_t expected[static DRAW_OUTPUT_BYTES])
{
    tile_set_variants(tile, variants);
    const bool behind_others = card_leaves(tile, program, expected);
    return card_leaves(tile, program, expected) && behind_others;
}
