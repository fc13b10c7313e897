/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions and forms of the matrix unit that no recording shows, what waits, and what a probe gets. */
#include "base/little.h"
#include "isa/spaces.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "matrix_findings.h"

#include <stdlib.h>
#include <string.h>

enum { ONE = 127 /* the BF16 cell of 1.0 */, DST_ONE = 127, DST_TWO = 128, DST_SIXTEEN = 131 };

static const enum tt_chip both[] = {TT_BLACKHOLE, TT_WORMHOLE_B0};

/* BF16 everywhere, both banks of both sources owned by the matrix unit. */
static struct tile *make_tile(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    struct tile_state *state = tile_state(tile);
    state->cfg[0][1] = 5u << 17 | 5u << 21;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_valid.a[bank] = state->small.src_valid.b[bank] = 1;
        state->small.src_format.a[bank] = state->small.src_format.b[bank] = 5;
    }
    tile_state_changed(tile);
    return tile;
}

static void fill(uint32_t (*rows)[SRC_COLUMNS], uint32_t cell)
{
    for (unsigned row = 0; row < SRC_ROWS; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            rows[row][column] = cell;
    }
}

START_TEST(matrix_words__undocumented_words_do_nothing_and_say_so)
{
    static const char *const names[] = {"TRNSPSRCA", "RAREB",     "SETASHRMH0", "SETASHRMH1",
                                        "SETASHRMV", "SETASHRMH", "SETPKEDGOF", "SETIBRWC"};
    for (unsigned c = 0; c < 2; c++) {
        struct tile *tile = make_tile(both[c]);
        struct tile_state *before = malloc(sizeof *before);
        ck_assert_ptr_nonnull(before);
        *before = *tile_state(tile);
        struct listener listener;
        listener_attach(&listener, tile);
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
            run_word(tile, word_of(both[c], names[i], &(struct field_value){NULL, 0}));
            ck_assert_uint_eq(listener.findings, i + 1);
            ck_assert_int_eq(listener.last_finding, FINDING_MATRIX_UNDOCUMENTED_INSTRUCTION);
        }
        ck_assert_int_eq(memcmp(before, tile_state(tile), sizeof *before), 0);
        free(before);
        tile_free(tile);
    }
}
END_TEST

START_TEST(matrix_words__what_needs_a_bank_waits_for_it)
{
    static const struct {
        const char *name;
        bool needs_a, needs_b;
    } words[] = {
        {"MVMUL", true, true},    {"DOTPV", true, true},    {"GAPOOL", true, true},    {"GMPOOL", true, true},
        {"ELWADD", true, true},   {"CONV3S1", true, true},  {"MPOOL3S1", true, true},  {"MOVA2D", true, false},
        {"SHIFTXA", true, false}, {"MOVB2D", false, true},  {"MOVB2A", false, true},   {"TRNSPSRCB", false, true},
        {"SHIFTXB", false, true}, {"MOVD2A", false, false}, {"ZEROACC", false, false}, {"SETRWC", false, false},
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        for (unsigned valid = 0; valid < 4; valid++) {
            struct tile *tile = make_tile(TT_BLACKHOLE);
            struct small_state *small = &tile_state(tile)->small;
            small->src_valid.a[0] = valid & 1;
            small->src_valid.b[0] = valid >> 1;
            const bool waits = (words[i].needs_a && !(valid & 1)) || (words[i].needs_b && !(valid >> 1));
            const uint32_t word = word_of(TT_BLACKHOLE, words[i].name, &(struct field_value){NULL, 0});
            ck_assert_msg(tile_exec(tile, 0, word, 0) == (waits ? TILE_WAITS : TILE_DONE), "%s with banks %u",
                          words[i].name, valid);
            tile_free(tile);
        }
    }
}
END_TEST

START_TEST(matrix_words__dotpv_is_mvmul)
{
    struct tile *tile = make_tile(TT_WORMHOLE_B0);
    fill(tile_state(tile)->srca[0], ONE);
    fill(tile_state(tile)->srcb[0], ONE);
    run_word(tile, WORD(TT_WORMHOLE_B0, "DOTPV", {"dst", 8}));
    for (unsigned row = 8; row < 16; row++)
        ck_assert_uint_eq(tile_state(tile)->dst[row][5], DST_SIXTEEN);
    tile_free(tile);
}
END_TEST

/* M50: the only row goes to rows 0, 2, 4, 6. */
START_TEST(matrix_words__mvmul_of_one_row_for_all)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    fill(tile_state(tile)->srca[0], ONE);
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        tile_state(tile)->srcb[0][3][column] = ONE;
    tile_state(tile)->small.rwc[0].srcb = 3;
    run_word(tile, WORD(TT_BLACKHOLE, "MVMUL", {"instr_mod19", 1}));
    for (unsigned row = 0; row < 8; row++)
        ck_assert_uint_eq(tile_state(tile)->dst[row][0], row % 2 ? 0 : DST_SIXTEEN);
    tile_free(tile);
}
END_TEST

START_TEST(matrix_words__mvmul_past_the_last_row_goes_on_at_the_first)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    struct tile_state *state = tile_state(tile);
    fill(state->srcb[0], ONE);
    for (unsigned row = 0; row < 8; row++)
        state->srca[0][row][0] = ONE; /* rows 56 to 63 are zero, 0 to 7 are not */
    state->small.rwc[0].srca = 56;
    run_word(tile, WORD(TT_BLACKHOLE, "MVMUL", {"dst", 0}));
    ck_assert_uint_eq(state->dst[0][0], 130); /* eight */
    ck_assert_uint_eq(state->dst[0][1], 0);
    tile_free(tile);
}
END_TEST

START_TEST(matrix_words__shiftxb_moves_a_row)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    uint32_t *row = tile_state(tile)->srcb[0][9];
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        row[column] = column + 1;
    run_word(tile, WORD(TT_BLACKHOLE, "SHIFTXB", {"shift_row", 9}));
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        ck_assert_uint_eq(row[column], (column + 1) % SRC_COLUMNS + 1);
    run_word(tile, WORD(TT_BLACKHOLE, "SHIFTXB", {"shift_row", 9}, {"rot_shift", 1}));
    ck_assert_uint_eq(row[0], 3);
    ck_assert_uint_eq(row[15], 0);
    tile_free(tile);
}
END_TEST

START_TEST(matrix_words__shiftxa_takes_the_rows_last_used)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    struct tile_state *state = tile_state(tile);
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        state->srca[0][16 + 2][column] = 0x100 * column + ONE;
    run_word(tile, WORD(TT_BLACKHOLE, "MOVA2D", {"src", 16}, {"instr_mod", 2}));
    run_word(tile, WORD(TT_BLACKHOLE, "SHIFTXA", {"shift_mode", 3}));
    ck_assert_uint_eq(state->srca[0][2][0], 0x100 + ONE);
    ck_assert_uint_eq(state->srca[0][2][15], 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SHIFTXA", {"shift_mode", 2}));
    ck_assert_uint_eq(state->srca[0][2][0], 0);
    ck_assert_uint_eq(state->srca[0][2][15], 0x100 * 14 + ONE);
    tile_free(tile);
}
END_TEST

/* They count as the last to use the rows of SrcA that the counter names, though they add nothing of them (M64, M66). */
START_TEST(matrix_words__shiftxa_takes_the_rows_of_a_legacy_word)
{
    for (unsigned c = 0; c < 2; c++) {
        struct tile *tile = make_tile(both[c]);
        struct tile_state *state = tile_state(tile);
        for (unsigned face = 0; face < SRC_ROWS / 16; face++)
            state->srca[0][16 * face][1] = 0x100 * face + ONE;
        state->small.rwc[0].srca = 16 + 3;
        run_word(tile, WORD(both[c], "CONV3S2", {"dst", 0}));
        run_word(tile, WORD(both[c], "SHIFTXA", {"shift_mode", 3}));
        ck_assert_uint_eq(state->srca[0][0][0], 0x100 + ONE);
        tile_free(tile);
    }
}
END_TEST

START_TEST(matrix_words__cleardvalid_resets_all_banks)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    struct small_state *small = &tile_state(tile)->small;
    small->src_bank.math_a = small->src_bank.unp_b = 1;
    run_word(tile, WORD(TT_BLACKHOLE, "CLEARDVALID", {"reset", 1}));
    ck_assert_uint_eq(small->src_bank.math_a | small->src_bank.unp_b, 0);
    ck_assert_uint_eq(small->src_valid.a[0] | small->src_valid.a[1] | small->src_valid.b[0] | small->src_valid.b[1], 0);
    ck_assert_uint_eq(small->src_format.a[0] | small->src_format.b[1], 0);
    tile_free(tile);
}
END_TEST

START_TEST(matrix_words__moves_leave_blocked_columns)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    fill(tile_state(tile)->srca[0], ONE);
    tile_state(tile)->small.lane_config = 1 << 10; /* odd columns */
    run_word(tile, WORD(TT_BLACKHOLE, "MOVDBGA2D", {"instr_mod", 2}));
    ck_assert_uint_eq(tile_state(tile)->dst[7][4], DST_ONE);
    ck_assert_uint_eq(tile_state(tile)->dst[7][5], 0);
    tile_free(tile);
}
END_TEST

/* M54: five-bit exponents, scaled by two. */
START_TEST(matrix_words__gmpool_scales)
{
    enum { FP16 = 1, FP16_ONE = 15, FP16_TWO = 16, DST_FP16_TWO = 16 };
    struct tile *tile = make_tile(TT_WORMHOLE_B0);
    struct tile_state *state = tile_state(tile);
    state->cfg[0][1] = FP16 << 17 | FP16 << 21;
    tile_state_changed(tile);
    fill(state->srca[0], FP16_ONE);
    fill(state->srcb[0], FP16_TWO);
    run_word(tile, WORD(TT_WORMHOLE_B0, "GMPOOL", {"instr_mod19", 1}));
    for (unsigned row = 0; row < 4; row++)
        ck_assert_uint_eq(state->dst[row][3], row ? 0 : DST_FP16_TWO);
    tile_free(tile);
}
END_TEST

/* Each of the three rows is enough: M51 and M53 know only of whole blocks. */
START_TEST(matrix_words__any_unaligned_start_row_is_said)
{
    static const struct {
        uint16_t srca, srcb, dst;
        bool is_said;
    } rows[] = {{0, 0, 0, false}, {16, 8, 4, false}, {1, 0, 0, true}, {0, 1, 0, true}, {0, 0, 1, true}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tile *tile = make_tile(TT_BLACKHOLE);
        struct listener listener;
        listener_attach(&listener, tile);
        tile_state(tile)->small.rwc[0].srca = rows[i].srca;
        tile_state(tile)->small.rwc[0].srcb = rows[i].srcb;
        run_word(tile, WORD(TT_BLACKHOLE, "GMPOOL", {"instr_mod19", 1}, {"dst", rows[i].dst}));
        ck_assert_int_eq(listener.has_finding[FINDING_MATRIX_START_ROW_UNALIGNED], rows[i].is_said);
        tile_free(tile);
    }
}
END_TEST

/* M66: denormals of Dst go to zero on the way. */
START_TEST(matrix_words__legacy_words_pass_dst_through)
{
    for (unsigned c = 0; c < 2; c++) {
        struct tile *tile = make_tile(both[c]);
        struct tile_state *state = tile_state(tile);
        state->dst[2][0] = 0x0300; /* exponent 0, a mantissa */
        state->dst[2][1] = DST_TWO;
        run_word(tile, WORD(both[c], "CONV3S2", {"dst", 0}));
        ck_assert_uint_eq(state->dst[2][0], 0);
        ck_assert_uint_eq(state->dst[2][1], DST_TWO);
        tile_free(tile);
    }
}
END_TEST

/* ---- reads and writes ---- */

/* ---- stages ---- */

struct stages_heard {
    unsigned heard; /* a bit each */
    uint32_t count[16], first[16];
};

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct stages_heard *heard = user;
    heard->heard |= 1u << stage->stage;
    heard->count[stage->stage] = stage->count;
    heard->first[stage->stage] = number_at(stage->values, stage->value_bytes, 0);
    ck_assert_int_eq(stage->unit, TT_UNIT_MATRIX);
}

START_TEST(matrix_words__a_product_reports_its_stages)
{
    enum { A, B, PHASE, PRODUCT, EXPONENT, GROUP_SUM, ALIGNED, SUM, SOURCE, TAKEN, STORED, STAGES };
    struct tile *tile = make_tile(TT_BLACKHOLE);
    fill(tile_state(tile)->srca[0], ONE);
    fill(tile_state(tile)->srcb[0], ONE);
    struct stages_heard heard = {0};
    const struct probe probe = {.user = &heard, .wants = PROBE_STAGE, .stage = on_stage};
    tile_set_probe(tile, &probe);
    run_word(tile, WORD(TT_BLACKHOLE, "MVMUL", {"dst", 0}));
    unsigned count = 0;
    (void)unit_stages(TT_UNIT_MATRIX, &count);
    ck_assert_uint_eq(count, STAGES);
    ck_assert_uint_eq(heard.heard, ((1u << STAGES) - 1) & ~(1u << SOURCE | 1u << TAKEN)); /* of moves */
    ck_assert_uint_eq(heard.count[PHASE], 1);
    ck_assert_uint_eq(heard.first[PHASE], 0);
    ck_assert_uint_eq(heard.count[PRODUCT], 2048);
    ck_assert_uint_eq(heard.count[ALIGNED], 3 * 128);
    ck_assert_uint_eq(heard.first[A], 0x3F80);
    ck_assert_uint_eq(heard.first[PRODUCT], 0x3F800000);
    ck_assert_uint_eq(heard.first[EXPONENT], 127);
    ck_assert_uint_eq(heard.first[GROUP_SUM], 0x41000000); /* 8 */
    ck_assert_uint_eq(heard.first[SUM], 0x41800000);       /* 16 */
    ck_assert_uint_eq(heard.first[STORED], 0x4180);
    tile_free(tile);
}
END_TEST

/* Operands, and the four rows that it leaves: the maximum, and three of zeros. */
START_TEST(matrix_words__a_maximum_reports_its_stages)
{
    enum { A, B, STORED = 10 };
    for (unsigned c = 0; c < 2; c++) {
        struct tile *tile = make_tile(both[c]);
        fill(tile_state(tile)->srca[0], ONE);
        fill(tile_state(tile)->srcb[0], ONE);
        struct stages_heard heard = {0};
        const struct probe probe = {.user = &heard, .wants = PROBE_STAGE, .stage = on_stage};
        tile_set_probe(tile, &probe);
        run_word(tile, WORD(both[c], "GMPOOL", {"dst", 0}));
        ck_assert_uint_eq(heard.heard, 1u << A | 1u << B | 1u << STORED);
        ck_assert_uint_eq(heard.count[A], 256);
        ck_assert_uint_eq(heard.count[B], 16);
        ck_assert_uint_eq(heard.count[STORED], 64);
        ck_assert_uint_eq(heard.first[A], 0x3F80);
        ck_assert_uint_eq(heard.first[B], 0x3F80);
        ck_assert_uint_eq(heard.first[STORED], 0x3F80);
        tile_free(tile);
    }
}
END_TEST

/* M24x: 4 * 0 is 2^-125 with the zero flag disabled, and 0 without. */
START_TEST(matrix_words__a_product_with_a_zero_that_counts)
{
    static const char *const products[] = {"MVMUL", "GAPOOL"};
    for (unsigned i = 0; i < 8; i++) {
        const bool keeps = i & 1;
        struct tile *tile = make_tile(both[i >> 1 & 1]);
        struct listener listener;
        fill(tile_state(tile)->srca[0], ONE + 2);
        fill(tile_state(tile)->srcb[0], 0);
        tile_state(tile)->cfg[0][1] |= 1u << 29; /* Fp32_enabled */
        tile_state(tile)->cfg[0][2] |= keeps;    /* Zero_Flag_disabled_src */
        memset(tile_state(tile)->dst, 0, sizeof tile_state(tile)->dst);
        tile_state_changed(tile);
        listener_attach(&listener, tile);
        run_word(tile, WORD(both[i >> 1 & 1], products[i >> 2], {"instr_mod19", i >> 2}));
        ck_assert_int_eq(tile_state(tile)->dst[0][0] != 0, keeps);
        ck_assert_int_eq(listener.findings != 0, keeps);
        tile_free(tile);
    }
}
END_TEST

static unsigned masks_said;

static void count_masks(void *user, const struct probe_finding *finding)
{
    (void)user;
    masks_said += finding->id == FINDING_MATRIX_MASK_EXTRAPOLATED;
}

/* M23x: nothing is said of datums that have zeros where the mask is not known. */
START_TEST(matrix_words__a_mask_that_nobody_recorded)
{
    enum { LOW_BIT = 1 << 8, BFP8A = 2, INT32 = 8, INT16 = 9, FP8 = 10 };
    static const struct {
        const char *mnemonic;
        uint32_t format;
        bool is_recorded; /* of SrcB */
    } cases[] = {{"ELWADD", BFP8A, false}, {"ELWMUL", BFP8A, false}, {"MVMUL", BFP8A, false}, {"GMPOOL", BFP8A, false},
                 {"MOVB2D", FP8, true},    {"ELWADD", INT32, true},  {"MVMUL", INT32, false}, {"MVMUL", INT16, true},
                 {"ELWMUL", INT16, true},  {"GMPOOL", INT16, false}};
    for (unsigned i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const uint32_t format = cases[i / 2].format;
        const bool drops = i & 1;
        struct tile *tile = make_tile(TT_BLACKHOLE);
        struct listener listener;
        fill(tile_state(tile)->srca[0], 15);
        fill(tile_state(tile)->srcb[0], 15 | (drops ? LOW_BIT : 0));
        tile_state(tile)->cfg[0][1] = format << 17 | format << 21;
        for (unsigned bank = 0; bank < SRC_BANKS; bank++)
            tile_state(tile)->small.src_format.a[bank] = tile_state(tile)->small.src_format.b[bank] = format;
        tile_state_changed(tile);
        listener_attach(&listener, tile);
        listener.probe.finding = count_masks;
        masks_said = 0;
        run_word(tile, word_of(TT_BLACKHOLE, cases[i / 2].mnemonic, &(struct field_value){NULL, 0}));
        ck_assert_int_eq(masks_said != 0, drops && !cases[i / 2].is_recorded);
        tile_free(tile);
    }
}
END_TEST

/* Of 32 bits the upper halves of sixteen rows: eight, and eight behind their lower halves. */
START_TEST(matrix_words__zeroacc_marks_a_block)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    const uint8_t *valid = tile_state(tile)->dst_valid;
    for (uint32_t is_wide = 0; is_wide < 2; is_wide++) {
        run_word(tile, WORD(TT_BLACKHOLE, "ZEROACC", {"clear_mode", 3}, {"clear_zero_flags", 1}));
        run_word(tile, WORD(TT_BLACKHOLE, "ZEROACC", {"where", 3}, {"clear_mode", 1}, {"use_32_bit_mode", is_wide}));
        for (uint32_t row = 0; row < DST_ROWS; row++) {
            const bool is_empty = is_wide ? row / 32 == 3 && row % 16 < 8 : row / 16 == 3;
            ck_assert_msg(valid[row] == !is_empty, "32 bits %u, row %u", (unsigned)is_wide, (unsigned)row);
        }
    }
    tile_free(tile);
}
END_TEST

START_TEST(matrix_words__zeroacc_past_the_last_block_says_so)
{
    for (unsigned c = 0; c < 2; c++) {
        struct tile *tile = make_tile(both[c]);
        struct listener listener;
        listener_attach(&listener, tile);
        const char *where = both[c] == TT_BLACKHOLE ? "where" : "dst";
        run_word(tile, WORD(both[c], "ZEROACC", {where, 63}, {"clear_mode", 1}));
        ck_assert_uint_eq(listener.findings, 0);
        run_word(tile, WORD(both[c], "ZEROACC", {where, 64}, {"clear_mode", 1}));
        ck_assert_uint_eq(listener.findings, 1);
        ck_assert_int_eq(listener.last_finding, FINDING_MATRIX_ZEROACC_NO_BLOCK);
        tile_free(tile);
    }
}
END_TEST

START_TEST(matrix_words__incrwc_steps_from_counters_or_their_carries)
{
    struct tile *tile = make_tile(TT_BLACKHOLE);
    for (uint32_t carries = 0; carries < 8; carries++) {
        struct rwc *rwc = &tile_state(tile)->small.rwc[0];
        *rwc = (struct rwc){.srca = 60, .srca_cr = 10, .srcb = 61, .srcb_cr = 20, .dst = 1020, .dst_cr = 30};
        run_word(tile, WORD(TT_BLACKHOLE, "INCRWC", {"rwc_a", 5}, {"rwc_b", 6}, {"rwc_d", 7}, {"rwc_cr", carries}));
        ck_assert_uint_eq(rwc->srca, carries & 1 ? 15 : 1);
        ck_assert_uint_eq(rwc->srca_cr, carries & 1 ? 15 : 10);
        ck_assert_uint_eq(rwc->srcb, carries & 2 ? 26 : 3);
        ck_assert_uint_eq(rwc->srcb_cr, carries & 2 ? 26 : 20);
        ck_assert_uint_eq(rwc->dst, carries & 4 ? 37 : 3);
        ck_assert_uint_eq(rwc->dst_cr, carries & 4 ? 37 : 30);
    }
    tile_free(tile);
}
END_TEST

/* A snapshot may say anything; a step cuts the counters to their bits, also one by nothing (M10). */
START_TEST(matrix_words__a_step_by_nothing_cuts_counters)
{
    static const struct rwc wild[] = {{.srca = SRC_ROWS}, {.srcb = SRC_ROWS}, {.dst = DST_ROWS}, {.fidelity = 4}};
    for (unsigned i = 0; i < sizeof wild / sizeof *wild; i++) {
        struct tile *tile = make_tile(TT_BLACKHOLE);
        struct rwc *rwc = &tile_state(tile)->small.rwc[0];
        run_word(tile, WORD(TT_BLACKHOLE, "ELWMUL", {"dst", 0})); /* from here on the section is known */
        *rwc = wild[i];
        run_word(tile, WORD(TT_BLACKHOLE, "ELWMUL", {"dst", 0}));
        ck_assert_uint_eq(rwc->srca | rwc->srcb | rwc->dst | rwc->fidelity, 0);
        tile_free(tile);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix_words");
    TCase *tc = tcase_create("matrix_words");
    tcase_add_test(tc, matrix_words__undocumented_words_do_nothing_and_say_so);
    tcase_add_test(tc, matrix_words__what_needs_a_bank_waits_for_it);
    tcase_add_test(tc, matrix_words__dotpv_is_mvmul);
    tcase_add_test(tc, matrix_words__mvmul_of_one_row_for_all);
    tcase_add_test(tc, matrix_words__mvmul_past_the_last_row_goes_on_at_the_first);
    tcase_add_test(tc, matrix_words__shiftxb_moves_a_row);
    tcase_add_test(tc, matrix_words__shiftxa_takes_the_rows_last_used);
    tcase_add_test(tc, matrix_words__shiftxa_takes_the_rows_of_a_legacy_word);
    tcase_add_test(tc, matrix_words__cleardvalid_resets_all_banks);
    tcase_add_test(tc, matrix_words__moves_leave_blocked_columns);
    tcase_add_test(tc, matrix_words__gmpool_scales);
    tcase_add_test(tc, matrix_words__any_unaligned_start_row_is_said);
    tcase_add_test(tc, matrix_words__legacy_words_pass_dst_through);
    tcase_add_test(tc, matrix_words__a_product_with_a_zero_that_counts);
    tcase_add_test(tc, matrix_words__a_mask_that_nobody_recorded);
    tcase_add_test(tc, matrix_words__a_product_reports_its_stages);
    tcase_add_test(tc, matrix_words__a_maximum_reports_its_stages);
    tcase_add_test(tc, matrix_words__zeroacc_marks_a_block);
    tcase_add_test(tc, matrix_words__zeroacc_past_the_last_block_says_so);
    tcase_add_test(tc, matrix_words__incrwc_steps_from_counters_or_their_carries);
    tcase_add_test(tc, matrix_words__a_step_by_nothing_cuts_counters);
    suite_add_tcase(s, tc);
    return s;
}
