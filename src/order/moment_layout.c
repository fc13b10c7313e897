/* SPDX-License-Identifier: Apache-2.0 */
#include "order/moment_layout.h"

/* A member of the state, or several neighbours. */
struct stretch {
    size_t lo, bytes;
    uint32_t page_bytes; /* 0: one page */
    enum tt_space space; /* whose writes are reported; TT_SPACE_COUNT: they are not */
    bool is_settings;
    enum moments_hearing written_up_to;
};

#define BYTES(MEMBER) sizeof(((struct tile_state *)0)->MEMBER)
#define MEMBER(NAME, PAGE, SPACE, ...)                                                                                 \
    {                                                                                                                  \
        offsetof(struct tile_state, NAME), BYTES(NAME), PAGE, SPACE, __VA_ARGS__                                       \
    }

#define BETWEEN(FROM, TO, ...)                                                                                         \
    {                                                                                                                  \
        offsetof(struct tile_state, FROM), offsetof(struct tile_state, TO) - offsetof(struct tile_state, FROM),        \
            4 * MOMENT_PAGE, TT_SPACE_COUNT, false, __VA_ARGS__                                                        \
    }

/* Images of configuration are laid out otherwise than its words, so that each is one page. State that is not reported
 * is small, or seldom changes. */
static const struct stretch stretches[] = {
    MEMBER(l1, TILE_L1_PAGE, TT_SPACE_L1, false, MOMENTS_HEAR_VECTOR),
    MEMBER(cfg, 0, TT_SPACE_CFG, true, MOMENTS_HEAR_VECTOR),
    MEMBER(dst, MOMENT_PAGE, TT_SPACE_DST, false, MOMENTS_HEAR_VECTOR),
    MEMBER(dst_valid, MOMENT_PAGE, TT_SPACE_DST_VALID, false, MOMENTS_HEAR_VECTOR),
    MEMBER(srca, MOMENT_PAGE, TT_SPACE_SRCA, false, MOMENTS_HEAR_VECTOR),
    MEMBER(lreg, MOMENT_PAGE, TT_SPACE_LREG, false, MOMENTS_HEAR_VECTOR),
    MEMBER(srcb, MOMENT_PAGE, TT_SPACE_SRCB, false, MOMENTS_HEAR_VECTOR),
    MEMBER(thread_cfg, 0, TT_SPACE_THREAD_CFG, true, MOMENTS_HEAR_VECTOR),
    MEMBER(gpr, MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_DATA),
    MEMBER(small, 2 * MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_VECTOR),
    MEMBER(tdma, MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_DATA),
    MEMBER(registers, 4 * MOMENT_PAGE, TT_SPACE_COUNT, true, MOMENTS_HEAR_ACCESSES),
    MEMBER(nc_iram, 16 * MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_ACCESSES),
    BETWEEN(vector, vector.macro.waiting, MOMENTS_HEAR_VECTOR),
    BETWEEN(vector.macro.waiting, vector.macro.collects, MOMENTS_HEAR_DATA),
    BETWEEN(vector.macro.collects, matrix, MOMENTS_HEAR_VECTOR),
    MEMBER(matrix, 2 * MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_VECTOR), /* widths in Dst, of all units */
    MEMBER(pack, 4 * MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_DATA),
    MEMBER(unpack, MOMENT_PAGE, TT_SPACE_COUNT, false, MOMENTS_HEAR_DATA),
};

static uint32_t lay_out_stretch(const struct stretch *stretch, struct moment_place *places)
{
    const size_t page_bytes = stretch->page_bytes ? stretch->page_bytes : stretch->bytes;
    uint32_t count = 0;
    for (size_t at = 0; at < stretch->bytes; at += page_bytes) {
        const size_t left = stretch->bytes - at;
        places[count++] = (struct moment_place){.lo = stretch->lo + at,
                                                .bytes = (uint32_t)(left < page_bytes ? left : page_bytes),
                                                .is_reported = stretch->space != TT_SPACE_COUNT,
                                                .written_up_to = stretch->written_up_to,
                                                .is_settings = stretch->is_settings};
    }
    return count;
}

uint32_t moment_lay_out(struct moment_place places[static MOMENT_TILE_PAGES],
                        struct moment_space spaces[static TT_SPACE_COUNT])
{
    enum { PADDING = 64 }; /* less than that, before a member that begins at a line of the cache */
    uint32_t count = 0;
    size_t end = 0;
    for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++) {
        const struct stretch *stretch = &stretches[i];
        assert(stretch->lo >= end && stretch->lo - end < PADDING); /* in the order of struct tile_state */
        if (stretch->space != TT_SPACE_COUNT)
            spaces[stretch->space] =
                (struct moment_space){count, stretch->page_bytes ? stretch->page_bytes : (uint32_t)stretch->bytes};
        count += lay_out_stretch(stretch, &places[count]);
        end = stretch->lo + stretch->bytes;
    }
    assert(count <= MOMENT_TILE_PAGES && end == sizeof(struct tile_state));
    return count;
}
