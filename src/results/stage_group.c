/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers what like instructions report of their stages, so that a data tile becomes one row a stage instead of one for
 * each PACR: ten times quicker to write. docs/formats/results.md#stage-blocks */
#include "results/sink_internal.h"

#include "base/memory.h"
#include "numeric/format.h"
#include "results/foretold.h"

#include <assert.h>
#include <string.h>

/* Bytes of values that a group may hold before it is written though its data tile goes on. */
enum { GROUP_BYTES_MAX = 1 << 20 };

static struct stage_group *group_at(struct results_sink *sink, enum tt_unit unit, uint8_t instance)
{
    assert(unit < TT_UNIT_COUNT && instance < INSTANCES_MAX);
    unsigned place = (unsigned)unit * INSTANCES_MAX + instance;
    struct stage_group *group = sink->group[place];
    if (!group) {
        group = mem_calloc(1, sizeof *group);
        if (!group) {
            sink_failed(sink, TT_NO_MEMORY, "no memory");
            return NULL;
        }
        group->unit = unit;
        group->instance = instance;
        group->next_l1_lo = UINT32_MAX;
        sink->group[place] = group;
    }
    sink->touched |= UINT64_C(1) << place;
    return group;
}

void group_free(struct stage_group *group)
{
    if (!group)
        return;
    for (int i = 0; i < STAGES_MAX; i++) {
        bytes_clear(&group->stage[i].values);
        bytes_clear(&group->stage[i].origins);
        bytes_clear(&group->stage[i].counts);
    }
    bytes_clear(&group->seqs);
    bytes_clear(&group->implied.held);
    mem_free(group);
}

static void begin_stage(struct stage_group *group, const struct probe_stage *reported)
{
    struct stage_values *stage = &group->stage[reported->stage];
    group->next_stages |= UINT32_C(1) << reported->stage;
    stage->next_format = reported->format;
    stage->next_value_bytes = reported->value_bytes;
    stage->next_has_origin = reported->origin != NULL;
    stage->next_count = 0;
}

static bool are_in_order(const uint16_t *cells, uint32_t count)
{
    uint16_t differs = 0, expected = cells[0]; /* of 16 bits throughout, for the compiler's lanes */
    for (uint32_t i = 0; i < count; i++)
        differs |= cells[i] ^ expected++;
    return !differs && cells[0] + count <= UINT16_MAX + 1;
}

static bool are_all_one(const uint16_t *cells, uint32_t count)
{
    uint16_t differs = 0;
    for (uint32_t i = 0; i < count; i++)
        differs |= cells[i] ^ cells[0];
    return !differs;
}

/* Two of each. */
static bool are_in_pairs(const uint16_t *cells, uint32_t count)
{
    uint16_t differs = 0;
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint16_t expected = (uint16_t)(cells[0] + i);
        differs |= (uint16_t)((cells[2 * i] ^ expected) | (cells[2 * i + 1] ^ expected));
    }
    return !differs;
}

/* How often each of neighbouring cells comes, if all come equally often; else 0. */
static uint32_t times_each(const uint16_t *cells, uint32_t count)
{
    uint32_t each = 1;
    if (count == 1 || cells[1] != cells[0])
        return are_in_order(cells, count) ? 1 : 0;
    if (cells[count - 1] == cells[0] && are_all_one(cells, count)) /* none, mostly */
        return count;
    while (each < count && cells[each] == cells[0])
        each++;
    if (count % each || cells[0] + count / each > UINT16_MAX + 1)
        return 0;
    if (each == 2)
        return are_in_pairs(cells, count) ? 2 : 0;
    uint16_t expected = cells[0], differs = 0;
    for (uint32_t i = 0; i < count; i += each, expected++)
        for (uint32_t k = 0; k < each; k++)
            differs |= cells[i + k] ^ expected;
    return differs ? 0 : each;
}

/* Joins the run before it if that is of the same instruction and goes on here. */
static int append_run(struct stage_values *stage, uint32_t start, uint32_t count, uint32_t each)
{
    struct bytes *runs = &stage->origins;
    if (runs->used > stage->origins_mark) {
        struct cell_run *last = (struct cell_run *)runs->data + runs->used / sizeof *last - 1;
        if (last->each == each && last->start + last->count == start) {
            last->count += count;
            return 0;
        }
    }
    return bytes_append(runs, &(struct cell_run){start, count, each}, sizeof(struct cell_run));
}

/* The same cell for cell, with room for as many runs: where cells do not go on, there are as many. */
static int append_cells(struct stage_values *stage, const uint16_t *cells, uint32_t count)
{
    const uint32_t each = count ? times_each(cells, count) : 0;
    if (each)
        return append_run(stage, cells[0], count / each, each);
    struct cell_run none = {0}, *to = (struct cell_run *)bytes_reserve(&stage->origins, count * sizeof *to);
    if (count && !to)
        return -1;
    struct cell_run *last = stage->origins.used > stage->origins_mark ? to - 1 : &none;
    for (uint32_t i = 0; i < count; i++) {
        if (last != &none && last->each == 1 && last->start + last->count == cells[i]) {
            last->count++;
            continue;
        }
        last = to++;
        *last = (struct cell_run){cells[i], 1, 1};
    }
    if (count)
        stage->origins.used = (size_t)((uint8_t *)to - (uint8_t *)stage->origins.data);
    return 0;
}

void group_stage(struct results_sink *sink, const struct probe_stage *reported)
{
    assert(reported->stage < STAGES_MAX);
    assert(reported->value_bytes == 1 || reported->value_bytes == 2 || reported->value_bytes == 4);
    struct stage_group *group = group_at(sink, reported->unit, reported->instance);
    if (!group)
        return;
    struct stage_values *stage = &group->stage[reported->stage];
    if (!(group->next_stages >> reported->stage & 1))
        begin_stage(group, reported);
    /* A long instruction reports its datums in pieces. */
    assert(stage->next_format == reported->format && stage->next_value_bytes == reported->value_bytes &&
           stage->next_has_origin == (reported->origin != NULL));
    stage->next_count += reported->count;
    if (bytes_append(&stage->values, reported->values, (size_t)reported->count * reported->value_bytes) ||
        (reported->origin && append_cells(stage, reported->origin, reported->count)))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
}

/* How many values an element has of a stage that is implied. */
static uint32_t implied_each(unsigned stage, uint32_t products)
{
    const uint32_t sums = products > 1 ? 2 : 1;
    return stage == FORETOLD_GROUP_SUM ? sums : stage == FORETOLD_ALIGNED ? sums + 1 : products;
}

/* As if the values had been reported with the cell of each. */
static int append_implied(struct stage_values *stage, const struct probe_implied *implied, uint32_t each)
{
    enum { ELEMENTS_MAX = 128, EACH_MAX = 16 };
    uint16_t cells[ELEMENTS_MAX * EACH_MAX];
    if (are_in_order(implied->origin, implied->elements))
        return append_run(stage, implied->origin[0], implied->elements, each);
    assert(implied->elements <= ELEMENTS_MAX && each <= EACH_MAX);
    for (uint32_t i = 0; i < implied->elements * each; i++)
        cells[i] = implied->origin[i / each];
    return append_cells(stage, cells, implied->elements * each);
}

void group_implied(struct results_sink *sink, const struct probe_implied *implied)
{
    struct stage_group *group = group_at(sink, TT_UNIT_MATRIX, 0);
    if (!group)
        return;
    int failed = bytes_append(&group->implied.held, implied->held, implied->elements * sizeof *implied->held);
    group->implied.next_is_on = true;
    group->implied.next_bias = implied->bias;
    for (unsigned i = FORETOLD_PRODUCT; i <= FORETOLD_ALIGNED && !failed; i++) {
        const bool is_exponent = i == FORETOLD_EXPONENT;
        const uint32_t each = implied_each(i, implied->products);
        begin_stage(group, &(struct probe_stage){.stage = (uint8_t)i,
                                                 .format = is_exponent ? FORMAT_EXPONENT : FORMAT_FP32,
                                                 .value_bytes = is_exponent ? 2 : 4,
                                                 .origin = implied->origin});
        group->stage[i].next_count = implied->elements * each;
        failed = append_implied(&group->stage[i], implied, each);
    }
    if (failed)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
}

/* The range goes on, or is no longer one. */
static void stage_group_append_range(struct packed_range *range, const struct packed_range *more)
{
    if (!range->is_reported)
        *range = *more;
    else if (more->is_broken || more->page != range->page || more->at != range->end)
        range->is_broken = true;
    else
        range->end = more->end;
}

/* The access that was just stored ends what the packer's data stream has in the page. */
static struct packed_range last_packed(const struct access_writer *writer, const struct probe_access *access)
{
    const size_t end = writer->parts[PART_PACKED + access->instance].used;
    const size_t size = access->after ? access->hi - access->lo : 0;
    return (struct packed_range){.page = writer->first_seq, .at = end - size, .end = end, .is_reported = true};
}

/* Padding and row starts say nothing about which datums were at work. */
void group_access(struct results_sink *sink, const struct probe_access *access)
{
    struct stage_group *group = group_at(sink, access->unit, access->instance);
    if (!group)
        return;
    if (access->lo < group->next_l1_lo)
        group->next_l1_lo = access->lo;
    if (access->hi > group->next_l1_hi)
        group->next_l1_hi = access->hi;
    if (access->stream != ACCESS_PACK_DATA && access->stream != ACCESS_PACK_EXPONENT)
        return;
    if (!group->is_tile_reported || access->first_datum < group->next_first_datum)
        group->next_first_datum = access->first_datum;
    group->next_tile = access->tile;
    group->is_tile_reported = true;
    if (access->stream == ACCESS_PACK_DATA && sink->what & RESULTS_ACCESSES) {
        const struct packed_range packed = last_packed(&sink->access, access);
        stage_group_append_range(&group->next_packed, &packed);
    }
}

/* Whether the instruction at work continues the group. */
static bool stage_group_is_alike(const struct stage_group *group)
{
    if (group->stages != group->next_stages || group->tile != group->next_tile)
        return false;
    for (uint32_t left = group->stages; left; left &= left - 1) {
        const struct stage_values *stage = &group->stage[__builtin_ctz(left)];
        if (stage->format != stage->next_format || stage->value_bytes != stage->next_value_bytes ||
            stage->has_origin != stage->next_has_origin)
            return false;
    }
    return true;
}

/* What the instruction at work reported moves to the front, when the group before it has been written. */
static void drop_until_mark(struct bytes *bytes, size_t *mark)
{
    bytes->used -= *mark;
    if (bytes->used && *mark)
        memmove(bytes->data, (uint8_t *)bytes->data + *mark, bytes->used);
    *mark = 0;
}

static void begin_again(struct stage_group *group)
{
    const uint32_t stages = group->stages;
    group->stages = 0;
    group->seqs.used = 0;
    group->implied.is_on = false;
    drop_until_mark(&group->implied.held, &group->implied.held_mark);
    for (uint32_t left = stages; left; left &= left - 1) {
        struct stage_values *stage = &group->stage[__builtin_ctz(left)];
        drop_until_mark(&stage->values, &stage->values_mark);
        drop_until_mark(&stage->origins, &stage->origins_mark);
        stage->counts.used = 0;
        stage->implied_bytes = 0;
    }
}

void group_flush(struct results_sink *sink, struct stage_group *group)
{
    if (!group->stages)
        return;
    if (group->implied.is_on && !implied_show(sink, group))
        implied_make(sink, group);
    group_write(sink, group);
    begin_again(group);
}

static size_t take_in(struct results_sink *sink, struct stage_group *group)
{
    size_t held = 0;
    for (uint32_t left = group->next_stages; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        struct stage_values *stage = &group->stage[i];
        stage->format = stage->next_format;
        stage->value_bytes = stage->next_value_bytes;
        stage->has_origin = stage->next_has_origin;
        stage->values_mark = stage->values.used;
        stage->origins_mark = stage->origins.used;
        if (group->implied.next_is_on && i >= FORETOLD_PRODUCT && i <= FORETOLD_ALIGNED)
            stage->implied_bytes += (size_t)stage->next_count * stage->value_bytes;
        held += stage->values.used + stage->implied_bytes;
        if (bytes_append(&stage->counts, &stage->next_count, sizeof stage->next_count))
            sink_failed(sink, TT_NO_MEMORY, "no memory");
    }
    group->stages = group->next_stages;
    /* the formats, which are those of the group, say how exponents are biased */
    assert(!group->implied.is_on || group->implied.bias == group->implied.next_bias);
    group->implied.is_on = group->implied.next_is_on;
    group->implied.bias = group->implied.next_bias;
    group->implied.held_mark = group->implied.held.used;
    if (group->next_l1_lo < group->l1_lo)
        group->l1_lo = group->next_l1_lo;
    if (group->next_l1_hi > group->l1_hi)
        group->l1_hi = group->next_l1_hi;
    if (group->next_packed.is_reported)
        stage_group_append_range(&group->packed, &group->next_packed);
    if (bytes_append(&group->seqs, &sink->seq, sizeof sink->seq))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    return held;
}

void group_end(struct results_sink *sink, struct stage_group *group)
{
    if (sink->status == TT_OK && group->next_stages) {
        if (!group->is_tile_reported) {
            group->next_tile = group->tile;
            group->next_first_datum = group->first_datum;
        }
        if (group->stages && !stage_group_is_alike(group))
            group_flush(sink, group);
        else if (group->stages && group->implied.is_on != group->implied.next_is_on)
            implied_make(sink, group);
        if (!group->stages) {
            group->tile = group->next_tile;
            group->first_datum = group->next_first_datum;
            group->l1_lo = UINT32_MAX;
            group->l1_hi = 0;
            group->packed = (struct packed_range){0};
        }
        if (take_in(sink, group) >= GROUP_BYTES_MAX)
            group_flush(sink, group);
    }
    group->next_stages = 0;
    group->implied.next_is_on = false;
    group->next_l1_lo = UINT32_MAX;
    group->next_l1_hi = 0;
    group->next_packed = (struct packed_range){0};
    group->is_tile_reported = false;
}
