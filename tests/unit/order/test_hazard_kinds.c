/* SPDX-License-Identifier: Apache-2.0 */
/* Each kind of hazard from a small program, and the wait that takes it away. docs/semantics/program-order.md#hazards */
#include "isa/mmio.h"
#include "numeric/dst_rows.h"
#include "observe/hazard.h"
#include "unit/order/hazard_bed.h"

#include "cfg_findings.h"
#include "dst_findings.h"
#include "gpr_findings.h"
#include "l1_findings.h"
#include "mop_findings.h"
#include "push_findings.h"
#include "src_findings.h"

/* ---- words ---- */

static uint32_t set_gpr(uint32_t reg, uint32_t value)
{
    return WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 2 * reg}, {"payload_sig_sel", value});
}

static uint32_t load_gpr(uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "LOADIND", {"data_reg_index", reg}, {"addr_reg_index", 10}, {"offset_index", 40},
                {"size_sel", 1});
}

static uint32_t store_gpr(uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "STOREIND", {"data_reg_index", reg}, {"addr_reg_index", 10}, {"offset_index", 40},
                {"size_sel", 0}, {"reg_size_sel", 1}, {"mem_hier_sel", 1});
}

static uint32_t copy_gpr(uint32_t to, uint32_t from)
{
    return WORD(TT_BLACKHOLE, "ADDDMAREG", {"op_a_reg_index", from}, {"result_reg_index", to}, {"op_b_is_const", 1});
}

static uint32_t write_cfg(uint32_t word, uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "WRCFG", {"cfg_reg", word}, {"gpr_address", reg});
}

static uint32_t clear_dst(void)
{
    enum { ALL = 3 };
    return WORD(TT_BLACKHOLE, "ZEROACC", {"clear_mode", ALL});
}

static const uint32_t nop = 0x02000000, xmov = 0x40000000;

/* The mover fills the line at L1_WORD with zeros. */
static void set_mover(struct small_program *text)
{
    enum { DESTINATION = 89, SIZE = 90 };
    small_add(text, (struct ttcap_event){.kind = TTCAP_CFGW, .thread = -1, .addr = DESTINATION, .value = L1_WORD / 16});
    small_add(text, (struct ttcap_event){.kind = TTCAP_CFGW, .thread = -1, .addr = SIZE, .value = 1});
}

/* ---- scalar registers ---- */

static void load_and_use(struct small_program *text, uint32_t between)
{
    small_push(text, 0, set_gpr(10, L1_WORD / 16));
    small_push(text, 0, load_gpr(4));
    small_push(text, 0, between);
    small_push(text, 0, copy_gpr(5, 4));
}

START_TEST(hazard__a_register_that_a_load_has_not_reached)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0}, flushed = {.count = 0}, other = {.count = 0};
    load_and_use(&none, nop);
    expect(&none, FINDING_GPR_READ_TOO_SOON, "scalar register 4 of thread 0");
    load_and_use(&stalled, stall(STOP_SCALAR, SCALAR));
    expect_none(&stalled);
    load_and_use(&flushed, WORD(TT_BLACKHOLE, "FLUSHDMA", {"flush_spec", 1}));
    expect_none(&flushed);
    load_and_use(&other, stall(STOP_SCALAR, MATRIX)); /* for another unit */
    expect(&other, FINDING_GPR_READ_TOO_SOON, "STALLWAIT for scalar");
}
END_TEST

START_TEST(hazard__a_register_that_wrcfg_reads_too_soon_is_named_by_its_field)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, set_gpr(10, L1_WORD / 16));
    small_push(&text, 0, load_gpr(4));
    small_push(&text, 0, write_cfg(2, 4));
    expect(&text, FINDING_GPR_READ_TOO_SOON, "STACC_RELU_ApplyRelu");
}
END_TEST

static void expect_lag(const struct small_program *text, size_t lags, const char *part)
{
    struct report report;
    run(text, &report);
    ck_assert_uint_eq(report.lags, lags);
    ck_assert_uint_eq(report.count, 0);
    ck_assert_uint_eq(report.hazards, 0);
    ck_assert_msg(strstr(report.lag, part) != NULL, "'%s' is not in '%s'", part, report.lag);
}

/* WRCFG behind the words that set its register: on Blackhole the scalar unit may have them still. */
static void set_and_write(struct small_program *text, uint32_t between)
{
    small_push(text, 0, set_gpr(4, 1));
    small_push(text, 0, between);
    small_push(text, 0, write_cfg(2, 4));
}

START_TEST(hazard__a_register_that_wrcfg_reads_before_the_scalar_unit_has_set_it)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0}, other = {.count = 0};
    set_and_write(&none, nop);
    expect_lag(&none, 1, "which thread 0's SETDMAREG");
    set_and_write(&stalled, stall(STOP_CONFIG, SCALAR));
    expect_lag(&stalled, 0, "");
    set_and_write(&other, stall(STOP_SCALAR, SCALAR)); /* lets WRCFG pass */
    set_and_write(&other, nop);
    expect_lag(&other, 2, "no STALLWAIT(CFG, THCON) in between");
}
END_TEST

static void use_and_store(struct small_program *text, bool waits)
{
    small_push(text, 0, copy_gpr(5, 4));
    if (waits)
        small_add(text, (struct ttcap_event){.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE00000u + PIPE_DRY});
    small_add(text, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 4, .value = 1});
}

START_TEST(hazard__a_core_that_rewrites_a_register_of_a_word_in_its_pipe)
{
    struct small_program none = {.count = 0}, waiting = {.count = 0};
    use_and_store(&none, false);
    expect(&none, FINDING_GPR_WHILE_IN_USE, "a store of thread 0's core rewrites scalar register 4");
    use_and_store(&waiting, true);
    expect_none(&waiting);
}
END_TEST

/* ---- L1 ---- */

static void move_and_load(struct small_program *text, uint32_t between)
{
    set_mover(text);
    small_push(text, 0, stall(STOP_MOVER, CORE_STORES));
    small_push(text, 0, set_gpr(10, L1_WORD / 16));
    small_push(text, 0, xmov);
    small_push(text, 0, between);
    small_push(text, 0, load_gpr(4));
}

START_TEST(hazard__l1_that_the_mover_has_not_written)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0};
    move_and_load(&none, nop);
    expect(&none, FINDING_L1_READ_TOO_SOON, "L1 0x1000 to 0x100f, which thread 0's XMOV");
    move_and_load(&stalled, stall(STOP_SCALAR, MOVER));
    expect_none(&stalled);
}
END_TEST

/* Thread 0 stores, thread 1 has the mover clear it: a semaphore orders the two only behind a wait for the store. */
static void store_and_move(struct small_program *text, uint32_t before_post)
{
    set_mover(text);
    small_push(text, 0, set_gpr(10, L1_WORD / 16));
    small_push(text, 0, store_gpr(4));
    small_push(text, 0, before_post);
    small_push(text, 0, WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 1u << SEMAPHORE}));
    small_push(text, 1,
               WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << SEMAPHORE}, {"wait_sem_cond", 1}, {"stall_res", 0x1FF}));
    small_push(text, 1, xmov);
}

START_TEST(hazard__l1_that_is_rewritten_behind_a_store)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0};
    store_and_move(&none, nop);
    expect(&none, FINDING_L1_WHILE_IN_USE, "STALLWAIT of thread 0 for scalar");
    store_and_move(&stalled, stall(STOP_SYNC, SCALAR));
    expect_none(&stalled);
}
END_TEST

/* Thread 0 unpacks a line of L1 into SrcA, thread 1 posts behind a word, thread 2 has the mover clear the line. */
static void unpack_and_move(struct small_program *text, uint32_t before_post)
{
    enum { UNPACK_BASE = 76 /* in lines, less one */, LATER = 8 };
    set_mover(text);
    small_add(text,
              (struct ttcap_event){.kind = TTCAP_CFGW, .thread = 0, .addr = UNPACK_BASE, .value = L1_WORD / 16 - 1});
    small_push(text, 0, stall(STOP_UNPACKERS, CORE_STORES));
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1}));
    small_push(text, 1, before_post);
    small_push(text, 1, WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 1u << SEMAPHORE}));
    for (unsigned i = 0; i < LATER; i++)
        small_push(text, 2, nop);
    small_push(text, 2,
               WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << SEMAPHORE}, {"wait_sem_cond", 1}, {"stall_res", 0x1FF}));
    small_push(text, 2, xmov);
}

START_TEST(hazard__l1_that_is_rewritten_behind_a_bank_that_was_handed_over)
{
    struct small_program none = {.count = 0}, other = {.count = 0}, taken = {.count = 0};
    unpack_and_move(&none, nop);
    expect(&none, FINDING_L1_WHILE_IN_USE, "which thread 0's UNPACR");
    unpack_and_move(&other, WORD(TT_BLACKHOLE, "MOVD2B", {"instr_mod", 0}));
    expect(&other, FINDING_L1_WHILE_IN_USE, "which thread 0's UNPACR"); /* waits for no bank */
    unpack_and_move(&taken, WORD(TT_BLACKHOLE, "MOVA2D", {"instr_mod", 0}));
    expect_none(&taken);
}
END_TEST

/* ---- Dst ---- */

/* Thread 0 fills SrcA, thread 1 copies a row of it to Dst. */
static void copy_to_dst(struct small_program *text)
{
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1}));
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVA2D", {"instr_mod", 0}));
}

/* Behind three other words, of any kind, the row is there: SFPLOAD's ISA page. */
START_TEST(hazard__dst_that_the_matrix_unit_has_not_written)
{
    for (unsigned words = 0; words < 4; words++) {
        struct small_program text = {.count = 0};
        copy_to_dst(&text);
        for (unsigned i = 0; i < words; i++)
            small_push(&text, 1, nop);
        small_push(&text, 1, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
        if (words < 3)
            expect(&text, FINDING_DST_READ_TOO_SOON, "which thread 1's MOVA2D");
        else
            expect_none(&text);
    }
    struct small_program stalled = {.count = 0};
    copy_to_dst(&stalled);
    small_push(&stalled, 1, stall(STOP_VECTOR, MATRIX));
    small_push(&stalled, 1, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
    expect_none(&stalled);
}
END_TEST

/* A store to Dst is done before the next word of its thread. */
START_TEST(hazard__dst_that_is_rewritten_behind_the_vector_unit)
{
    struct small_program none = {.count = 0};
    small_push(&none, 1, WORD(TT_BLACKHOLE, "SFPSTORE", {"lreg_ind", 0}));
    small_push(&none, 1, clear_dst());
    expect_none(&none);
}
END_TEST

START_TEST(hazard__dst_that_is_rewritten_behind_the_packer)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0};
    small_push(&none, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    small_push(&none, 1, clear_dst());
    expect(&none, FINDING_DST_WHILE_IN_USE, "which thread 1's PACR");
    small_push(&stalled, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    small_push(&stalled, 1, stall(STOP_MATRIX, PACKER));
    small_push(&stalled, 1, clear_dst());
    expect_none(&stalled);
}
END_TEST

/* Rows of 32 bits lie in two places, of which words report row by row in turn. */
START_TEST(hazard__rows_in_two_places_are_two_ranges)
{
    enum { ROWS = 4, FIRST = 8 };
    struct tile *tile = tile_new(TT_BLACKHOLE);
    struct hazards *hazards = hazards_new(&(struct hazard_source){.chip = TT_BLACKHOLE, .tile = tile});
    ck_assert_ptr_nonnull(hazards);
    for (uint32_t row = FIRST; row < FIRST + ROWS; row++) {
        for (uint32_t at = row; at <= row + DST_LOW_HALF; at += DST_LOW_HALF)
            hazard_note_access(hazards, &(struct probe_access){.space = TT_SPACE_DST,
                                                               .unit = TT_UNIT_MATRIX,
                                                               .is_write = true,
                                                               .lo = at * 2 * DST_COLUMNS,
                                                               .hi = (at + 1) * 2 * DST_COLUMNS});
    }
    ck_assert_uint_eq(hazards->access_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(hazards->accesses[i].lo, FIRST + i * DST_LOW_HALF);
        ck_assert_uint_eq(hazards->accesses[i].hi, FIRST + ROWS + i * DST_LOW_HALF);
    }
    hazards_free(hazards);
    tile_free(tile);
}
END_TEST

/* What a thread does to Dst while its unit works is reported by the configuration, where that shows the same missing
 * wait. */
START_TEST(hazard__a_field_names_what_dst_would_show)
{
    enum { RELU_WORD = 2 };
    struct small_program text = {.count = 0};
    small_push(&text, 1, set_gpr(4, 0));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 8}, {"payload_sig_sel", 0x4}));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    small_push(&text, 1, clear_dst());
    small_push(&text, 1, write_cfg(RELU_WORD, 4));
    expect(&text, FINDING_CFG_WHILE_IN_USE, "STACC_RELU_ApplyRelu");
}
END_TEST

/* So many words behind the word that uses the field: a warning that says how long the unit would have to take. */
START_TEST(hazard__a_field_that_a_thread_rewrites_behind_its_own_word)
{
    enum { ALU_WORD = 1, BEHIND = 2 };
    struct small_program close = {.count = 0}, far = {.count = 0};
    for (unsigned i = 0; i < 2; i++) {
        struct small_program *text = i ? &far : &close;
        small_push(text, 1, set_gpr(4, 0));
        small_push(text, 1, WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 9}, {"payload_sig_sel", 0x2000}));
        copy_to_dst(text);
        for (unsigned word = 1; word < (i ? BEHIND + 2 : BEHIND); word++)
            small_push(text, 1, nop);
        small_push(text, 1, write_cfg(ALU_WORD, 4));
    }
    expect(&close, FINDING_CFG_MAY_BE_IN_USE, "if matrix takes longer than 2 cycles");
    expect_none(&far); /* MOVA2D takes 4 */
}
END_TEST

/* ---- banks of SrcA and SrcB ---- */

enum { SRCA_VALID = 1 << 7 };

/* Thread 0 clears a bank of SrcA and hands it over, thread 1 fills it from Dst. */
static void clear_and_fill(struct small_program *text, uint32_t wait)
{
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}));
    small_push(text, 1, wait);
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVD2A", {"instr_mod", 0}));
}

START_TEST(hazard__a_bank_that_is_filled_before_its_unpacker_is_known_to_be_done)
{
    struct small_program none = {.count = 0}, stalled = {.count = 0}, other = {.count = 0};
    clear_and_fill(&none, nop);
    expect(&none, FINDING_SRC_WHILE_IN_USE, "rewrites bank 0 of SrcA, which thread 0's UNPACR_NOP");
    clear_and_fill(&stalled, stall(STOP_MATRIX, SRCA_VALID));
    expect_none(&stalled);
    clear_and_fill(&other, stall(STOP_MATRIX, MATRIX));
    expect(&other, FINDING_SRC_WHILE_IN_USE, "STALLWAIT for the bank of SrcA and matrix");
}
END_TEST

/* A bank is given back by `turn`; behind it the wait may ask about that bank instead of the next. */
static void turn_and_fill(struct small_program *text, uint32_t turn, uint32_t conditions)
{
    const uint32_t unpack = WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1});
    small_push(text, 0, unpack);
    small_push(text, 0, unpack | 1 << 23);
    small_push(text, 0, stall(STOP_UNPACKERS, UNPACKER));
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}));
    for (unsigned i = 0; i < 4; i++)
        small_push(text, 1, nop);
    small_push(text, 1, stall(STOP_MATRIX, SRCA_VALID));
    small_push(text, 1, turn);
    small_push(text, 1, stall(STOP_MATRIX, conditions));
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVD2A", {"instr_mod", 0}));
}

START_TEST(hazard__a_wait_for_a_bank_behind_a_word_that_turns_the_pointer)
{
    const uint32_t slow = WORD(TT_BLACKHOLE, "ELWMUL", {"clear_dvalid", 1}),
                   quick = WORD(TT_BLACKHOLE, "SETRWC", {"clear_ab_vld", 1});
    struct small_program early = {.count = 0}, late = {.count = 0}, at_once = {.count = 0}, gated = {.count = 0};
    turn_and_fill(&early, slow, SRCA_VALID);
    expect(&early, FINDING_SRC_WHILE_IN_USE, "rewrites bank 1 of SrcA, which thread 0's UNPACR_NOP");
    turn_and_fill(&late, slow, SRCA_VALID | MATRIX);
    expect_none(&late);
    turn_and_fill(&at_once, quick, SRCA_VALID); /* has turned it before the wait looks, if a page is right */
    expect(&at_once, FINDING_SRC_BANK_MAY_TURN,
           "SETRWC clear_ab_vld=1 may not have written yet, if matrix takes longer "
           "than 1 cycle: there is no MATH in the same STALLWAIT");
    turn_and_fill(&gated, quick, SRCA_VALID | MATRIX);
    expect_none(&gated);
}
END_TEST

/* Thread 0 hands bank 0 of SrcA over a second time, thread 1 multiplies by what is in it. */
static void hand_over_again(struct small_program *text, uint32_t again)
{
    const uint32_t multiply = WORD(TT_BLACKHOLE, "ELWMUL", {"clear_dvalid", 1});
    const uint32_t unpack = WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1});
    small_push(text, 0, unpack | 1 << 23);
    for (unsigned i = 0; i < 2; i++)
        small_push(text, 0, unpack);
    small_push(text, 0, stall(STOP_UNPACKERS, UNPACKER));
    small_push(text, 0, again);
    for (unsigned i = 0; i < 3; i++)
        small_push(text, 1, multiply);
}

START_TEST(hazard__numbers_of_a_bank_that_nothing_was_written_to)
{
    const uint32_t bare = WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 2}, {"set_dvalid", 1}),
                   unpack = WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1});
    struct small_program empty = {.count = 0}, filled = {.count = 0};
    struct report report;
    hand_over_again(&empty, bare);
    run(&empty, &report);
    ck_assert_uint_eq(report.hazards, 0);
    ck_assert_uint_eq(report.count, 1);
    ck_assert_int_eq(report.id[0], FINDING_SRC_READ_WITHOUT_DATA);
    ck_assert_ptr_nonnull(strstr(report.detail[0], "bank 0 of SrcA: thread 0's UNPACR_NOP"));
    hand_over_again(&filled, unpack);
    expect_none(&filled);
}
END_TEST

/* Thread 0 hands bank 0 of SrcB over, thread 1 gives it back. */
static void give_back(struct small_program *text, uint32_t wait)
{
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}) | 1 << 23);
    small_push(text, 1, wait);
    small_push(text, 1, WORD(TT_BLACKHOLE, "SETRWC", {"clear_ab_vld", 2}));
}

START_TEST(hazard__a_bank_that_is_given_back_before_it_is_known_to_be_handed_over)
{
    enum { SRCB_VALID = 1 << 8 };
    struct small_program none = {.count = 0}, stalled = {.count = 0};
    give_back(&none, nop);
    expect(&none, FINDING_SRC_READ_TOO_SOON, "who has bank 0 of SrcB, which thread 0's UNPACR_NOP");
    give_back(&stalled, stall(STOP_MATRIX, SRCB_VALID));
    expect_none(&stalled);
}
END_TEST

/* The same the other way round: the hand-over comes behind it, or nothing is handed over any more. */
START_TEST(hazard__a_bank_that_is_given_back_before_it_is_handed_over)
{
    const uint32_t hand_over = WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}) | 1 << 23,
                   clear = WORD(TT_BLACKHOLE, "SETRWC", {"clear_ab_vld", 2});
    struct small_program early = {.count = 0}, never = {.count = 0}, twice = {.count = 0};
    small_push(&never, 1, clear);
    expect_none(&never);
    small_push(&early, 1, clear);
    small_push(&early, 0, nop);
    small_push(&early, 0, hand_over);
    expect(&early, FINDING_SRC_READ_TOO_SOON, "SETRWC clear_ab_vld=2 reads who has bank 0 of SrcB");
    small_push(&twice, 1, clear); /* both banks: the matrix unit has come back to bank 0 */
    small_push(&twice, 1, clear);
    for (int i = 0; i < 4; i++)
        small_push(&twice, 0, nop);
    small_push(&twice, 0, hand_over);
    expect_none(&twice);
}
END_TEST

static void push_twice(struct small_program *text, bool waits)
{
    const struct ttcap_event of_core_b = {.kind = TTCAP_MMIO, .thread = -1, .addr = MMIO_PUSH, .value = nop};
    small_push(text, 0, set_gpr(4, 1));
    if (waits)
        small_add(text, (struct ttcap_event){.kind = TTCAP_MMIO, .thread = 0, .addr = PIPE_DRY, .value = 0});
    small_add(text, of_core_b);
}

START_TEST(hazard__two_cores_that_push_into_one_pipe)
{
    struct small_program both = {.count = 0}, waited = {.count = 0};
    push_twice(&both, false);
    expect(&both, FINDING_PUSH_MAY_BE_LOST, "which thread 0's SETDMAREG");
    push_twice(&waited, true);
    expect_none(&waited);
}
END_TEST

/* Thread 0's core gives unpacker 0 the base address of a context, and pushes an UNPACR that takes it. */
static void set_base_and_unpack(struct small_program *text, unsigned context, uint32_t address, uint32_t wait)
{
    enum { BASE_WORD = 76 };
    small_add(text,
              (struct ttcap_event){.kind = TTCAP_CFGW, .thread = 0, .addr = BASE_WORD + context, .value = address});
    small_push(text, 0, wait);
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR", {"ovrd_thread_id", 1}, {"cfg_context_id", context}));
}

START_TEST(hazard__a_base_address_that_the_core_stored_without_a_wait)
{
    struct small_program none = {.count = 0}, other = {.count = 0}, stalled = {.count = 0}, tracked = {.count = 0};
    set_base_and_unpack(&none, 0, 0x100, nop);
    expect(&none, FINDING_CFG_STORE_NOT_AWAITED, "STALLWAIT for the core's stores (TRISC_CFG)");
    set_base_and_unpack(&other, 1, 0x100, stall(STOP_SCALAR, CORE_STORES)); /* lets UNPACR pass */
    expect(&other, FINDING_CFG_STORE_NOT_AWAITED, "THCON_SEC0_REG3_Base_cntx1_address");
    set_base_and_unpack(&stalled, 0, 0x100, stall(STOP_UNPACKERS, CORE_STORES));
    expect_none(&stalled);
    small_push(&tracked, 0, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", 56}, {"setc16_value", 1}));
    set_base_and_unpack(&tracked, 0, 0x100, nop);
    expect_none(&tracked);
}
END_TEST

START_TEST(hazard__a_base_address_that_the_core_stores_before_it_is_known_to_be_taken)
{
    const uint32_t wait = stall(STOP_UNPACKERS, CORE_STORES);
    struct small_program same = {.count = 0}, next = {.count = 0}, waiting = {.count = 0};
    for (unsigned i = 0; i < 3; i++) {
        struct small_program *text = i == 0 ? &same : i == 1 ? &next : &waiting;
        set_base_and_unpack(text, 0, 0x100, wait);
        if (text == &waiting)
            small_add(text, (struct ttcap_event){.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE00000u + PIPE_DRY});
        set_base_and_unpack(text, text == &next, 0x200, wait);
    }
    expect(&same, FINDING_CFG_WHILE_IN_USE, "rewrites THCON_SEC0_REG3_Base_address, which thread 0's UNPACR");
    expect_none(&next);
    expect_none(&waiting);
}
END_TEST

static void run_and_store(struct small_program *text, bool waits)
{
    enum { MACRO_OP_IDLE = 0xFFE80008 - 0xFFE00000 };
    small_push(text, 0, WORD(TT_BLACKHOLE, "MOP", {"mop_type", 1}));
    small_push(text, 0, nop);
    if (waits)
        small_add(text, (struct ttcap_event){.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE00000u + MACRO_OP_IDLE});
    small_add(text, (struct ttcap_event){.kind = TTCAP_MOPW, .thread = 0, .addr = 5, .value = nop});
}

START_TEST(hazard__macro_op_configuration_rewritten_under_a_macro_op)
{
    struct small_program none = {.count = 0}, waiting = {.count = 0};
    run_and_store(&none, false);
    expect(&none, FINDING_MOP_CFG_WHILE_IN_USE, "rewrites macro-op configuration word 5, which thread 0's MOP");
    run_and_store(&waiting, true);
    expect_none(&waiting);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("hazard kinds");
    TCase *tests = tcase_create("hazard kinds");
    tcase_add_test(tests, hazard__a_register_that_a_load_has_not_reached);
    tcase_add_test(tests, hazard__a_register_that_wrcfg_reads_too_soon_is_named_by_its_field);
    tcase_add_test(tests, hazard__a_register_that_wrcfg_reads_before_the_scalar_unit_has_set_it);
    tcase_add_test(tests, hazard__a_core_that_rewrites_a_register_of_a_word_in_its_pipe);
    tcase_add_test(tests, hazard__l1_that_the_mover_has_not_written);
    tcase_add_test(tests, hazard__l1_that_is_rewritten_behind_a_store);
    tcase_add_test(tests, hazard__l1_that_is_rewritten_behind_a_bank_that_was_handed_over);
    tcase_add_test(tests, hazard__dst_that_the_matrix_unit_has_not_written);
    tcase_add_test(tests, hazard__dst_that_is_rewritten_behind_the_vector_unit);
    tcase_add_test(tests, hazard__dst_that_is_rewritten_behind_the_packer);
    tcase_add_test(tests, hazard__rows_in_two_places_are_two_ranges);
    tcase_add_test(tests, hazard__a_bank_that_is_filled_before_its_unpacker_is_known_to_be_done);
    tcase_add_test(tests, hazard__a_wait_for_a_bank_behind_a_word_that_turns_the_pointer);
    tcase_add_test(tests, hazard__numbers_of_a_bank_that_nothing_was_written_to);
    tcase_add_test(tests, hazard__a_bank_that_is_given_back_before_it_is_known_to_be_handed_over);
    tcase_add_test(tests, hazard__a_bank_that_is_given_back_before_it_is_handed_over);
    tcase_add_test(tests, hazard__a_field_names_what_dst_would_show);
    tcase_add_test(tests, hazard__a_field_that_a_thread_rewrites_behind_its_own_word);
    tcase_add_test(tests, hazard__two_cores_that_push_into_one_pipe);
    tcase_add_test(tests, hazard__a_base_address_that_the_core_stored_without_a_wait);
    tcase_add_test(tests, hazard__a_base_address_that_the_core_stores_before_it_is_known_to_be_taken);
    tcase_add_test(tests, hazard__macro_op_configuration_rewritten_under_a_macro_op);
    suite_add_tcase(suite, tests);
    return suite;
}
