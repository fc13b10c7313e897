/* SPDX-License-Identifier: Apache-2.0 */
/* Reads are a tree in a sorted array: the middle of a part is its root, and knows the furthest end of the part. Writes
 * are places between which one access wrote last. */
#include "observe/depends_index.h"

#include "base/search.h"

static uint64_t depends_index_place_of(enum tt_space space, uint32_t at)
{
    return (uint64_t)space << 32 | at;
}

struct depends_index *depends_index_new(void)
{
    return mem_calloc(1, sizeof(struct depends_index));
}

void depends_index_free(struct depends_index *index)
{
    if (!index)
        return;
    mem_free(index->reads);
    mem_free(index->places);
    mem_free(index->hits);
    mem_free(index->cells.datum);
    mem_free(index->cells.addrs);
    mem_free(index);
}

void depends_index_reset(struct depends_index *index)
{
    index->is_ready = index->cells.is_ready = false;
}

/* ---- sums ---- */

static void depends_index_add_sums(struct depends_index *index, const struct probe_access *access)
{
    const uint32_t bytes = access->hi - access->lo;
    index->bytes[access->space][access->is_write] += bytes;
    if (access->instance >= PROBE_INSTANCES)
        return;
    if (!access->is_write && access->space == TT_SPACE_DST)
        index->dst_bytes[access->instance] += bytes;
    if (!access->is_write || access->unit != TT_UNIT_PACK)
        return;
    struct depends_stream *stream = &index->streams[access->instance][access->stream];
    if (!stream->is_reported)
        stream->first_datum = access->first_datum;
    stream->is_reported = true;
    stream->bytes += bytes;
}

/* ---- reads ---- */

ORDER(by_range, struct depends_read, RISING(lo) ?: RISING(hi) ?: RISING(number))

static bool depends_index_add_read(struct depends_index *index, const struct probe_access *access, uint32_t number)
{
    if (!MEM_PUSH(index->reads, index->read_count, index->read_capacity,
                  (struct depends_read){.lo = depends_index_place_of(access->space, access->lo),
                                        .hi = depends_index_place_of(access->space, access->hi),
                                        .number = number}))
        return false;
    return true;
}

static uint64_t furthest(struct depends_read *reads, size_t first, size_t last)
{
    if (first == last)
        return 0;
    const size_t middle = first + (last - first) / 2;
    const uint64_t left = furthest(reads, first, middle), right = furthest(reads, middle + 1, last);
    uint64_t most = reads[middle].hi;
    most = left > most ? left : most;
    reads[middle].most = right > most ? right : most;
    return reads[middle].most;
}

static void sort_reads(struct depends_index *index)
{
    struct depends_read *reads = index->reads;
    size_t count = 0;
    if (index->read_count)
        qsort(reads, index->read_count, sizeof *reads, by_range);
    for (size_t i = 0; i < index->read_count; i++)
        if (!count || reads[i].lo != reads[count - 1].lo || reads[i].hi != reads[count - 1].hi)
            reads[count++] = reads[i];
    index->read_count = count;
    size_t at = 0;
    for (unsigned space = 0; space <= TT_SPACE_COUNT; space++) {
        while (at < count && reads[at].lo >> 32 < space)
            at++;
        index->first[space] = (uint32_t)at;
    }
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        (void)furthest(reads, index->first[space], index->first[space + 1]);
}

/* The part [first, last) of the array; the recursion is as deep as the logarithm of its length. */
static bool depends_index_gather(struct depends_index *index, size_t first, size_t last, uint64_t lo, uint64_t hi)
{
    if (first == last)
        return true;
    const size_t middle = first + (last - first) / 2;
    const struct depends_read *read = &index->reads[middle];
    if (read->most <= lo)
        return true;
    if (!depends_index_gather(index, first, middle, lo, hi))
        return false;
    if (read->lo >= hi)
        return true;
    if (read->hi > lo) {
        if (!MEM_PUSH(index->hits, index->hit_count, index->hit_capacity, (uint32_t)middle))
            return false;
    }
    return depends_index_gather(index, middle + 1, last, lo, hi);
}

/* Few, and nearly in order. */
static void sort_hits(struct depends_index *index)
{
    for (size_t i = 1; i < index->hit_count; i++) {
        const uint32_t hit = index->hits[i];
        size_t at = i;
        for (; at > 0 && index->reads[index->hits[at - 1]].number > index->reads[hit].number; at--)
            index->hits[at] = index->hits[at - 1];
        index->hits[at] = hit;
    }
}

bool depends_index_overlaps(struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi)
{
    index->hit_count = 0;
    if (!depends_index_gather(index, index->first[space], index->first[space + 1], depends_index_place_of(space, lo),
                              depends_index_place_of(space, hi)))
        return false;
    sort_hits(index);
    return true;
}

static bool has_one(const struct depends_index *index, size_t first, size_t last, uint64_t lo, uint64_t hi)
{
    if (first == last)
        return false;
    const size_t middle = first + (last - first) / 2;
    const struct depends_read *read = &index->reads[middle];
    if (read->most <= lo)
        return false;
    if (read->lo < hi && read->hi > lo)
        return true;
    return has_one(index, first, middle, lo, hi) || (read->lo < hi && has_one(index, middle + 1, last, lo, hi));
}

bool depends_index_reads(const struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi)
{
    return has_one(index, index->first[space], index->first[space + 1], depends_index_place_of(space, lo),
                   depends_index_place_of(space, hi));
}

/* ---- writes ---- */

ORDER(depends_index_by_place, struct depends_written, RISING(at))

static bool add_places(struct depends_index *index, const struct probe_access *access)
{
    if (mem_grow(&index->places, &index->place_capacity, index->place_count + 2, sizeof *index->places))
        return false;
    index->places[index->place_count++].at = depends_index_place_of(access->space, access->lo);
    index->places[index->place_count++].at = depends_index_place_of(access->space, access->hi);
    return true;
}

/* The last place at or before a byte, as 1 + its number. */
static size_t depends_index_find_place(const struct depends_index *index, uint64_t at)
{
    return SEARCH_FIRST(index->places, index->place_count, item->at <= at);
}

/* The next place from i on that has no writer; shortens the path for the next search. */
static uint32_t find_free(struct depends_written *places, uint32_t i)
{
    uint32_t end = i;
    while (places[end].next != end)
        end = places[end].next;
    while (i != end) {
        const uint32_t next = places[i].next;
        places[i].next = end;
        i = next;
    }
    return end;
}

/* From the last access to the first: a place that has a writer already was written again later. */
static void write_places(struct depends_index *index, const struct depends_insn *insn)
{
    struct depends_written *places = index->places;
    size_t count = 0;
    qsort(places, index->place_count, sizeof *places, depends_index_by_place);
    for (size_t i = 0; i < index->place_count; i++)
        if (!count || places[i].at != places[count - 1].at)
            places[count++].at = places[i].at;
    index->place_count = count;
    for (size_t i = 0; i < count; i++) {
        places[i].writer = 0;
        places[i].next = (uint32_t)i;
    }
    for (size_t i = insn->access_count; i-- > 0;) {
        const struct probe_access *access = &insn->accesses[i];
        if (!access->is_write || access->lo >= access->hi)
            continue;
        const uint64_t end = depends_index_place_of(access->space, access->hi);
        uint32_t at = find_free(
            places, (uint32_t)depends_index_find_place(index, depends_index_place_of(access->space, access->lo)) - 1);
        while (places[at].at < end) { /* the end of each range is a place, too, so there is a next one */
            places[at].writer = (uint32_t)i + 1;
            places[at].next = at + 1;
            at = find_free(places, at);
        }
    }
}

uint32_t depends_index_writer(const struct depends_index *index, enum tt_space space, uint32_t at)
{
    const size_t place = depends_index_find_place(index, depends_index_place_of(space, at));
    return place ? index->places[place - 1].writer : 0;
}

uint32_t depends_index_writer_bytes(const struct depends_index *index, enum tt_space space, uint32_t at, uint32_t most)
{
    const size_t next = depends_index_find_place(index, depends_index_place_of(space, at));
    if (next == index->place_count)
        return most;
    const uint64_t bytes = index->places[next].at - depends_index_place_of(space, at);
    return bytes < most ? (uint32_t)bytes : most;
}

bool depends_index_writes(const struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi)
{
    if (depends_index_writer(index, space, lo))
        return true;
    for (size_t i = depends_index_find_place(index, depends_index_place_of(space, lo)); i < index->place_count; i++) {
        if (index->places[i].at >= depends_index_place_of(space, hi))
            return false;
        if (index->places[i].writer)
            return true;
    }
    return false;
}

/* ---- all of it ---- */

bool depends_index_prepare(const struct depends_insn *insn)
{
    struct depends_index *index = insn->index;
    if (index->is_ready)
        return true;
    index->read_count = index->place_count = 0;
    memset(index->bytes, 0, sizeof index->bytes);
    memset(index->streams, 0, sizeof index->streams);
    memset(index->dst_bytes, 0, sizeof index->dst_bytes);
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *access = &insn->accesses[i];
        depends_index_add_sums(index, access);
        if (!(access->is_write ? add_places(index, access) : depends_index_add_read(index, access, (uint32_t)i)))
            return false;
    }
    sort_reads(index);
    if (index->place_count)
        write_places(index, insn);
    index->is_ready = true;
    return true;
}
