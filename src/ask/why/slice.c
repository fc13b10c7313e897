/* SPDX-License-Identifier: Apache-2.0 */
/* Follows elements back through a run: their writers, the inputs of these, the writers of those. */
#include "ask/why/slice_internal.h"

#include "ask/run/run_whole.h"
#include "base/little.h"
#include "base/mix.h"
#include "capture/ttcap.h"
#include "isa/effects.h"
#include "isa/spaces.h"
#include "results/results.h"

enum { NODES_MAX = 4 << 20 };

/* ---- nodes by place and event ---- */

/* The difference between nodes of one place: the event that wrote it; for a value from the recording, the event that
 * uses it. */
static int64_t slice_event_of(const struct slice_node *node)
{
    if (node->kind == SLICE_RECORDED)
        return (int64_t)(UINT64_MAX - 1 - node->seq); /* -2 and down, whatever a database says */
    return node->kind == SLICE_START ? -1 : (int64_t)node->seq;
}

static bool slice_is_node(const void *user, size_t index, const void *sought)
{
    const struct slice *slice = user;
    const struct slice_node *one = &slice->nodes[index], *other = sought;
    return one->space == other->space && one->lo == other->lo && slice_event_of(one) == slice_event_of(other);
}

static enum tt_status add_node(struct slice *slice, const struct slice_node *node, size_t *index, struct tt_error *err)
{
    const uint64_t hash = mix_bits(mix_bits((uint64_t)slice_event_of(node)) ^ ((uint64_t)node->space << 32 | node->lo));
    const int64_t found = text_map_find_key(&slice->places, hash, node, slice_is_node, slice);
    *index = (size_t)found;
    if (found != TEXT_MAP_MISSING)
        return TT_OK;
    if (slice->node_count >= NODES_MAX)
        return tt_fail(err, TT_UNSUPPORTED, "the slice has more than %d elements: ask for a part of it (--at)",
                       NODES_MAX);
    NEED(text_map_add_key(&slice->places, hash, slice->node_count) &&
             !mem_grow(&slice->nodes, &slice->node_capacity, slice->node_count + 1, sizeof *slice->nodes),
         err, "no memory for the slice");
    slice->nodes[slice->node_count] = *node;
    *index = slice->node_count++;
    return TT_OK;
}

unsigned slice_element_bits(enum tt_space space)
{
    enum { SRC_CELL_BITS = 19 };
    if (space == TT_SPACE_SRCA || space == TT_SPACE_SRCB)
        return SRC_CELL_BITS;
    return space == TT_SPACE_L1 ? 8 : 8 * space_element_bytes(space);
}

static uint8_t element_bytes(enum tt_space space)
{
    return space == TT_SPACE_L1 ? 1 : (uint8_t)space_element_bytes(space);
}

/* ---- writers ---- */

struct search {
    struct slice *slice;
    enum tt_space space;
    uint32_t lo, hi;
    size_t *nodes; /* SIZE_MAX: not found yet */
    size_t missing;
    enum tt_status status;
    struct tt_error *err;
};

static enum tt_status take_writer(void *user, const struct results_access_row *row)
{
    struct search *search = user;
    const uint8_t bytes = element_bytes(search->space);
    for (uint32_t lo = search->lo, i = 0; lo < search->hi && !search->status; lo += bytes, i++) {
        if (search->nodes[i] != SIZE_MAX || row->of.lo > lo || row->of.hi < lo + bytes)
            continue;
        const struct slice_node node = {
            .kind = row->of.unit == TT_UNIT_CORE ? SLICE_STORED : SLICE_WRITTEN,
            .space = search->space,
            .lo = lo,
            .bytes = bytes,
            .bits = row->of.after ? load_number(row->of.after + (lo - row->of.lo), bytes) : 0,
            .known = row->of.after ? UINT32_MAX : 0,
            .seq = row->seq,
            .unit = row->of.unit,
            .instance = row->of.instance,
            .stream = row->of.stream,
            .write_lo = row->of.lo,
            .tile = row->of.tile,
            .first_datum = row->of.first_datum,
        };
        search->status = add_node(search->slice, &node, &search->nodes[i], search->err);
        search->missing--;
    }
    return search->status || search->missing ? search->status : TT_END;
}

/* Whether every unit that writes the place ran (docs/semantics/replay.md, "Who produces what"). */
static bool is_of_run(const struct results_run_row *run, enum tt_space space, uint32_t lo)
{
    uint32_t running = CONTROL_UNITS | (strcmp(run->order, "executed") != 0 ? PRODUCED_BY_EXPANDERS : 0);
    for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++)
        running |= run_has_unit(run->units, unit) ? UINT32_C(1) << unit : 0;
    return units_produce(running, space == TT_SPACE_STATE ? what_of_state(lo / 4) : (unsigned)space);
}

/* last: the event before it is used. */
static enum tt_status add_start(struct search *search, uint32_t i, int64_t last)
{
    const struct slice *slice = search->slice;
    const uint8_t bytes = element_bytes(search->space);
    struct slice_node node = {
        .kind = is_of_run(slice->run, search->space, search->lo + i * bytes) ? SLICE_START : SLICE_RECORDED,
        .space = search->space,
        .lo = search->lo + i * bytes,
        .bytes = bytes,
    };
    uint8_t held[4] = {0}, known[4] = {0};
    if (node.kind == SLICE_RECORDED)
        node.seq = (uint64_t)(last + 1);
    if (slice->capture && node.kind == SLICE_START) {
        search->status = ttcap_read(slice->capture, 0, node.space, node.lo, bytes, held, known, search->err);
        if (search->status)
            return search->status;
        node.bits = load_number(held, bytes);
        node.known = ttcap_info(slice->capture)->unlisted_start_is_reset ? UINT32_MAX : load_number(known, bytes);
    }
    return add_node(search->slice, &node, &search->nodes[i], search->err);
}

enum tt_status slice_find(struct slice *slice, enum tt_space space, uint32_t lo, uint32_t hi, int64_t last,
                          size_t *nodes, struct tt_error *err)
{
    const uint32_t count = (hi - lo) / element_bytes(space);
    struct search search = {slice, space, lo, hi, nodes, count, TT_OK, err};
    for (uint32_t i = 0; i < count; i++)
        nodes[i] = SIZE_MAX;
    const bool is_recorded =
        (space == TT_SPACE_DST || space == TT_SPACE_DST_VALID) && !is_of_run(slice->run, space, lo);
    if (last >= 0 && !is_recorded)
        search.status = results_writers(slice->results, space, lo, hi, (uint64_t)last, take_writer, &search, err);
    for (uint32_t i = 0; i < count && !search.status; i++)
        if (nodes[i] == SIZE_MAX)
            search.status = add_start(&search, i, last);
    return search.status;
}

/* ---- inputs ---- */

static enum tt_status add_edges(struct slice *slice, size_t index, const struct depends_range *range, size_t *found,
                                struct tt_error *err)
{
    const int64_t last = (int64_t)slice->nodes[index].seq - 1;
    const uint32_t bytes = element_bytes(range->space), lo = range->lo / bytes * bytes;
    const uint32_t hi = (range->hi + bytes - 1) / bytes * bytes, count = (hi - lo) / bytes;
    TRY(slice_find(slice, range->space, lo, hi, last, found, err));
    NEED(!mem_grow(&slice->edges, &slice->edge_capacity, slice->edge_count + count, sizeof *slice->edges), err,
         "no memory for the slice");
    for (uint32_t i = 0; i < count; i++)
        slice->edges[slice->edge_count++] = found[i];
    slice->nodes[index].edge_count += count;
    return TT_OK;
}

/* Whether a range is followed. A counter that only selects operands is not: flags of rows, banks, counters, LaneConfig.
 * Flags of lanes and random numbers become part of values. */
static bool slice_is_followed(const struct depends_range *range)
{
    if (range->space == TT_SPACE_STATE)
        return (range->lo >= STATE_CC * 4 && range->lo < (STATE_CC + STATE_CC_WORDS) * 4) ||
               (range->lo >= STATE_PRNG * 4 && range->lo < (STATE_PRNG + STATE_PRNG_WORDS) * 4);
    return range->space != TT_SPACE_DST_VALID;
}

static enum tt_status expand(struct slice *slice, size_t index, struct tt_error *err)
{
    struct slice_node *node = &slice->nodes[index];
    node->first_edge = slice->edge_count;
    if (node->kind != SLICE_WRITTEN)
        return TT_OK;
    enum tt_status status;
    const struct slice_insn *insn = slice_insn_get(slice, node->seq, node->unit, &status, err);
    if (!insn)
        return status;
    node->thread = insn->thread;
    node->word = insn->word;
    struct depends depends = {0};
    depends_of(&insn->depends, node->space, node->lo, node->lo + node->bytes, &depends);
    depends_expand(&insn->depends, &depends);
    uint32_t most = 0;
    for (size_t i = 0; i < depends.count; i++)
        most = depends.items[i].hi - depends.items[i].lo > most ? depends.items[i].hi - depends.items[i].lo : most;
    size_t *found = mem_calloc(most + 1u, sizeof *found);
    if (!found || depends.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the slice");
    for (size_t i = 0; i < depends.count && !status; i++)
        if (slice_is_followed(&depends.items[i]))
            status = add_edges(slice, index, &depends.items[i], found, err);
    mem_free(found);
    depends_clear(&depends);
    return status;
}

/* ---- the whole ---- */

static enum tt_status slice_open_capture(struct slice *slice, struct tt_error *err)
{
    struct tt_error why = {{0}};
    enum tt_status status = run_capture_open(&slice->capture, slice->run, &why, err);
    (void)snprintf(slice->capture_trouble, sizeof slice->capture_trouble, "%.250s", why.text);
    return status;
}

enum tt_status slice_roots(struct slice *slice, struct results *results, enum tt_space space, uint32_t lo, uint32_t hi,
                           int64_t at, struct tt_error *err)
{
    *slice = (struct slice){.results = results, .run = results_run(results)};
    TRY(slice_open_capture(slice, err));
    const uint32_t bytes = element_bytes(space), count = (hi - lo) / bytes;
    size_t *roots = mem_calloc(count + 1u, sizeof *roots);
    enum tt_status status = roots ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the slice");
    status = status ?: slice_find(slice, space, lo, hi, at, roots, err);
    mem_free(roots);
    slice->root_count = slice->node_count;
    return status;
}

enum tt_status slice_make(struct slice *slice, struct results *results, enum tt_space space, uint32_t lo, uint32_t hi,
                          int64_t at, struct tt_error *err)
{
    enum tt_status status = slice_roots(slice, results, space, lo, hi, at, err);
    for (size_t i = 0; i < slice->node_count && !status; i++)
        status = expand(slice, i, err);
    for (size_t i = 0; i < slice->node_count; i++)
        slice->nodes[i].mask = UINT32_MAX;
    return status;
}

void slice_clear(struct slice *slice)
{
    slice_insns_free(slice);
    mem_free(slice->nodes);
    mem_free(slice->edges);
    text_map_clear(&slice->places);
    mem_free(slice->sets);
    ttcap_close(slice->capture);
    *slice = (struct slice){0};
}

bool slice_is_leaf(const struct slice *slice, size_t node)
{
    return slice->nodes[node].kind != SLICE_WRITTEN;
}
