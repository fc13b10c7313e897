/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of origins for every byte, against an array of them: ranges and whole spaces in any order. */
#include "isa/spaces.h"
#include "observe/shadow.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWS = 4000, SPACES = 2, REACH = 3 * SHADOW_BLOCK };

static const enum tt_space followed[SPACES] = {TT_SPACE_DST_VALID, TT_SPACE_CFG /* the one that has bits */};

struct bed {
    uint64_t seed;
    struct shadow shadow;
    origin_set *origins[SPACES];
    uint8_t *bits[SPACES];
};

static uint32_t below(struct bed *bed, uint32_t limit)
{
    bed->seed = bed->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(bed->seed >> 32) % limit;
}

static void put(struct bed *bed, unsigned which, uint32_t lo, uint32_t hi, origin_set origins)
{
    shadow_put(&bed->shadow, followed[which], lo, hi - lo, origins);
    for (uint32_t at = lo; at < hi; at++) {
        bed->origins[which][at] = origins;
        bed->bits[which][at] = origins ? 0xFF : 0;
    }
}

static void add(struct bed *bed, unsigned which, uint32_t lo, uint32_t hi, origin_set origins)
{
    shadow_add(&bed->shadow, followed[which], lo, hi - lo, origins);
    for (uint32_t at = lo; at < hi && origins; at++) {
        bed->origins[which][at] |= origins;
        bed->bits[which][at] = 0xFF;
    }
}

static void step(struct bed *bed)
{
    const unsigned which = below(bed, SPACES);
    const uint32_t size = bed->shadow.size[followed[which]];
    const uint32_t from = below(bed, size), length = 1 + below(bed, REACH);
    const uint32_t to = length < size - from ? from + length : size;
    const origin_set origins = below(bed, 3) ? origin_bit(below(bed, 2)) : 0;
    switch (below(bed, 5)) {
    case 0:
        put(bed, which, 0, size, origins);
        break;
    case 1:
        add(bed, which, from, to, origins);
        break;
    default:
        put(bed, which, from, to, origins);
        break;
    }
}

static void check(const struct bed *bed)
{
    uint64_t total = 0;
    for (unsigned which = 0; which < SPACES; which++) {
        const enum tt_space space = followed[which];
        uint32_t count = 0;
        for (uint32_t at = 0; at < bed->shadow.size[space]; at++) {
            count += bed->origins[which][at] != 0;
            if (shadow_origins(&bed->shadow, space, at) != bed->origins[which][at])
                ck_abort_msg("byte %u of space %u", (unsigned)at, (unsigned)space);
            if (bed->shadow.bits[space] && shadow_bits(&bed->shadow, space, at) != bed->bits[which][at])
                ck_abort_msg("bits of byte %u of space %u", (unsigned)at, (unsigned)space);
        }
        ck_assert_uint_eq(bed->shadow.count[space], count);
        total += count;
    }
    ck_assert_uint_eq(bed->shadow.total, total);
}

START_TEST(shadow__is_what_an_array_would_be)
{
    struct bed bed = {.seed = 7};
    ck_assert(shadow_init(&bed.shadow, TT_BLACKHOLE));
    for (unsigned which = 0; which < SPACES; which++) {
        bed.origins[which] = calloc(bed.shadow.size[followed[which]], sizeof *bed.origins[which]);
        bed.bits[which] = calloc(bed.shadow.size[followed[which]], 1);
        ck_assert(bed.origins[which] && bed.bits[which]);
    }
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        step(&bed);
        check(&bed);
    }
    for (unsigned which = 0; which < SPACES; which++) {
        free(bed.origins[which]);
        free(bed.bits[which]);
    }
    shadow_clear(&bed.shadow);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("shadow");
    TCase *t = tcase_create("shadow");
    tcase_add_test(t, shadow__is_what_an_array_would_be);
    suite_add_tcase(s, t);
    return s;
}
