/* SPDX-License-Identifier: Apache-2.0 */
/* Each edge of happens-before is needed: a small program that shows no hazard shows one where that edge alone is left
 * out. docs/semantics/program-order.md#edges */
#include "isa/mmio.h"
#include "isa/registers.h"
#include "observe/hazard_edges.h"
#include "unit/order/hazard_bed.h"

enum { SEM = SEMAPHORE, RELU_WORD = 2, UNPACK_BASE = 76, MOVER_DESTINATION = 89, MOVER_SIZE = 90, LATER = 10 };
enum { STOP_ALL = 0x1FF, UNPACKER_0 = 1 << 1, SRCA_VALID = 1 << 7 };
enum { STREAM = 0xFFB50028, MAILBOX_OF_T0 = 0xFFEC1000, MAILBOX_OF_T1 = 0xFFEC2000, MAILBOX_OF_T2 = 0xFFEC3000 };

static const uint32_t nop = 0x02000000, xmov = 0x40000000, mop = 0x01800000;

static uint32_t sem(const char *mnemonic)
{
    return WORD(TT_BLACKHOLE, mnemonic, {"sem_sel", 1u << SEM});
}

static uint32_t semwait(uint32_t condition)
{
    return WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << SEM}, {"wait_sem_cond", condition}, {"stall_res", STOP_ALL});
}

static uint32_t unpack(bool is_srcb)
{
    return WORD(TT_BLACKHOLE, "UNPACR", {"set_dat_valid", 1}) | (uint32_t)is_srcb << 23;
}

static uint32_t plain(const char *mnemonic)
{
    return isa_word(TT_BLACKHOLE, isa_find_mnemonic(TT_BLACKHOLE, mnemonic)->id);
}

/* Rewrites a byte of a configuration word. */
static uint32_t rewrite(uint32_t word, unsigned value)
{
    return WORD(TT_BLACKHOLE, "RMWCIB0", {"cfg_reg_addr", word}, {"mask", 0xFF}, {"data", value});
}

static void later(struct small_program *text, int8_t thread)
{
    for (unsigned i = 0; i < LATER; i++)
        small_push(text, thread, nop);
}

static void core(struct small_program *text, int8_t thread, enum ttcap_kind kind, uint32_t addr, uint32_t value)
{
    small_add(text, (struct ttcap_event){.kind = kind, .thread = thread, .addr = addr, .value = value});
}

static void set_mover(struct small_program *text)
{
    core(text, -1, TTCAP_CFGW, MOVER_DESTINATION, L1_WORD / 16);
    core(text, -1, TTCAP_CFGW, MOVER_SIZE, 1);
}

/* Thread 2 packs, and a wait for the packer stops its words of a kind. */
static void pack(struct small_program *text, uint32_t kinds)
{
    small_push(text, 2, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    if (kinds)
        small_push(text, 2, stall(kinds, PACKER));
}

static void load_and_use(struct small_program *text, uint32_t between)
{
    small_push(text, 0, WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 20}, {"payload_sig_sel", L1_WORD / 16}));
    small_push(text, 0,
               WORD(TT_BLACKHOLE, "LOADIND", {"data_reg_index", 4}, {"addr_reg_index", 10}, {"offset_index", 40},
                    {"size_sel", 1}));
    small_push(text, 0, between);
    small_push(text, 0,
               WORD(TT_BLACKHOLE, "ADDDMAREG", {"op_a_reg_index", 4}, {"result_reg_index", 5}, {"op_b_is_const", 1}));
}

/* ---- a program for each edge ---- */

/* An UNPACR takes its base address when it is issued; the post behind it says so. */
static void of_issue(struct small_program *text)
{
    small_push(text, 0, unpack(false));
    small_push(text, 0, sem("SEMPOST"));
    core(text, 0, TTCAP_SEMR, SEM, 1);
    core(text, 0, TTCAP_CFGW, UNPACK_BASE, 7);
}

static void of_wait(struct small_program *text)
{
    pack(text, STOP_CONFIG);
    small_push(text, 2, rewrite(RELU_WORD, 4));
}

static void of_flush(struct small_program *text)
{
    load_and_use(text, WORD(TT_BLACKHOLE, "FLUSHDMA", {"flush_spec", 1}));
}

static void of_stores(struct small_program *text)
{
    core(text, 0, TTCAP_CFGW, UNPACK_BASE, 7);
    small_push(text, 0, stall(STOP_UNPACKERS, CORE_STORES));
    small_push(text, 0, unpack(false));
}

static void of_post(struct small_program *text)
{
    pack(text, STOP_SYNC);
    small_push(text, 2, sem("SEMPOST"));
    small_push(text, 1, semwait(1));
    small_push(text, 1, rewrite(RELU_WORD, 4));
}

static void of_get(struct small_program *text)
{
    small_push(text, 1, WORD(TT_BLACKHOLE, "SEMINIT", {"sem_sel", 1u << SEM}, {"init_value", 1}, {"max_value", 1}));
    pack(text, STOP_SYNC);
    small_push(text, 2, sem("SEMGET"));
    small_push(text, 1, semwait(2));
    small_push(text, 1, rewrite(RELU_WORD, 4));
}

static void of_mutex(struct small_program *text)
{
    small_push(text, 2, plain("ATGETM"));
    pack(text, STOP_SYNC);
    small_push(text, 2, plain("ATRELM"));
    later(text, 1);
    small_push(text, 1, plain("ATGETM"));
    small_push(text, 1, rewrite(RELU_WORD, 4));
}

/* What a core knows, its next word does: the core of thread 1 sees a post, or a stream. */
static void seen_by_core(struct small_program *text, uint32_t addr, uint32_t value)
{
    later(text, 1);
    core(text, 1, TTCAP_SEMR, addr, value);
    small_push(text, 1, rewrite(RELU_WORD, 4));
}

static void of_poll(struct small_program *text)
{
    pack(text, STOP_SYNC);
    small_push(text, 2, sem("SEMPOST"));
    seen_by_core(text, SEM, 1);
}

static void of_stream(struct small_program *text)
{
    pack(text, STOP_SCALAR);
    small_push(text, 2, WORD(TT_BLACKHOLE, "STOREREG", {"reg_addr", (STREAM - 0xFFB00000) / 4}));
    seen_by_core(text, STREAM, 0);
}

/* Thread 1 sets how it rounds, knows it issued, and thread 2's core learns of it. */
static void of_mailbox(struct small_program *text)
{
    small_push(text, 1, rewrite(RELU_WORD, 4));
    core(text, 1, TTCAP_MMIO, MMIO_PIPE_DRY, 0);
    core(text, 1, TTCAP_MMIO, MAILBOX_OF_T2, 0);
    later(text, 2);
    core(text, 2, TTCAP_SEMR, SEM, 0);
    pack(text, 0);
}

/* As a recording with cores has it: a thread's core stores there, or (of no thread) reads there. */
static void mail(struct small_program *text, int8_t thread, enum tt_core core_id, uint32_t addr)
{
    small_add(text, (struct ttcap_event){
                        .kind = TTCAP_MMIO, .thread = thread, .addr = addr, .has_pc = true, .core = core_id});
}

/* Thread 0's core fills its mailboxes; its fifth value, for thread 2, is there once thread 1 has taken one. */
static void of_mailbox_full(struct small_program *text)
{
    small_push(text, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    core(text, 1, TTCAP_MMIO, MMIO_PIPE_DRY, 0);
    for (unsigned i = 0; i < 4; i++)
        mail(text, 0, TT_CORE_T0, MAILBOX_OF_T1);
    mail(text, 0, TT_CORE_T0, MAILBOX_OF_T2);
    for (unsigned i = 0; i < 4; i++)
        mail(text, -1, TT_CORE_T1, MAILBOX_OF_T0);
    mail(text, -1, TT_CORE_T2, MAILBOX_OF_T0);
    small_push(text, 2, rewrite(RELU_WORD, 4));
}

/* An event of core B stands between the two in the recording. */
static void of_place(struct small_program *text)
{
    mail(text, 0, TT_CORE_T0, MAILBOX_OF_T2);
    mail(text, -1, TT_CORE_T2, MAILBOX_OF_T0);
    small_push(text, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    core(text, 1, TTCAP_MMIO, MMIO_PIPE_DRY, 0);
    small_add(text, (struct ttcap_event){.kind = TTCAP_CFGW, .thread = -1, .has_pc = true, .core = TT_CORE_B});
    small_push(text, 2, rewrite(RELU_WORD, 4));
}

static void of_pipe(struct small_program *text)
{
    pack(text, 0);
    core(text, 2, TTCAP_MMIO, MMIO_PIPE_DRY, 0);
    core(text, 2, TTCAP_CFGW, RELU_WORD, 4);
}

static void of_macro_op(struct small_program *text)
{
    small_push(text, 0, mop);
    core(text, 0, TTCAP_MMIO, MMIO_MACRO_OP_IDLE, 0);
    core(text, 0, TTCAP_MOPW, 5, nop);
}

static void of_expander(struct small_program *text)
{
    small_push(text, 0, mop);
    small_push(text, 0, sem("SEMPOST"));
    core(text, 0, TTCAP_SEMR, SEM, 1);
    core(text, 0, TTCAP_MOPW, 5, nop);
}

static void of_outside(struct small_program *text)
{
    pack(text, 0);
    core(text, 2, TTCAP_MMIO, MMIO_PIPE_DRY, 0);
    core(text, -1, TTCAP_CFGW, RELU_WORD, 4);
}

/* Thread 1 waits for its own transfer alone, and rewrites what thread 2's used. */
static void of_unit_order(struct small_program *text)
{
    small_push(text, 2, unpack(false));
    small_push(text, 2, sem("SEMPOST"));
    small_push(text, 1, semwait(1));
    small_push(text, 1, unpack(false));
    small_push(text, 1, stall(STOP_CONFIG, UNPACKER_0));
    small_push(text, 1, rewrite(reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG2_Out_data_format)->word, 3));
}

/* MOVA2D takes four cycles. */
static void of_time(struct small_program *text)
{
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, REG_ALU_ACC_CTRL_Fp32_enabled);
    small_push(text, 0, unpack(false));
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVA2D", {"instr_mod", 0}));
    for (unsigned i = 0; i < 4; i++)
        small_push(text, 1, nop);
    small_push(text, 1,
               WORD(TT_BLACKHOLE, "RMWCIB3", {"cfg_reg_addr", field->word}, {"mask", 1u << (field->shift - 24)},
                    {"data", 1u << (field->shift - 24)}));
}

/* Thread 1 takes the bank and posts; the mover of thread 2 rewrites what the UNPACR read. */
static void of_bank_taken(struct small_program *text)
{
    set_mover(text);
    core(text, 0, TTCAP_CFGW, UNPACK_BASE, L1_WORD / 16 - 1);
    small_push(text, 0, stall(STOP_UNPACKERS, CORE_STORES));
    small_push(text, 0, unpack(false));
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVA2D", {"instr_mod", 0}));
    small_push(text, 1, sem("SEMPOST"));
    later(text, 2);
    small_push(text, 2, semwait(1));
    small_push(text, 2, xmov);
}

/* The third UNPACR fills the bank that thread 1 gave back behind a wait for its packer. */
static void of_bank_returned(struct small_program *text)
{
    core(text, 0, TTCAP_CFGW, UNPACK_BASE, L1_WORD / 16 - 1); /* away from what is packed */
    small_push(text, 0, stall(STOP_UNPACKERS, CORE_STORES));
    for (unsigned i = 0; i < 3; i++)
        small_push(text, 0, unpack(false));
    small_push(text, 0, rewrite(RELU_WORD, 4));
    small_push(text, 1, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    small_push(text, 1, stall(STOP_MATRIX, PACKER | SRCA_VALID));
    small_push(text, 1, WORD(TT_BLACKHOLE, "SETRWC", {"clear_ab_vld", 1}));
}

static void of_bank_awaited(struct small_program *text)
{
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}));
    small_push(text, 1, stall(STOP_MATRIX, SRCA_VALID));
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVD2A", {"instr_mod", 0}));
}

/* As programs that copy SrcA do. */
static void of_bare_nop(struct small_program *text)
{
    small_push(text, 0, unpack(false));
    small_push(text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"set_dvalid", 1}) | 1 << 23);
    small_push(text, 1, WORD(TT_BLACKHOLE, "MOVA2D", {"instr_mod", 0}));
    small_push(text, 1, WORD(TT_BLACKHOLE, "SETRWC", {"clear_ab_vld", 3}));
}

static void of_dst_held(struct small_program *text)
{
    small_push(text, 0, unpack(false));
    small_push(text, 0, unpack(true));
    small_push(text, 1, plain("MVMUL"));
    small_push(text, 1, sem("SEMPOST"));
    later(text, 2);
    small_push(text, 2, semwait(1));
    pack(text, 0);
}

static void of_dst_words(struct small_program *text)
{
    small_push(text, 0, unpack(false));
    small_push(text, 0, unpack(true));
    small_push(text, 1, plain("ELWADD")); /* takes five cycles */
    for (unsigned i = 0; i < 3; i++)
        small_push(text, 1, nop);
    small_push(text, 1, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
}

static void (*const programs[EDGE_COUNT])(struct small_program *text) = {
    [EDGE_ISSUE] = of_issue,
    [EDGE_PUSH] = of_poll,
    [EDGE_EXPANDER] = of_expander,
    [EDGE_WAIT] = of_wait,
    [EDGE_FLUSH] = of_flush,
    [EDGE_STORES] = of_stores,
    [EDGE_POST] = of_post,
    [EDGE_GET] = of_get,
    [EDGE_MUTEX] = of_mutex,
    [EDGE_STREAM] = of_stream,
    [EDGE_POLL] = of_poll,
    [EDGE_MAILBOX] = of_mailbox,
    [EDGE_MAILBOX_FULL] = of_mailbox_full,
    [EDGE_PIPE] = of_pipe,
    [EDGE_MACRO_OP] = of_macro_op,
    [EDGE_OUTSIDE] = of_outside,
    [EDGE_PLACE] = of_place,
    [EDGE_UNIT_ORDER] = of_unit_order,
    [EDGE_TIME] = of_time,
    [EDGE_BANK_TAKEN] = of_bank_taken,
    [EDGE_BANK_RETURNED] = of_bank_returned,
    [EDGE_BANK_AWAITED] = of_bank_awaited,
    [EDGE_BARE_NOP] = of_bare_nop,
    [EDGE_DST_HELD] = of_dst_held,
    [EDGE_DST_WORDS] = of_dst_words,
};

static uint64_t hazards_without(enum hazard_edge edge, uint32_t without)
{
    struct small_program text = {.count = 0};
    programs[edge](&text);
    struct ttcap *capture = small_capture(&text);
    struct tt_error err = {""};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    options.hazards_without = without;
    ck_assert_msg(!replay_run(capture, &options, NULL, NULL, &summary, &err), "%s", err.text);
    ck_assert_msg(!summary.is_deadlocked, "%s hangs", hazard_edge_get(edge)->name);
    ttcap_close(capture);
    return summary.hazards;
}

START_TEST(hazard__each_edge_is_needed)
{
    const enum hazard_edge edge = (enum hazard_edge)_i;
    const char *name = hazard_edge_get(edge)->name;
    ck_assert_msg(hazards_without(edge, 0) == 0, "%s: a hazard with all edges", name);
    ck_assert_msg(hazards_without(edge, 1u << edge) > 0, "%s: no hazard without it", name);
}
END_TEST

START_TEST(hazard__each_edge_has_its_source)
{
    for (enum hazard_edge edge = 0; edge < EDGE_COUNT; edge++) {
        const struct hazard_edge_row *row = hazard_edge_get(edge);
        ck_assert(row->name && row->from && row->to && row->level && row->source);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("hazard edges");
    TCase *tests = tcase_create("hazard edges");
    tcase_add_loop_test(tests, hazard__each_edge_is_needed, 0, EDGE_COUNT);
    tcase_add_test(tests, hazard__each_edge_has_its_source);
    suite_add_tcase(suite, tests);
    return suite;
}
