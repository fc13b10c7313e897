/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks of pages. docs/formats/ttcap.md#pages */
#include "capture/pages/pages.h"

bool batch_add(struct page_batch *batch, enum page_class page_class, const uint8_t *bytes, uint32_t length)
{
    assert(batch->count < PAGES_PER_CHUNK && length > 0 && length <= PAGE_BYTES);
    if (!batch->bytes)
        batch->bytes = mem_alloc((size_t)PAGES_PER_CHUNK * PAGE_BYTES);
    if (!batch->bytes)
        return false;
    memcpy(batch->bytes[batch->count], bytes, length);
    batch->entry[batch->count++] = (struct page_entry){.page_class = page_class, .length = length};
    return true;
}

void batch_clear(struct page_batch *batch)
{
    mem_free(batch->bytes);
    batch->bytes = NULL;
    batch->count = 0;
}

/* Where each page's planes lie, the first at `start`: class by class, plane by plane, page by page. Returns the end. */
static size_t lay_out(struct page_entry *entries, uint32_t count, size_t start)
{
    uint32_t total[PAGE_CLASS_COUNT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct page_entry *entry = &entries[i];
        entry->offset = total[entry->page_class];
        total[entry->page_class] += entry->length / page_class_planes(entry->page_class);
    }
    size_t base[PAGE_CLASS_COUNT];
    size_t end = start;
    for (unsigned c = 0; c < PAGE_CLASS_COUNT; c++) {
        base[c] = end;
        end += (size_t)total[c] * page_class_planes((enum page_class)c);
    }
    for (uint32_t i = 0; i < count; i++) {
        entries[i].offset += (uint32_t)base[entries[i].page_class];
        entries[i].stride = total[entries[i].page_class];
    }
    return end;
}

/* A cut before each plane of each class that has pages. */
static size_t list_cuts(const struct page_entry *entries, uint32_t count, size_t cuts[PAGE_CUTS_MAX], size_t start)
{
    size_t n = 0;
    for (unsigned c = 0; c < PAGE_CLASS_COUNT; c++) {
        uint32_t i = 0;
        while (i < count && entries[i].page_class != (enum page_class)c)
            i++;
        if (i == count)
            continue;
        for (unsigned plane = 0; plane < page_class_planes((enum page_class)c); plane++) {
            size_t at = entries[i].offset + (size_t)plane * entries[i].stride;
            if (at > start)
                cuts[n++] = at;
        }
    }
    return n;
}

bool batch_pack(struct page_batch *batch, uint32_t first, uint32_t count, struct byte_buffer *out,
                size_t cuts[PAGE_CUTS_MAX], size_t *cut_count)
{
    struct page_entry *entries = batch->entry + first;
    out->size = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!buffer_u8(out, (uint8_t)entries[i].page_class) || !buffer_varint(out, entries[i].length))
            return false;
    size_t start = out->size;
    size_t end = lay_out(entries, count, start);
    if (mem_grow(&out->data, &out->capacity, end, 1))
        return false;
    out->size = end;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *plane[PLANES_MAX];
        for (unsigned p = 0; p < PLANES_MAX; p++)
            plane[p] =
                out->data +
                (p < page_class_planes(entries[i].page_class) ? entries[i].offset + (size_t)p * entries[i].stride : 0);
        page_split(entries[i].page_class, batch->bytes[first + i], entries[i].length, plane);
    }
    *cut_count = list_cuts(entries, count, cuts, start);
    return true;
}

enum tt_status pages_open(struct page_entry *entries, uint32_t count, const uint8_t *raw, size_t raw_bytes,
                          struct tt_error *err)
{
    struct byte_reader reader = byte_reader(raw, raw_bytes);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t page_class = read_u8(&reader);
        uint64_t length = read_varint(&reader);
        REFUSE_IF(reader.is_bad || page_class >= PAGE_CLASS_COUNT || length == 0 || length > PAGE_BYTES ||
                      length % page_class_planes((enum page_class)page_class) != 0,
                  err, "its page %u has class %u and %llu bytes, which no page has", i, page_class,
                  (unsigned long long)length);
        entries[i] = (struct page_entry){.page_class = (enum page_class)page_class, .length = (uint32_t)length};
    }
    size_t end = lay_out(entries, count, (size_t)(reader.at - raw));
    REFUSE_IF(end != raw_bytes, err, "its pages take %zu bytes and it holds %zu", end, raw_bytes);
    return TT_OK;
}

void pages_get(const struct page_entry *entry, const uint8_t *raw, uint8_t *page)
{
    const uint8_t *plane[PLANES_MAX];
    for (unsigned p = 0; p < PLANES_MAX; p++)
        plane[p] = raw + (p < page_class_planes(entry->page_class) ? entry->offset + (size_t)p * entry->stride : 0);
    page_join(entry->page_class, plane, entry->length, page);
}
