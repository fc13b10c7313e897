/* SPDX-License-Identifier: Apache-2.0 */
/* What is read before it is written: by the bit, behind what stays of a word, of rows that are empty. */
#include "observe/first_reads.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include "insn_ids.h"

enum { CFG_BYTE = 40, ROW_BYTES = 2 * DST_COLUMNS };

static struct first_reads *reads;
static const struct probe *probe;
static struct probe_insn at;

static void set_up(void)
{
    reads = first_reads_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(reads);
    probe = first_reads_probe(reads);
}

static void tear_down(void)
{
    first_reads_free(reads);
}

static void begin(uint64_t seq)
{
    at = (struct probe_insn){.seq = seq, .word = 0x12345678, .thread = 1, .unit = TT_UNIT_MATRIX};
    probe->insn_begin(probe->user, &at);
}

static void end(bool has_waited)
{
    at.has_waited = has_waited;
    probe->insn_end(probe->user, &at);
}

static void touch(enum tt_space space, bool is_write, uint32_t lo, uint32_t hi)
{
    const struct probe_access access = {.space = space, .unit = at.unit, .is_write = is_write, .lo = lo, .hi = hi};
    probe->access(probe->user, &access);
}

static void control(enum control_kind kind, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask, uint32_t flag)
{
    const struct probe_control one = {kind, space, lo, hi, mask, flag};
    probe->control(probe->user, &one);
}

static uint64_t seq_of(enum tt_space space, uint32_t byte, uint8_t bits)
{
    const struct first_reader *reader = first_reads_of(reads, space, byte, bits);
    return reader ? reader->seq : UINT64_MAX;
}

START_TEST(the_first_reader_counts)
{
    begin(3);
    touch(TT_SPACE_L1, false, 100, 104);
    end(false);
    begin(4);
    touch(TT_SPACE_L1, true, 100, 102);
    touch(TT_SPACE_L1, true, 200, 202);
    end(false);
    begin(5);
    touch(TT_SPACE_L1, false, 100, 106);
    touch(TT_SPACE_L1, false, 200, 203);
    end(false);
    ck_assert_uint_eq(seq_of(TT_SPACE_L1, 100, UINT8_MAX), 3);
    ck_assert_uint_eq(seq_of(TT_SPACE_L1, 105, UINT8_MAX), 5);
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_L1, 201, UINT8_MAX));
    ck_assert_uint_eq(seq_of(TT_SPACE_L1, 202, UINT8_MAX), 5);
    ck_assert_uint_eq(first_reads_of(reads, TT_SPACE_L1, 100, UINT8_MAX)->thread, 1);
    ck_assert(first_reads_has_written(reads, TT_SPACE_L1, 100) && first_reads_has_computed(reads, TT_SPACE_L1, 100));
    ck_assert(!first_reads_has_written(reads, TT_SPACE_L1, 105));
    ck_assert_uint_eq(first_reads_newest(reads)->seq, 5);
}
END_TEST

/* An instruction reads before it writes, in whichever order it is reported. */
START_TEST(an_instruction_reads_first)
{
    begin(1);
    touch(TT_SPACE_LREG, true, 0, 128);
    touch(TT_SPACE_LREG, false, 0, 128);
    end(false);
    ck_assert_uint_eq(seq_of(TT_SPACE_LREG, 64, UINT8_MAX), 1);
}
END_TEST

START_TEST(one_that_waits_reads_nothing)
{
    begin(1);
    touch(TT_SPACE_LREG, false, 0, 4);
    end(true);
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_LREG, 0, UINT8_MAX));
}
END_TEST

/* A field is read of a word that was written in part; the bits that stayed were read, but not by who wrote. */
START_TEST(registers_by_the_bit)
{
    begin(1);
    control(CONTROL_KEEPS, TT_SPACE_CFG, CFG_BYTE, CFG_BYTE + 4, 0xFFFFFF00, 0);
    touch(TT_SPACE_CFG, false, CFG_BYTE, CFG_BYTE + 4);
    touch(TT_SPACE_CFG, true, CFG_BYTE, CFG_BYTE + 4);
    end(false);
    begin(2);
    control(CONTROL_READS, TT_SPACE_CFG, CFG_BYTE, CFG_BYTE + 4, 0x1FF, 0);
    end(false);
    ck_assert_uint_eq(first_reads_bits(reads, TT_SPACE_CFG, CFG_BYTE), 0);
    ck_assert_uint_eq(first_reads_bits(reads, TT_SPACE_CFG, CFG_BYTE + 1), 1);
    ck_assert_uint_eq(seq_of(TT_SPACE_CFG, CFG_BYTE + 1, 1), 2);
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_CFG, CFG_BYTE + 1, 2));
    /* who wrote there went by the bit that chooses the state */
    ck_assert_uint_eq(seq_of(TT_SPACE_THREAD_CFG, 2 * chip_get(TT_BLACKHOLE)->thread_words, 1), 1);
}
END_TEST

/* Of a row that its flag says to be empty the flag alone was read. */
START_TEST(rows_that_are_empty)
{
    begin(1);
    touch(TT_SPACE_DST, false, 0, 2 * ROW_BYTES);
    control(CONTROL_EMPTY, TT_SPACE_DST, 0, ROW_BYTES, UINT32_MAX, 0);
    control(CONTROL_FULL, TT_SPACE_DST, ROW_BYTES, 2 * ROW_BYTES, UINT32_MAX, 1);
    end(false);
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_DST, 0, UINT8_MAX));
    ck_assert_uint_eq(seq_of(TT_SPACE_DST, ROW_BYTES, UINT8_MAX), 1);
    ck_assert_uint_eq(seq_of(TT_SPACE_DST_VALID, 0, UINT8_MAX), 1);
    ck_assert_uint_eq(seq_of(TT_SPACE_DST_VALID, 1, UINT8_MAX), 1);
}
END_TEST

/* Outside of words it is a core: what it stores was not computed by a unit. */
START_TEST(a_core_reads_and_stores)
{
    touch(TT_SPACE_GPR, false, 8, 12);
    touch(TT_SPACE_L1, true, 8, 12);
    ck_assert(!first_reads_of(reads, TT_SPACE_GPR, 8, UINT8_MAX)->has_word);
    ck_assert(first_reads_has_written(reads, TT_SPACE_L1, 8) && !first_reads_has_computed(reads, TT_SPACE_L1, 8));
}
END_TEST

/* Counters by what the instruction's row says, the thread's share of them. */
START_TEST(the_state_by_the_instruction)
{
    const uint32_t word = isa_word(TT_BLACKHOLE, INSN_MVMUL), rwc = 4 * (uint32_t)state_find("rwc.1.dst");
    at = (struct probe_insn){
        .seq = 7, .word = word, .thread = 1, .unit = TT_UNIT_MATRIX, .insn = isa_find(TT_BLACKHOLE, word)};
    probe->insn_begin(probe->user, &at);
    end(false);
    ck_assert_uint_eq(seq_of(TT_SPACE_STATE, rwc, UINT8_MAX), 7);
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_STATE, 4 * (uint32_t)state_find("rwc.0.dst"), UINT8_MAX));
    ck_assert_ptr_null(first_reads_of(reads, TT_SPACE_STATE, 4 * (uint32_t)state_find("prng.0"), UINT8_MAX));
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("first_reads");
    TCase *tests = tcase_create("first_reads");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, the_first_reader_counts);
    tcase_add_test(tests, an_instruction_reads_first);
    tcase_add_test(tests, one_that_waits_reads_nothing);
    tcase_add_test(tests, registers_by_the_bit);
    tcase_add_test(tests, rows_that_are_empty);
    tcase_add_test(tests, a_core_reads_and_stores);
    tcase_add_test(tests, the_state_by_the_instruction);
    suite_add_tcase(all, tests);
    return all;
}
