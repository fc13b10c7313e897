/* SPDX-License-Identifier: Apache-2.0 */
/* What a probe gets of a PACR, that it changes nothing, and that settings follow the configuration. */
#include "base/little.h"
#include "unit/pack/pack_tile.h"
#include "unit/stores.h"
#include "unit/suite.h"

enum { STAGES_MAX = 16, ACCESSES_MAX = 32 };

struct seen {
    struct probe probe;
    unsigned stage_count, access_count;
    struct probe_stage stages[STAGES_MAX];
    uint16_t first_values[STAGES_MAX];
    uint16_t last_origin;
    struct probe_access accesses[ACCESSES_MAX];
    uint8_t first_after[ACCESSES_MAX];
};

static void see_stage(void *user, const struct probe_stage *stage)
{
    struct seen *seen = user;
    ck_assert_uint_lt(seen->stage_count, STAGES_MAX);
    seen->first_values[seen->stage_count] = (uint16_t)number_at(stage->values, stage->value_bytes, 0);
    seen->last_origin = stage->origin[stage->count - 1];
    seen->stages[seen->stage_count++] = *stage;
}

static void see_access(void *user, const struct probe_access *access)
{
    struct seen *seen = user;
    ck_assert_uint_lt(seen->access_count, ACCESSES_MAX);
    if (access->is_write)
        seen->first_after[seen->access_count] = access->after[0];
    seen->accesses[seen->access_count++] = *access;
}

static void watch(struct seen *seen, struct tile *tile)
{
    *seen = (struct seen){
        .probe = {.user = seen, .wants = PROBE_STAGE | PROBE_ACCESS, .stage = see_stage, .access = see_access}};
    tile_set_probe(tile, &seen->probe);
}

static const char *stage_name(const struct seen *seen, unsigned i)
{
    unsigned count = 0;
    const struct stage_info *stages = pack_stages(&count);
    ck_assert_uint_lt(seen->stages[i].stage, count);
    return stages[seen->stages[i].stage].name;
}

START_TEST(probe__sees_only_stages_at_work)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    watch(&seen, tile);
    put_bf16(tile, 3, 15, 0xBF80);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    ck_assert_uint_eq(seen.stage_count, 2);
    ck_assert_str_eq(stage_name(&seen, 0), "read");
    ck_assert_str_eq(stage_name(&seen, 1), "early_convert");
    ck_assert_uint_eq(seen.stages[1].count, 64);
    ck_assert_uint_eq(seen.stages[1].format, FORMAT_BF16);
    ck_assert_uint_eq(seen.last_origin, 3 * 16 + 15);
    tile_free(tile);
}
END_TEST

START_TEST(probe__sees_a_block_datum_with_its_exponent)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    set_formats(tile, FORMAT_BF16, FORMAT_BFP8);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
    set_field(tile, "STACC_RELU_ApplyRelu", 1);
    put_bf16(tile, 0, 0, 0x3F80);
    watch(&seen, tile);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(seen.stage_count, 4);
    ck_assert_str_eq(stage_name(&seen, 2), "relu");
    ck_assert_str_eq(stage_name(&seen, 3), "bfp_assemble");
    ck_assert_uint_eq(seen.stages[3].value_bytes, 2);
    ck_assert_uint_eq(seen.first_values[3], 127 << 8 | 64);
    tile_free(tile);
}
END_TEST

START_TEST(probe__gets_bytes_that_still_wait)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    put_bf16(tile, 0, 0, 0x3F81);
    pack_adc(tile)->ch[1].x = 2;
    watch(&seen, tile);
    run_word(tile, pacr_row(tile, 0));
    run_word(tile, pacr_row(tile, 1));
    /* a read of Dst and a write each, and the padding */
    ck_assert_uint_eq(seen.access_count, 5);
    ck_assert_uint_eq(seen.accesses[0].space, TT_SPACE_DST);
    ck_assert_uint_eq(seen.accesses[0].hi, 6);
    ck_assert_uint_eq(seen.accesses[1].lo, OUT_ADDR);
    ck_assert_uint_eq(seen.accesses[1].hi, OUT_ADDR + 6);
    ck_assert_uint_eq(seen.first_after[1], 0x81);
    ck_assert_int_eq(seen.accesses[1].stream, ACCESS_PACK_DATA);
    ck_assert_uint_eq(seen.accesses[3].first_datum, 3);
    ck_assert_uint_eq(seen.accesses[3].tile, 0);
    ck_assert_int_eq(seen.accesses[4].stream, ACCESS_PACK_PADDING);
    ck_assert_uint_eq(seen.accesses[4].lo, OUT_ADDR + 12);
    ck_assert_uint_eq(seen.accesses[4].hi, OUT_ADDR + 16);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(seen.accesses[6].tile, 1);
    ck_assert_uint_eq(seen.accesses[6].first_datum, 0);
    tile_free(tile);
}
END_TEST

START_TEST(probe__numbers_only_tiles_that_got_datums)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = pack_tile_new((enum tt_chip)chip);
        struct seen seen;
        run_word(tile, WORD((enum tt_chip)chip, "PACR", {"flush", 1}));
        run_word(tile, pacr_row(tile, 1));
        run_word(tile, WORD((enum tt_chip)chip, "PACR", {"flush", 1}));
        pack_adc(tile)->ch[0].x = 16; /* an end before its start: no datums */
        run_word(tile, pacr_row(tile, 1));
        pack_adc(tile)->ch[0].x = 0;
        watch(&seen, tile);
        run_word(tile, pacr_row(tile, 1));
        ck_assert_uint_eq(seen.access_count, 2);
        ck_assert_uint_eq(seen.accesses[1].tile, 1);
        tile_free(tile);
    }
}
END_TEST

/* P-3.11: addresses have 21 bits. What is read beyond the last of them is what stands at the first. */
START_TEST(probe__sees_reads_of_l1_behind_the_last_address)
{
    enum { SECTION = 7 /* of 2^18 bytes: the last */, LAST_ROW = 0x1FFF /* 32 bytes before its end */ };
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    set_field(tile, "THCON_SEC0_REG1_Source_interface_selection", 1);
    set_field(tile, "THCON_SEC0_REG1_L1_source_addr", SECTION);
    pack_adc(tile)->ch[0].y = LAST_ROW;
    store_u16(&tile_state(tile)->l1[0], 0x3F80);
    watch(&seen, tile);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 3}, {"last", 1})); /* 64 bytes */
    ck_assert_uint_eq(seen.access_count, 2);
    ck_assert_uint_eq(seen.accesses[0].space, TT_SPACE_L1); /* there is no L1 before the last address */
    ck_assert(!seen.accesses[0].is_write);
    ck_assert_uint_eq(seen.accesses[0].lo, 0);
    ck_assert_uint_eq(seen.accesses[0].hi, 32);
    ck_assert(seen.accesses[1].is_write);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32), 0x3F80);
    tile_free(tile);
}
END_TEST

/* P-9.9: zeros behind a row come from no cell of Dst. */
START_TEST(probe__sees_no_origin_of_zeros_behind_a_row)
{
    enum { NONE = 0xFFFF };
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    pack_adc(tile)->ch[1].x = 4;
    watch(&seen, tile);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"row_pad_zero", 1}, {"last", 1}));
    ck_assert_str_eq(stage_name(&seen, seen.stage_count - 1), "row_pad");
    ck_assert_uint_eq(seen.stages[seen.stage_count - 1].count, 16);
    ck_assert_uint_eq(seen.last_origin, NONE);
    tile_free(tile);
}
END_TEST

/* Nor do those that a PACR writes in place of Dst. */
START_TEST(probe__sees_no_origin_of_zeros_that_are_written)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct seen seen;
    watch(&seen, tile);
    put_bf16(tile, 3, 15, 0xBF80);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"zero_write", 1}, {"last", 1}));
    ck_assert_str_eq(stage_name(&seen, 0), "read");
    ck_assert_uint_eq(seen.first_values[0], 0);
    ck_assert_uint_eq(seen.last_origin, UINT16_MAX);
    tile_free(tile);
}
END_TEST

static void listen_nothing_stage(void *user, const struct probe_stage *stage)
{
    (void)user, (void)stage;
}

static void listen_nothing_access(void *user, const struct probe_access *access)
{
    (void)user, (void)access;
}

static void listen_nothing_finding(void *user, const struct probe_finding *finding)
{
    (void)user, (void)finding;
}

/* Random words and random configuration: nothing crashes, and a probe changes nothing. */
START_TEST(probe__changes_nothing_whatever_is_asked)
{
    static const struct probe probe = {.wants = PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                       .stage = listen_nothing_stage,
                                       .access = listen_nothing_access,
                                       .finding = listen_nothing_finding};
    uint32_t random = 88172645;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *plain = tile_new((enum tt_chip)chip), *probed = tile_new((enum tt_chip)chip);
        ck_assert(plain && probed);
        tile_set_probe(probed, &probe);
        for (int round = 0; round < 600; round++) {
            struct tile_state *state = tile_state(plain);
            for (int w = 0; w < 12; w++) {
                const uint32_t value = next_random(&random), fewer = next_random(&random);
                state->cfg[0][next_random(&random) % CFG_WORDS_MAX] = value & fewer;
            }
            for (int w = 0; w < 64; w++)
                state->dst[next_random(&random) % DST_ROWS][w % 16] = (uint16_t)next_random(&random);
            state->small.adc[0].pack.ch[1].x = next_random(&random) & (round % 8 ? 63 : 2047);
            state->small.adc[0].pack.ch[0].y = next_random(&random) & 0x1FFF;
            *tile_state(probed) = *state;
            tile_state_changed(plain);
            tile_state_changed(probed);
            for (int i = 0; i < 4; i++) {
                const uint32_t opcode = next_random(&random) % 16 ? 0x41000000u : 0x4A000000u;
                const uint32_t word = opcode | (next_random(&random) & 0xFFFFFF);
                const enum tile_step step = tile_exec(plain, 0, word, 0);
                ck_assert_int_eq(tile_exec(probed, 0, word, 0), step);
            }
            ck_assert_mem_eq(tile_state(plain), tile_state(probed), sizeof *state);
        }
        tile_free(plain);
        tile_free(probed);
    }
}
END_TEST

START_TEST(settings__follow_the_configuration)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    put_bf16(tile, 0, 0, 0xBF80);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0xBF80);
    stores_cfg(tile, 0, 0, 2, 1u << 2); /* STACC_RELU_ApplyRelu */
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0);
    tile_exec(tile, 0, 0xB2000001, 0); /* SETC16: state 1, where ReLU is off */
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0xBF80);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_probe");
    TCase *t = tcase_create("probe");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, probe__sees_only_stages_at_work);
    tcase_add_test(t, probe__sees_a_block_datum_with_its_exponent);
    tcase_add_test(t, probe__gets_bytes_that_still_wait);
    tcase_add_test(t, probe__numbers_only_tiles_that_got_datums);
    tcase_add_test(t, probe__sees_reads_of_l1_behind_the_last_address);
    tcase_add_test(t, probe__sees_no_origin_of_zeros_behind_a_row);
    tcase_add_test(t, probe__sees_no_origin_of_zeros_that_are_written);
    tcase_add_test(t, probe__changes_nothing_whatever_is_asked);
    tcase_add_test(t, settings__follow_the_configuration);
    suite_add_tcase(s, t);
    return s;
}
