/* SPDX-License-Identifier: Apache-2.0 */
/* The class of a page: by space where the layout is fixed, by the statistics of its planes in L1, which holds datums of
 * any format. docs/formats/ttcap.md#page-classes */
#include "capture/pages/page_class.h"

/* 16 * log2(n) for n in 1 to 4096, rounded down, without floating point: n^16 by its bit length. */
static uint32_t log2_x16(uint32_t n)
{
    uint32_t whole = 31 - (uint32_t)__builtin_clz(n);
    uint64_t x = (uint64_t)n << (31 - whole); /* in [2^31, 2^32) */
    uint32_t fraction = 0;
    for (unsigned i = 0; i < 4; i++) {
        x = x * x >> 31;
        fraction = fraction * 2 + (x >= (uint64_t)1 << 32);
        x >>= x >= (uint64_t)1 << 32;
    }
    return whole * 16 + fraction;
}

/* 16 times the bits that an ideal order-0 coder needs for n bytes. */
static uint32_t entropy_x16(const uint8_t *bytes, uint32_t n)
{
    uint32_t count[256] = {0};
    for (uint32_t i = 0; i < n; i++)
        count[bytes[i]]++;
    uint32_t cost = n * log2_x16(n);
    for (unsigned i = 0; i < 256; i++)
        if (count[i] > 0)
            cost -= count[i] * log2_x16(count[i]);
    return cost;
}

static uint32_t class_cost(enum page_class page_class, const uint8_t *page, uint32_t length)
{
    uint8_t planes[PAGE_BYTES];
    uint8_t *plane[PLANES_MAX];
    unsigned n = page_class_planes(page_class);
    for (unsigned p = 0; p < PLANES_MAX; p++)
        plane[p] = planes + (p < n ? p * (length / n) : 0);
    page_split(page_class, page, length, plane);
    uint32_t cost = 0;
    for (unsigned p = 0; p < n; p++)
        cost += entropy_x16(plane[p], length / n);
    return cost;
}

static enum page_class choose_for_l1(const uint8_t *page, uint32_t length)
{
    static const enum page_class candidates[] = {PAGE_BF16, PAGE_FP16, PAGE_FP32, PAGE_U16, PAGE_U32};
    enum page_class best = PAGE_PLAIN;
    uint32_t best_cost = class_cost(PAGE_PLAIN, page, length);
    best_cost -= best_cost / 32; /* a gain too small to be one is none */
    for (unsigned i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        uint32_t cost = class_cost(candidates[i], page, length);
        if (cost < best_cost) {
            best = candidates[i];
            best_cost = cost;
        }
    }
    return best;
}

enum page_class page_choose(enum tt_space space, const uint8_t *page, uint32_t length)
{
    if (length % PLANES_MAX != 0)
        return PAGE_PLAIN;
    static const enum page_class classes[TT_SPACE_COUNT] = {[TT_SPACE_DST] = PAGE_U16,
                                                            [TT_SPACE_SRCA] = PAGE_CELL19,
                                                            [TT_SPACE_SRCB] = PAGE_CELL19,
                                                            [TT_SPACE_LREG] = PAGE_FP32};
    static_assert(PAGE_PLAIN == 0, "of all others");
    return space == TT_SPACE_L1 ? choose_for_l1(page, length) : classes[space];
}
