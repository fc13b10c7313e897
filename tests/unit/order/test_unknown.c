/* SPDX-License-Identifier: Apache-2.0 */
/* How "unknown" spreads from what an instruction reads to what it writes. */
#include "isa/isa.h"
#include "isa/spaces.h"
#include "observe/unknown.h"
#include "unit/suite.h"

#include "pack_findings.h"

#include <string.h>

static void begin(const struct probe *probe)
{
    probe->insn_begin(probe->user, &(struct probe_insn){.seq = 1, .unit = TT_UNIT_PACK});
}

static void end(const struct probe *probe)
{
    probe->insn_end(probe->user, &(struct probe_insn){.seq = 1, .unit = TT_UNIT_PACK});
}

static void touch(const struct probe *probe, enum tt_space space, bool is_write, uint32_t lo, uint32_t hi)
{
    probe->access(probe->user, &(struct probe_access){.space = space, .is_write = is_write, .lo = lo, .hi = hi});
}

static bool is_unknown(struct unknown *unknown, enum tt_space space, uint32_t at)
{
    return unknown_bits(unknown, space, at) != 0;
}

START_TEST(unknown__nothing_is_at_first)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    ck_assert(!unknown_any(unknown));
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        ck_assert(!unknown_has(unknown, (enum tt_space)space));
    unknown_free(unknown);
}
END_TEST

/* They cost the most; where all of them are known, which of them decided does not matter. */
START_TEST(unknown__settings_are_asked_for_where_one_may_be_unknown)
{
    const unsigned without = PROBE_STAGE | PROBE_CONTROL;
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    ck_assert_uint_eq(unknown_asks(unknown), 0);
    unknown_mark(unknown, TT_SPACE_DST, 0, 1);
    unknown_mark(unknown, TT_SPACE_GPR, 0, 4);
    ck_assert_uint_eq(unknown_asks(unknown), without);
    unknown_refresh(unknown);
    ck_assert_uint_eq(unknown_probe(unknown)->wants & (without | PROBE_SETTINGS), without);
    unknown_mark(unknown, TT_SPACE_CFG, 400, 1);
    ck_assert_uint_eq(unknown_asks(unknown), without | PROBE_SETTINGS);
    unknown_refresh(unknown);
    ck_assert_uint_eq(unknown_probe(unknown)->wants & PROBE_SETTINGS, PROBE_SETTINGS);
    unknown_clear(unknown, TT_SPACE_CFG, 400, 1);
    unknown_mark(unknown, TT_SPACE_THREAD_CFG, 6, 1);
    ck_assert_uint_eq(unknown_asks(unknown), without | PROBE_SETTINGS);
    unknown_clear(unknown, TT_SPACE_THREAD_CFG, 6, 1);
    ck_assert_uint_eq(unknown_asks(unknown), without);
    unknown_lose_control(unknown, true);
    ck_assert_uint_eq(unknown_asks(unknown), without | PROBE_SETTINGS);
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__a_read_of_it_makes_every_write_unknown_whatever_the_order)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark(unknown, TT_SPACE_DST, 64, 32);
    begin(probe);
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010); /* before the read that spoils it */
    touch(probe, TT_SPACE_DST, false, 80, 120);
    touch(probe, TT_SPACE_L1, true, 0x2000, 0x2001);
    end(probe);
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x1000));
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x100F));
    ck_assert(!is_unknown(unknown, TT_SPACE_L1, 0x1010));
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x2000));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__a_clean_write_makes_it_known_again)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark(unknown, TT_SPACE_L1, 0x1000, 16);
    begin(probe);
    touch(probe, TT_SPACE_DST, false, 0, 32);
    touch(probe, TT_SPACE_L1, true, 0x1004, 0x1008);
    end(probe);
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x1003));
    ck_assert(!is_unknown(unknown, TT_SPACE_L1, 0x1004));
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x1008));
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010); /* a store outside instructions */
    ck_assert(!unknown_any(unknown));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__accumulation_over_unknown_bytes_stays_unknown)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark(unknown, TT_SPACE_L1, 0x1000, 1);
    begin(probe);
    touch(probe, TT_SPACE_L1, false, 0x1000, 0x1020);
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1020);
    end(probe);
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x101F));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__take_follows_what_a_snapshot_knows)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const uint8_t known[4] = {0xFF, 0x00, 0x7F, 0xFF};
    unknown_mark(unknown, TT_SPACE_GPR, 0, 4);
    unknown_take(unknown, TT_SPACE_GPR, 0, 4, known, false);
    ck_assert(!is_unknown(unknown, TT_SPACE_GPR, 0));
    ck_assert(is_unknown(unknown, TT_SPACE_GPR, 1));
    ck_assert(is_unknown(unknown, TT_SPACE_GPR, 2));
    ck_assert(!is_unknown(unknown, TT_SPACE_GPR, 3));
    unknown_take(unknown, TT_SPACE_DST, 0, 4, known, true);
    ck_assert(is_unknown(unknown, TT_SPACE_DST, 1));
    ck_assert(!is_unknown(unknown, TT_SPACE_DST, 3));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__ranges_past_the_end_are_cut)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    uint32_t size = space_bytes(TT_BLACKHOLE, TT_SPACE_GPR);
    unknown_mark(unknown, TT_SPACE_GPR, size - 2, 100);
    unknown_mark(unknown, TT_SPACE_GPR, size + 2, 100);
    unknown_clear(unknown, TT_SPACE_GPR, size - 2, 2);
    ck_assert(!unknown_any(unknown));
    touch(unknown_probe(unknown), TT_SPACE_GPR, false, size - 1, size + 1);
    unknown_mark_all(unknown, TT_SPACE_GPR);
    ck_assert(is_unknown(unknown, TT_SPACE_GPR, size - 1));
    unknown_free(unknown);
}
END_TEST

static void count_access(void *user, const struct probe_access *access)
{
    unsigned *count = user;
    *count += access->hi - access->lo;
}

START_TEST(unknown__the_listener_hears_only_what_it_wants)
{
    unsigned count = 0;
    struct probe listener = {.user = &count, .wants = PROBE_ACCESS, .access = count_access};
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, &listener);
    const struct probe *probe = unknown_probe(unknown);
    ck_assert_uint_eq(probe->wants, PROBE_INSN | PROBE_ACCESS | PROBE_FINDING);
    begin(probe);
    touch(probe, TT_SPACE_L1, true, 0, 5);
    end(probe);
    ck_assert_uint_eq(count, 5);
    unknown_set_next(unknown, NULL);
    touch(probe, TT_SPACE_L1, true, 0, 5);
    ck_assert_uint_eq(count, 5);
    unknown_free(unknown);
}
END_TEST

enum { DST_ROW = 32, SRC_ROW = 64, MVMUL = 0x26000000, ELWADD = 0x28000000, SFPADD = 0x85000000 };

static void begin_word(const struct probe *probe, enum tt_unit unit, uint32_t word)
{
    probe->insn_begin(probe->user,
                      &(struct probe_insn){.seq = 7, .unit = unit, .word = word, .insn = isa_find(TT_BLACKHOLE, word)});
}

static void end_word(const struct probe *probe, enum tt_unit unit, uint32_t word)
{
    probe->insn_end(probe->user, &(struct probe_insn){.seq = 7, .unit = unit, .word = word});
}

/* A product of eight rows of SrcB and a face of SrcA, added to Dst rows 16 to 23. */
static void multiply(const struct probe *probe, uint32_t word)
{
    const uint32_t rows = word == MVMUL ? 16 : 8;
    begin_word(probe, TT_UNIT_MATRIX, word);
    touch(probe, TT_SPACE_SRCA, false, 0, rows * SRC_ROW);
    touch(probe, TT_SPACE_SRCB, false, 8 * SRC_ROW, 16 * SRC_ROW);
    for (uint32_t row = 16; row < 24; row++)
        touch(probe, TT_SPACE_DST, false, row * DST_ROW, (row + 1) * DST_ROW);
    for (uint32_t row = 16; row < 24; row++)
        touch(probe, TT_SPACE_DST, true, row * DST_ROW, (row + 1) * DST_ROW);
    end_word(probe, TT_UNIT_MATRIX, word);
}

static unsigned count_unknown(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi)
{
    unsigned count = 0;
    for (uint32_t at = lo; at < hi; at++)
        count += is_unknown(unknown, space, at);
    return count;
}

START_TEST(unknown__a_row_of_srcb_spoils_its_row_and_a_cell_of_srca_its_column)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark(unknown, TT_SPACE_SRCB, 11 * SRC_ROW + 4, 4); /* the fourth row, column 1 */
    multiply(probe, MVMUL);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_DST, 0, 1024 * DST_ROW), DST_ROW);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_DST, 19 * DST_ROW, 20 * DST_ROW), DST_ROW);
    unknown_clear(unknown, TT_SPACE_SRCB, 11 * SRC_ROW, SRC_ROW);
    unknown_clear(unknown, TT_SPACE_DST, 0, 1024 * DST_ROW);
    unknown_mark(unknown, TT_SPACE_SRCA, 9 * SRC_ROW + 5 * 4, 1);
    multiply(probe, MVMUL);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_DST, 0, 1024 * DST_ROW), 8 * 2);
    for (uint32_t row = 16; row < 24; row++)
        ck_assert(is_unknown(unknown, TT_SPACE_DST, row * DST_ROW + 5 * 2));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__a_sum_by_element_spoils_one_cell)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    unknown_mark(unknown, TT_SPACE_SRCA, 3 * SRC_ROW + 6 * 4, 4);
    multiply(unknown_probe(unknown), ELWADD);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_DST, 0, 1024 * DST_ROW), 2);
    ck_assert(is_unknown(unknown, TT_SPACE_DST, 19 * DST_ROW + 6 * 2));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__lanes_of_the_vector_unit_stay_by_themselves)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark(unknown, TT_SPACE_LREG, 1 * 128 + 17 * 4, 4);
    begin_word(probe, TT_UNIT_VECTOR, SFPADD);
    touch(probe, TT_SPACE_LREG, false, 128, 256);
    touch(probe, TT_SPACE_LREG, true, 0, 128);
    end_word(probe, TT_UNIT_VECTOR, SFPADD);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_LREG, 0, 128), 4);
    ck_assert(is_unknown(unknown, TT_SPACE_LREG, 17 * 4));
    unknown_free(unknown);
}
END_TEST

struct heard {
    uint64_t seq;
    enum tt_space space;
    uint32_t lo, hi;
};

static void hear_taint(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    *(struct heard *)user = (struct heard){seq, space, lo, hi};
}

START_TEST(unknown__undefined_behaviour_leaves_what_nobody_knows)
{
    struct heard heard = {0};
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_set_listener(unknown, &(struct unknown_listener){&heard, hear_taint});
    begin_word(probe, TT_UNIT_PACK, 0x41000000);
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010);
    probe->finding(probe->user, &(struct probe_finding){.id = FINDING_PACK_FORMAT_UNASSIGNED, .unit = TT_UNIT_PACK});
    end_word(probe, TT_UNIT_PACK, 0x41000000);
    ck_assert_uint_eq(count_unknown(unknown, TT_SPACE_L1, 0, 0x2000), 16);
    ck_assert_uint_eq(heard.seq, 7);
    ck_assert_int_eq(heard.space, TT_SPACE_L1);
    ck_assert_uint_eq(heard.hi, 0x1010);
    begin_word(probe, TT_UNIT_PACK, 0x41000000); /* another kind of finding spoils nothing */
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010);
    probe->finding(probe->user, &(struct probe_finding){.id = FINDING_PACK_FLUSH_NOT_RECORDED, .unit = TT_UNIT_PACK});
    end_word(probe, TT_UNIT_PACK, 0x41000000);
    ck_assert(!unknown_any(unknown));
    unknown_free(unknown);
}
END_TEST

/* What decided about the instruction at work. */
static void go_by(const struct probe *probe, enum control_kind kind, enum tt_space space, uint32_t lo, uint32_t hi,
                  uint32_t mask)
{
    probe->control(probe->user, &(struct probe_control){kind, space, lo, hi, mask, 0});
}

START_TEST(unknown__a_setting_spoils_what_goes_by_it_and_nothing_else)
{
    struct unknown *unknown = unknown_new(TT_WORMHOLE_B0, NULL);
    const struct probe *probe = unknown_probe(unknown);
    const uint8_t half_known[4] = {0xFF, 0x0F, 0xFF, 0xFF};
    unknown_mark_input(unknown, TT_SPACE_CFG);
    unknown_take(unknown, TT_SPACE_CFG, 40, 4, half_known, false); /* bits 15:12 of word 10 stay unknown */
    begin(probe);
    go_by(probe, CONTROL_READS, TT_SPACE_CFG, 40, 44, 0x0F00);
    touch(probe, TT_SPACE_L1, true, 0, 4);
    end(probe);
    ck_assert(!is_unknown(unknown, TT_SPACE_L1, 3));
    begin(probe);
    go_by(probe, CONTROL_READS, TT_SPACE_CFG, 40, 44, 0x3000);
    touch(probe, TT_SPACE_L1, true, 0, 4);
    end(probe);
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 3));
    ck_assert_uint_eq(unknown_origins(unknown)->count, 1);
    ck_assert_uint_eq(unknown_origins(unknown)->items[0].mask, 0x3000);
    ck_assert_uint_eq(origin_spaces(unknown_origins(unknown), unknown_origins_at(unknown, TT_SPACE_L1, 3)),
                      1u << TT_SPACE_CFG);
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__bits_that_a_word_writes_become_known_and_the_others_stay)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark_input(unknown, TT_SPACE_GPR);
    for (unsigned half = 0; half < 2; half++) {
        begin_word(probe, TT_UNIT_SCALAR, 0x45000000);
        touch(probe, TT_SPACE_GPR, false, 8, 12);
        go_by(probe, CONTROL_KEEPS, TT_SPACE_GPR, 8, 12, half ? 0x0000FFFF : 0xFFFF0000);
        touch(probe, TT_SPACE_GPR, true, 8, 12);
        end_word(probe, TT_UNIT_SCALAR, 0x45000000);
        ck_assert(!is_unknown(unknown, TT_SPACE_GPR, 8));
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_GPR, 11), !half);
    }
    begin_word(probe, TT_UNIT_CONFIG, 0xB3000000); /* one bit of a byte of the configuration, from a known constant */
    unknown_mark_input(unknown, TT_SPACE_CFG);
    go_by(probe, CONTROL_KEEPS, TT_SPACE_CFG, 40, 44, ~UINT32_C(4));
    touch(probe, TT_SPACE_CFG, true, 40, 44);
    end_word(probe, TT_UNIT_CONFIG, 0xB3000000);
    ck_assert_uint_eq(unknown_bits(unknown, TT_SPACE_CFG, 40), 0xFB);
    ck_assert_uint_eq(unknown_bits(unknown, TT_SPACE_CFG, 41), 0xFF);
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__a_row_of_dst_that_is_not_valid_reads_as_zero)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark_input(unknown, TT_SPACE_DST);
    unknown_mark_input(unknown, TT_SPACE_DST_VALID);
    for (unsigned cleared = 0; cleared < 2; cleared++) {
        begin(probe);
        touch(probe, TT_SPACE_DST, false, 64, 96);
        probe->control(probe->user, &(struct probe_control){CONTROL_EMPTY, TT_SPACE_DST, 64, 96, UINT32_MAX, 2});
        touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010);
        end(probe);
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_L1, 0x1000), !cleared);
        begin(probe); /* as ZEROACC: also where the flag was 0 before */
        go_by(probe, CONTROL_SETS, TT_SPACE_DST_VALID, 2, 3, UINT32_MAX);
        end(probe);
    }
    unknown_free(unknown);
}
END_TEST

/* A PACR of four rows of BF16 from the first of Dst on; one may be empty by its own flag, and a datum have no cell. */
enum { PACKED_ROWS = 4, EMPTY_ROW = 2, PACKED_AT = 0x1000, ROW_BYTES = 32, NONE = UINT16_MAX };

static void pack_rows(const struct probe *probe, uint32_t empty_row, uint32_t without_cell)
{
    uint16_t origin[PACKED_ROWS * DST_COLUMNS], values[PACKED_ROWS * DST_COLUMNS] = {0};
    for (uint16_t i = 0; i < PACKED_ROWS * DST_COLUMNS; i++)
        origin[i] = i == without_cell ? UINT16_MAX : i;
    begin(probe);
    for (uint32_t row = 0; row < PACKED_ROWS; row++) {
        const uint32_t lo = row * ROW_BYTES, hi = lo + ROW_BYTES;
        touch(probe, TT_SPACE_DST, false, lo, hi);
        probe->control(probe->user, &(struct probe_control){row == empty_row ? CONTROL_EMPTY : CONTROL_FULL,
                                                            TT_SPACE_DST, lo, hi, UINT32_MAX, row});
    }
    probe->stage(probe->user, &(struct probe_stage){.unit = TT_UNIT_PACK,
                                                    .value_bytes = 2,
                                                    .count = PACKED_ROWS * DST_COLUMNS,
                                                    .values = values,
                                                    .origin = origin});
    probe->access(probe->user, &(struct probe_access){.space = TT_SPACE_L1,
                                                      .unit = TT_UNIT_PACK,
                                                      .stream = ACCESS_PACK_DATA,
                                                      .is_write = true,
                                                      .lo = PACKED_AT,
                                                      .hi = PACKED_AT + PACKED_ROWS * ROW_BYTES});
    end(probe);
}

/* Rows that are alike are looked at together; these are not. */
START_TEST(unknown__rows_packed_at_once_stay_by_themselves)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark_missing(unknown, TT_SPACE_DST);
    pack_rows(probe, EMPTY_ROW, NONE);
    for (uint32_t at = 0; at < PACKED_ROWS * ROW_BYTES; at++)
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_L1, PACKED_AT + at), at / ROW_BYTES != EMPTY_ROW);
    unknown_mark(unknown, TT_SPACE_DST_VALID, EMPTY_ROW, 1);
    unknown_clear(unknown, TT_SPACE_DST, 0, ROW_BYTES);
    unknown_clear(unknown, TT_SPACE_DST, ROW_BYTES + 4, 2); /* and one cell of the next */
    pack_rows(probe, EMPTY_ROW, NONE);
    for (uint32_t at = 0; at < PACKED_ROWS * ROW_BYTES; at++)
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_L1, PACKED_AT + at), at >= ROW_BYTES && at / 2 != 18);
    ck_assert(unknown_origins_at(unknown, TT_SPACE_L1, PACKED_AT + EMPTY_ROW * ROW_BYTES) == origin_bit(ORIGIN_LOST));
    unknown_free(unknown);
}
END_TEST

/* Where all that was read comes from the same nothing is looked up; a datum that comes from nothing still does. */
START_TEST(unknown__rows_that_are_all_missing_leave_all_missing_but_what_they_do_not_give)
{
    for (uint32_t without = 0; without <= PACKED_ROWS * DST_COLUMNS; without++) {
        struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
        const struct probe *probe = unknown_probe(unknown);
        unknown_mark_missing(unknown, TT_SPACE_DST);
        pack_rows(probe, NONE, without);
        for (uint32_t at = 0; at < PACKED_ROWS * ROW_BYTES; at++)
            ck_assert_int_eq(is_unknown(unknown, TT_SPACE_L1, PACKED_AT + at), at / 2 != without);
        ck_assert(unknown_origins_at(unknown, TT_SPACE_L1, PACKED_AT + (without ? 0 : 2)) ==
                  origin_bit(ORIGIN_MISSING));
        unknown_free(unknown);
    }
}
END_TEST

/* An UNPACR of datums of 16 bits, a cell of SrcA each, of which all but the last `unread` were read. */
enum { UNPACKED = 64, UNPACKED_AT = 0x2000, CELL_BYTES = 4 };

static void unpack_datums(const struct probe *probe, unsigned unread)
{
    const struct probe_insn insn = {.seq = 2, .unit = TT_UNIT_UNPACK0};
    uint16_t origin[UNPACKED];
    uint32_t addrs[UNPACKED];
    for (uint16_t i = 0; i < UNPACKED; i++) {
        origin[i] = i;
        addrs[i] = UNPACKED_AT + 2u * i;
    }
    probe->insn_begin(probe->user, &insn);
    touch(probe, TT_SPACE_L1, false, UNPACKED_AT, UNPACKED_AT + UNPACKED);
    touch(probe, TT_SPACE_L1, false, UNPACKED_AT + UNPACKED, UNPACKED_AT + 2 * (UNPACKED - unread));
    probe->stage(probe->user, &(struct probe_stage){.unit = TT_UNIT_UNPACK0,
                                                    .value_bytes = sizeof *addrs,
                                                    .count = UNPACKED,
                                                    .values = addrs,
                                                    .origin = origin});
    touch(probe, TT_SPACE_SRCA, true, 0, UNPACKED * CELL_BYTES);
    probe->insn_end(probe->user, &insn);
}

/* Of datums that are all lost, each cell is, without a look at any; else each cell goes by its own. */
START_TEST(unknown__cells_unpacked_at_once_stay_by_themselves)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_mark_all(unknown, TT_SPACE_L1);
    unpack_datums(probe, 0);
    for (uint32_t cell = 0; cell < UNPACKED; cell++)
        ck_assert(unknown_origins_at(unknown, TT_SPACE_SRCA, cell * CELL_BYTES) == origin_bit(ORIGIN_LOST));
    ck_assert(!is_unknown(unknown, TT_SPACE_SRCA, UNPACKED * CELL_BYTES));
    unpack_datums(probe, 3); /* these come from nothing */
    for (uint32_t cell = 0; cell < UNPACKED; cell++)
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_SRCA, cell * CELL_BYTES), cell < UNPACKED - 3);
    unknown_clear(unknown, TT_SPACE_L1, UNPACKED_AT + 2 * 5, 2);
    unpack_datums(probe, 0);
    for (uint32_t cell = 0; cell < UNPACKED; cell++)
        ck_assert_int_eq(is_unknown(unknown, TT_SPACE_SRCA, cell * CELL_BYTES), cell != 5);
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__what_is_assumed_is_followed_and_not_reported)
{
    struct heard heard = {0};
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    unknown_assume(unknown, 1u << TT_SPACE_DST);
    unknown_set_listener(unknown, &(struct unknown_listener){&heard, hear_taint});
    unknown_mark_input(unknown, TT_SPACE_DST);
    unknown_mark_input(unknown, TT_SPACE_SRCA);
    begin(probe);
    touch(probe, TT_SPACE_DST, false, 64, 96);
    touch(probe, TT_SPACE_L1, true, 0x1000, 0x1010);
    end(probe);
    const origin_set assumed = unknown_origins(unknown)->assumed;
    ck_assert(assumed != 0);
    ck_assert(unknown_origins_at(unknown, TT_SPACE_L1, 0x1000) == assumed);
    ck_assert_uint_eq(heard.seq, 0);
    begin(probe);
    touch(probe, TT_SPACE_L1, false, 0x1000, 0x1010);
    touch(probe, TT_SPACE_SRCA, false, 0, 4);
    touch(probe, TT_SPACE_L1, true, 0x2000, 0x2010);
    end(probe);
    ck_assert((unknown_origins_at(unknown, TT_SPACE_L1, 0x2000) & ~assumed) != 0);
    ck_assert_uint_eq(heard.hi, 0x2010);
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__runs_of_l1_and_registers_have_names_and_the_rest_of_many_one)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    char name[ORIGIN_TEXT_MAX];
    unknown_mark_input(unknown, TT_SPACE_L1);
    unknown_clear(unknown, TT_SPACE_L1, 0x1000, 0x1000);
    unknown_mark_input(unknown, TT_SPACE_GPR);
    begin(probe);
    touch(probe, TT_SPACE_L1, false, 0x2010, 0x2014);
    touch(probe, TT_SPACE_L1, false, 0x2020, 0x2024);
    touch(probe, TT_SPACE_GPR, false, 4 * (64 + 5), 4 * (64 + 5) + 4);
    end(probe);
    const struct origins *origins = unknown_origins(unknown);
    ck_assert_uint_eq(origins->count, 2);
    ck_assert_str_eq(origin_name(TT_BLACKHOLE, &origins->items[0], name), "l1 0x2010-0x2024");
    ck_assert_uint_eq(origins->items[0].lo, 0x2000);
    ck_assert_str_eq(origin_name(TT_BLACKHOLE, &origins->items[1], name), "gpr 5 of thread 1");
    for (uint32_t reg = 0; reg < 192; reg++) {
        begin(probe);
        touch(probe, TT_SPACE_GPR, false, 4 * reg, 4 * reg + 4);
        touch(probe, TT_SPACE_L1, true, 0x1000, 0x1001);
        end(probe);
    }
    ck_assert_uint_le(origins->count, ORIGINS_MAX);
    ck_assert_str_eq(origin_name(TT_BLACKHOLE, &origins->items[origins->count - 1], name), "gpr, the rest");
    ck_assert(is_unknown(unknown, TT_SPACE_L1, 0x1000));
    unknown_free(unknown);
}
END_TEST

START_TEST(unknown__counters_follow_what_steps_them)
{
    struct unknown *unknown = unknown_new(TT_BLACKHOLE, NULL);
    const struct probe *probe = unknown_probe(unknown);
    const struct isa_insn *insn = isa_find(TT_BLACKHOLE, MVMUL);
    const struct probe_insn at = {.seq = 7, .unit = TT_UNIT_MATRIX, .word = MVMUL, .thread = 1, .insn = insn};
    unknown_mark_input(unknown, TT_SPACE_THREAD_CFG);
    for (unsigned n = 0; n < 2; n++) {
        probe->insn_begin(probe->user, &at);
        go_by(probe, CONTROL_STEPS, TT_SPACE_THREAD_CFG, 200, 202, UINT32_MAX);
        touch(probe, TT_SPACE_DST, true, 32 * n, 32 * n + 32);
        probe->insn_end(probe->user, &at);
    }
    ck_assert(!is_unknown(unknown, TT_SPACE_DST, 0)); /* the first one's rows do not go by how it steps on */
    ck_assert(is_unknown(unknown, TT_SPACE_DST, 32));
    unknown_free(unknown);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("unknown");
    TCase *t = tcase_create("unknown");
    tcase_add_test(t, unknown__nothing_is_at_first);
    tcase_add_test(t, unknown__settings_are_asked_for_where_one_may_be_unknown);
    tcase_add_test(t, unknown__a_read_of_it_makes_every_write_unknown_whatever_the_order);
    tcase_add_test(t, unknown__a_clean_write_makes_it_known_again);
    tcase_add_test(t, unknown__accumulation_over_unknown_bytes_stays_unknown);
    tcase_add_test(t, unknown__a_row_of_srcb_spoils_its_row_and_a_cell_of_srca_its_column);
    tcase_add_test(t, unknown__a_sum_by_element_spoils_one_cell);
    tcase_add_test(t, unknown__lanes_of_the_vector_unit_stay_by_themselves);
    tcase_add_test(t, unknown__undefined_behaviour_leaves_what_nobody_knows);
    tcase_add_test(t, unknown__a_setting_spoils_what_goes_by_it_and_nothing_else);
    tcase_add_test(t, unknown__bits_that_a_word_writes_become_known_and_the_others_stay);
    tcase_add_test(t, unknown__a_row_of_dst_that_is_not_valid_reads_as_zero);
    tcase_add_test(t, unknown__rows_packed_at_once_stay_by_themselves);
    tcase_add_test(t, unknown__rows_that_are_all_missing_leave_all_missing_but_what_they_do_not_give);
    tcase_add_test(t, unknown__cells_unpacked_at_once_stay_by_themselves);
    tcase_add_test(t, unknown__what_is_assumed_is_followed_and_not_reported);
    tcase_add_test(t, unknown__runs_of_l1_and_registers_have_names_and_the_rest_of_many_one);
    tcase_add_test(t, unknown__counters_follow_what_steps_them);
    tcase_add_test(t, unknown__take_follows_what_a_snapshot_knows);
    tcase_add_test(t, unknown__ranges_past_the_end_are_cut);
    tcase_add_test(t, unknown__the_listener_hears_only_what_it_wants);
    suite_add_tcase(s, t);
    return s;
}
