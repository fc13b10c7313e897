/* SPDX-License-Identifier: Apache-2.0 */
/* Pages into planes and back. docs/formats/ttcap.md#page-classes */
#include "capture/pages/page_class.h"

unsigned page_class_planes(enum page_class page_class)
{
    static const uint8_t planes[PAGE_CLASS_COUNT] = {
        [PAGE_PLAIN] = 1, [PAGE_U16] = 2,  [PAGE_U32] = 4,  [PAGE_CELL19] = 4,
        [PAGE_BF16] = 2,  [PAGE_FP16] = 2, [PAGE_FP32] = 4,
    };
    return planes[page_class];
}

/* The bytes of an element, the low one first, or those that its planes have of it; of 16 bits the first two count. Bits
 * are moved between bytes, not within a number: lanes of bytes are the narrowest and need no widening. */
struct quad {
    uint8_t at[4];
};

static inline struct quad bf16_to_planes(struct quad x)
{
    return (struct quad){{(uint8_t)(x.at[1] << 1 | x.at[0] >> 7), (x.at[1] & 0x80) | (x.at[0] & 0x7F)}};
}

static inline struct quad bf16_from_planes(struct quad p)
{
    return (struct quad){{(uint8_t)(p.at[0] << 7 | (p.at[1] & 0x7F)), (p.at[1] & 0x80) | p.at[0] >> 1}};
}

static inline struct quad fp16_to_planes(struct quad x)
{
    return (struct quad){{(uint8_t)(x.at[0] << 5 | (x.at[1] >> 2 & 0x1F)),
                          (uint8_t)((x.at[1] & 0x80) | (x.at[1] & 3) << 5 | x.at[0] >> 3)}};
}

static inline struct quad fp16_from_planes(struct quad p)
{
    return (struct quad){{(uint8_t)(p.at[1] << 3 | p.at[0] >> 5),
                          (uint8_t)((p.at[1] & 0x80) | (p.at[0] & 0x1F) << 2 | (p.at[1] >> 5 & 3))}};
}

static inline struct quad fp32_to_planes(struct quad x)
{
    const struct quad high = bf16_to_planes((struct quad){{x.at[2], x.at[3]}});
    return (struct quad){{high.at[0], high.at[1], x.at[1], x.at[0]}};
}

static inline struct quad fp32_from_planes(struct quad p)
{
    const struct quad high = bf16_from_planes(p);
    return (struct quad){{p.at[3], p.at[2], high.at[0], high.at[1]}};
}

static inline struct quad cell19_to_planes(struct quad x)
{
    return (struct quad){{x.at[0], (uint8_t)(x.at[2] << 5 | x.at[1] >> 3), (x.at[2] & 0xF8) | (x.at[1] & 7), x.at[3]}};
}

static inline struct quad cell19_from_planes(struct quad p)
{
    return (struct quad){{p.at[0], (uint8_t)(p.at[1] << 3 | (p.at[2] & 7)), (p.at[2] & 0xF8) | p.at[1] >> 5, p.at[3]}};
}

static inline struct quad as_it_is(struct quad x)
{
    return x;
}

/* The loops have their own pointers, which say that planes and page do not overlap: else a compiler must load the
 * pointers again after each byte that is stored, and makes no vectors. */

static inline void split16(struct quad (*to_planes)(struct quad), const uint8_t *restrict page, size_t n,
                           uint8_t *const plane[])
{
    uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1];
    for (size_t i = 0; i < n; i++) {
        const struct quad p = to_planes((struct quad){{page[2 * i], page[2 * i + 1]}});
        p0[i] = p.at[0];
        p1[i] = p.at[1];
    }
}

static inline void join16(struct quad (*from_planes)(struct quad), const uint8_t *const plane[], size_t n,
                          uint8_t *restrict page)
{
    const uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1];
    for (size_t i = 0; i < n; i++) {
        const struct quad x = from_planes((struct quad){{p0[i], p1[i]}});
        page[2 * i] = x.at[0];
        page[2 * i + 1] = x.at[1];
    }
}

static inline void split32(struct quad (*to_planes)(struct quad), const uint8_t *restrict page, size_t n,
                           uint8_t *const plane[])
{
    uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1], *restrict p2 = plane[2], *restrict p3 = plane[3];
    for (size_t i = 0; i < n; i++) {
        const uint8_t *at = page + 4 * i;
        const struct quad p = to_planes((struct quad){{at[0], at[1], at[2], at[3]}});
        p0[i] = p.at[0];
        p1[i] = p.at[1];
        p2[i] = p.at[2];
        p3[i] = p.at[3];
    }
}

static inline void join32(struct quad (*from_planes)(struct quad), const uint8_t *const plane[], size_t n,
                          uint8_t *restrict page)
{
    const uint8_t *restrict p0 = plane[0], *restrict p1 = plane[1], *restrict p2 = plane[2], *restrict p3 = plane[3];
    for (size_t i = 0; i < n; i++) {
        uint8_t *restrict at = page + 4 * i;
        const struct quad x = from_planes((struct quad){{p0[i], p1[i], p2[i], p3[i]}});
        at[0] = x.at[0];
        at[1] = x.at[1];
        at[2] = x.at[2];
        at[3] = x.at[3];
    }
}

/* A row a class: bytes of an element, and the way to planes and back. */
#define PAGE_CLASSES(row)                                                                                              \
    row(PAGE_U16, 16, as_it_is, as_it_is) row(PAGE_BF16, 16, bf16_to_planes, bf16_from_planes)                         \
        row(PAGE_FP16, 16, fp16_to_planes, fp16_from_planes) row(PAGE_U32, 32, as_it_is, as_it_is)                     \
            row(PAGE_CELL19, 32, cell19_to_planes, cell19_from_planes)                                                 \
                row(PAGE_FP32, 32, fp32_to_planes, fp32_from_planes)

void page_split(enum page_class page_class, const uint8_t *page, size_t length, uint8_t *const plane[PLANES_MAX])
{
    assert(length % page_class_planes(page_class) == 0);
    switch (page_class) {
#define SPLIT(id, bits, to, from)                                                                                      \
    case id:                                                                                                           \
        split##bits(to, page, length / ((bits) / 8), plane);                                                           \
        return;
        PAGE_CLASSES(SPLIT)
    case PAGE_PLAIN:
    case PAGE_CLASS_COUNT:
        memcpy(plane[0], page, length);
    }
}

void page_join(enum page_class page_class, const uint8_t *const plane[PLANES_MAX], size_t length, uint8_t *page)
{
    assert(length % page_class_planes(page_class) == 0);
    switch (page_class) {
#define JOIN(id, bits, to, from)                                                                                       \
    case id:                                                                                                           \
        join##bits(from, plane, length / ((bits) / 8), page);                                                          \
        return;
        PAGE_CLASSES(JOIN)
    case PAGE_PLAIN:
    case PAGE_CLASS_COUNT:
        memcpy(page, plane[0], length);
    }
}
