/* SPDX-License-Identifier: Apache-2.0 */
/* The tile itself: reset, the state as bytes, words that nothing executes. */
#include "isa/spaces.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "undefined_findings.h"
#include "unsupported_findings.h"

#include <stdlib.h>

static uint8_t *bytes_of(const struct tile *tile, enum tt_space space, uint32_t *count)
{
    *count = space_bytes(tile_chip(tile), space);
    uint8_t *bytes = malloc(*count);
    ck_assert_ptr_nonnull(bytes);
    tile_load(tile, space, 0, *count, bytes);
    return bytes;
}

START_TEST(reset__is_that_of_vector_files)
{
    struct tile *tile = tile_new(TT_BLACKHOLE);
    const struct tile_state *state = tile_state(tile);
    const uint32_t constants[LREGS] = {[8] = 0x3F56594B,  [10] = 0x3F800000, [11] = 0xBF800000,
                                       [12] = 0x3B000000, [13] = 0xBF2CC4C7, [14] = 0xBEB08FF9};
    for (unsigned reg = 0; reg < LREGS; reg++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            ck_assert_uint_eq(state->lreg[reg][lane], reg == 15 ? 2 * lane : constants[reg]);
    }
    for (unsigned row = 0; row < DST_ROWS; row++)
        ck_assert_uint_eq(state->dst_valid[row], 1);
    ck_assert_uint_eq(state->small.cc.enabled, 1);
    ck_assert_uint_eq(state->small.cc.flags, 0xFFFFFFFF);
    ck_assert_uint_eq(state->small.cc.depth, 0);
    tile_free(tile);
}
END_TEST

START_TEST(spaces__come_back_as_they_were_stored)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *from = tile_new((enum tt_chip)chip);
        struct tile *to = tile_new((enum tt_chip)chip);
        for (unsigned space = 0; space < TT_SPACE_COUNT; space++) {
            uint32_t count, again;
            uint8_t *bytes = bytes_of(from, (enum tt_space)space, &count);
            for (uint32_t i = 0; i < count; i++)
                bytes[i] = (uint8_t)(i * 2654435761u >> 13);
            /* In two uneven pieces, so that rows of a space are cut. */
            const uint32_t cut = count / 3 | 1;
            tile_store(to, (enum tt_space)space, 0, cut, bytes, NULL);
            tile_store(to, (enum tt_space)space, cut, count - cut, bytes + cut, NULL);
            uint8_t *back = bytes_of(to, (enum tt_space)space, &again);
            ck_assert_mem_eq(bytes, back, count);
            free(bytes);
            free(back);
        }
        tile_free(from);
        tile_free(to);
    }
}
END_TEST

START_TEST(store__under_a_mask_leaves_the_other_bits)
{
    struct tile *tile = tile_new(TT_WORMHOLE_B0);
    const uint8_t ones[4] = {0xFF, 0xFF, 0xFF, 0xFF}, mask[4] = {0x0F, 0xFF, 0x00, 0x80};
    uint8_t back[4];
    tile_store(tile, TT_SPACE_CFG, 188 * 4, 4, ones, mask); /* state 1, word 0 */
    tile_load(tile, TT_SPACE_CFG, 188 * 4, 4, back);
    ck_assert_mem_eq(back, mask, 4);
    ck_assert_uint_eq(tile_state(tile)->cfg[1][0], 0x8000FF0F);
    tile_free(tile);
}
END_TEST

START_TEST(word__without_handler_changes_nothing)
{
    struct tile *tile = tile_new(TT_BLACKHOLE);
    struct listener heard;
    listener_attach(&heard, tile);
    ck_assert_int_eq(tile_exec(tile, 0, 0xFF000000, 5), TILE_UNSUPPORTED);
    ck_assert_int_eq(heard.last_finding, FINDING_UNDEFINED_OPCODE);
    ck_assert_uint_eq(heard.last_insn.seq, 5);
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        const struct isa_insn *insn = isa_find(TT_BLACKHOLE, opcode << 24);
        if (insn && insn->is_supported)
            continue;
        ck_assert_int_eq(tile_exec(tile, 0, opcode << 24, 6), TILE_UNSUPPORTED);
        ck_assert_int_eq(heard.last_finding, insn ? FINDING_UNSUPPORTED_INSTRUCTION : FINDING_UNDEFINED_OPCODE);
    }
    ck_assert_uint_eq(heard.writes, 0);
    ck_assert_uint_eq(heard.begun, heard.ended);
    tile_free(tile);
}
END_TEST

START_TEST(instructions__without_effect)
{
    static const char *const names[] = {"NOP", "DMANOP", "FLUSHDMA", "RESOURCEDECL"};
    struct tile *tile = tile_new(TT_BLACKHOLE);
    struct tile_state *before = malloc(sizeof *before);
    ck_assert_ptr_nonnull(before);
    *before = *tile_state(tile);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        run_word(tile, WORD(TT_BLACKHOLE, names[i], {NULL, 0}));
    ck_assert_mem_eq(before, tile_state(tile), sizeof *before);
    free(before);
    tile_free(tile);
}
END_TEST

/* A seeded run of all control instructions with and without a probe. */
START_TEST(probe__sees_and_never_decides)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *quiet = tile_new((enum tt_chip)chip), *watched = tile_new((enum tt_chip)chip);
        struct listener heard;
        listener_attach(&heard, watched);
        uint32_t seed = 1;
        for (unsigned i = 0; i < 200000; i++) {
            seed = seed * 1664525 + 1013904223;
            const enum tt_unit unit = isa_unit((enum tt_chip)chip, seed);
            if (unit != TT_UNIT_ADC && unit != TT_UNIT_CONFIG && unit != TT_UNIT_SCALAR)
                continue;
            const unsigned thread = seed % THREADS;
            ck_assert_int_eq(tile_exec(quiet, thread, seed, i), tile_exec(watched, thread, seed, i));
        }
        ck_assert_mem_eq(tile_state(quiet), tile_state(watched), sizeof(struct tile_state));
        ck_assert_uint_gt(heard.writes, 0);
        tile_free(quiet);
        tile_free(watched);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("state");
    TCase *tests = tcase_create("state");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, reset__is_that_of_vector_files);
    tcase_add_test(tests, spaces__come_back_as_they_were_stored);
    tcase_add_test(tests, store__under_a_mask_leaves_the_other_bits);
    tcase_add_test(tests, word__without_handler_changes_nothing);
    tcase_add_test(tests, instructions__without_effect);
    tcase_add_test(tests, probe__sees_and_never_decides);
    suite_add_tcase(all, tests);
    return all;
}
