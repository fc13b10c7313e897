/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever stands in configuration, counters and the word: nothing is read or written outside, every instruction ends,
 * a probe changes nothing, and the same state gives the same state. */
#include "unit/unpack/unpack_bed.h"

#include "unit/suite.h"

enum { ROUNDS = 2500 };

static void fill(void *bytes, size_t count, uint32_t *random, uint32_t sparse)
{
    uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        at[i] = below(random, sparse) ? 0 : (uint8_t)next_random(random);
}

static void any_state(struct tile *tile, uint32_t *random)
{
    struct tile_state *state = tile_state(tile);
    const uint32_t sparse = 1 + below(random, 8);
    fill(state->cfg, sizeof state->cfg, random, sparse);
    fill(state->thread_cfg, sizeof state->thread_cfg, random, sparse);
    fill(state->small.adc, sizeof state->small.adc, random, sparse);
    fill(&state->small.src_bank, sizeof state->small.src_bank, random, sparse);
    fill(state->small.unp_row, sizeof state->small.unp_row, random, sparse);
    fill(state->small.unp_context, sizeof state->small.unp_context, random, sparse);
    fill(state->l1, 0x4000, random, sparse);
    tile_state_changed(tile);
}

static void any_rounds(enum tt_chip chip)
{
    static const uint32_t opcodes[] = {0x42, 0x42, 0x42, 0x43, 0x57};
    struct tile *one = tile_new(chip), *other = tile_new(chip);
    uint32_t random = 4711;
    for (unsigned i = 0; i < ROUNDS; i++) {
        any_state(one, &random);
        *tile_state(other) = *tile_state(one);
        tile_state_changed(other);
        struct listener listener;
        listener_attach(&listener, other);
        const uint32_t word = opcodes[below(&random, 5)] << 24 | (next_random(&random) & 0xFFFFFF);
        const unsigned thread = below(&random, THREADS);
        ck_assert_int_eq(tile_exec(one, thread, word, i), tile_exec(other, thread, word, i));
        ck_assert_msg(!memcmp(tile_state(one), tile_state(other), sizeof(struct tile_state)), "word %08x, round %u",
                      word, i);
        memset(&tile_state(one)->small.src_valid, 0, sizeof tile_state(one)->small.src_valid);
    }
    tile_free(one);
    tile_free(other);
}

START_TEST(any__blackhole)
{
    any_rounds(TT_BLACKHOLE);
}
END_TEST

START_TEST(any__wormhole)
{
    any_rounds(TT_WORMHOLE_B0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_any");
    TCase *tests = tcase_create("unpack_any");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, any__blackhole);
    tcase_add_test(tests, any__wormhole);
    suite_add_tcase(suite, tests);
    return suite;
}
