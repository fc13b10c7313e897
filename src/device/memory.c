/* SPDX-License-Identifier: Apache-2.0 */
/* Pages in two steps: a group of pages, a page. */
#include "device/memory.h"

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, GROUP_BITS = 10, GROUP = 1 << GROUP_BITS };
enum { GROUPS = 1 << (32 - PAGE_BITS - GROUP_BITS) };

struct page {
    uint8_t bytes[PAGE], written[PAGE / 8], unknown[PAGE / 8]; /* a bit a byte */
};

struct memory {
    struct page **groups[GROUPS];
};

struct memory *memory_new(void)
{
    return mem_calloc(1, sizeof(struct memory));
}

void memory_free(struct memory *memory)
{
    for (size_t i = 0; memory && i < GROUPS; i++) {
        for (size_t k = 0; memory->groups[i] && k < GROUP; k++)
            mem_free(memory->groups[i][k]);
        mem_free(memory->groups[i]);
    }
    mem_free(memory);
}

static struct page *page_at(const struct memory *memory, uint64_t addr)
{
    struct page **const group = memory->groups[addr >> PAGE_BITS >> GROUP_BITS];
    return group ? group[addr >> PAGE_BITS & (GROUP - 1)] : NULL;
}

static struct page *page_make(struct memory *memory, uint64_t addr)
{
    struct page ***const group = &memory->groups[addr >> PAGE_BITS >> GROUP_BITS];
    if (!*group)
        *group = mem_calloc(GROUP, sizeof **group);
    if (!*group)
        return NULL;
    struct page **const page = &(*group)[addr >> PAGE_BITS & (GROUP - 1)];
    if (!*page)
        *page = mem_calloc(1, sizeof **page);
    return *page;
}

/* How many of `left` bytes from addr on stand in its page. */
static uint32_t piece_of(uint64_t addr, uint32_t left)
{
    const uint32_t room = PAGE - (uint32_t)(addr % PAGE);
    return left < room ? left : room;
}

enum tt_status memory_write(struct memory *memory, uint64_t addr, const uint8_t *bytes, uint32_t count,
                            struct tt_error *err)
{
    for (uint32_t piece; count; addr += piece, bytes += piece, count -= piece) {
        struct page *const page = page_make(memory, addr);
        const uint32_t at = (uint32_t)(addr % PAGE);
        piece = piece_of(addr, count);
        NEED(page, err, "no memory for what is written to the device");
        memcpy(page->bytes + at, bytes, piece);
        for (uint32_t i = at; i < at + piece; i++) {
            page->written[i / 8] |= (uint8_t)(1 << i % 8);
            page->unknown[i / 8] &= (uint8_t) ~(1 << i % 8);
        }
    }
    return TT_OK;
}

void memory_lose(struct memory *memory, uint64_t addr, uint32_t count, const uint8_t *flags)
{
    for (uint32_t i = 0; i < count; i++) {
        struct page *const page = page_at(memory, addr + i);
        const uint32_t at = (uint32_t)((addr + i) % PAGE);
        if (page && flags[i])
            page->unknown[at / 8] |= (uint8_t)(1 << at % 8);
    }
}

bool memory_unknown(const struct memory *memory, uint64_t addr, uint32_t count, uint8_t *flags)
{
    bool is_any = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct page *const page = page_at(memory, addr + i);
        const uint32_t at = (uint32_t)((addr + i) % PAGE);
        flags[i] = page ? page->unknown[at / 8] >> at % 8 & 1 : 0;
        is_any |= flags[i];
    }
    return is_any;
}

void memory_read(const struct memory *memory, uint64_t addr, uint8_t *bytes, uint32_t count)
{
    for (uint32_t piece; count; addr += piece, bytes += piece, count -= piece) {
        const struct page *const page = page_at(memory, addr);
        piece = piece_of(addr, count);
        if (page)
            memcpy(bytes, page->bytes + addr % PAGE, piece);
        else
            memset(bytes, 0, piece);
    }
}

uint32_t memory_written(const struct memory *memory, uint64_t addr, uint32_t count)
{
    uint32_t written = 0;
    for (uint32_t piece; count; addr += piece, count -= piece) {
        const struct page *const page = page_at(memory, addr);
        piece = piece_of(addr, count);
        for (uint32_t i = (uint32_t)(addr % PAGE), end = i + piece; page && i < end; i++)
            written += page->written[i / 8] >> i % 8 & 1;
    }
    return written;
}

bool memory_next(const struct memory *memory, uint64_t *addr, uint32_t *count)
{
    for (uint64_t at = *addr; at >> PAGE_BITS >> GROUP_BITS < GROUPS;) {
        const uint64_t group = at >> PAGE_BITS >> GROUP_BITS;
        const struct page *const page = page_at(memory, at);
        if (!page) {
            at = memory->groups[group] ? (at | (PAGE - 1)) + 1 : (group + 1) << PAGE_BITS << GROUP_BITS;
            continue;
        }
        uint32_t from = (uint32_t)(at % PAGE), to;
        while (from < PAGE && !(page->written[from / 8] >> from % 8 & 1))
            from++;
        for (to = from; to < PAGE && page->written[to / 8] >> to % 8 & 1; to++)
            ;
        *addr = (at & ~(uint64_t)(PAGE - 1)) + from;
        *count = to - from;
        if (*count)
            return true;
        at = *addr;
    }
    return false;
}
