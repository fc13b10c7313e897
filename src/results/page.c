/* SPDX-License-Identifier: Apache-2.0 */
/* Reads pages and believes nothing: a database may come from anywhere. docs/formats/results.md#pages */
#include "results/page.h"

#include "base/little.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "results/varint.h"

#include <string.h>

enum { COLUMN_FIRST, COLUMN_LAST, COLUMN_COUNT, COLUMN_HEAD, COLUMN_BYTES };
enum { PARTS = 1 + PACKERS_MAX }; /* bytes, and packed0 and so on behind it */

/* What both kinds of page begin with. */
struct page_row {
    const char *path;
    struct tt_error *err;
    uint64_t first_seq, last_seq, count;
    struct byte_reader head;
};

static enum tt_status damaged(const struct page_row *row, const char *what)
{
    return tt_fail(row->err, TT_BAD_INPUT, "%s: the results database is damaged: the page of event %llu: %s", row->path,
                   (unsigned long long)row->first_seq, what);
}

static enum tt_status no_memory(const struct page_row *row)
{
    return tt_fail(row->err, TT_NO_MEMORY, "%s: no memory for a page", row->path);
}

/* least: bytes of the head that one of `count` takes at least. */
static enum tt_status begin(struct page_row *row, sqlite3_stmt *query, uint64_t least)
{
    row->first_seq = (uint64_t)sqlite3_column_int64(query, COLUMN_FIRST);
    row->last_seq = (uint64_t)sqlite3_column_int64(query, COLUMN_LAST);
    row->count = (uint64_t)sqlite3_column_int64(query, COLUMN_COUNT);
    const void *head = sqlite3_column_blob(query, COLUMN_HEAD);
    uint64_t size = (uint64_t)sqlite3_column_bytes(query, COLUMN_HEAD);
    row->head = byte_reader_of(head, size);
    if (row->first_seq > row->last_seq || row->last_seq >> (63 - ACCESS_ID_BITS))
        return damaged(row, "its events are out of range");
    if (row->count < 1 || row->count > size / least)
        return damaged(row, "it is too short for what it counts");
    return TT_OK;
}

static bool next_seq(const struct page_row *row, uint64_t *seq, uint64_t distance)
{
    *seq += distance;
    return distance <= row->last_seq - row->first_seq && *seq <= row->last_seq;
}

/* ---- instructions ---- */

void insn_page_clear(struct insn_page *page)
{
    mem_free(page->rows);
    *page = (struct insn_page){0};
}

static bool read_insn(struct page_row *page, uint64_t *seq, uint32_t *word, struct results_insn_row *row)
{
    uint8_t tag = 0;
    uint64_t distance = 1;
    if (!byte_get(&page->head, &tag) || (!(tag & INSN_IS_NEXT) && !varint_get(&page->head, &distance)) ||
        !next_seq(page, seq, distance))
        return false;
    if (!(tag & INSN_SAME_WORD)) {
        if (page->head.end - page->head.at < (ptrdiff_t)sizeof *word)
            return false;
        *word = load_u32(page->head.at);
        page->head.at += sizeof *word;
    }
    *row = (struct results_insn_row){.seq = *seq,
                                     .thread = tag & INSN_THREAD,
                                     .unit = (enum tt_unit)(tag >> INSN_UNIT_SHIFT & INSN_UNIT),
                                     .word = *word};
    return row->thread <= 2 && row->unit < TT_UNIT_COUNT;
}

enum tt_status insn_page_load(struct insn_page *page, sqlite3_stmt *query, const char *path, struct tt_error *err)
{
    if (page->is_loaded && sqlite3_column_int64(query, COLUMN_FIRST) == (sqlite3_int64)page->first_seq)
        return TT_OK;
    insn_page_clear(page);
    struct page_row row = {.path = path, .err = err};
    enum tt_status status = begin(&row, query, 1);
    if (status != TT_OK)
        return status;
    page->rows = mem_calloc(row.count, sizeof *page->rows);
    if (!page->rows)
        return no_memory(&row);
    uint64_t seq = row.first_seq;
    uint32_t word = 0;
    for (size_t i = 0; i < row.count; i++)
        if (!read_insn(&row, &seq, &word, &page->rows[i]))
            return damaged(&row, "its instructions cannot be read");
    if (row.head.at != row.head.end || seq != row.last_seq)
        return damaged(&row, "it does not end where it says");
    page->first_seq = row.first_seq;
    page->count = row.count;
    page->is_loaded = true;
    return TT_OK;
}

/* ---- accesses ---- */

void access_page_clear(struct access_page *page)
{
    mem_free(page->rows);
    mem_free(page->ids);
    mem_free(page->bytes);
    *page = (struct access_page){0};
}

/* What is at hand while a page of accesses is read. `zeros` are as many as there are bytes at all. */
struct access_reading {
    struct page_row *row;
    struct byte_reader parts[PARTS];
    const uint8_t *zeros;
    struct access_kind kinds[ACCESS_KINDS_MAX];
    unsigned kind_count;
    uint64_t seq;
    uint32_t place; /* among the accesses of its event */
};

static struct access_kind *read_kind(struct access_reading *in)
{
    uint8_t number = 0, part[5] = {0};
    if (!byte_get(&in->row->head, &number) || number > in->kind_count || number >= ACCESS_KINDS_MAX)
        return NULL;
    struct access_kind *kind = &in->kinds[number];
    if (number < in->kind_count)
        return kind;
    for (int i = 0; i < 5; i++)
        if (!byte_get(&in->row->head, &part[i]))
            return NULL;
    if (part[0] >= TT_SPACE_COUNT || part[1] >= TT_UNIT_COUNT || part[3] > ACCESS_PACK_PADDING || part[4] > 1)
        return NULL;
    in->kind_count++;
    *kind = (struct access_kind){.space = (enum tt_space)part[0],
                                 .unit = (enum tt_unit)part[1],
                                 .instance = part[2],
                                 .stream = (enum access_stream)part[3],
                                 .is_write = part[4]};
    return kind;
}

/* `from` moved by a distance; false beyond 32 bits. */
static bool read_moved(struct byte_reader *in, uint32_t from, uint32_t *to)
{
    uint64_t folded;
    if (!varint_get(in, &folded))
        return false;
    int64_t distance = varint_unfold(folded);
    if (distance > UINT32_MAX || distance < -(int64_t)UINT32_MAX)
        return false;
    int64_t moved = (int64_t)from + distance;
    *to = (uint32_t)moved;
    return moved >= 0 && moved <= UINT32_MAX;
}

/* The numbers of an access, into its kind. */
static bool read_numbers(struct byte_reader *head, uint8_t tag, struct access_kind *kind, uint32_t *lo)
{
    uint64_t size = kind->size;
    *lo = kind->hi;
    if (!(tag & ACCESS_LO_FOLLOWS) && !read_moved(head, kind->hi, lo))
        return false;
    if (!(tag & ACCESS_SAME_SIZE) && !varint_get(head, &size))
        return false;
    if (size > UINT32_MAX - *lo)
        return false;
    kind->size = (uint32_t)size;
    kind->hi = *lo + (uint32_t)size;
    uint32_t foretold = kind->datum + kind->step, datum;
    if (!(tag & ACCESS_SAME_TILE)) {
        foretold = 0;
        if (!read_moved(head, kind->tile, &kind->tile))
            return false;
    }
    datum = foretold;
    if (!(tag & ACCESS_DATUM_FOLLOWS)) {
        if (!read_moved(head, foretold, &datum))
            return false;
        kind->step = tag & ACCESS_SAME_TILE ? datum - kind->datum : kind->step;
    }
    kind->datum = datum;
    return true;
}

static bool take_bytes(struct byte_reader *part, uint32_t size, const uint8_t **bytes)
{
    if ((size_t)(part->end - part->at) < size)
        return false;
    *bytes = part->at;
    part->at += size;
    return true;
}

static bool read_bytes(struct access_reading *in, uint8_t tag, uint32_t size, struct results_access_row *row)
{
    enum access_before before = (enum access_before)(tag >> ACCESS_BEFORE_SHIFT & 3);
    const bool is_packed = row->stream == ACCESS_PACK_DATA;
    if (is_packed && row->instance >= PACKERS_MAX)
        return false;
    if (before == BEFORE_STORED && !take_bytes(&in->parts[0], size, &row->before))
        return false;
    if (tag & ACCESS_HAS_AFTER && !take_bytes(&in->parts[is_packed ? 1 + row->instance : 0], size, &row->after))
        return false;
    if (before == BEFORE_AS_AFTER)
        row->before = row->after;
    else if (before == BEFORE_ZEROS)
        row->before = in->zeros;
    return row->after || before < BEFORE_AS_AFTER; /* so that there are zeros enough */
}

static bool read_access(struct access_reading *in, struct results_access_row *row)
{
    struct byte_reader *head = &in->row->head;
    struct access_kind *kind = read_kind(in);
    uint8_t tag = 0;
    if (!kind || !byte_get(head, &tag))
        return false;
    if (!(tag & ACCESS_SAME_EVENT)) {
        uint64_t distance;
        if (!varint_get(head, &distance) || !next_seq(in->row, &in->seq, distance))
            return false;
        in->place = 0;
    }
    *row = (struct results_access_row){.seq = in->seq,
                                       .space = kind->space,
                                       .unit = kind->unit,
                                       .instance = kind->instance,
                                       .stream = kind->stream,
                                       .is_write = kind->is_write};
    if (!read_numbers(head, tag, kind, &row->lo))
        return false;
    row->hi = kind->hi;
    row->tile = kind->tile;
    row->first_datum = kind->datum;
    return read_bytes(in, tag, kind->size, row);
}

static enum tt_status read_accesses(struct access_page *page, struct access_reading *in)
{
    in->seq = in->row->first_seq;
    for (size_t i = 0; i < in->row->count; i++) {
        if (in->place >> ACCESS_ID_BITS || !read_access(in, &page->rows[i]))
            return damaged(in->row, "its accesses cannot be read");
        page->ids[i] = in->seq << ACCESS_ID_BITS | in->place++;
    }
    bool is_left = in->row->head.at != in->row->head.end;
    for (int i = 0; i < PARTS; i++)
        is_left |= in->parts[i].at != in->parts[i].end;
    if (is_left || in->seq != in->row->last_seq)
        return damaged(in->row, "it does not end where it says");
    return TT_OK;
}

static size_t size_of_parts(sqlite3_stmt *query)
{
    size_t size = 0;
    for (int i = 0; i < PARTS; i++)
        size += (size_t)sqlite3_column_bytes(query, COLUMN_BYTES + i);
    return size;
}

/* One behind the other, and zeros behind all. */
static void copy_parts(struct access_reading *in, sqlite3_stmt *query, uint8_t *to)
{
    for (int i = 0; i < PARTS; i++) {
        const void *bytes = sqlite3_column_blob(query, COLUMN_BYTES + i);
        size_t size = (size_t)sqlite3_column_bytes(query, COLUMN_BYTES + i);
        if (size)
            memcpy(to, bytes, size);
        in->parts[i] = (struct byte_reader){to, to + size};
        to += size;
    }
    in->zeros = to;
}

enum tt_status access_page_load(struct access_page *page, sqlite3_stmt *query, const char *path, struct tt_error *err)
{
    if (page->is_loaded && sqlite3_column_int64(query, COLUMN_FIRST) == (sqlite3_int64)page->first_seq)
        return TT_OK;
    access_page_clear(page);
    struct page_row row = {.path = path, .err = err};
    enum tt_status status = begin(&row, query, 2);
    if (status != TT_OK)
        return status;
    page->rows = mem_calloc(row.count, sizeof *page->rows);
    page->ids = mem_calloc(row.count, sizeof *page->ids);
    page->bytes = mem_calloc(size_of_parts(query) + 1, 2);
    struct access_reading *in = mem_calloc(1, sizeof *in);
    if (page->rows && page->ids && page->bytes && in) {
        in->row = &row;
        copy_parts(in, query, page->bytes);
        status = read_accesses(page, in);
    } else {
        status = no_memory(&row);
    }
    mem_free(in);
    page->first_seq = row.first_seq;
    page->last_seq = row.last_seq;
    page->count = row.count;
    page->is_loaded = status == TT_OK;
    return status;
}
