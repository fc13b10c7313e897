/* SPDX-License-Identifier: Apache-2.0 */
/* Snapshots put together from ranges; a later range wins where two overlap. */
#include "capture/pages/page_pool.h"

bool staging_init(struct staging *staging, enum tt_chip chip)
{
    page_layout_init(&staging->layout, chip);
    uint32_t count = page_layout_size(&staging->layout);
    staging->pages = mem_calloc(count, sizeof(struct staged_page *));
    staging->is_touched = mem_calloc(count, sizeof *staging->is_touched);
    return staging->pages && staging->is_touched;
}

void staging_clear(struct staging *staging)
{
    for (uint32_t i = 0; staging->pages && i < page_layout_size(&staging->layout); i++)
        mem_free(staging->pages[i]);
    mem_free(staging->pages);
    mem_free(staging->is_touched);
    staging->pages = NULL;
    staging->is_touched = NULL;
}

void staging_reset(struct staging *staging)
{
    memset(staging->is_touched, 0, page_layout_size(&staging->layout) * sizeof *staging->is_touched);
}

static struct staged_page *staging_touch(struct staging *staging, uint32_t index)
{
    if (!staging->pages[index])
        staging->pages[index] = mem_alloc(sizeof(struct staged_page));
    struct staged_page *page = staging->pages[index];
    if (page && !staging->is_touched[index]) {
        memset(page, 0, sizeof *page);
        staging->is_touched[index] = true;
    }
    return page;
}

bool staging_put(struct staging *staging, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                 const uint8_t *known)
{
    while (count > 0) {
        uint32_t at = lo % PAGE_BYTES;
        uint32_t n = count < PAGE_BYTES - at ? count : PAGE_BYTES - at;
        struct staged_page *page = staging_touch(staging, staging->layout.first[space] + lo / PAGE_BYTES);
        if (!page)
            return false;
        memcpy(page->bytes + at, bytes, n);
        if (known) {
            memcpy(page->known + at, known, n);
            for (uint32_t i = 0; i < n; i++)
                page->bytes[at + i] &= known[i];
            known += n;
        } else {
            memset(page->known + at, 0xFF, n);
        }
        bytes += n;
        lo += n;
        count -= n;
    }
    return true;
}

enum staged_known staged_page_known(const struct staged_page *page, uint32_t length)
{
    uint8_t first = page->known[0];
    if ((first != 0 && first != 0xFF) || memcmp(page->known, page->known + 1, length - 1) != 0)
        return STAGED_SOME;
    return first == 0 ? STAGED_NONE : STAGED_ALL;
}
