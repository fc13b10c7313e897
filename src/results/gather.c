/* SPDX-License-Identifier: Apache-2.0 */
#include "results/gather.h"

#include "base/little.h"
#include "numeric/format.h"

/* Behind the numbers that are there. lasts: where they lie they stay. */
static bool gather_numbers(struct gathered_numbers *numbers, const void *data, size_t bytes, bool lasts)
{
    struct bytes *own = &numbers->own;
    if (!numbers->used && lasts) {
        numbers->data = data;
        numbers->used = bytes;
        return true;
    }
    if (numbers->data != own->data || !numbers->used) {
        own->used = 0;
        if (bytes_append(own, numbers->data, numbers->used))
            return false;
    }
    if (bytes_append(own, data, bytes))
        return false;
    numbers->data = own->data;
    numbers->used = own->used;
    return true;
}

void gathered_empty(struct gathered *gathered)
{
    for (uint32_t left = gathered->stages; left; left &= left - 1) {
        struct gathered_stage *stage = &gathered->stage[__builtin_ctz(left)];
        stage->values.used = stage->origin.used = stage->counts.used = 0;
        stage->count = 0;
    }
    gathered->stages = 0;
    gathered->seqs.used = 0;
}

void gathered_clear(struct gathered *gathered)
{
    for (int i = 0; i < STAGES_MAX; i++) {
        bytes_clear(&gathered->stage[i].values.own);
        bytes_clear(&gathered->stage[i].origin.own);
        bytes_clear(&gathered->stage[i].counts);
        bytes_clear(&gathered->narrow[i]);
    }
    bytes_clear(&gathered->seqs);
    gathered->stages = 0;
}

/* ---- one instruction ---- */

static void gather_look_at_access(struct gathered *gathered, const struct results_access_row *row)
{
    if (row->of.lo < gathered->l1_lo)
        gathered->l1_lo = row->of.lo;
    if (row->of.hi > gathered->l1_hi)
        gathered->l1_hi = row->of.hi;
    if (row->of.stream != ACCESS_PACK_DATA && row->of.stream != ACCESS_PACK_EXPONENT)
        return; /* padding and row starts say nothing about which datums were at work */
    if (!gathered->is_tile_reported || row->of.first_datum < gathered->first_datum)
        gathered->first_datum = row->of.first_datum;
    gathered->tile = row->of.tile;
    gathered->is_tile_reported = true;
}

void gather_begin_event(struct gather_event *event, const struct window *window, size_t stage)
{
    *event = (struct gather_event){.window = window, .stage = stage, .stage_end = stage};
    if (stage >= window->stage_count)
        return;
    event->seq = window->stages[stage].seq;
    while (event->stage_end < window->stage_count && window->stages[event->stage_end].seq == event->seq) {
        const struct probe_stage *at = &window->stages[event->stage_end++].of;
        event->instances |= UINT64_C(1) << (at->unit * PROBE_INSTANCES + at->instance);
    }
    event->access = event->access_end = window_first_access(window, event->seq);
    while (event->access_end < window->access_count && window->accesses[event->access_end].seq == event->seq)
        event->access_end++;
}

/* Behind the values of the stage that are there. */
static bool gather_stage(struct gathered *gathered, const struct probe_stage *from)
{
    struct gathered_stage *stage = &gathered->stage[from->stage];
    gathered->stages |= UINT32_C(1) << from->stage;
    stage->format = from->format;
    stage->value_bytes = from->value_bytes;
    stage->has_origin = from->origin;
    stage->count += from->count;
    return gather_numbers(&stage->values, from->values, (size_t)from->count * from->value_bytes, true) &&
           (!from->origin || gather_numbers(&stage->origin, from->origin, from->count * sizeof *from->origin, true));
}

bool gather_take(struct gathered *gathered, const struct gather_event *event, enum tt_unit unit, uint8_t instance)
{
    gathered_empty(gathered);
    gathered->unit = unit;
    gathered->instance = instance;
    gathered->is_tile_reported = false;
    gathered->tile = gathered->first_datum = gathered->row_count = gathered->l1_hi = 0;
    gathered->l1_lo = UINT32_MAX;
    for (size_t i = event->stage; i < event->stage_end; i++) {
        const struct probe_stage *stage = &event->window->stages[i].of;
        if (stage->unit == unit && stage->instance == instance && !gather_stage(gathered, stage))
            return false;
    }
    for (size_t i = event->access; i < event->access_end; i++) {
        const struct results_access_row *row = &event->window->accesses[i];
        if (row->of.stream != ACCESS_PLAIN && row->of.unit == unit && row->of.instance == instance)
            gather_look_at_access(gathered, row);
    }
    bool is_good = !bytes_append(&gathered->seqs, &event->seq, sizeof event->seq);
    for (uint32_t left = gathered->stages; left; left &= left - 1) {
        struct gathered_stage *stage = &gathered->stage[__builtin_ctz(left)];
        is_good = is_good && !bytes_append(&stage->counts, &stage->count, sizeof stage->count);
    }
    return is_good;
}

bool gather_one(struct gathered *gathered, const struct gather_event *event, enum tt_unit unit, uint8_t instance)
{
    return gather_take(gathered, event, unit, instance) && gathered_make_rows(gathered);
}

/* ---- a run of instructions ---- */

bool gather_goes_on(const struct gathered *gathered, const struct gathered *next)
{
    if (gathered->stages != next->stages || (next->is_tile_reported && next->tile != gathered->tile))
        return false;
    for (uint32_t left = gathered->stages; left; left &= left - 1) {
        const struct gathered_stage *stage = &gathered->stage[__builtin_ctz(left)];
        const struct gathered_stage *of_next = &next->stage[__builtin_ctz(left)];
        if (stage->format != of_next->format || stage->value_bytes != of_next->value_bytes ||
            stage->has_origin != of_next->has_origin)
            return false;
    }
    return true;
}

bool gather_join(struct gathered *gathered, const struct gathered *next)
{
    if (!gathered->stages && next->is_tile_reported) { /* else it goes on where the one before was */
        gathered->tile = next->tile;
        gathered->first_datum = next->first_datum;
    }
    if (!gathered->stages || next->l1_lo < gathered->l1_lo)
        gathered->l1_lo = next->l1_lo;
    if (!gathered->stages || next->l1_hi > gathered->l1_hi)
        gathered->l1_hi = next->l1_hi;
    gathered->unit = next->unit;
    gathered->instance = next->instance;
    gathered->stages |= next->stages;
    bool is_good = !bytes_append(&gathered->seqs, next->seqs.data, next->seqs.used);
    for (uint32_t left = next->stages; left; left &= left - 1) {
        struct gathered_stage *stage = &gathered->stage[__builtin_ctz(left)];
        const struct gathered_stage *from = &next->stage[__builtin_ctz(left)];
        stage->format = from->format;
        stage->value_bytes = from->value_bytes;
        stage->has_origin = from->has_origin;
        stage->count += from->count;
        is_good = is_good && gather_numbers(&stage->values, from->values.data, from->values.used, false) &&
                  gather_numbers(&stage->origin, from->origin.data, from->origin.used, false) &&
                  !bytes_append(&stage->counts, from->counts.data, from->counts.used);
    }
    return is_good;
}

size_t gathered_bytes(const struct gathered *gathered)
{
    size_t bytes = 0;
    for (uint32_t left = gathered->stages; left; left &= left - 1)
        bytes += gathered->stage[__builtin_ctz(left)].values.used;
    return bytes;
}

/* ---- as blocks ---- */

static uint64_t bits_of_lines(const uint8_t *bytes, size_t lines)
{
    uint64_t all = 0, line;
    for (size_t i = 0; i < lines; i++) {
        memcpy(&line, bytes + i * sizeof line, sizeof line);
        all |= line;
    }
    return all;
}

/* The least that holds all values. */
static uint8_t gathered_width(const struct gathered_stage *stage)
{
    const uint8_t *bytes = stage->values.data;
    const size_t lines = stage->values.used / sizeof(uint64_t), bits = 8U * stage->value_bytes;
    if (bits == 8)
        return 1;
    uint64_t all = bits_of_lines(bytes, lines);
    for (size_t at = lines * sizeof all; at < stage->values.used; at += stage->value_bytes)
        all |= number_at(bytes + at, stage->value_bytes, 0);
    all |= all >> 32;
    all |= bits == 16 ? all >> 16 : 0;
    all &= (UINT64_C(1) << bits) - 1;
    return all > UINT16_MAX ? 4 : all > UINT8_MAX ? 2 : 1;
}

/* Of arrays that are not each other's: their loops become lanes. */
static void halves_of_words(uint16_t *restrict to, const uint32_t *restrict from, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        to[k] = (uint16_t)from[k];
}

static void bytes_of_words(uint8_t *restrict to, const uint32_t *restrict from, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        to[k] = (uint8_t)from[k];
}

static void bytes_of_halves(uint8_t *restrict to, const uint16_t *restrict from, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        to[k] = (uint8_t)from[k];
}

/* The values at that width, in which stages can be compared. */
static const void *gathered_narrow(struct gathered *gathered, int i, uint8_t *width)
{
    struct gathered_stage *stage = &gathered->stage[i];
    struct bytes *room = &gathered->narrow[i];
    *width = gathered_width(stage);
    if (*width == stage->value_bytes || !stage->count)
        return stage->values.data;
    if (mem_grow(&room->data, &room->capacity, (size_t)stage->count * *width, 1))
        return NULL;
    if (*width == 2)
        halves_of_words(room->data, stage->values.data, stage->count);
    else if (stage->value_bytes == 2)
        bytes_of_halves(room->data, stage->values.data, stage->count);
    else
        bytes_of_words(room->data, stage->values.data, stage->count);
    return room->data;
}

static bool gather_are_same(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return a_bytes == b_bytes && (a == b || !a_bytes || memcmp(a, b, a_bytes) == 0);
}

/* Whether it left all as the stage before: as many values of each instruction, of the same format and bits, from the
 * same cells. */
static bool is_unchanged(const struct gathered *gathered, const struct results_block_row *row,
                         const struct results_block_row *before)
{
    const struct gathered_stage *stage = &gathered->stage[row->stage], *earlier = &gathered->stage[before->stage];
    return row->format == before->format && row->count == before->count && row->value_bytes == before->value_bytes &&
           (!row->count || memcmp(row->values, before->values, (size_t)row->count * row->value_bytes) == 0) &&
           gather_are_same(stage->counts.data, stage->counts.used, earlier->counts.data, earlier->counts.used) &&
           (!stage->has_origin || (earlier->has_origin && gather_are_same(stage->origin.data, stage->origin.used,
                                                                          earlier->origin.data, earlier->origin.used)));
}

/* As the nearest stage up to it that said; of another number of values that says nothing about these. */
static const uint16_t *gathered_origin(const struct gathered *gathered, int i)
{
    for (int from = i; from >= 0; from--) {
        const struct gathered_stage *stage = &gathered->stage[from];
        if (gathered->stages >> from & 1 && stage->has_origin)
            return stage->count == gathered->stage[i].count && stage->count ? stage->origin.data : NULL;
    }
    return NULL;
}

static void gathered_row(struct gathered *gathered, int stage, struct results_block_row *row)
{
    const struct gathered_stage *from = &gathered->stage[stage];
    const uint64_t *seqs = gathered->seqs.data;
    const uint32_t insns = (uint32_t)(gathered->seqs.used / sizeof *seqs);
    unsigned count = 0;
    const struct stage_info *infos = unit_stages(gathered->unit, &count);
    *row = (struct results_block_row){.unit = gathered->unit,
                                      .instance = gathered->instance,
                                      .stage = (uint8_t)stage,
                                      .format = from->format,
                                      .stage_name = (unsigned)stage < count ? infos[stage].name : "",
                                      .tile = gathered->tile,
                                      .first_datum = gathered->first_datum,
                                      .first_seq = seqs[0],
                                      .last_seq = seqs[insns - 1],
                                      .seqs = seqs,
                                      .counts = from->counts.data,
                                      .insn_count = insns,
                                      .count = from->count,
                                      .origin = gathered_origin(gathered, stage)};
    row->id = gather_number(&(struct gather_place){seqs[0], row->unit, row->instance, row->stage});
    row->values = gathered_narrow(gathered, stage, &row->value_bytes);
}

bool gathered_make_rows(struct gathered *gathered)
{
    gathered->row_count = 0;
    for (uint32_t left = gathered->stages; left; left &= left - 1) {
        struct results_block_row *row = &gathered->rows[gathered->row_count];
        gathered_row(gathered, __builtin_ctz(left), row);
        if (row->count && !row->values)
            return false;
        row->is_changed = !gathered->row_count++ || !is_unchanged(gathered, row, row - 1);
    }
    return true;
}

/* ---- numbers ---- */

int64_t gather_number(const struct gather_place *place)
{
    return (((int64_t)place->seq * TT_UNIT_COUNT + place->unit) * PROBE_INSTANCES + place->instance) * STAGES_MAX +
           place->stage;
}

bool gather_place_of(struct gather_place *place, int64_t number)
{
    if (number < 0)
        return false;
    place->stage = (uint8_t)(number % STAGES_MAX);
    number /= STAGES_MAX;
    place->instance = (uint8_t)(number % PROBE_INSTANCES);
    number /= PROBE_INSTANCES;
    place->unit = (enum tt_unit)(number % TT_UNIT_COUNT);
    place->seq = (uint64_t)(number / TT_UNIT_COUNT);
    return true;
}
