/* SPDX-License-Identifier: Apache-2.0 */
/* The value of an operand is found from what a few others become: a turned bit, bits that are moved, sums. */
#include "ask/bisect/operand/operand_solve.h"
#include "unit/suite.h"

#include <stdlib.h>

struct device {
    uint32_t (*become)(uint32_t value);
    uint32_t wanted, last;
    unsigned tried;
    bool is_found;
};

static bool try(void *user, uint32_t value, uint32_t *became)
{
    struct device *device = user;
    device->tried++;
    device->last = value;
    *became = device->become(value);
    device->is_found = *became == device->wanted;
    return !device->is_found;
}

/* BF16 as the upper half of FP32. */
static uint32_t widen(uint32_t value)
{
    return value << 16;
}

/* Bits in another order, one of them lost. */
static uint32_t moved(uint32_t value)
{
    return (value >> 8 & 0x7F) | (value & 0xFF) << 8;
}

/* A signed magnitude plus a constant, rounded to a sixteenth. */
static uint32_t sum(uint32_t value)
{
    const int32_t number = (value & 0x8000 ? -(int32_t)(value & 0x7FFF) : (int32_t)value) + 1234;
    const uint32_t magnitude = (uint32_t)abs(number) >> 4;
    return magnitude | (number < 0 && magnitude ? 0x8000 : 0);
}

/* The same with its sign turned. */
static uint32_t difference(uint32_t value)
{
    return sum(value) ^ (sum(value) ? 0x8000 : 0);
}

static uint32_t nothing(uint32_t value)
{
    (void)value;
    return 7;
}

static struct device solve(uint32_t (*become)(uint32_t value), uint32_t recorded, uint32_t right, unsigned out_bits)
{
    struct device device = {.become = become, .wanted = become(right)};
    const struct operand_wanted wanted = {
        .recorded = recorded, .bits = 16, .replayed = become(recorded), .held = become(right), .out_bits = out_bits};
    operand_solve(&wanted, &device, try);
    return device;
}

START_TEST(bit__is_found_first)
{
    const struct device device = solve(sum, 0x1234, 0x1234 ^ 0x0400, 16);
    ck_assert(device.is_found);
    ck_assert_uint_eq(device.last, 0x1634);
    ck_assert_uint_eq(device.tried, 11);
}
END_TEST

START_TEST(moved_bits__are_solved_at_once)
{
    const struct device wide = solve(widen, 0xC355, 0x107D, 32), other = solve(moved, 0xC355, 0x107D, 16);
    ck_assert(wide.is_found && wide.last == 0x107D && wide.tried == 17);
    ck_assert(other.is_found && (other.last & 0x7FFF) == 0x107D && other.tried == 17);
}
END_TEST

START_TEST(sums__are_found_by_halves)
{
    static const uint32_t rights[] = {0, 0x0010, 0x7F00, 0x8123, 0xFF00, 0x84D1};
    for (size_t i = 0; i < sizeof rights / sizeof rights[0]; i++) {
        const struct device up = solve(sum, 0x2345, rights[i], 16), down = solve(difference, 0x2345, rights[i], 16);
        ck_assert_msg(up.is_found && up.tried < 40, "%x: %u tried", rights[i], up.tried);
        ck_assert_msg(down.is_found && down.tried < 40, "%x: %u tried", rights[i], down.tried);
    }
}
END_TEST

START_TEST(nothing__ends)
{
    struct device device = {.become = nothing, .wanted = 8};
    const struct operand_wanted wanted = {.recorded = 1, .bits = 16, .replayed = 7, .held = 8, .out_bits = 16};
    operand_solve(&wanted, &device, try);
    ck_assert(!device.is_found && device.tried == 18);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("bisect/operand_solve");
    TCase *cases = tcase_create("solve");
    tcase_add_test(cases, bit__is_found_first);
    tcase_add_test(cases, moved_bits__are_solved_at_once);
    tcase_add_test(cases, sums__are_found_by_halves);
    tcase_add_test(cases, nothing__ends);
    suite_add_tcase(s, cases);
    return s;
}
