/* SPDX-License-Identifier: Apache-2.0 */
/* Dst as a T core of Blackhole sees it: R35. Nothing of it is recorded; expected are the page's formulas. */
#include "isa/registers.h"
#include "unit/cores/machine.h"

enum { WINDOW = 0xFFBD8000, ACCESS_WORD = 3 };
enum window_format { FP32, INT32, FP16, BF16, INT16, INT8 };

static struct machine machine;

static void make(void)
{
    machine_new(&machine, TT_BLACKHOLE);
}

static void unmake(void)
{
    machine_free(&machine);
}

/* How T1 sees Dst. */
static void view(enum window_format format, bool is_raw, bool is_unsigned)
{
    struct tile_state *state = tile_state(machine.tile);
    state->cfg[0][ACCESS_WORD] = (uint32_t)is_raw << 19 | (uint32_t)is_unsigned << 20 | (uint32_t)format << 21;
    tile_state_changed(machine.tile);
}

/* One datum there and back; the cell it leaves at row 0, column 3, and its lower half. */
static void both_ways(unsigned bytes, uint32_t value, uint32_t upper, uint32_t lower)
{
    const struct tile_state *state = tile_state(machine.tile);
    const uint32_t addr = WINDOW + 3 * bytes;
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_T1, addr, value, bytes), RISCV_DONE);
    ck_assert_uint_eq(state->dst[0][3], upper);
    if (bytes == 4)
        ck_assert_uint_eq(state->dst[8][3], lower);
    ck_assert_uint_eq(load_bytes(&machine, TT_CORE_T1, addr, bytes), value);
}

START_TEST(window__formats_of_32_bits)
{
    view(FP32, false, false);
    both_ways(4, 0xC0490FDB, 0xC980, 0x0FDB); /* BF16 C049: sign, mantissa 49, exponent 80 */
    view(FP32, true, false);
    both_ways(4, 0x12345678, 0x1234, 0x5678);
    view(INT32, false, false);
    view(INT32, true, false);
    both_ways(4, 0x92345678, 0x9234, 0x5678);
    view(INT32, false, false);
    both_ways(4, 5, 0, 5);
    both_ways(4, (uint32_t)-5, 0x8000, 5);
    store(&machine, TT_CORE_T1, WINDOW + 12, 0x80000000); /* no such magnitude: the largest */
    ck_assert_uint_eq(load(&machine, TT_CORE_T1, WINDOW + 12), (uint32_t)-0x7FFFFFFF);
}
END_TEST

START_TEST(window__formats_of_16_bits)
{
    view(FP16, false, false);
    both_ways(2, 0xC248, 0x8000 | 0x248 << 5 | 0x10, 0);
    view(BF16, false, false);
    both_ways(2, 0xC049, 0x8000 | 0x49 << 8 | 0x80, 0);
    view(FP16, true, false);
    both_ways(2, 0xC248, 0xC248, 0);
    view(BF16, true, false);
    both_ways(2, 0xC049, 0xC049, 0);
    view(INT16, false, false);
    both_ways(2, 0xFFFB, 0x8005, 0);
    view(INT16, false, true);
    both_ways(2, 0xFFFB, 0xFFFB, 0);
    view(INT16, true, false);
    both_ways(2, 0xFFFB, 0xFFFB, 0);
}
END_TEST

START_TEST(window__int8)
{
    view(INT8, false, true);
    both_ways(1, 0xC5, 0xC5 << 5 | 16, 0);
    both_ways(1, 0, 0, 0);
    view(INT8, false, false);
    both_ways(1, 0x45, 0x45 << 5 | 16, 0);
    /* Negative ones: a fault of the hardware, as the page has it. */
    store_bytes(&machine, TT_CORE_T1, WINDOW + 3, 0xFB, 1);
    ck_assert_uint_eq(tile_state(machine.tile)->dst[0][3], 0x8000 | ((0x180 - 0xFB) & 0xFF) << 5 | 16);
    store_bytes(&machine, TT_CORE_T1, WINDOW + 3, 0x80, 1);
    ck_assert_uint_eq(tile_state(machine.tile)->dst[0][3], 0x9FF0);
}
END_TEST

/* T2 alone: two BF16 or four INT8 at once. */
START_TEST(window__t2_reaches_several_datums)
{
    struct tile_state *state = tile_state(machine.tile);
    state->cfg[0][ACCESS_WORD] = (uint32_t)BF16 << 26;
    tile_state_changed(machine.tile);
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_T2, WINDOW + 4, 0xC0493F80, 4), RISCV_DONE);
    ck_assert_uint_eq(state->dst[0][2], 127);
    ck_assert_uint_eq(state->dst[0][3], 0xC980);
    ck_assert_uint_eq(load_bytes(&machine, TT_CORE_T2, WINDOW + 4, 4), 0xC0493F80);
    state->cfg[0][ACCESS_WORD] = (uint32_t)INT8 << 26;
    tile_state_changed(machine.tile);
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_T2, WINDOW + 4, 0x04030201, 4), RISCV_DONE);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(state->dst[0][4 + i], (i + 1) << 5 | 16);
    ck_assert_uint_eq(load_bytes(&machine, TT_CORE_T2, WINDOW + 4, 4), 0x04030201);
}
END_TEST

START_TEST(window__a_store_makes_its_row_valid_and_is_reported)
{
    struct tile_state *state = tile_state(machine.tile);
    memset(state->dst_valid, 0, sizeof state->dst_valid);
    view(BF16, false, false);
    store_bytes(&machine, TT_CORE_T1, WINDOW + 2 * (16 * 20), 0x3F80, 2);
    ck_assert_uint_eq(state->dst_valid[20], 1);
    ck_assert_uint_eq(state->dst_valid[21], 0);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_MMIO);
    ck_assert_int_eq(last_act(&machine)->thread, 1);
}
END_TEST

static void take_read(void *user, const struct probe_access *access)
{
    struct tile_range *reads = user;
    if (access->space == TT_SPACE_DST && !access->is_write)
        reads[reads[0].lo ? 1 : 0] = (struct tile_range){access->space, access->lo, access->hi};
}

/* The two cells of a datum of 32 bits, eight rows apart. */
START_TEST(window__a_load_reports_the_cells_it_reads)
{
    struct tile_range reads[2] = {{0}};
    const struct probe probe = {.user = reads, .wants = PROBE_ACCESS, .access = take_read};
    view(FP32, false, false);
    tile_set_probe(machine.tile, &probe);
    load(&machine, TT_CORE_T1, WINDOW + 4 * (16 + 3));
    tile_set_probe(machine.tile, NULL);
    ck_assert_uint_eq(reads[0].lo, 2 * (16 + 3));
    ck_assert_uint_eq(reads[0].hi, 2 * (16 + 3) + 2);
    ck_assert_uint_eq(reads[1].lo, 2 * (9 * 16 + 3));
    ck_assert_uint_eq(reads[1].hi, 2 * (9 * 16 + 3) + 2);
}
END_TEST

START_TEST(window__refuses_what_is_no_datum)
{
    view(BF16, false, false);
    ck_assert_int_eq(store(&machine, TT_CORE_T1, WINDOW, 0), RISCV_REFUSED);
    view((enum window_format)6, false, false);
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_T1, WINDOW, 0, 2), RISCV_REFUSED);
    view(INT8, false, false); /* a byte a datum: the window is twice as long as Dst has rows */
    load_bytes(&machine, TT_CORE_T1, WINDOW + 16 * 1024, 1);
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_B, WINDOW, 0, 1), RISCV_REFUSED);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("dst_window");
    TCase *t = tcase_create("dst_window");
    tcase_add_checked_fixture(t, make, unmake);
    tcase_add_test(t, window__formats_of_32_bits);
    tcase_add_test(t, window__formats_of_16_bits);
    tcase_add_test(t, window__int8);
    tcase_add_test(t, window__t2_reaches_several_datums);
    tcase_add_test(t, window__a_store_makes_its_row_valid_and_is_reported);
    tcase_add_test(t, window__a_load_reports_the_cells_it_reads);
    tcase_add_test(t, window__refuses_what_is_no_datum);
    suite_add_tcase(s, t);
    return s;
}
