/* SPDX-License-Identifier: Apache-2.0 */
/* Pages into planes and back. docs/formats/ttcap.md#page-classes */
#include "capture/page_class.h"

#include "capture/bytes.h"

#include <assert.h>
#include <string.h>

unsigned page_class_planes(enum page_class page_class)
{
    static const uint8_t planes[PAGE_CLASS_COUNT] = {
        [PAGE_PLAIN] = 1, [PAGE_U16] = 2,  [PAGE_U32] = 4,  [PAGE_CELL19] = 4,
        [PAGE_BF16] = 2,  [PAGE_FP16] = 2, [PAGE_FP32] = 4,
    };
    return planes[page_class];
}

/* Bits of an element in the order of its planes: plane 0 is bits 7:0 of the result. */

static inline uint32_t bf16_to_planes(uint32_t x)
{
    return (x >> 7 & 0xFF) | (x & 0x7F) << 8 | (x & 0x8000);
}

static inline uint32_t bf16_from_planes(uint32_t x)
{
    return (x & 0xFF) << 7 | (x >> 8 & 0x7F) | (x & 0x8000);
}

static inline uint32_t fp16_to_planes(uint32_t x)
{
    return (x >> 10 & 0x1F) | (x & 0x3FF) << 5 | (x & 0x8000);
}

static inline uint32_t fp16_from_planes(uint32_t x)
{
    return (x & 0x1F) << 10 | (x >> 5 & 0x3FF) | (x & 0x8000);
}

static inline uint32_t fp32_to_planes(uint32_t x)
{
    return (x >> 23 & 0xFF) | (x >> 16 & 0x7F) << 8 | (x >> 16 & 0x8000) | (x & 0xFF00) << 8 | x << 24;
}

static inline uint32_t fp32_from_planes(uint32_t x)
{
    return (x & 0xFF) << 23 | (x >> 8 & 0x7F) << 16 | (x & 0x8000) << 16 | (x >> 8 & 0xFF00) | x >> 24;
}

static inline uint32_t cell19_to_planes(uint32_t x)
{
    return (x & 0xFF) | (x >> 11 & 0xFF) << 8 | (x >> 8 & 7) << 16 | (x >> 19 & 0x1F) << 19 | (x & 0xFF000000u);
}

static inline uint32_t cell19_from_planes(uint32_t x)
{
    return (x & 0xFF) | (x >> 8 & 0xFF) << 11 | (x >> 16 & 7) << 8 | (x >> 19 & 0x1F) << 19 | (x & 0xFF000000u);
}

/* The loops have their own pointers, which say that planes and page do not overlap: else a compiler must load the
 * pointers anew after each byte that is stored, and takes no lanes. */

static inline void split16(uint32_t (*to_planes)(uint32_t), const uint8_t *restrict page, size_t n,
                           uint8_t *const plane[])
{
    uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1];
    for (size_t i = 0; i < n; i++) {
        uint32_t x = load_u16(page + 2 * i);
        x = to_planes ? to_planes(x) : x;
        p0[i] = (uint8_t)x;
        p1[i] = (uint8_t)(x >> 8);
    }
}

static inline void join16(uint32_t (*from_planes)(uint32_t), const uint8_t *const plane[], size_t n,
                          uint8_t *restrict page)
{
    const uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1];
    for (size_t i = 0; i < n; i++) {
        uint32_t x = (uint16_t)(p0[i] | p1[i] << 8);
        store_u16(page + 2 * i, (uint16_t)(from_planes ? from_planes(x) : x));
    }
}

static inline void split32(uint32_t (*to_planes)(uint32_t), const uint8_t *restrict page, size_t n,
                           uint8_t *const plane[])
{
    uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1], *restrict p2 = plane[2], *restrict p3 = plane[3];
    for (size_t i = 0; i < n; i++) {
        uint32_t x = load_u32(page + 4 * i);
        x = to_planes ? to_planes(x) : x;
        p0[i] = (uint8_t)x;
        p1[i] = (uint8_t)(x >> 8);
        p2[i] = (uint8_t)(x >> 16);
        p3[i] = (uint8_t)(x >> 24);
    }
}

static inline void join32(uint32_t (*from_planes)(uint32_t), const uint8_t *const plane[], size_t n,
                          uint8_t *restrict page)
{
    const uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1], *restrict p2 = plane[2], *restrict p3 = plane[3];
    for (size_t i = 0; i < n; i++) {
        const uint16_t low = (uint16_t)(p0[i] | p1[i] << 8), high = (uint16_t)(p2[i] | p3[i] << 8);
        uint32_t x = low | (uint32_t)high << 16;
        store_u32(page + 4 * i, from_planes ? from_planes(x) : x);
    }
}

void page_split(enum page_class page_class, const uint8_t *page, size_t length, uint8_t *const plane[PLANES_MAX])
{
    assert(length % page_class_planes(page_class) == 0);
    switch (page_class) {
    case PAGE_PLAIN:
    case PAGE_CLASS_COUNT:
        memcpy(plane[0], page, length);
        return;
    case PAGE_U16:
        split16(NULL, page, length / 2, plane);
        return;
    case PAGE_BF16:
        split16(bf16_to_planes, page, length / 2, plane);
        return;
    case PAGE_FP16:
        split16(fp16_to_planes, page, length / 2, plane);
        return;
    case PAGE_U32:
        split32(NULL, page, length / 4, plane);
        return;
    case PAGE_CELL19:
        split32(cell19_to_planes, page, length / 4, plane);
        return;
    case PAGE_FP32:
        split32(fp32_to_planes, page, length / 4, plane);
        return;
    }
}

void page_join(enum page_class page_class, const uint8_t *const plane[PLANES_MAX], size_t length, uint8_t *page)
{
    assert(length % page_class_planes(page_class) == 0);
    switch (page_class) {
    case PAGE_PLAIN:
    case PAGE_CLASS_COUNT:
        memcpy(page, plane[0], length);
        return;
    case PAGE_U16:
        join16(NULL, plane, length / 2, page);
        return;
    case PAGE_BF16:
        join16(bf16_from_planes, plane, length / 2, page);
        return;
    case PAGE_FP16:
        join16(fp16_from_planes, plane, length / 2, page);
        return;
    case PAGE_U32:
        join32(NULL, plane, length / 4, page);
        return;
    case PAGE_CELL19:
        join32(cell19_from_planes, plane, length / 4, page);
        return;
    case PAGE_FP32:
        join32(fp32_from_planes, plane, length / 4, page);
        return;
    }
}
