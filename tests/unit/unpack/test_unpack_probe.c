/* SPDX-License-Identifier: Apache-2.0 */
/* What a probe gets of UNPACR: stages with their formats, ranges of L1 and of SrcA. */
#include "base/little.h"
#include "unit/unpack/unpack_bed.h"

#include "tile/unpack/unpack.h"
#include "tile/unpack/unpack_internal.h"
#include "unit/suite.h"

struct seen {
    struct probe probe;
    unsigned stages, l1_reads, srca_writes;
    uint32_t lowest_read, highest_read, lowest_write, highest_write, datums[16];
    enum format formats[16];
    uint16_t last_origin;
    uint32_t last_value;
};

static void see_stage(void *user, const struct probe_stage *stage)
{
    struct seen *seen = user;
    seen->stages |= 1u << stage->stage;
    seen->datums[stage->stage] += stage->count;
    seen->formats[stage->stage] = (enum format)stage->format;
    if (stage->origin)
        seen->last_origin = stage->origin[stage->count - 1];
    seen->last_value = number_at(stage->values, stage->value_bytes, stage->count - 1);
}

static void see_access(void *user, const struct probe_access *access)
{
    struct seen *seen = user;
    if (access->space == TT_SPACE_L1 && !access->is_write) {
        seen->lowest_read = seen->l1_reads && seen->lowest_read < access->lo ? seen->lowest_read : access->lo;
        seen->highest_read = seen->highest_read > access->hi ? seen->highest_read : access->hi;
        seen->l1_reads++;
    } else if (access->space == TT_SPACE_SRCA && access->is_write) {
        ck_assert(memcmp(access->before, access->after, access->hi - access->lo) != 0);
        seen->lowest_write = seen->srca_writes && seen->lowest_write < access->lo ? seen->lowest_write : access->lo;
        seen->highest_write = seen->highest_write > access->hi ? seen->highest_write : access->hi;
        seen->srca_writes++;
    }
}

/* The tile's probe for one UNPACR of unpacker 0. */
static struct seen seen_of_unpacr(struct tile *tile)
{
    struct seen seen = {.probe = {.wants = PROBE_STAGE | PROBE_ACCESS, .stage = see_stage, .access = see_access}};
    seen.probe.user = &seen;
    tile_set_probe(tile, &seen.probe);
    run_word(tile, unpacr(tile, 0));
    tile_set_probe(tile, NULL);
    return seen;
}

START_TEST(probe__sees_stages_at_work_and_ranges)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_section(tile, 0, "REG5_Tile_x_dim_cntx0", 1024);
    unpack_adc(tile, 0)->ch[1].x = 1023;
    memset(&tile_state(tile)->l1[IN_ADDR], 0x41, 2048);
    const struct seen seen = seen_of_unpacr(tile);
    unsigned count = 0, at_work = 0;
    const struct stage_info *stages = unit_stages(TT_UNIT_UNPACK0, &count);
    ck_assert_ptr_eq(stages, unit_stages(TT_UNIT_UNPACK1, &count));
    for (unsigned i = 0; i < count; i++) {
        if (!(seen.stages >> i & 1))
            continue;
        ck_assert_uint_eq(seen.datums[i], 1024); /* in pieces */
        at_work++;
    }
    ck_assert_uint_eq(at_work, 5); /* input_address, row_walk, convert, output_address, write */
    ck_assert_str_eq(stages[0].name, "input_address");
    ck_assert_str_eq(stages[count - 1].name, "write");
    ck_assert_uint_eq(seen.last_origin, 1023);
    ck_assert_uint_eq(seen.last_value, 0x4141);
    ck_assert_uint_eq(seen.lowest_read, IN_ADDR);
    ck_assert_uint_eq(seen.highest_read, IN_ADDR + 2048);
    ck_assert_uint_eq(seen.lowest_write, 0);
    ck_assert_uint_eq(seen.highest_write, 4096);
    tile_free(tile);
}
END_TEST

START_TEST(probe__sees_formats)
{
    enum { ROW_WALK = 1, EXPONENT_FETCH = 2, CONVERT = 4, OUTPUT_ADDRESS = 6 };
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    memset(&tile_state(tile)->l1[IN_ADDR], 0x41, 512);
    struct seen seen = seen_of_unpacr(tile);
    ck_assert_int_eq(seen.formats[ROW_WALK], FORMAT_BF16);
    ck_assert_int_eq(seen.formats[CONVERT], FORMAT_BF16);
    ck_assert_int_eq(seen.formats[OUTPUT_ADDRESS], FORMAT_ADDRESS);
    set_formats(tile, 0, FORMAT_BFP8, FORMAT_BFP8);
    seen = seen_of_unpacr(tile);
    ck_assert_int_eq(seen.formats[ROW_WALK], FORMAT_UINT8); /* no exponent yet */
    ck_assert_int_eq(seen.formats[EXPONENT_FETCH], FORMAT_BFP8);
    ck_assert_int_eq(seen.formats[CONVERT], FORMAT_BF16);
    tile_free(tile);
}
END_TEST

START_TEST(probe__sees_no_datum_of_compressed_rows_whose_range_is_empty)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_section(tile, 0, "REG2_Disable_zero_compress_cntx0", 0);
    set_descriptor(tile, 0, 0, 5 | 256u << 16);
    unpack_adc(tile, 0)->ch[0].x = 5;
    unpack_adc(tile, 0)->ch[1].x = 2;
    const struct seen seen = seen_of_unpacr(tile);
    ck_assert_uint_eq(seen.l1_reads, 1); /* where the row starts */
    ck_assert_uint_eq(seen.highest_read, IN_ADDR + 2);
    ck_assert_uint_eq(seen.stages, 0);
    tile_free(tile);
}
END_TEST

/* Widths of datums in L1, and nothing behind those that were asked for. */
START_TEST(load__as_many_as_are_asked_for)
{
    static const uint8_t bytes[] = {0x1B, 0x2D, 0x3F, 0x40, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC};
    static const struct {
        unsigned bits, first;
        uint32_t values[2];
    } cases[] = {
        {32, 0, {0x403F2D1B, 0x88776655}},
        {16, 0, {0x2D1B, 0x403F}},
        {8, 0, {0x1B, 0x2D}},
        {4, 1, {0x1, 0xD}},
        {2, 2, {0x1, 0x0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t values[3] = {0, 0, 0x12345678};
        unpack_load_of(cases[i].bits)(bytes, cases[i].first, 2, values);
        ck_assert_mem_eq(values, cases[i].values, sizeof cases[i].values);
        ck_assert_uint_eq(values[2], 0x12345678);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_probe");
    TCase *tests = tcase_create("unpack_probe");
    tcase_add_test(tests, probe__sees_stages_at_work_and_ranges);
    tcase_add_test(tests, probe__sees_formats);
    tcase_add_test(tests, probe__sees_no_datum_of_compressed_rows_whose_range_is_empty);
    tcase_add_test(tests, load__as_many_as_are_asked_for);
    suite_add_tcase(suite, tests);
    return suite;
}
