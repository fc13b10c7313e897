/* SPDX-License-Identifier: Apache-2.0 */
/* What a core does beside computing: waits, halts, refusals, how far a run reaches, code that is rewritten, `.ttinsn`,
 * control and status registers. */
#include "base/little.h"
#include "isa/riscv_text.h"
#include "tile/riscv/core.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

enum { L1 = 4096, LOCAL = 256, IRAM = 64, OUTSIDE = 0xFFB20000 };
enum { A0 = 10, A1 = 11, T0 = 5 };
enum {
    NOP = 0x00000013,
    ADDI_A0 = 0x00150513,   /* addi a0,a0,1 */
    LW_A0 = 0x0005A503,     /* lw a0,0(a1) */
    SW_A0 = 0x00A5A023,     /* sw a0,0(a1) */
    LH_A0 = 0x00059503,     /* lh a0,0(a1) */
    AMOADD_A0 = 0x0055A52F, /* amoadd.w a0,t0,(a1) */
    LOOP = 0x0000006F,      /* j to itself */
    ECALL = 0x00000073,
    EBREAK = 0x00100073,
    CSRRW_CFG0 = 0x7C059573, /* csrrw a0,cfg0,a1 */
    CSRR_MINSTRET = 0xB0202573,
    CSRR_QSTATUS = 0xBC002573,
    CSRW_MSTATUS = 0x30059073,
    SH1ADD = 0x20B52533,
    FDIV = 0x18B576D3,
    VECTOR = 0x02008057,
};

struct outside {
    enum riscv_step answer;
    uint32_t value, addr, bytes, calls;
};

struct machine {
    struct riscv_core core;
    struct riscv_bus bus;
    uint8_t l1[L1], local[LOCAL], iram[IRAM];
    struct outside load, store, push, status;
};

static enum riscv_step note(struct outside *at, uint32_t addr, unsigned bytes)
{
    at->addr = addr;
    at->bytes = bytes;
    at->calls++;
    return at->answer;
}

static enum riscv_step load(void *user, uint32_t addr, unsigned bytes, uint32_t *value)
{
    struct machine *machine = user;
    *value = machine->load.value;
    return note(&machine->load, addr, bytes);
}

static enum riscv_step store(void *user, uint32_t addr, unsigned bytes, uint32_t value)
{
    struct machine *machine = user;
    machine->store.value = value;
    return note(&machine->store, addr, bytes);
}

static enum riscv_step push(void *user, uint32_t word)
{
    struct machine *machine = user;
    machine->push.value = word;
    return note(&machine->push, 0, 4);
}

static enum riscv_step status(void *user, uint32_t csr, uint32_t *value)
{
    struct machine *machine = user;
    *value = machine->status.value;
    return note(&machine->status, csr, 4);
}

/* Words at 0, followed by a loop. */
static void set_up(struct machine *machine, enum tt_chip chip, const uint32_t *words, unsigned count)
{
    memset(machine, 0, sizeof *machine);
    copy_numbers(machine->l1, words, count, sizeof *words);
    store_u32(machine->l1 + 4 * count, LOOP);
    machine->bus = (struct riscv_bus){.chip = chip,
                                      .user = machine,
                                      .l1 = machine->l1,
                                      .l1_bytes = L1,
                                      .local = machine->local,
                                      .local_bytes = LOCAL,
                                      .iram = machine->iram,
                                      .iram_bytes = IRAM,
                                      .load = load,
                                      .store = store,
                                      .push = push,
                                      .status = status,
                                      .code = riscv_code_new(chip)};
    ck_assert_ptr_nonnull(machine->bus.code);
    riscv_core_reset(&machine->core, 0);
}

static void set_up_one(struct machine *machine, uint32_t word)
{
    set_up(machine, TT_BLACKHOLE, &word, 1);
}

static enum riscv_step step(struct machine *machine)
{
    return riscv_core_step(&machine->core, &machine->bus);
}

/* A step that is not done changes nothing. */
static void check_stays(struct machine *machine, enum riscv_step expected)
{
    const struct riscv_core before = machine->core;
    ck_assert_int_eq(step(machine), expected);
    ck_assert_mem_eq(&before, &machine->core, sizeof before);
}

START_TEST(wait__changes_nothing_and_is_tried_again)
{
    static const uint32_t words[] = {LW_A0, SW_A0, 0x04000000, CSRR_QSTATUS};
    for (unsigned i = 0; i < 4; i++) {
        struct machine m;
        set_up_one(&m, words[i]);
        m.core.x[A1] = OUTSIDE;
        m.load.answer = m.store.answer = m.push.answer = m.status.answer = RISCV_WAITS;
        m.load.value = m.status.value = 7;
        check_stays(&m, RISCV_WAITS);
        m.load.answer = m.store.answer = m.push.answer = m.status.answer = RISCV_DONE;
        ck_assert_int_eq(step(&m), RISCV_DONE);
        ck_assert_uint_eq(m.core.pc, 4);
        ck_assert_uint_eq(m.core.retired, 1);
        ck_assert_uint_eq(m.core.x[A0], words[i] == LW_A0 || words[i] == CSRR_QSTATUS ? 7 : 0);
        ck_assert_uint_eq(m.load.calls + m.store.calls + m.push.calls + m.status.calls, 2);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

START_TEST(halt__ecall_and_ebreak_stand)
{
    struct machine m;
    set_up_one(&m, ECALL);
    check_stays(&m, RISCV_HALTED);
    riscv_code_free(m.bus.code);
    set_up_one(&m, EBREAK);
    check_stays(&m, RISCV_HALTED);
    riscv_code_free(m.bus.code);
}
END_TEST

static const struct {
    enum tt_chip chip;
    uint32_t word, a1;
    const char *reason;
} refusals[] = {
    {TT_BLACKHOLE, LW_A0, 0x102, "load of 4 bytes at 0x102, which is not a multiple of 4"},
    {TT_BLACKHOLE, LH_A0, OUTSIDE + 1, "load of 2 bytes at 0xffb20001, which is not a multiple of 2"},
    {TT_BLACKHOLE, SW_A0, RISCV_LOCAL_BASE + 2, "store of 4 bytes at 0xffb00002, which is not a multiple of 4"},
    {TT_BLACKHOLE, AMOADD_A0, 0x102, "atomic at 0x102, which is not a multiple of 4"},
    {TT_BLACKHOLE, AMOADD_A0, RISCV_LOCAL_BASE, "atomic at 0xffb00000, which is not in L1"},
    {TT_WORMHOLE_B0, SH1ADD, 0,
     "20B52533, sh1add a0,a0,a1: sh1add belongs to Zba (address generation), which the cores of wormhole_b0 do not "
     "have"},
    {TT_BLACKHOLE, FDIV, 0,
     "18B576D3, fdiv.s fa3,fa0,fa1: these cores have no floating-point division and square root (R1)"},
    {TT_BLACKHOLE, VECTOR, 0, "02008057, .word 0x02008057: the vector extension (part of V, on T2) is not implemented"},
    {TT_BLACKHOLE, 0xFFFFFFFF, 0, "FFFFFFFF, .word 0xffffffff: no instruction has this encoding"},
    {TT_BLACKHOLE, CSRW_MSTATUS, 0, "write of CSR 0x300 (mstatus)"},
    {TT_BLACKHOLE, 0x12302573, 0, "read of CSR 0x123 (which these cores do not have)"},
    {TT_WORMHOLE_B0, CSRRW_CFG0, 0,
     "7C059573, csrrw a0,cfg0,a1: csrrw belongs to Zicsr (control and status registers), which the cores of "
     "wormhole_b0 do not have"},
};

START_TEST(refusal__says_why_and_changes_nothing)
{
    for (unsigned i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct machine m;
        set_up(&m, refusals[i].chip, &refusals[i].word, 1);
        m.core.x[A1] = refusals[i].a1;
        check_stays(&m, RISCV_REFUSED);
        ck_assert_str_eq(m.bus.reason, refusals[i].reason);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

START_TEST(refusal__nothing_is_there_without_callbacks)
{
    static const struct {
        uint32_t word;
        const char *reason;
    } cases[] = {{LW_A0, "load at 0xffb20000, where nothing is"},
                 {SW_A0, "store at 0xffb20000, where nothing is"},
                 {0, "a core that feeds no thread pushes an instruction"},
                 {CSRR_QSTATUS, "read of CSR 0xbc0 (tt_cfg_qstatus)"}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct machine m;
        set_up_one(&m, cases[i].word);
        m.bus.load = NULL;
        m.bus.store = NULL;
        m.bus.push = NULL;
        m.bus.status = NULL;
        m.core.x[A1] = OUTSIDE;
        check_stays(&m, RISCV_REFUSED);
        ck_assert_str_eq(m.bus.reason, cases[i].reason);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

START_TEST(fetch__only_from_l1_and_instruction_memory)
{
    static const struct {
        uint32_t pc;
        const char *reason;
    } cases[] = {{L1, "no code can be there: pc has left L1"},
                 {RISCV_LOCAL_BASE, "no code can be there: pc has left L1"},
                 {RISCV_IRAM_BASE + IRAM, "no code can be there: pc has left L1"},
                 {2, "pc is not a multiple of 4"},
                 {RISCV_IRAM_BASE + 2, "pc is not a multiple of 4"}};
    struct machine m;
    set_up_one(&m, NOP);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        m.core.pc = cases[i].pc;
        check_stays(&m, RISCV_REFUSED);
        ck_assert_str_eq(m.bus.reason, cases[i].reason);
    }
    store_u32(m.iram, ADDI_A0);
    m.core.pc = RISCV_IRAM_BASE;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.core.x[A0], 1);
    riscv_code_free(m.bus.code);
}
END_TEST

/* Where a run stops: before the first access that its reach does not allow. */
START_TEST(run__stops_before_what_it_may_not_touch)
{
    static const uint32_t words[] = {ADDI_A0, LW_A0, ADDI_A0};
    static const struct {
        uint32_t addr;
        enum riscv_reach reach;
        uint64_t done;
    } cases[] = {
        {RISCV_LOCAL_BASE, RISCV_REACH_LOCAL, 9},
        {0x100, RISCV_REACH_LOCAL, 1},
        {OUTSIDE, RISCV_REACH_LOCAL, 1},
        {0x100, RISCV_REACH_L1, 9},
        {OUTSIDE, RISCV_REACH_L1, 1},
        {OUTSIDE, RISCV_REACH_ALL, 9},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct machine m;
        uint64_t done = 0;
        set_up(&m, TT_BLACKHOLE, words, 3);
        m.core.x[A1] = cases[i].addr;
        const enum riscv_step why = riscv_core_run(&m.core, &m.bus, cases[i].reach, 9, &done);
        ck_assert_uint_eq(done, cases[i].done);
        ck_assert_uint_eq(m.core.retired, cases[i].done);
        ck_assert_int_eq(why, done == 9 ? RISCV_DONE : RISCV_OUTSIDE);
        ck_assert_uint_eq(m.core.pc, done == 9 ? 12 : 4); /* in the loop behind, or on the load */
        ck_assert_uint_eq(m.load.calls, cases[i].reach == RISCV_REACH_ALL);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

/* Atomics, pushes and what the coprocessor has in hand are seen by others. */
START_TEST(run__keeps_atomics_and_pushes_for_later)
{
    static const uint32_t words[] = {AMOADD_A0, 0x04000000, CSRR_QSTATUS};
    for (unsigned i = 0; i < 3; i++) {
        struct machine m;
        uint64_t done = 1;
        set_up_one(&m, words[i]);
        m.core.x[A1] = 0x100;
        ck_assert_int_eq(riscv_core_run(&m.core, &m.bus, RISCV_REACH_LOCAL, 1, &done), RISCV_OUTSIDE);
        ck_assert_uint_eq(done, 0);
        ck_assert_uint_eq(m.push.calls + m.status.calls, 0);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

START_TEST(stores__to_l1_are_reported_when_somebody_watches)
{
    static const uint32_t words[] = {SW_A0, AMOADD_A0};
    struct machine m;
    set_up(&m, TT_BLACKHOLE, words, 2);
    m.bus.l1_stores_are_reported = true;
    m.core.x[A1] = 0x100;
    m.core.x[A0] = 5;
    m.core.x[T0] = 3;
    m.l1[0x100] = 40;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.store.value, 5);
    ck_assert_uint_eq(m.store.addr, 0x100);
    ck_assert_uint_eq(m.l1[0x100], 40); /* the host stores it */
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.store.value, 43);
    ck_assert_uint_eq(m.core.x[A0], 40);
    m.bus.l1_stores_are_reported = false;
    m.core.pc = 4;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.l1[0x100], 43);
    ck_assert_uint_eq(m.store.calls, 2);
    riscv_code_free(m.bus.code);
}
END_TEST

/* A decoded word is good for that word only: stores by the core itself, by others, two words on one entry. */
START_TEST(code__that_is_rewritten_is_decoded_again)
{
    static const uint32_t words[] = {SW_A0, NOP};
    struct machine m;
    set_up(&m, TT_BLACKHOLE, words, 2);
    m.core.pc = 4;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    m.core.pc = 0;
    m.core.x[A0] = ADDI_A0;
    m.core.x[A1] = 4;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.core.x[A0], ADDI_A0 + 1);
    m.l1[7] = 0x01; /* addi a0,a0,17: by somebody else */
    m.core.pc = 4;
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.core.x[A0], ADDI_A0 + 1 + 17);
    riscv_code_free(m.bus.code);
}
END_TEST

/* R4: w turned right by two. */
START_TEST(ttinsn__pushes_the_word_turned)
{
    struct machine m;
    set_up_one(&m, 0x04000002);
    ck_assert_int_eq(step(&m), RISCV_DONE);
    ck_assert_uint_eq(m.push.value, 0x81000000);
    riscv_code_free(m.bus.code);
}
END_TEST

START_TEST(csr__registers_hold_and_count)
{
    static const uint32_t words[] = {CSRRW_CFG0,
                                     CSRRW_CFG0,
                                     CSRR_MINSTRET,
                                     0x30002573,
                                     0x30102573,
                                     0xF1402573,
                                     0x7C356573 /* csrrsi a0,cfg1,10 */,
                                     0x7C317573 /* csrrci a0,cfg1,2 */,
                                     0x7C302573};
    static const uint32_t expected[] = {0, 0x0104000A, 2, 0x80006600, 0x40201123, 0, 0, 10, 8};
    struct machine m;
    set_up(&m, TT_BLACKHOLE, words, 9);
    m.core.x[A1] = 0x0104000A;
    for (unsigned i = 0; i < 9; i++) {
        ck_assert_int_eq(step(&m), RISCV_DONE);
        ck_assert_uint_eq(m.core.x[A0], expected[i]);
    }
    riscv_code_free(m.bus.code);
}
END_TEST

/* R7: cycles and instructions, each by halves and under two numbers. */
START_TEST(csr__counts_are_read_by_halves)
{
    enum { CSRR = 0x00002573 /* csrr a0 */ };
    static const struct {
        uint32_t low, high;
    } counts[] = {{0xB00, 0xB80}, {0xB02, 0xB82}, {0xC00, 0xC80}, {0xC02, 0xC82}};
    for (unsigned i = 0; i < 4; i++) {
        struct machine m;
        const uint32_t words[] = {CSRR | counts[i].low << 20, CSRR | counts[i].high << 20};
        set_up(&m, TT_BLACKHOLE, words, 2);
        m.core.retired = UINT64_C(5) << 32 | 7;
        ck_assert_int_eq(step(&m), RISCV_DONE);
        ck_assert_uint_eq(m.core.x[A0], 7);
        ck_assert_int_eq(step(&m), RISCV_DONE);
        ck_assert_uint_eq(m.core.x[A0], 5);
        riscv_code_free(m.bus.code);
    }
}
END_TEST

/* tests/unit/riscv/disassembly.txt */
START_TEST(text__is_that_of_binutils)
{
    FILE *file = fopen(TTR_DISASSEMBLY, "r");
    char line[256], text[RISCV_TEXT_MAX];
    unsigned checked = 0, word, pc;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        int at = 0;
        if (*line == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        ck_assert_int_eq(sscanf(line, "%x %x %n", &word, &pc, &at), 2);
        ck_assert_str_eq(riscv_disassemble(TT_BLACKHOLE, word, pc, text), line + at);
        checked++;
    }
    ck_assert_uint_gt(checked, 500);
    (void)fclose(file);
}
END_TEST

START_TEST(text__of_what_is_pushed_is_the_instruction)
{
    char text[RISCV_TEXT_MAX];
    ck_assert_str_eq(riscv_disassemble(TT_BLACKHOLE, 0x08000000, 0, text), ".ttinsn NOP");
    ck_assert_str_eq(riscv_disassemble(TT_BLACKHOLE, 0xFFFFFFFF, 0, text), ".word 0xffffffff");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("riscv_core");
    TCase *c = tcase_create("core");
    tcase_add_test(c, wait__changes_nothing_and_is_tried_again);
    tcase_add_test(c, halt__ecall_and_ebreak_stand);
    tcase_add_test(c, refusal__says_why_and_changes_nothing);
    tcase_add_test(c, refusal__nothing_is_there_without_callbacks);
    tcase_add_test(c, fetch__only_from_l1_and_instruction_memory);
    tcase_add_test(c, run__stops_before_what_it_may_not_touch);
    tcase_add_test(c, run__keeps_atomics_and_pushes_for_later);
    tcase_add_test(c, stores__to_l1_are_reported_when_somebody_watches);
    tcase_add_test(c, code__that_is_rewritten_is_decoded_again);
    tcase_add_test(c, ttinsn__pushes_the_word_turned);
    tcase_add_test(c, csr__registers_hold_and_count);
    tcase_add_test(c, csr__counts_are_read_by_halves);
    tcase_add_test(c, text__is_that_of_binutils);
    tcase_add_test(c, text__of_what_is_pushed_is_the_instruction);
    suite_add_tcase(s, c);
    return s;
}
