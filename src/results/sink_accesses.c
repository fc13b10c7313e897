/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses, gathered into pages: a few bytes each beside what was written, and for searches by address which parts of
 * which spaces a page touches. docs/formats/results.md#pages */
#include "results/sink_internal.h"

#include "base/memory.h"
#include "isa/spaces.h"
#include "results/varint.h"

#include <assert.h>
#include <string.h>

/* A page ends with the event that makes it this long. */
enum { PAGE_HEAD_BYTES = 12 << 10, PAGE_BYTES = 112 << 10 };
enum { HEAD_BYTES_MAX = 1 + 5 + 1 + 5 * VARINT_MAX };
enum { WORD_BITS = 64 };

static size_t words_of(enum tt_chip chip, enum tt_space space)
{
    const uint32_t granule = UINT32_C(1) << RANGE_BITS;
    return (space_bytes(chip, space) + granule * WORD_BITS - 1) / (granule * WORD_BITS);
}

int access_writer_init(struct access_writer *writer, enum tt_chip chip)
{
    size_t words = 0;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        writer->touched_at[space] = words;
        words += words_of(chip, (enum tt_space)space);
    }
    writer->touched_at[TT_SPACE_COUNT] = words;
    for (int i = 0; i < 2; i++)
        if (!(writer->touched[i] = mem_calloc(words, sizeof(uint64_t))))
            return -1;
    return 0;
}

void access_writer_clear(struct access_writer *writer)
{
    bytes_clear(&writer->head);
    bytes_clear(&writer->bytes);
    for (int i = 0; i < PACKERS_MAX; i++)
        bytes_clear(&writer->packed[i]);
    mem_free(writer->touched[0]);
    mem_free(writer->touched[1]);
}

static void touch(struct access_writer *writer, const struct probe_access *access)
{
    if (access->lo == access->hi)
        return;
    uint64_t *words = &writer->touched[access->is_write][writer->touched_at[access->space]];
    size_t first = access->lo >> RANGE_BITS, last = (access->hi - 1) >> RANGE_BITS;
    assert(last / WORD_BITS < writer->touched_at[access->space + 1] - writer->touched_at[access->space]);
    for (size_t i = first; i <= last; i++)
        words[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

/* The number of the access's kind; a new one is written in full. */
static uint8_t *put_kind(struct access_writer *writer, uint8_t *to, const struct probe_access *access,
                         struct access_kind **out)
{
    size_t code = access->space;
    code = code * TT_UNIT_COUNT + access->unit;
    code = code * INSTANCES_MAX + access->instance;
    code = code * STREAM_COUNT + access->stream;
    code = code * 2 + access->is_write;
    uint8_t *number = &writer->kind_of[code];
    if (*number) {
        *out = &writer->kinds[*number - 1];
        *to++ = (uint8_t)(*number - 1);
        return to;
    }
    *to++ = writer->kind_count;
    *to++ = (uint8_t)access->space;
    *to++ = (uint8_t)access->unit;
    *to++ = access->instance;
    *to++ = (uint8_t)access->stream;
    *to++ = access->is_write;
    *out = &writer->kinds[writer->kind_count];
    **out = (struct access_kind){0};
    *number = ++writer->kind_count;
    return to;
}

static uint8_t *put_moved(uint8_t *to, uint32_t from, uint32_t value)
{
    return varint_put(to, varint_fold((int64_t)value - (int64_t)from));
}

/* What is not as foretold, and in *tag that the rest is. */
static uint8_t *put_numbers(uint8_t *to, uint8_t *tag, struct access_kind *kind, const struct probe_access *access)
{
    const uint32_t size = access->hi - access->lo;
    if (access->lo == kind->hi)
        *tag |= ACCESS_LO_FOLLOWS;
    else
        to = put_moved(to, kind->hi, access->lo);
    if (size == kind->size)
        *tag |= ACCESS_SAME_SIZE;
    else
        to = varint_put(to, size);
    uint32_t foretold = 0;
    if (access->tile == kind->tile) {
        *tag |= ACCESS_SAME_TILE;
        foretold = kind->datum + kind->step;
    } else {
        to = put_moved(to, kind->tile, access->tile);
    }
    if (access->first_datum == foretold) {
        *tag |= ACCESS_DATUM_FOLLOWS;
    } else {
        to = put_moved(to, foretold, access->first_datum);
        if (access->tile == kind->tile)
            kind->step = access->first_datum - kind->datum;
    }
    kind->hi = access->hi;
    kind->size = size;
    kind->tile = access->tile;
    kind->datum = access->first_datum;
    return to;
}

static bool is_zero(const uint8_t *bytes, uint32_t count)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0;
}

/* Copies what was there before, unless two bits encode it, and what is there now. */
static uint8_t put_bytes(struct access_writer *writer, const struct probe_access *access)
{
    const uint32_t size = access->hi - access->lo;
    uint8_t *to = (uint8_t *)writer->bytes.data + writer->bytes.used;
    enum access_before before = BEFORE_STORED;
    if (!access->before)
        before = BEFORE_NONE;
    else if (access->after && memcmp(access->before, access->after, size) == 0)
        before = BEFORE_AS_AFTER;
    else if (access->after && is_zero(access->before, size))
        before = BEFORE_ZEROS;
    if (before == BEFORE_STORED) {
        memcpy(to, access->before, size);
        to += size;
        writer->bytes.used += size;
    }
    if (access->after && access->stream == ACCESS_PACK_DATA) {
        struct bytes *packed = &writer->packed[access->instance];
        memcpy((uint8_t *)packed->data + packed->used, access->after, size);
        packed->used += size;
    } else if (access->after) {
        memcpy(to, access->after, size);
        writer->bytes.used += size;
    }
    return (uint8_t)(before << ACCESS_BEFORE_SHIFT | (access->after ? ACCESS_HAS_AFTER : 0));
}

static bool is_full(const struct access_writer *writer)
{
    const size_t bytes = writer->bytes.used + writer->packed[0].used + writer->packed[1].used + writer->packed[2].used +
                         writer->packed[3].used;
    return writer->head.used >= PAGE_HEAD_BYTES || bytes >= PAGE_BYTES || writer->kind_count >= ACCESS_KINDS_MAX / 2;
}

static bool has_bytes(const struct probe_access *access)
{
    return access->is_write && access->hi > access->lo;
}

/* For all that an access may add. False without memory. */
static bool make_room(struct access_writer *writer, const struct probe_access *access)
{
    const size_t size = access->hi - access->lo;
    return !bytes_make_room(&writer->head, HEAD_BYTES_MAX) &&
           (!has_bytes(access) ||
            (!bytes_make_room(&writer->bytes, 2 * size) && !bytes_make_room(&writer->packed[access->instance], size)));
}

void sink_access(struct results_sink *sink, const struct probe_access *access)
{
    struct access_writer *writer = &sink->access;
    assert(access->instance < INSTANCES_MAX);
    const bool is_new_event = !writer->count || sink->seq != writer->last_seq;
    if (is_new_event && is_full(writer))
        sink_flush_accesses(sink);
    if (!is_new_event && ++writer->place >> ACCESS_ID_BITS) {
        sink_failed(sink, TT_UNSUPPORTED,
                    "an instruction made more than 65536 accesses, and no more are stored of one");
        return;
    }
    if (!writer->count)
        writer->first_seq = writer->last_seq = sink->seq;
    assert(writer->kind_count < ACCESS_KINDS_MAX);
    if (!make_room(writer, access)) {
        sink_failed(sink, TT_NO_MEMORY, "no memory");
        return;
    }
    uint8_t *const start = (uint8_t *)writer->head.data + writer->head.used;
    struct access_kind *kind;
    uint8_t *tag = put_kind(writer, start, access, &kind), *to = tag + 1;
    *tag = has_bytes(access) ? put_bytes(writer, access) : 0;
    if (is_new_event) {
        to = varint_put(to, sink->seq - writer->last_seq);
        writer->last_seq = sink->seq;
        writer->place = 0;
    } else {
        *tag |= ACCESS_SAME_EVENT;
    }
    to = put_numbers(to, tag, kind, access);
    writer->head.used += (size_t)(to - start);
    writer->count++;
    touch(writer, access);
}

static void insert_range(struct results_sink *sink, int space, int is_write, size_t first, size_t end)
{
    uint32_t lo = (uint32_t)(first << RANGE_BITS), hi = (uint32_t)(end << RANGE_BITS);
    if (hi - lo > sink->access.longest[space])
        sink->access.longest[space] = hi - lo;
    row_begin(&sink->rows, ROW_ACCESS_RANGE);
    row_int(&sink->rows, space);
    row_int(&sink->rows, is_write);
    row_int(&sink->rows, lo);
    row_int(&sink->rows, hi);
    row_int(&sink->rows, (int64_t)sink->access.first_seq);
    sink_row_end(sink);
}

/* Runs of set bits, as ranges; all is clear then. */
static void insert_ranges(struct results_sink *sink, int space, int is_write)
{
    const struct access_writer *writer = &sink->access;
    uint64_t *words = &writer->touched[is_write][writer->touched_at[space]];
    size_t count = writer->touched_at[space + 1] - writer->touched_at[space], first = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const bool is_open = first != SIZE_MAX;
        if (words[i] == (is_open ? UINT64_MAX : 0)) {
            words[i] = 0;
            continue;
        }
        for (size_t bit = 0; bit < WORD_BITS; bit++) {
            const bool is_set = words[i] >> bit & 1;
            if (is_set && first == SIZE_MAX) {
                first = i * WORD_BITS + bit;
            } else if (!is_set && first != SIZE_MAX) {
                insert_range(sink, space, is_write, first, i * WORD_BITS + bit);
                first = SIZE_MAX;
            }
        }
        words[i] = 0;
    }
    if (first != SIZE_MAX)
        insert_range(sink, space, is_write, first, count * WORD_BITS);
}

void sink_flush_accesses(struct results_sink *sink)
{
    struct access_writer *writer = &sink->access;
    if (!writer->count)
        return;
    row_begin(&sink->rows, ROW_ACCESS_PAGE);
    row_int(&sink->rows, (int64_t)writer->first_seq);
    row_int(&sink->rows, (int64_t)writer->last_seq);
    row_int(&sink->rows, writer->count);
    row_bytes(&sink->rows, writer->head.data, writer->head.used);
    row_bytes(&sink->rows, writer->bytes.data, writer->bytes.used);
    for (int i = 0; i < PACKERS_MAX; i++) {
        if (writer->packed[i].used)
            row_bytes(&sink->rows, writer->packed[i].data, writer->packed[i].used);
        else
            row_null(&sink->rows);
        writer->packed[i].used = 0;
    }
    sink_row_end(sink);
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        for (int is_write = 0; is_write < 2; is_write++)
            insert_ranges(sink, space, is_write);
    memset(writer->kind_of, 0, sizeof writer->kind_of);
    writer->kind_count = 0;
    writer->head.used = writer->bytes.used = 0;
    writer->count = 0;
}
