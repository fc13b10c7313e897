/* SPDX-License-Identifier: Apache-2.0 */
/* The short way through PACR (pacr_plain.c, straight.c) against the long one: the same instructions under the same
 * settings on tiles that go either way, unseen and seen. All the state must be the same after each instruction, and all
 * that a probe is told. */
#include "tile/pack/pack_internal.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include <string.h>

enum { SETTINGS = 90, PACRS_A_SETTING = 9, FAR_SETTINGS = 30 };

struct format_pair {
    uint32_t in, out;
};

static const struct format_pair pairs[] = {
    {FORMAT_BF16, FORMAT_BF16}, {FORMAT_BFP8, FORMAT_BFP4},   {FORMAT_BF16, FORMAT_BFP8}, {FORMAT_BF16, FORMAT_BFP4},
    {FORMAT_FP32, FORMAT_FP32}, {FORMAT_FP16, FORMAT_FP16},   {FORMAT_BF16, FORMAT_FP32}, {FORMAT_BFP8, FORMAT_BFP8},
    {FORMAT_INT8, FORMAT_INT8}, {FORMAT_INT32, FORMAT_INT32},
};

static uint32_t below(uint32_t *random, uint32_t bound)
{
    return next_random(random) % bound;
}

/* One in `of` times another value than the usual one. */
static uint32_t seldom(uint32_t *random, uint32_t of, uint32_t usual, uint32_t other)
{
    return below(random, of) ? usual : other;
}

static void set_up(struct tile *tile, uint32_t seed)
{
    uint32_t random = seed;
    struct tile_state *state = tile_state(tile);
    bool is_zero = false; /* four rows and more, for the zero flag */
    for (int r = 0; r < DST_ROWS; r++) {
        is_zero = r % 4 ? is_zero : below(&random, 4) == 0;
        for (int c = 0; c < DST_COLUMNS; c++)
            state->dst[r][c] = (uint16_t)(is_zero ? 0 : seldom(&random, 8, next_random(&random), 0));
        state->dst_valid[r] = (uint8_t)(seed % 4 ? 1 : below(&random, 8) != 0);
    }
    const struct format_pair *pair = &pairs[below(&random, sizeof pairs / sizeof *pairs)];
    set_formats(tile, pair->in, pair->out);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", below(&random, 2));
    set_field(tile, "PCK_DEST_RD_CTRL_Round_10b_mant", seldom(&random, 8, 0, 1));
    set_field(tile, "DEST_ACCESS_CFG_remap_addrs", below(&random, 2));
    set_field(tile, "DEST_ACCESS_CFG_swizzle_32b", below(&random, 2));
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", seldom(&random, 8, 1, 0));
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", below(&random, 5));
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", seldom(&random, 16, OUT_ADDR / 16 - 1, below(&random, 1 << 17)));
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", seldom(&random, 4, 0xFFFF, below(&random, 1 << 16)));
    set_field(tile, "STACC_RELU_ApplyRelu", seldom(&random, 4, 0, below(&random, 4)));
    set_field(tile, "PCK0_ADDR_CTRL_XY_REG_0_Ystride", 8u << below(&random, 4));
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", seldom(&random, 4, 16, below(&random, 20)));
    set_field(tile, "PACK_COUNTERS_SEC0_auto_ctxt_inc_xys_cnt", seldom(&random, 4, 0, below(&random, 4)));
    set_field(tile, "DEST_TARGET_REG_CFG_PACK_SEC0_Offset", 4 * below(&random, 128));
    set_field(tile, "ADDR_MOD_PACK_SEC0_YsrcIncr", seldom(&random, 4, 4, below(&random, 16)));
    set_field(tile, "ADDR_MOD_PACK_SEC1_YsrcClear", 1);
    set_field(tile, "ADDR_MOD_PACK_SEC1_ZsrcIncr", 1);
    pack_adc(tile)->ch[0].x = seldom(&random, 8, 0, below(&random, 16));
    pack_adc(tile)->ch[1].x = seldom(&random, 8, 15, below(&random, 16));
}

static uint32_t draw_pacr(uint32_t *random)
{
    return WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", seldom(random, 8, below(random, 2) * 15, below(random, 16))},
                {"last", seldom(random, 8, 0, 1)}, {"flush", seldom(random, 32, 0, 1)},
                {"concat", seldom(random, 4, 0, 1)}, {"zero_write", seldom(random, 32, 0, 1)},
                {"addr_mode", below(random, 3)}, {"dst_access_mode", seldom(random, 16, 0, 1)},
                {"row_pad_zero", seldom(random, 16, 0, below(random, 8))}, {"ctxt_ctrl", seldom(random, 32, 0, 1)});
}

/* All that a probe is told, as one number. */
static void add(uint64_t *told, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *told = (*told ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001B3);
}

static void add_numbers(uint64_t *told, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t numbers[3] = {a, b, c};
    add(told, numbers, sizeof numbers);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    add_numbers(user, stage->stage, stage->format, stage->count);
    add(user, stage->values, (size_t)stage->count * stage->value_bytes);
    if (stage->origin)
        add(user, stage->origin, stage->count * sizeof *stage->origin);
}

static void on_access(void *user, const struct probe_access *access)
{
    add_numbers(user, access->space, access->lo, access->hi);
    add_numbers(user, access->stream, access->tile, access->first_datum);
    if (access->is_write)
        add(user, access->after, access->hi - access->lo);
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    add_numbers(user, finding->id, finding->instance, 0);
}

static struct tile *tile_of(uint32_t seed, bool shuns_short_ways, const struct probe *probe)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct variant_set variants = {{0}};
    variants.choice[VARIANT_PACK_L1_WRITE_THROUGH] = seed >> 16 & 1; /* captures of a simulator are read so */
    tile_set_variants(tile, &variants);
    set_up(tile, seed);
    tile_set_fast(tile, shuns_short_ways ? TILE_FAST_NONE : tile_fast_best());
    tile_set_probe(tile, probe);
    return tile;
}

static void hold(const struct tile *tile, const struct tile *other, int settings, uint32_t word)
{
    const bool is_same = memcmp(&tile->state, &other->state, sizeof tile->state) == 0;
    ck_assert_msg(is_same, "settings %d: PACR %08X leaves another state", settings, (unsigned)word);
}

START_TEST(plain__is_as_the_long_way)
{
    uint64_t told[2] = {0, 0};
    struct probe probe[2];
    for (int i = 0; i < 2; i++)
        probe[i] = (struct probe){.user = &told[i],
                                  .wants = PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                  .stage = on_stage,
                                  .access = on_access,
                                  .finding = on_finding};
    const uint32_t seed = 0x9E3779B9u * (uint32_t)(_i + 1);
    struct tile *slow = tile_of(seed, true, NULL), *quick = tile_of(seed, false, NULL);
    struct tile *slow_seen = tile_of(seed, true, &probe[0]), *seen = tile_of(seed, false, &probe[1]);
    uint32_t random = seed ^ 0x5A5A5A5A;
    for (uint64_t i = 0; i < PACRS_A_SETTING; i++) {
        const uint32_t word = draw_pacr(&random);
        const enum tile_step step = tile_exec(slow, 0, word, i);
        ck_assert_int_eq(tile_exec(quick, 0, word, i), step);
        ck_assert_int_eq(tile_exec(slow_seen, 0, word, i), step);
        ck_assert_int_eq(tile_exec(seen, 0, word, i), step);
        hold(slow, quick, _i, word);
        hold(slow, slow_seen, _i, word);
        hold(slow, seen, _i, word);
        ck_assert_msg(told[0] == told[1], "settings %d: PACR %08X is told otherwise", _i, (unsigned)word);
    }
    tile_free(slow);
    tile_free(quick);
    tile_free(slow_seen);
    tile_free(seen);
}
END_TEST

/* Addresses at which a sum with what is to be written wraps round: found by fuzz_tile_step. */
START_TEST(plain__writes_nothing_behind_the_last_address)
{
    static const uint32_t addrs[] = {0xFFFFFFF0, 0xFFFFFF80, 0xFFFFFF40, 0xFFFFFFFF, 0x7FFFFFF0};
    const uint32_t seed = 0x9E3779B9u * (uint32_t)(_i + 1);
    uint64_t told = 0;
    const struct probe probe = {.user = &told, .wants = PROBE_ACCESS, .access = on_access};
    for (size_t k = 0; k < sizeof addrs / sizeof *addrs; k++) {
        struct tile *tiles[3] = {tile_of(seed, true, NULL), tile_of(seed, false, NULL), tile_of(seed, false, &probe)};
        uint32_t random = seed;
        const uint32_t word = draw_pacr(&random);
        for (int i = 0; i < 3; i++) {
            struct packer *packer = &tile_state(tiles[i])->pack.packer[0];
            packer->is_in_tile = true;
            packer->data = (struct pack_stream){.is_placed = true, .addr = addrs[k]};
            packer->exponents = packer->data;
            (void)tile_exec(tiles[i], 0, word, 0);
            hold(tiles[0], tiles[i], _i, word);
        }
        for (int i = 0; i < 3; i++)
            tile_free(tiles[i]);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_plain");
    TCase *t = tcase_create("plain");
    tcase_add_loop_test(t, plain__is_as_the_long_way, 0, SETTINGS);
    tcase_add_loop_test(t, plain__writes_nothing_behind_the_last_address, 0, FAR_SETTINGS);
    suite_add_tcase(s, t);
    return s;
}
