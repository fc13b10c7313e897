/* SPDX-License-Identifier: Apache-2.0 */
/* Words that stand too close behind others, and stores of the cores that a word may come before.
 * docs/semantics/program-order.md#hazards */
#include "unit/order/hazard_bed.h"

#include "cfg_findings.h"
#include "lreg_findings.h"

static const uint32_t nop = 0x02000000;

static uint32_t write_cfg(uint32_t word, uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "WRCFG", {"cfg_reg", word}, {"gpr_address", reg});
}

/* ---- configuration ---- */

static void write_and_use(struct small_program *text, unsigned nops)
{
    small_push(text, 1, WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 9}, {"payload_sig_sel", 0x20}));
    small_push(text, 1, write_cfg(1, 4));
    for (unsigned i = 0; i < nops; i++)
        small_push(text, 1, nop);
    small_push(text, 1, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
}

START_TEST(hazard__a_word_too_close_behind_wrcfg)
{
    struct small_program close = {.count = 0}, far = {.count = 0};
    write_and_use(&close, 0);
    expect(&close, FINDING_CFG_READ_TOO_SOON, "there is no word in between");
    write_and_use(&far, 1);
    expect_none(&far);
}
END_TEST

/* CFGSHIFTMASK takes as long for other units. */
START_TEST(hazard__a_word_too_close_behind_cfgshiftmask)
{
    for (unsigned nops = 0; nops < 2; nops++) {
        struct small_program text = {.count = 0};
        small_push(&text, 1, WORD(TT_BLACKHOLE, "CFGSHIFTMASK", {"cfg_reg", 1}, {"mask_width", 31}));
        if (nops)
            small_push(&text, 1, nop);
        small_push(&text, 1, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
        if (nops)
            expect_none(&text);
        else
            expect(&text, FINDING_CFG_READ_TOO_SOON, "which thread 1's CFGSHIFTMASK");
    }
}
END_TEST

/* A core's store to a field, and a word of its thread that reads the field: at work, or when it is issued. */
static void store_and_use(struct small_program *text, uint32_t addr, uint32_t between, uint32_t use)
{
    small_add(text, (struct ttcap_event){.kind = TTCAP_CFGW, .thread = 2, .addr = addr, .value = 4});
    small_push(text, 2, between);
    small_push(text, 2, use);
}

START_TEST(hazard__a_word_that_its_cores_store_may_not_have_reached)
{
    enum { RELU_WORD = 2, STOP_PACKER = 1 << 2 };
    const uint32_t pacr = WORD(TT_BLACKHOLE, "PACR", {"last", 1});
    struct small_program none = {.count = 0}, waited = {.count = 0}, other = {.count = 0}, unread = {.count = 0};
    store_and_use(&none, RELU_WORD, nop, pacr);
    expect(&none, FINDING_CFG_STORE_NOT_AWAITED, "no STALLWAIT for the core's stores (TRISC_CFG)");
    store_and_use(&waited, RELU_WORD, stall(STOP_PACKER, CORE_STORES), pacr);
    expect_none(&waited);
    store_and_use(&other, RELU_WORD, stall(STOP_PACKER, PACKER), pacr);
    expect(&other, FINDING_CFG_STORE_NOT_AWAITED, "STACC_RELU_ApplyRelu");
    store_and_use(&unread, RELU_WORD, nop, WORD(TT_BLACKHOLE, "SFPLOAD", {"lreg_ind", 0}));
    expect_none(&unread);
}
END_TEST

/* The first field that is rewritten too soon need not be the one that matters. */
START_TEST(hazard__each_field_that_is_rewritten_under_a_unit)
{
    enum { RELU_WORD = 2 };
    struct report report;
    struct small_program text = {.count = 0};
    const uint32_t first = WORD(TT_BLACKHOLE, "RMWCIB0", {"cfg_reg_addr", RELU_WORD}, {"mask", 4}, {"data", 4}),
                   second = WORD(TT_BLACKHOLE, "RMWCIB1", {"cfg_reg_addr", RELU_WORD}, {"mask", 0xFF}, {"data", 1});
    small_push(&text, 2, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    small_push(&text, 2, first);
    small_push(&text, 2, second);
    small_push(&text, 2, second);
    run(&text, &report);
    ck_assert_uint_eq(report.count, 2);
    ck_assert_ptr_nonnull(strstr(report.detail[0], "STACC_RELU_ApplyRelu"));
    ck_assert_ptr_nonnull(strstr(report.detail[1], "STACC_RELU_ReluThreshold"));
}
END_TEST

/* A product for LReg 0, and a word behind it that reads LReg 0; Blackhole does not see that SFPIADD reads VD. */
enum { LREG_MUL = 0x86001900, LREG_STORE = 0x72030000, LREG_ADD_TO_0 = 0x79000200, LREG_ADD_FROM_0 = 0x79000020 };

static struct small_program multiply_and(enum tt_chip chip, uint32_t between, uint32_t use)
{
    struct small_program text = {.chip = chip};
    small_push(&text, 1, LREG_MUL);
    if (between)
        small_push(&text, 1, between);
    small_push(&text, 1, use);
    return text;
}

/* Findings of these words as a recording of executed words. */
static size_t found_executed(enum tt_chip chip, uint32_t between, uint32_t use)
{
    struct small_program text = multiply_and(chip, between, use);
    struct replay_options options;
    struct replay_summary summary;
    struct report report = {.count = 0};
    struct tt_error err = {""};
    const struct probe probe = {.user = &report, .wants = PROBE_FINDING, .finding = on_finding};
    for (size_t i = 0; i < text.count; i++)
        text.events[i].kind = TTCAP_EXEC;
    struct ttcap *capture = small_capture(&text);
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_EXECUTED;
    ck_assert_msg(!replay_run(capture, &options, &probe, NULL, &summary, &err), "%s", err.text);
    ttcap_close(capture);
    ck_assert(report.count == 0 || strstr(report.detail[0], "LReg 0, which thread 1's SFPMUL"));
    return report.count;
}

START_TEST(hazard__a_vector_register_that_the_next_executed_word_reads)
{
    ck_assert_uint_eq(found_executed(TT_WORMHOLE_B0, 0, LREG_STORE), 1);
    ck_assert_uint_eq(found_executed(TT_WORMHOLE_B0, nop, LREG_STORE), 0);
    ck_assert_uint_eq(found_executed(TT_BLACKHOLE, 0, LREG_STORE), 0);
    ck_assert_uint_eq(found_executed(TT_BLACKHOLE, 0, LREG_ADD_TO_0), 1);
}
END_TEST

START_TEST(hazard__a_vector_register_that_the_next_word_reads)
{
    const struct small_program next = multiply_and(TT_WORMHOLE_B0, 0, LREG_STORE);
    const struct small_program second = multiply_and(TT_WORMHOLE_B0, nop, LREG_STORE);
    const struct small_program held = multiply_and(TT_BLACKHOLE, 0, LREG_STORE);
    const struct small_program known = multiply_and(TT_BLACKHOLE, 0, LREG_ADD_FROM_0);
    const struct small_program missed = multiply_and(TT_BLACKHOLE, 0, LREG_ADD_TO_0);
    expect(&next, FINDING_LREG_READ_TOO_SOON, "reads LReg 0, which thread 1's SFPMUL");
    expect_none(&second);
    expect_none(&held);
    expect_none(&known);
    expect(&missed, FINDING_LREG_READ_TOO_SOON, "there is no SFPNOP or another word in between");
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("hazard words");
    TCase *tests = tcase_create("hazard words");
    tcase_add_test(tests, hazard__a_word_too_close_behind_wrcfg);
    tcase_add_test(tests, hazard__a_word_too_close_behind_cfgshiftmask);
    tcase_add_test(tests, hazard__a_word_that_its_cores_store_may_not_have_reached);
    tcase_add_test(tests, hazard__each_field_that_is_rewritten_under_a_unit);
    tcase_add_test(tests, hazard__a_vector_register_that_the_next_executed_word_reads);
    tcase_add_test(tests, hazard__a_vector_register_that_the_next_word_reads);
    suite_add_tcase(suite, tests);
    return suite;
}
