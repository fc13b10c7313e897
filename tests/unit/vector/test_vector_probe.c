/* SPDX-License-Identifier: Apache-2.0 */
/* What a probe gets of vector instructions: stages of 32 lanes, reads and writes of single cells; and that it changes
 * nothing. */
#include "base/little.h"
#include "reference/value.h"
#include "tile/vector/vector.h"
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

enum { LANES_ENABLED = 0, OPERAND_A = 1, OPERAND_C = 3, UNROUNDED = 4, RESULT = 5, FLAGS = 6, SCHEDULED = 7, STAGES };

struct report {
    struct probe probe;
    unsigned count[STAGES];
    uint32_t values[STAGES][LANES];
    unsigned dst_reads, dst_writes, dst_bytes, wrong;
    struct tile *tile;
};

static struct tile *tile;
static struct report report;

static void on_insn(void *user, const struct probe_insn *insn)
{
    (void)user;
    (void)insn;
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct report *t = user;
    ck_assert_int_eq(stage->unit, TT_UNIT_VECTOR);
    ck_assert_uint_lt(stage->stage, STAGES);
    t->count[stage->stage]++;
    if (stage->stage == SCHEDULED)
        return;
    ck_assert_uint_eq(stage->count, LANES);
    for (unsigned lane = 0; lane < LANES; lane++)
        t->values[stage->stage][lane] = number_at(stage->values, stage->value_bytes, lane);
}

/* Every write is reported with what stands there. */
static void on_access(void *user, const struct probe_access *access)
{
    struct report *t = user;
    if (access->space == TT_SPACE_DST) {
        t->dst_reads += !access->is_write;
        t->dst_writes += access->is_write;
        t->dst_bytes += access->is_write ? access->hi - access->lo : 0;
    }
    if (access->is_write && access->space == TT_SPACE_DST) {
        uint8_t held[64];
        tile_load(t->tile, access->space, access->lo, access->hi - access->lo, held);
        t->wrong += memcmp(held, access->before, access->hi - access->lo) != 0;
    }
}

static void setup(void)
{
    tile = vector_tile_new(TT_BLACKHOLE);
    report = (struct report){.tile = tile};
    report.probe = (struct probe){.user = &report,
                                  .wants = PROBE_STAGE | PROBE_ACCESS | PROBE_INSN,
                                  .insn_begin = on_insn,
                                  .insn_end = on_insn,
                                  .stage = on_stage,
                                  .access = on_access};
    tile_set_probe(tile, &report.probe);
}

static void teardown(void)
{
    tile_free(tile);
}

START_TEST(stages_have_names)
{
    unsigned count;
    const struct stage_info *stages = unit_stages(TT_UNIT_VECTOR, &count);
    ck_assert_uint_eq(count, STAGES);
    ck_assert_str_eq(stages[LANES_ENABLED].name, "lanes");
    ck_assert_str_eq(stages[RESULT].name, "result");
}
END_TEST

START_TEST(a_multiply_add_is_reported_in_full)
{
    fill_lreg(tile, 1, 0x3F800001);
    fill_lreg(tile, 2, 0x3FC00001); /* the product ends in a half and a bit: rounded up */
    VRUN(tile, "SFPMAD", {"lreg_src_a", 1}, {"lreg_src_b", 2}, {"lreg_src_c", 9}, {"lreg_dest", 3});
    for (unsigned stage = LANES_ENABLED; stage <= RESULT; stage++)
        ck_assert_uint_eq(report.count[stage], 1);
    ck_assert_uint_eq(report.count[FLAGS], 0);
    ck_assert_uint_eq(report.values[LANES_ENABLED][31], 1);
    ck_assert_uint_eq(report.values[OPERAND_A][5], 0x3F800001);
    ck_assert_uint_eq(report.values[UNROUNDED][5], 0x3FC00002);
    ck_assert_uint_eq(report.values[RESULT][5], 0x3FC00003);
}
END_TEST

START_TEST(flags_are_reported)
{
    lreg(tile, 1)[7] = 0x80000000;
    VRUN(tile, "SFPSETCC", {"lreg_c", 1});
    ck_assert_uint_eq(report.count[FLAGS], 1);
    ck_assert_uint_eq(report.values[FLAGS][7], 1);
    ck_assert_uint_eq(report.values[FLAGS][8], 0);
    VRUN(tile, "SFPMOV", {"lreg_c", 2}, {"lreg_dest", 3});
    ck_assert_uint_eq(report.values[LANES_ENABLED][8], 0);
}
END_TEST

START_TEST(loads_and_stores_are_reported_by_the_cell)
{
    VRUN(tile, "SFPLOAD", {"instr_mod0", 3}, {"lreg_ind", 1});
    ck_assert_uint_eq(report.dst_reads, 2 * LANES);
    tile_state(tile)->small.cc.flags = 0x0000F00F;
    VRUN(tile, "SFPSTORE", {"instr_mod0", 3}, {"lreg_ind", 10});
    ck_assert_uint_eq(report.dst_writes, 2 * 8);
    ck_assert_uint_eq(report.dst_bytes, 2 * 2 * 8);
    ck_assert_uint_eq(report.wrong, 0);
}
END_TEST

struct taken {
    uint64_t sum;
    unsigned accesses, series;
};

static void take_access(void *user, const struct probe_access *access)
{
    struct taken *taken = user;
    const uint32_t place[] = {(uint32_t)access->space, (uint32_t)access->unit, access->is_write, access->lo,
                              access->hi};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        taken->sum = (taken->sum ^ place[i]) * UINT64_C(0x100000001B3);
    for (uint32_t i = 0; access->is_write && i < access->hi - access->lo; i++)
        taken->sum = (taken->sum ^ access->before[i] ^ (uint32_t)access->after[i] << 8) * UINT64_C(0x100000001B3);
    taken->accesses++;
}

static void take_series(void *user, const struct probe_series *series)
{
    struct taken *taken = user;
    taken->series++;
    probe_each(series, take_access, user);
}

/* Who takes lanes together gets the same accesses as who takes them one by one. */
START_TEST(lanes_come_together_or_one_by_one)
{
    struct taken taken[2] = {{0}};
    for (unsigned i = 0; i < 2; i++) {
        const struct probe probe = {
            .user = &taken[i], .wants = PROBE_ACCESS, .access = take_access, .series = i ? take_series : NULL};
        struct tile *one = vector_tile_new(TT_BLACKHOLE);
        tile_set_probe(one, &probe);
        for (unsigned lane = 0; lane < LANES; lane++)
            lreg(one, 1)[lane] = lane * 0x01010101;
        for (uint32_t mode = 0; mode < 16; mode++) {
            VRUN(one, "SFPSTORE", {"instr_mod0", mode}, {"lreg_ind", 1}, {"dest_reg_addr", mode & 6});
            VRUN(one, "SFPLOAD", {"instr_mod0", mode}, {"lreg_ind", 2}, {"dest_reg_addr", mode & 6});
        }
        tile_free(one);
    }
    ck_assert_uint_gt(taken[1].series, 100);
    ck_assert_uint_gt(taken[0].accesses, 1000);
    ck_assert_uint_eq(taken[0].accesses, taken[1].accesses);
    ck_assert_uint_eq(taken[0].sum, taken[1].sum);
}
END_TEST

/* Any words of the unit, with and without a probe: the same state. */
START_TEST(a_probe_changes_nothing)
{
    uint64_t seed = 9;
    struct tile *other = vector_tile_new(TT_BLACKHOLE);
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t opcode = 0x70 + ref_random(&seed) % 0x2A;
        uint32_t word = opcode << 24 | (ref_random(&seed) & 0xFFFFFF);
        if (opcode != 0x91 && ref_random(&seed) % 4) /* mostly the forms that are recorded */
            word &= ~0xCu;
        const enum tile_step here = tile_exec(tile, 1, word, i);
        ck_assert_int_eq(here, tile_exec(other, 1, word, i));
        if (i % 64 == 0) {
            for (unsigned lane = 0; lane < LANES; lane++)
                lreg(tile, i / 64 % 8)[lane] = lreg(other, i / 64 % 8)[lane] = ref_random(&seed);
        }
    }
    ck_assert_mem_eq(tile_state(tile), tile_state(other), sizeof(struct tile_state));
    ck_assert_uint_eq(report.wrong, 0);
    tile_free(other);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector probe");
    TCase *tc = tcase_create("probe");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, stages_have_names);
    tcase_add_test(tc, a_multiply_add_is_reported_in_full);
    tcase_add_test(tc, flags_are_reported);
    tcase_add_test(tc, loads_and_stores_are_reported_by_the_cell);
    tcase_add_test(tc, lanes_come_together_or_one_by_one);
    tcase_add_test(tc, a_probe_changes_nothing);
    suite_add_tcase(s, tc);
    return s;
}
