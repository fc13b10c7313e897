/* SPDX-License-Identifier: Apache-2.0 */
/* 32-bit patterns worth trying: every sign and exponent with mantissas next to the rounding points, then a seeded
 * sample. A test that fails says the pattern, so the sample needs no other record. */
#pragma once

#include "reference/value.h"

#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Neighbours of half and of a whole step when 13, 16 or 17 bits are cut, and of the carry into the exponent. */
static const uint32_t edge_mantissas[] = {
    0x000000, 0x000001, 0x000FFF, 0x001000, 0x001001, 0x001FFF, 0x002000, 0x003000, 0x007FFF, 0x008000,
    0x008001, 0x00FFFF, 0x010000, 0x010001, 0x017FFF, 0x018000, 0x018001, 0x01FFFF, 0x020000, 0x3FFFFF,
    0x400000, 0x400001, 0x7EFFFF, 0x7F0000, 0x7F7FFF, 0x7F8000, 0x7FE000, 0x7FEFFF, 0x7FF000, 0x7FFFFF,
};
enum { EDGE_COUNT = sizeof edge_mantissas / sizeof edge_mantissas[0], BOUNDARIES = 512 * EDGE_COUNT };

/* The index-th input: a boundary below BOUNDARIES, beyond them the next of the sample. */
static inline uint32_t input32(uint32_t index, uint64_t *seed)
{
    if (index < BOUNDARIES) {
        return index / EDGE_COUNT << 23 | edge_mantissas[index % EDGE_COUNT];
    }
    return ref_random(seed);
}

/* For loops: Check writes a mark for every assertion that passes, and that takes longer than what is tested. */
static inline void check_eq(const char *what, uint32_t in, uint32_t got, uint32_t expected)
{
    if (got != expected) {
        ck_abort_msg("%s of 0x%X is 0x%X, expected 0x%X", what, in, got, expected);
    }
}

/* One name for both functions; every input of 16 bits, or every cell of 19. */
static inline void check_all(const char *name, uint32_t count, uint32_t (*tried)(uint32_t), uint32_t (*page)(uint32_t))
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t got = tried(i), expected = page(i);
        if (got != expected) {
            ck_abort_msg("%s(0x%X) is 0x%X, the page says 0x%X", name, i, got, expected);
        }
    }
}

static inline void check_sample(const char *name, uint32_t count, uint32_t (*tried)(uint32_t),
                                uint32_t (*page)(uint32_t))
{
    uint64_t seed = 20;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = input32(i, &seed);
        uint32_t got = tried(v), expected = page(v);
        if (got != expected) {
            ck_abort_msg("%s(0x%08X) is 0x%X, the page says 0x%X", name, v, got, expected);
        }
    }
}

struct one_case {
    uint32_t in, out;
    const char *why;
};

static inline void check_cases(const char *name, uint32_t (*tried)(uint32_t), const struct one_case *cases,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t got = tried(cases[i].in);
        if (got != cases[i].out) {
            ck_abort_msg("%s(0x%X) is 0x%X, expected 0x%X: %s", name, cases[i].in, got, cases[i].out, cases[i].why);
        }
    }
}

#define COUNT_OF(table) (sizeof(table) / sizeof(table)[0])
