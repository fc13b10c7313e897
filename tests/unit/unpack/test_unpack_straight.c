/* SPDX-License-Identifier: Apache-2.0 */
/* The short way of UNPACR: both builds of its loops against the functions of numeric/, datum by datum, and the same
 * instructions on three tiles: without a probe, with one that wants accesses, and with one that wants stages too, which
 * sends it the long way. */
#include "unit/unpack/unpack_bed.h"

#include "base/little.h"
#include "numeric/bfp.h"
#include "numeric/cells.h"
#include "numeric/from_l1.h"
#include "numeric/late.h"
#include "tile/unpack/fast/straight.h"
#include "unit/suite.h"

enum { ALL = 0x10000, CHUNK = 256, BUILDS = 2, ROUNDS = 4, SETTINGS = 30, UNPACRS_A_SETTING = 4 };

/* Null where the machine has no such build. */
static const struct straight_loops *build(int i)
{
    return i == 0 ? straight_loops_plain() : straight_loops_avx2();
}

/* An assertion a value would take seconds. */
static void hold(uint32_t got, uint32_t wanted)
{
    if (got != wanted)
        ck_assert_uint_eq(got, wanted);
}

/* Lengths that a vector divides, and some that none does. */
static const uint32_t lengths[] = {CHUNK, 64, 37, 1};

static uint32_t bf16_cell(uint32_t h)
{
    return src_from_bf16(h);
}

static uint32_t int8_cell(uint32_t b)
{
    return src_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
}

static uint32_t uint8_cell(uint32_t b)
{
    return src_from_int8(0, int8_magnitude(b, 1));
}

static uint32_t fp8_cell(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16(b));
}

static uint32_t fp8_all_ones_cell(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16_all_ones(b));
}

static uint32_t fp8_4_cell(uint32_t b)
{
    return src_from_fp16(e4m3_to_fp16(b));
}

static uint32_t tf32_cell(uint32_t v)
{
    return src_from_tf32(unpack_fp32_to_tf32(v));
}

static uint32_t fp32_to_bf16_cell(uint32_t v)
{
    return src_from_bf16(unpack_fp32_to_bf16(v));
}

static uint32_t fp32_to_fp16_cell(uint32_t v)
{
    return src_from_fp16(fp32_to_fp16(v));
}

/* Datums of `bytes` bytes, `factor` apart in value so that the upper bits of wide ones change too. */
static void hold_loop(unpack_straight_src *loop, uint32_t bytes, uint32_t factor, uint32_t (*reference)(uint32_t))
{
    uint8_t image[CHUNK * 4];
    uint32_t cells[CHUNK];
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const uint32_t length = lengths[l], last = bytes == 1 ? 256 : ALL;
        for (uint32_t first = 0; first < last; first += length) {
            for (uint32_t i = 0; i < length; i++)
                store_number(&image[i * bytes], bytes, (first + i) * factor);
            loop(image, length, cells);
            for (uint32_t i = 0; i < length; i++)
                hold(cells[i], reference(load_number(&image[i * bytes], bytes)));
        }
    }
}

START_TEST(loops__give_what_numeric_gives)
{
    const struct straight_loops *loops = build(_i);
    if (!loops)
        return;
    hold_loop(loops->bf16, 2, 1, bf16_cell);
    hold_loop(loops->fp16, 2, 1, src_from_fp16);
    hold_loop(loops->int16, 2, 1, src_from_int16);
    hold_loop(loops->int8, 1, 1, int8_cell);
    hold_loop(loops->uint8, 1, 1, uint8_cell);
    hold_loop(loops->fp8, 1, 1, fp8_cell);
    hold_loop(loops->fp8_all_ones, 1, 1, fp8_all_ones_cell);
    hold_loop(loops->fp8_4, 1, 1, fp8_4_cell);
    static const uint32_t factors[] = {1, 0x10000, 0x10001, 0x1003};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        hold_loop(loops->fp32, 4, factors[i], tf32_cell);
        hold_loop(loops->fp32_to_bf16, 4, factors[i], fp32_to_bf16_cell);
        hold_loop(loops->fp32_to_fp16, 4, factors[i], fp32_to_fp16_cell);
    }
}
END_TEST

/* Every datum under every exponent; 5 groups are a chunk and a rest. */
static void hold_blocks(unpack_straight_blocks *loop, unsigned width)
{
    enum { GROUPS = 5, COUNT = GROUPS * UNPACK_GROUP };
    uint8_t image[COUNT], exponents[GROUPS];
    uint32_t datums[COUNT], cells[COUNT];
    for (uint32_t first = 0; first < 256; first += GROUPS) {
        for (uint32_t d = 0; d < 1u << width; d += UNPACK_GROUP) {
            for (uint32_t i = 0; i < COUNT; i++)
                datums[i] = (d + i + i / UNPACK_GROUP) & ((1u << width) - 1);
            for (uint32_t g = 0; g < GROUPS; g++) {
                exponents[g] = (uint8_t)(first + g);
                bfp_store(&datums[g * UNPACK_GROUP], &image[g * UNPACK_GROUP * width / 8], width);
            }
            loop(image, exponents, COUNT, cells);
            for (uint32_t i = 0; i < COUNT; i++)
                hold(cells[i], src_from_bf16(bfp_to_bf16(datums[i], exponents[i / UNPACK_GROUP], width)));
        }
    }
}

START_TEST(loops__read_blocks_as_numeric_does)
{
    const struct straight_loops *loops = build(_i);
    if (!loops)
        return;
    hold_blocks(loops->bfp8, 8);
    hold_blocks(loops->bfp4, 4);
    hold_blocks(loops->bfp2, 2);
}
END_TEST

START_TEST(loops__halve_32_bits_as_numeric_does)
{
    const struct straight_loops *loops = build(_i);
    uint8_t image[CHUNK * 4];
    uint16_t high[CHUNK], low[CHUNK];
    for (uint32_t first = 0; loops && first < ALL; first += CHUNK) {
        for (uint32_t i = 0; i < CHUNK; i++)
            store_u32(&image[4 * i], (first + i) * 0x10003);
        loops->dst_32(image, CHUNK, high, low);
        for (uint32_t i = 0; i < CHUNK; i++)
            hold((uint32_t)high[i] << 16 | low[i], dst32_from_fp32((first + i) * 0x10003));
    }
}
END_TEST

/* ---- whole instructions ---- */

struct format_pair {
    uint32_t in, out;
};

static const struct format_pair pairs[] = {{0, 4}, {0, 5},   {0, 1},   {0, 0}, {1, 1}, {5, 5},  {6, 6},
                                           {7, 7}, {15, 15}, {14, 14}, {8, 8}, {9, 9}, {10, 10}};

/* One in `of` times another value than the usual one. */
static uint32_t seldom(uint32_t *random, uint32_t of, uint32_t usual, uint32_t other)
{
    return below(random, of) ? usual : other;
}

static void set_up(struct tile *tile, uint32_t seed)
{
    uint32_t random = seed;
    struct tile_state *state = tile_state(tile);
    for (uint32_t i = 0; i < 0x8000; i++)
        state->l1[IN_ADDR + i] = (uint8_t)next_random(&random);
    const struct format_pair *pair = &pairs[below(&random, sizeof pairs / sizeof *pairs)];
    const uint32_t is_dst = (pair->in == 0 && pair->out == 0) || pair->in == 8, x_dim = 16u << below(&random, 7);
    for (unsigned u = 0; u < 2; u++) {
        set_formats(tile, u, pair->in, pair->out);
        set_context(tile, u, "REG5_Tile_x_dim_cntx", 0, "", x_dim);
        set_section(tile, u, "REG2_Unpack_if_sel_cntx0", is_dst && u == 0);
        set_section(tile, u, "REG2_Haloize_mode", seldom(&random, 8, 0, 1));
        set_section(tile, u, "REG2_Force_shared_exp", seldom(&random, 8, 0, 1));
        set_section(tile, u, "REG3_Base_address",
                    seldom(&random, 16, IN_ADDR / 16 - 1, tile_chip(tile) == TT_BLACKHOLE ? 0x17FF0 : 0x16DF0));
        set_section(tile, u, "REG2_Unpack_Src_Reg_Set_Upd", seldom(&random, 2, 0, 1));
        unpack_adc(tile, u)->ch[0].x = seldom(&random, 4, 0, below(&random, x_dim));
        unpack_adc(tile, u)->ch[1].x = seldom(&random, 4, x_dim - 1, below(&random, x_dim));
        state->small.unp_row[u][0] = seldom(&random, 2, 0, 16 * below(&random, 4));
    }
    set_section(tile, 0, "REG5_Dest_cntx0_address", seldom(&random, 2, 64, 16 * below(&random, 1024)));
    set_field(tile, "ALU_FORMAT_SPEC_REG0_SrcAUnsigned", below(&random, 2));
    set_field(tile, "SRCA_SET_SetOvrdWithAddr", !is_dst && below(&random, 2));
    if (tile_chip(tile) == TT_WORMHOLE_B0)
        return;
    set_section(tile, 0, "REG1_Unp_LF8_4b_exp", below(&random, 2));
    set_field(tile, "DEST_ACCESS_CFG_remap_addrs", below(&random, 2));
    set_field(tile, "DEST_ACCESS_CFG_swizzle_32b", below(&random, 2));
}

static void no_stage(void *user, const struct probe_stage *stage)
{
    (void)user, (void)stage;
}

/* What was told of accesses, in the order in which it was. */
static void hear(void *user, const struct probe_access *access)
{
    uint64_t *told = user;
    const uint64_t numbers[] = {access->space, access->unit, access->is_write, access->lo, access->hi};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *told = (*told ^ numbers[i]) * 0x100000001B3u;
    for (uint32_t i = 0; access->is_write && i < access->hi - access->lo; i++)
        *told = (*told ^ ((uint64_t)access->before[i] << 8 | access->after[i])) * 0x100000001B3u;
}

/* Whether the same is left without a probe and with ones that want accesses, with the stages and without. */
static void hold_instructions(enum tt_chip chip, const struct variant_set *variants, uint32_t seed)
{
    uint64_t told = 0, told_slow = 0;
    const struct probe accesses = {&told, PROBE_ACCESS, NULL, NULL, NULL, hear, NULL};
    const struct probe long_way = {&told_slow, PROBE_STAGE | PROBE_ACCESS, NULL, NULL, no_stage, hear, NULL};
    struct tile *quick = unpack_tile_new(chip), *seen = unpack_tile_new(chip), *slow = unpack_tile_new(chip);
    struct tile *const tiles[] = {quick, seen, slow};
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        tile_set_variants(tiles[i], variants);
        set_up(tiles[i], seed);
    }
    tile_set_probe(seen, &accesses);
    tile_set_probe(slow, &long_way);
    uint32_t random = seed ^ 0x5A5A5A5A;
    for (uint64_t i = 0; i < UNPACRS_A_SETTING; i++) {
        const uint32_t word =
            WORD(chip, "UNPACR", {"last", 1}, {"ovrd_thread_id", 1}, {"unpack_block_selection", below(&random, 3) == 0},
                 {"addr_mode", 1 & seed}, {"zero_write2", seldom(&random, 16, 0, 1)});
        const enum tile_step step = tile_exec(slow, 0, word, i);
        ck_assert_int_eq(tile_exec(quick, 0, word, i), step);
        ck_assert_int_eq(tile_exec(seen, 0, word, i), step);
        const bool is_same = memcmp(tile_state(quick), tile_state(slow), sizeof(struct tile_state)) == 0 &&
                             memcmp(tile_state(seen), tile_state(slow), sizeof(struct tile_state)) == 0;
        ck_assert_msg(is_same, "seed %08X: UNPACR %u (%08X) leaves another state", seed, (unsigned)i, (unsigned)word);
        ck_assert_msg(told == told_slow, "seed %08X: UNPACR %u (%08X) tells otherwise", seed, (unsigned)i,
                      (unsigned)word);
    }
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        tile_free(tiles[i]);
}

START_TEST(straight__is_as_the_stages)
{
    static const struct variant_set device;
    for (uint32_t i = 0; i < SETTINGS; i++) {
        const uint32_t seed = 0x9E3779B9u * ((uint32_t)_i * SETTINGS + i + 1);
        hold_instructions(TT_BLACKHOLE, &device, seed);
        hold_instructions(TT_WORMHOLE_B0, &device, seed);
    }
}
END_TEST

START_TEST(straight__knows_of_other_readings)
{
    for (uint32_t id = 0; id < VARIANT_COUNT; id++) {
        for (uint8_t choice = 1; choice < variant_get((enum variant_id)id)->choice_count; choice++) {
            struct variant_set variants = {{0}};
            variants.choice[id] = choice;
            const char *key = variant_get((enum variant_id)id)->key;
            const bool is_own = strncmp(key, "unpack.", 7) == 0 || strncmp(key, "dst.", 4) == 0;
            for (uint32_t i = 0; i < (is_own ? SETTINGS : 1); i++) {
                hold_instructions(TT_BLACKHOLE, &variants, 0x9E3779B9u * (id * SETTINGS + i + 1));
                hold_instructions(TT_WORMHOLE_B0, &variants, 0x9E3779B9u * (id * SETTINGS + i + 1));
            }
        }
    }
}
END_TEST

/* Else the test above would compare the long way with itself. */
START_TEST(straight__is_what_kernels_get)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
        const bool is_dst = (pairs[i].in == 0 && pairs[i].out == 0) || pairs[i].in == 8;
        set_formats(tile, 0, pairs[i].in, pairs[i].out);
        set_section(tile, 0, "REG2_Unpack_if_sel_cntx0", is_dst);
        const struct unpack_settings *set = unpack_settings_get(tile, 0, 0, 0, true);
        ck_assert_msg(set->straight_src || set->straight_blocks || set->straight_dst, "format %u", pairs[i].in);
        tile_free(tile);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_straight");
    TCase *tests = tcase_create("unpack_straight");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, loops__give_what_numeric_gives, 0, BUILDS);
    tcase_add_loop_test(tests, loops__read_blocks_as_numeric_does, 0, BUILDS);
    tcase_add_loop_test(tests, loops__halve_32_bits_as_numeric_does, 0, BUILDS);
    tcase_add_loop_test(tests, straight__is_as_the_stages, 0, ROUNDS);
    tcase_add_test(tests, straight__knows_of_other_readings);
    tcase_add_test(tests, straight__is_what_kernels_get);
    suite_add_tcase(suite, tests);
    return suite;
}
