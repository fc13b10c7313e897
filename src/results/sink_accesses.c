/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses, gathered into pages: a few bytes each beside what was written, and for searches by address which parts of
 * which spaces a page touches. docs/formats/results.md#pages */
#include "results/sink_internal.h"

#include "base/little.h"
#include "base/memory.h"
#include "base/zeros.h"
#include "isa/spaces.h"
#include "results/varint.h"

#include <assert.h>
#include <string.h>

/* A page ends with the event that makes it this long. */
enum { PAGE_HEAD_BYTES = 24 << 10, PAGE_BYTES = 224 << 10 };
enum { HEAD_BYTES_MAX = 1 + 5 + 1 + 1 + 5 * VARINT_MAX };
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
    for (int i = 0; i < PARTS; i++)
        bytes_clear(&writer->parts[i]);
    last_written_clear(&writer->last);
    mem_free(writer->touched[0]);
    mem_free(writer->touched[1]);
}

static void sink_accesses_touch(struct access_writer *writer, const struct probe_access *access)
{
    if (access->lo == access->hi)
        return;
    uint64_t *words = &writer->touched[access->is_write][writer->touched_at[access->space]];
    size_t first = access->lo >> RANGE_BITS, last = (access->hi - 1) >> RANGE_BITS;
    assert(last / WORD_BITS < writer->touched_at[access->space + 1] - writer->touched_at[access->space]);
    for (size_t i = first; i <= last; i++)
        words[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

static size_t kind_code(const struct probe_access *access)
{
    size_t code = access->space;
    code = code * TT_UNIT_COUNT + access->unit;
    code = code * INSTANCES_MAX + access->instance;
    code = code * STREAM_COUNT + access->stream;
    return code * 2 + access->is_write;
}

/* The number of the access's kind; a new one is written in full. */
static uint8_t *put_kind(struct access_writer *writer, uint8_t *to, const struct probe_access *access,
                         struct access_kind **out)
{
    uint8_t *number = &writer->kind_of[kind_code(access)];
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

/* Cells of two and of four bytes are most. */
static inline bool sink_accesses_is_equal(const uint8_t *a, const uint8_t *b, uint32_t size)
{
    if (size == sizeof(uint16_t))
        return load_u16(a) == load_u16(b);
    return size == sizeof(uint32_t) ? load_u32(a) == load_u32(b) : memcmp(a, b, size) == 0;
}

/* Which of its bytes need not be stored. */
static enum access_bytes sink_accesses_bytes_of(const struct access_writer *writer, const struct probe_access *access)
{
    const uint32_t size = access->hi - access->lo;
    if (!access->before && !access->after)
        return BYTES_NONE;
    if (!access->before || !access->after)
        return BYTES_ONE;
    const uint8_t *last = last_written_at(&writer->last, access->space, access->lo, access->hi);
    const bool is_last = last && sink_accesses_is_equal(last, access->before, size);
    const bool is_same = sink_accesses_is_equal(access->before, access->after, size);
    if (access->stream == ACCESS_PACK_DATA) /* the values of stages are read off it */
        return is_same ? BYTES_AS_AFTER : is_last ? BYTES_LAST : BYTES_BOTH;
    if (is_same && is_last)
        return BYTES_SAME;
    if ((is_same || is_last) && size <= ACCESS_ZEROS_MAX && are_all_zero(access->after, size))
        return is_same ? BYTES_ZEROS : BYTES_LAST_ZEROS;
    return is_same ? BYTES_AS_AFTER : is_last ? BYTES_LAST : BYTES_BOTH;
}

static enum access_part packed_part(const struct probe_access *access)
{
    return (enum access_part)(PART_PACKED + access->instance);
}

static void sink_accesses_put_part(struct access_writer *writer, enum access_part part, const uint8_t *bytes,
                                   uint32_t size)
{
    struct bytes *into = &writer->parts[part];
    memcpy((uint8_t *)into->data + into->used, bytes, size);
    into->used += size;
}

/* Copies what is to be stored, for which there is room. Returns how. */
static enum access_bytes put_bytes(struct access_writer *writer, const struct probe_access *access)
{
    const uint32_t size = access->hi - access->lo;
    const enum access_bytes how = sink_accesses_bytes_of(writer, access);
    const enum access_part part = access_part_of(access->space);
    const bool is_packed = access->stream == ACCESS_PACK_DATA;
    if (how == BYTES_BOTH || (how == BYTES_ONE && access->before))
        sink_accesses_put_part(writer, part, access->before, size);
    if (how == BYTES_BOTH || how == BYTES_AS_AFTER || how == BYTES_LAST || (how == BYTES_ONE && access->after))
        sink_accesses_put_part(writer, is_packed ? packed_part(access) : part, access->after, size);
    if (how == BYTES_LAST || how == BYTES_SAME || how == BYTES_LAST_ZEROS)
        writer->last_bytes += size;
    return how;
}

static bool sink_accesses_is_full(const struct access_writer *writer)
{
    size_t bytes = writer->last_bytes;
    for (int i = 0; i < PARTS; i++)
        bytes += writer->parts[i].used;
    return writer->head.used >= PAGE_HEAD_BYTES || bytes >= PAGE_BYTES || writer->kind_count >= ACCESS_KINDS_MAX / 2;
}

static bool sink_accesses_has_bytes(const struct probe_access *access)
{
    return access->is_write && access->hi > access->lo;
}

/* For all that `count` accesses may add. False without memory. */
static bool sink_accesses_make_room(struct access_writer *writer, const struct probe_access *access, size_t count)
{
    const size_t size = count * (access->hi - access->lo);
    return !bytes_make_room(&writer->head, count * HEAD_BYTES_MAX) &&
           (!sink_accesses_has_bytes(access) ||
            (!bytes_make_room(&writer->parts[access_part_of(access->space)], 2 * size) &&
             (access->stream != ACCESS_PACK_DATA ||
              !bytes_make_room(&writer->parts[PART_PACKED + access->instance], size))));
}

static bool is_new_event(const struct results_sink *sink)
{
    return !sink->access.count || sink->seq != sink->access.last_seq;
}

/* An access for which there is room, of the event at work. */
static inline void put_access(struct results_sink *sink, const struct probe_access *access)
{
    struct access_writer *writer = &sink->access;
    uint8_t *const start = (uint8_t *)writer->head.data + writer->head.used;
    struct access_kind *kind;
    uint8_t *tag = put_kind(writer, start, access, &kind), *to = tag + 1;
    const enum access_bytes how = sink_accesses_has_bytes(access) ? put_bytes(writer, access) : BYTES_NONE;
    *tag = (uint8_t)(how << ACCESS_BYTES_SHIFT);
    if (is_new_event(sink)) {
        to = varint_put(to, sink->seq - writer->last_seq);
        writer->last_seq = sink->seq;
        writer->place = 0;
    } else {
        *tag |= ACCESS_SAME_EVENT;
        writer->place++;
    }
    to = put_numbers(to, tag, kind, access);
    if (how == BYTES_ONE)
        *to++ = access->after != NULL;
    if (sink_accesses_has_bytes(access) &&
        last_written_put(&writer->last, access->space, access->lo, access->hi, access->after)) {
        sink_failed(sink, TT_NO_MEMORY, "no memory");
        return;
    }
    writer->head.used += (size_t)(to - start);
    writer->count++;
    sink_accesses_touch(writer, access);
}

/* Makes ready for `count` accesses. False: failed. */
static bool begin_accesses(struct results_sink *sink, const struct probe_access *access, uint32_t count)
{
    struct access_writer *writer = &sink->access;
    const bool is_new = is_new_event(sink);
    assert(access->instance < INSTANCES_MAX);
    if (is_new && sink_accesses_is_full(writer))
        sink_flush_accesses(sink);
    if (!is_new && (writer->place + count) >> ACCESS_ID_BITS) {
        sink_failed(sink, TT_UNSUPPORTED,
                    "an instruction made more than 65536 accesses, and no more are stored of one");
        return false;
    }
    if (!writer->count)
        writer->first_seq = writer->last_seq = sink->seq;
    assert(writer->kind_count < ACCESS_KINDS_MAX);
    if (sink_accesses_make_room(writer, access, count))
        return true;
    sink_failed(sink, TT_NO_MEMORY, "no memory");
    return false;
}

void sink_access(struct results_sink *sink, const struct probe_access *access)
{
    if (begin_accesses(sink, access, 1))
        put_access(sink, access);
}

/* Those behind the first, which was put: what is not as foretold of each is that it lies a step on. False, with nothing
 * put: the kind counts its datums by steps. */
static bool put_rest(struct results_sink *sink, const struct probe_series *series)
{
    struct access_writer *writer = &sink->access;
    struct probe_access one = series->one;
    const uint32_t size = one.hi - one.lo;
    const bool follows = series->step == size, holds_bytes = sink_accesses_has_bytes(&one);
    const uint8_t rest = ACCESS_SAME_EVENT | ACCESS_SAME_SIZE | ACCESS_SAME_TILE | ACCESS_DATUM_FOLLOWS |
                         (follows ? ACCESS_LO_FOLLOWS : 0);
    uint8_t *to = (uint8_t *)writer->head.data + writer->head.used;
    const uint8_t number = writer->kind_of[kind_code(&one)];
    struct access_kind *kind = &writer->kinds[number - 1];
    if (kind->step)
        return false;
    for (uint32_t i = 1; i < series->count; i++) {
        one.lo += series->step;
        one.hi += series->step;
        if (holds_bytes) {
            one.before += size;
            one.after += size;
        }
        *to++ = (uint8_t)(number - 1);
        const enum access_bytes how = holds_bytes ? put_bytes(writer, &one) : BYTES_NONE;
        *to++ = (uint8_t)(rest | how << ACCESS_BYTES_SHIFT);
        if (!follows)
            to = put_moved(to, kind->hi, one.lo);
        kind->hi = one.hi;
        if (holds_bytes)
            last_written_put_over(&writer->last, one.space, one.lo, one.hi, one.after);
    }
    writer->head.used = (size_t)(to - (uint8_t *)writer->head.data);
    writer->count += series->count - 1;
    writer->place += series->count - 1;
    one.lo = series->one.lo;
    sink_accesses_touch(writer, &one);
    return true;
}

static void put_one(void *user, const struct probe_access *access)
{
    put_access(user, access);
}

/* Whether put_rest() may: cells with both bytes, none of them far from the one before, of no data tile. */
static bool sink_accesses_is_plain(const struct results_sink *sink, const struct probe_series *series)
{
    const struct probe_access *one = &series->one;
    const uint32_t step = series->step, size = one->hi - one->lo, last = one->lo + (series->count - 1) * step;
    return one->stream == ACCESS_PLAIN && size && step <= UINT32_C(1) << RANGE_BITS && !one->tile &&
           !one->first_datum &&
           (!one->is_write ||
            (one->before && one->after && last_written_reaches(&sink->access.last, one->space, last + size)));
}

/* All but the first. */
static struct probe_series series_behind(const struct probe_series *series)
{
    struct probe_series rest = *series;
    const uint32_t size = rest.one.hi - rest.one.lo;
    rest.count--;
    rest.one.lo += rest.step;
    rest.one.hi += rest.step;
    if (rest.one.before)
        rest.one.before += size;
    if (rest.one.after)
        rest.one.after += size;
    return rest;
}

void sink_series(struct results_sink *sink, const struct probe_series *series)
{
    if (!series->count || !begin_accesses(sink, &series->one, series->count))
        return;
    struct probe_series rest = *series;
    if (sink_accesses_is_plain(sink, series)) {
        put_access(sink, &series->one);
        if (sink->status != TT_OK || put_rest(sink, series))
            return;
        rest = series_behind(series);
    }
    probe_each(&rest, put_one, sink);
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
    row_int(&sink->rows, (int64_t)writer->last_bytes);
    row_squeezed(&sink->rows, writer->head.data, writer->head.used, 1);
    for (int i = 0; i < PARTS; i++) {
        static const uint8_t widths[PARTS] = {
            [PART_BYTES] = 4, [PART_SOURCES] = 4, [PART_DST] = 2, [PART_PACKED] = 2, 2, 2, 2};
        if (writer->parts[i].used)
            row_squeezed(&sink->rows, writer->parts[i].data, writer->parts[i].used, widths[i]);
        else
            row_null(&sink->rows);
        writer->parts[i].used = 0;
    }
    sink_row_end(sink);
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        for (int is_write = 0; is_write < 2; is_write++)
            insert_ranges(sink, space, is_write);
    memset(writer->kind_of, 0, sizeof writer->kind_of);
    writer->kind_count = 0;
    last_written_reset(&writer->last);
    writer->head.used = writer->last_bytes = 0;
    writer->count = 0;
}
