/* SPDX-License-Identifier: Apache-2.0 */
/* Reads pages and believes nothing: a database may come from anywhere. docs/formats/results.md#pages */
#include "results/page.h"

#include "base/little.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "results/varint.h"

#include <string.h>

enum { COLUMN_FIRST, COLUMN_LAST, COLUMN_COUNT, COLUMN_HEAD, COLUMN_LAST_BYTES, COLUMN_PARTS };
enum { LAST_BYTES_MAX = 1 << 26 }; /* no page of ours is near it */

/* What both kinds of page begin with. */
struct page_row {
    const char *path;
    struct tt_error *err;
    uint64_t first_seq, last_seq, count;
    struct byte_reader head;
};

static enum tt_status page_damaged(const struct page_row *row, const char *what)
{
    return tt_fail(row->err, TT_BAD_INPUT, "%s: the results database is damaged: the page of event %llu: %s", row->path,
                   (unsigned long long)row->first_seq, what);
}

static enum tt_status page_no_memory(const struct page_row *row)
{
    return tt_fail(row->err, TT_NO_MEMORY, "%s: no memory for a page", row->path);
}

/* least: bytes of the head, which is `size` long, that one of `count` takes at least. */
static enum tt_status page_begin(struct page_row *row, sqlite3_stmt *query, uint64_t size, uint64_t least)
{
    row->first_seq = (uint64_t)sqlite3_column_int64(query, COLUMN_FIRST);
    row->last_seq = (uint64_t)sqlite3_column_int64(query, COLUMN_LAST);
    row->count = (uint64_t)sqlite3_column_int64(query, COLUMN_COUNT);
    if (row->first_seq > row->last_seq || row->last_seq >> (63 - ACCESS_ID_BITS))
        return page_damaged(row, "its events are out of range");
    if (row->count < 1 || row->count > size / least)
        return page_damaged(row, "it is too short for what it counts");
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
    const size_t size = (size_t)sqlite3_column_bytes(query, COLUMN_HEAD);
    enum tt_status status = page_begin(&row, query, size, 1);
    if (status != TT_OK)
        return status;
    row.head = byte_reader_of(sqlite3_column_blob(query, COLUMN_HEAD), size);
    page->rows = mem_calloc(row.count, sizeof *page->rows);
    if (!page->rows)
        return page_no_memory(&row);
    uint64_t seq = row.first_seq;
    uint32_t word = 0;
    for (size_t i = 0; i < row.count; i++)
        if (!read_insn(&row, &seq, &word, &page->rows[i]))
            return page_damaged(&row, "its instructions cannot be read");
    if (row.head.at != row.head.end || seq != row.last_seq)
        return page_damaged(&row, "it does not end where it says");
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
    mem_free(page->last_bytes);
    *page = (struct access_page){0};
}

void page_scratch_clear(struct page_scratch *scratch)
{
    last_written_clear(&scratch->last);
    squeezer_clear(&scratch->squeezer);
}

/* What is at hand while a page of accesses is read. */
struct access_reading {
    struct page_row *row;
    struct byte_reader parts[PARTS];
    struct page_scratch *scratch;
    uint8_t *last_at, *last_end; /* room for what is read off it; zeros stand behind */
    struct access_kind kinds[ACCESS_KINDS_MAX];
    unsigned kind_count;
    uint64_t seq;
    uint32_t place;     /* among the accesses of its event */
    bool has_no_memory; /* for the access at hand */
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

/* A copy of what was written last. */
static bool page_take_last(struct access_reading *in, const struct results_access_row *row, const uint8_t **bytes)
{
    const uint32_t size = row->hi - row->lo;
    const uint8_t *last = last_written_at(&in->scratch->last, row->space, row->lo, row->hi);
    if (!last || (size_t)(in->last_end - in->last_at) < size)
        return false;
    memcpy(in->last_at, last, size);
    *bytes = in->last_at;
    in->last_at += size;
    return true;
}

/* Behind the room for what is read off. */
static bool take_zeros(const struct access_reading *in, uint32_t size, const uint8_t **bytes)
{
    *bytes = in->last_end;
    return size <= ACCESS_ZEROS_MAX;
}

static bool read_stored(struct access_reading *in, enum access_bytes how, struct results_access_row *row)
{
    const bool is_packed = row->stream == ACCESS_PACK_DATA;
    const uint32_t size = row->hi - row->lo;
    uint8_t is_after = 1;
    if (is_packed && row->instance >= PACKERS_MAX)
        return false;
    if (how == BYTES_ONE && (!byte_get(&in->row->head, &is_after) || is_after > 1))
        return false;
    struct byte_reader *before = &in->parts[access_part_of(row->space)],
                       *after = is_packed ? &in->parts[PART_PACKED + row->instance] : before;
    if ((how == BYTES_BOTH || (how == BYTES_ONE && !is_after)) && !take_bytes(before, size, &row->before))
        return false;
    return (how == BYTES_ONE && !is_after) || take_bytes(after, size, &row->after);
}

static bool read_bytes(struct access_reading *in, enum access_bytes how, struct results_access_row *row)
{
    const uint32_t size = row->hi - row->lo;
    bool is_good = false;
    if (!row->is_write || !size)
        return how == BYTES_NONE;
    switch (how) {
    case BYTES_NONE:
        is_good = true;
        break;
    case BYTES_BOTH:
    case BYTES_ONE:
        is_good = read_stored(in, how, row);
        break;
    case BYTES_AS_AFTER:
        is_good = read_stored(in, how, row);
        row->before = row->after;
        break;
    case BYTES_LAST:
        is_good = page_take_last(in, row, &row->before) && read_stored(in, how, row);
        break;
    case BYTES_SAME:
        is_good = page_take_last(in, row, &row->before);
        row->after = row->before;
        break;
    case BYTES_LAST_ZEROS:
        is_good = page_take_last(in, row, &row->before) && take_zeros(in, size, &row->after);
        break;
    case BYTES_ZEROS:
        is_good = take_zeros(in, size, &row->before);
        row->after = row->before;
        break;
    }
    const enum tt_status status =
        is_good ? last_written_put(&in->scratch->last, row->space, row->lo, row->hi, row->after) : TT_BAD_INPUT;
    in->has_no_memory = status == TT_NO_MEMORY;
    return !status;
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
    return read_bytes(in, (enum access_bytes)(tag >> ACCESS_BYTES_SHIFT), row);
}

static enum tt_status read_accesses(struct access_page *page, struct access_reading *in)
{
    in->seq = in->row->first_seq;
    for (size_t i = 0; i < in->row->count; i++) {
        if (in->place >> ACCESS_ID_BITS || !read_access(in, &page->rows[i]))
            return in->has_no_memory ? page_no_memory(in->row) : page_damaged(in->row, "its accesses cannot be read");
        page->ids[i] = in->seq << ACCESS_ID_BITS | in->place++;
    }
    bool is_left = in->row->head.at != in->row->head.end || in->last_at != in->last_end;
    for (int i = 0; i < PARTS; i++)
        is_left |= in->parts[i].at != in->parts[i].end;
    if (is_left || in->seq != in->row->last_seq)
        return page_damaged(in->row, "it does not end where it says");
    return TT_OK;
}

/* Head and parts as they were, one behind the other. */
static enum tt_status unsqueeze_all(struct access_page *page, struct access_reading *in, sqlite3_stmt *query)
{
    enum { BLOBS = 1 + PARTS };
    size_t sizes[BLOBS], all = 0;
    for (int i = 0; i < BLOBS; i++) {
        const int column = i ? COLUMN_PARTS + i - 1 : COLUMN_HEAD;
        if (!unsqueezed_size(sqlite3_column_blob(query, column), (size_t)sqlite3_column_bytes(query, column),
                             &sizes[i]))
            return page_damaged(in->row, "it cannot be decompressed");
        all += sizes[i];
    }
    uint8_t *to = page->bytes = mem_alloc(all + 1);
    if (!to)
        return page_no_memory(in->row);
    for (int i = 0; i < BLOBS; i++) {
        const int column = i ? COLUMN_PARTS + i - 1 : COLUMN_HEAD;
        const enum tt_status status = unsqueeze(&in->scratch->squeezer, sqlite3_column_blob(query, column),
                                                (size_t)sqlite3_column_bytes(query, column), to, sizes[i]);
        if (status == TT_NO_MEMORY)
            return page_no_memory(in->row);
        if (status)
            return page_damaged(in->row, "it cannot be decompressed");
        *(i ? &in->parts[i - 1] : &in->row->head) = (struct byte_reader){to, to + sizes[i]};
        to += sizes[i];
    }
    return TT_OK;
}

/* Room for what is read off the last writers, and zeros behind it. */
static enum tt_status make_last(struct access_page *page, struct access_reading *in, sqlite3_stmt *query)
{
    const sqlite3_int64 bytes = sqlite3_column_int64(query, COLUMN_LAST_BYTES);
    if (bytes < 0 || bytes > LAST_BYTES_MAX)
        return page_damaged(in->row, "a number of it is out of range");
    page->last_bytes = mem_calloc((size_t)bytes + ACCESS_ZEROS_MAX, 1);
    if (!page->last_bytes)
        return page_no_memory(in->row);
    last_written_reset(&in->scratch->last);
    in->last_at = page->last_bytes;
    in->last_end = page->last_bytes + bytes;
    return TT_OK;
}

static enum tt_status page_load(struct access_page *page, struct access_reading *in, sqlite3_stmt *query)
{
    enum tt_status status = unsqueeze_all(page, in, query);
    if (!status)
        status = page_begin(in->row, query, (uint64_t)(in->row->head.end - in->row->head.at), 2);
    if (!status)
        status = make_last(page, in, query);
    if (status)
        return status;
    page->rows = mem_calloc(in->row->count, sizeof *page->rows);
    page->ids = mem_calloc(in->row->count, sizeof *page->ids);
    return page->rows && page->ids ? read_accesses(page, in) : page_no_memory(in->row);
}

enum tt_status access_page_load(struct access_page *page, struct page_scratch *scratch, sqlite3_stmt *query,
                                const char *path, struct tt_error *err)
{
    if (page->is_loaded && sqlite3_column_int64(query, COLUMN_FIRST) == (sqlite3_int64)page->first_seq)
        return TT_OK;
    access_page_clear(page);
    struct page_row row = {.path = path, .err = err, .first_seq = (uint64_t)sqlite3_column_int64(query, COLUMN_FIRST)};
    struct access_reading *in = mem_calloc(1, sizeof *in);
    if (!in)
        return page_no_memory(&row);
    in->row = &row;
    in->scratch = scratch;
    const enum tt_status status = page_load(page, in, query);
    mem_free(in);
    page->first_seq = row.first_seq;
    page->last_seq = row.last_seq;
    page->count = row.count;
    page->is_loaded = status == TT_OK;
    return status;
}
