/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR's second paragraph: the first datum in L1, how many there are, and the first cell they go to.
 * U-3.6 to U-3.10, U-5.1, U-5.2, U-5.6 */
#include "tile/unpack/unpacr.h"

#include "unpack_findings.h"

enum { X_MASK = 0x3FFFF, ZW_MASK = 0xFF, ROW_START_MASK = 0xFF, BLOB_MASK = 7, ALIGNMENT_BITS = 128 };

/* Columns [x, end) of a row. */
struct span {
    uint32_t x, y, end;
};

static void unpacr_fetch_finding(const struct unpacr *job, finding_id id, uint32_t number)
{
    tile_finding(job->tile, id, unpack_unit(job->unpacker), 0, "%s (%u)", finding_get(id)->doc, (unsigned)number);
}

/* U-3.6. */
static struct span span_of(const struct unpacr *job)
{
    const struct adc_unit *at = unpacr_adc(job, job->adc);
    const struct unpack_shape *shape = &job->set->shape;
    const uint32_t first = at->ch[0].x & X_MASK, last = at->ch[1].x & X_MASK, y = at->ch[0].y;
    if (!job->f->row_search)
        return (struct span){first, y, last + 1};
    if (!shape->blobs)
        return (struct span){0, y, last};
    const uint32_t next = (first & BLOB_MASK) + 1;
    const uint32_t end = next == shape->blobs ? shape->x & 0x1F0 : shape->blob_start[next & BLOB_MASK];
    return (struct span){shape->blob_start[y & BLOB_MASK], 0, end};
}

/* Planes before the one that the thread's own counters name; eight bits of these are seen, whatever their width (C-10).
 */
static uint32_t planes_before(const struct unpacr *job)
{
    const struct adc_channel *own = &unpacr_adc(job, job->thread)->ch[0];
    return (own->w & ZW_MASK) * job->set->shape.z + (own->z & ZW_MASK);
}

static void fetch_plain(struct unpacr *job)
{
    const struct unpack_shape *shape = &job->set->shape;
    const struct span span = span_of(job);
    job->cursor.index = (planes_before(job) * shape->y + span.y) * shape->x + span.x;
    job->cursor.left = span.end > span.x ? span.end - span.x : 0;
    if (span.end <= span.x)
        unpacr_fetch_finding(job, FINDING_UNPACK_X_RANGE, span.x);
    job->cursor.row_bits =
        (job->start + job->set->sections.data) * 8 + (uint64_t)job->cursor.index * job->set->datum_bits;
}

static uint32_t row_start(const struct unpacr *job, uint32_t row)
{
    const struct unpack_shape *shape = &job->set->shape;
    const bool has_blobs = job->f->row_search && shape->blobs;
    const uint32_t rows = planes_before(job) * (has_blobs ? shape->blobs : shape->y) + row;
    uint8_t room[2];
    const uint8_t *bytes =
        unpack_see_l1(job->set, job->tile, job->start + job->set->sections.row_starts + 2ull * rows, 2, room);
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

/* U-3.7: by the row starts, which count the datums that are stored. */
static void fetch_compressed(struct unpacr *job)
{
    const struct unpack_settings *set = job->set;
    const struct adc_unit *at = unpacr_adc(job, job->adc);
    const uint32_t first_x = at->ch[0].x & X_MASK, last_x = at->ch[1].x & X_MASK;
    const uint32_t first = row_start(job, at->ch[0].y & ROW_START_MASK);
    job->cursor.index = first;
    job->cursor.skip = 0;
    job->cursor.deliver = UINT32_MAX;
    if (job->f->row_search) {
        job->cursor.left = row_start(job, (first_x & ROW_START_MASK) + 1) - first;
    } else if (first_x == 0 && last_x + 1 == set->shape.x) {
        job->cursor.left = row_start(job, (at->ch[0].y & ROW_START_MASK) + 1) - first;
    } else {
        job->cursor.left = UINT32_MAX; /* until enough are decompressed */
        job->cursor.skip = first_x;
        job->cursor.deliver = last_x + 1 > first_x ? last_x + 1 - first_x : 0;
    }
    if (job->cursor.left > UINT16_MAX && job->cursor.deliver > X_MASK + 1) {
        unpacr_fetch_finding(job, FINDING_UNPACK_X_RANGE, first);
        job->cursor.left = 0;
    }
    if (!job->cursor.deliver)
        job->cursor.left = 0;
    const uint64_t group_bytes = UNPACK_RUN_GROUP * set->datum_bits / 8 + UNPACK_RUN_BYTES;
    const uint64_t group = job->start + set->sections.data + first / UNPACK_RUN_GROUP * group_bytes;
    job->cursor.row_bits = group * 8 + (uint64_t)(first % UNPACK_RUN_GROUP) * set->datum_bits;
    job->cursor.counters = group + group_bytes - UNPACK_RUN_BYTES;
}

static void place_in_ring(const struct unpack_settings *set, uint64_t start, struct unpack_cursor *cursor)
{
    cursor->exponent = unpack_in_ring(set, start + set->sections.exponents + cursor->index / UNPACK_GROUP);
    cursor->row_bits = unpack_in_ring(set, cursor->row_bits / 8) * 8 + cursor->row_bits % 8;
    if (set->is_compressed) /* the pointer to the counter itself; what stays of it is the group's start */
        cursor->counters = unpack_in_ring(set, cursor->counters + cursor->index % UNPACK_RUN_GROUP / 2) -
                           cursor->index % UNPACK_RUN_GROUP / 2;
}

/* U-5.1, U-5.2: in datums. */
static uint32_t first_place(const struct unpacr *job)
{
    const struct unpack_settings *set = job->set;
    const struct adc_channel *own = &unpacr_adc(job, job->thread)->ch[1];
    const uint32_t bytes = set->output_base + own->y * set->output_y + own->z * set->output_z + own->w * set->output_w;
    if (!set->adds_counters)
        return set->dest_addr;
    if (bytes & ((1u << set->output_shift) - 1))
        unpacr_fetch_finding(job, FINDING_UNPACK_OUTPUT_REMAINDER, bytes);
    return set->dest_addr + (bytes >> set->output_shift);
}

/* U-5.6: a burst has no more rows than the datums of the instruction fill. */
static uint32_t rows_of_burst(const struct unpacr *job)
{
    const struct unpack_settings *set = job->set;
    if (set->is_compressed || set->extra)
        return set->burst_rows;
    const uint32_t rows = (job->cursor.place % SRC_COLUMNS + job->cursor.left + SRC_COLUMNS - 1) / SRC_COLUMNS;
    return rows < set->burst_rows ? rows : set->burst_rows;
}

/* U-3.10, U-5.6. */
static void warn_of_addresses(const struct unpacr *job)
{
    const struct unpack_settings *set = job->set;
    const uint32_t row = job->cursor.place / SRC_COLUMNS - UNPACK_ROWS_BEFORE;
    if ((set->is_transposed || set->is_tilized) && job->cursor.row_bits % ALIGNMENT_BITS)
        unpacr_fetch_finding(job, FINDING_UNPACK_START_UNALIGNED, (uint32_t)(job->cursor.row_bits / 8));
    if (set->target == UNPACK_TO_SRCA && row % set->burst_rows && row % 16 + rows_of_burst(job) > 16)
        unpacr_fetch_finding(job, FINDING_UNPACK_SRCA_BURST, row);
}

void unpacr_fetch(struct unpacr *job)
{
    struct unpack_cursor *cursor = &job->cursor;
    const struct unpack_sections *sections = &job->set->sections;
    job->start = (uint64_t)(uint32_t)(*sections->base_x16 + sections->after_base_x16) * 16;
    if (job->set->is_compressed)
        fetch_compressed(job);
    else
        fetch_plain(job);
    cursor->in_row = 0;
    place_in_ring(job->set, job->start, cursor);
    cursor->place = first_place(job);
    cursor->row_counter = job->tile->state.small.unp_row[job->unpacker][job->thread];
    cursor->has_row_override = unpack_thread_get(job->tile, job->thread)->has_row_override;
    cursor->bank = unpack_bank(job->tile, job->unpacker);
    cursor->filled_columns = 0;
    job->first_row = cursor->place / SRC_COLUMNS;
    if (tile_probed(job->tile, PROBE_FINDING))
        warn_of_addresses(job);
}
