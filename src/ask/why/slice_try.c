/* SPDX-License-Identifier: Apache-2.0 */
/* Tries a slice on a tile: changes at its beginnings are carried from instruction to instruction, each run again with
 * what has changed of its operands. The units' results then show what depends on what; no rule about products with
 * zero, maxima or rounding is needed. docs/semantics/dependence.md */
#include "ask/run/value_text.h"
#include "ask/why/slice_internal.h"
#include "base/little.h"
#include "base/search.h"
#include "order/replay.h"
#include "results/results.h"

#include "capture/ttcap.h"
#include "insn_ids.h"
#include "isa/isa.h"
#include "order/moment.h"

/* A node's value under a change. */
struct changed {
    size_t change;
    uint32_t bits;
};
struct changes {
    struct changed *items; /* by rising number of the change */
    size_t count, capacity;
};

/* An operand under a change. */
struct operand {
    size_t change, node;
    uint32_t bits;
};

struct trial {
    struct slice *slice;
    size_t *nodes; /* those that instructions wrote, by event */
    size_t count, at;
    struct changes *changes; /* of each node of the slice */
    size_t change_count;
    struct operand *operands; /* of the instruction at hand */
    size_t operand_count, operand_capacity;
    struct moments *moments; /* of the replay's tile */
    struct moment *here;     /* ahead of the instruction */
    struct probe probe;      /* hears what is written */
    bool is_out_of_memory;
    uint64_t strange; /* event of a node whose value is not what the tile computes; UINT64_MAX: of none */
};

enum tt_status slice_replay_options(struct slice *slice, struct replay_options *options, struct tt_error *err)
{
    if (!slice->capture)
        return tt_fail(err, TT_IO, "%s", slice->capture_trouble);
    mem_free(slice->sets);
    return run_replay_options(slice->run, slice->capture, options, &slice->sets, err);
}

/* ---- one instruction ---- */

/* By which words the tries may write. */
static enum moments_hearing trial_hearing(struct tile *tile, enum tt_unit unit, uint32_t word)
{
    const struct vector_state *vector = &tile_state(tile)->vector;
    const bool is_data =
        unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1 || unit == TT_UNIT_MATRIX || unit == TT_UNIT_PACK;
    if (unit != TT_UNIT_VECTOR)
        return is_data ? MOMENTS_HEAR_DATA : MOMENTS_HEAR_ACCESSES;
    const bool has_macro =
        vector->macro.count || vector->macro.landing_count || isa_id(tile_chip(tile), word) == INSN_SFPLOADMACRO;
    return has_macro ? MOMENTS_HEAR_DATA : MOMENTS_HEAR_VECTOR;
}

/* The tile's moment ahead of the instruction; false without memory. Each write is heard of from the first one on, the
 * replay's own and those of tries, so that no more than what was written is looked at. */
static bool slice_save(struct trial *trial, struct tile *tile)
{
    if (!trial->moments) {
        trial->moments = moments_new(tile);
        if (!trial->moments)
            return false;
        moments_hear(trial->moments, MOMENTS_HEAR_ACCESSES);
    }
    return moment_save(trial->moments, &trial->here);
}

static void trial_on_access(void *user, const struct probe_access *access)
{
    const struct trial *trial = user;
    if (access->is_write && trial->moments)
        moments_wrote(trial->moments, access->space, access->lo, access->hi);
}

static uint32_t trial_load(const struct tile *tile, const struct slice_node *node)
{
    uint8_t bytes[4] = {0};
    tile_load(tile, node->space, node->lo, node->bytes, bytes);
    return load_u32(bytes);
}

static void trial_store(const struct trial *trial, struct tile *tile, const struct slice_node *node, uint32_t bits)
{
    uint8_t bytes[4];
    store_u32(bytes, bits);
    tile_store(tile, node->space, node->lo, node->bytes, bytes, NULL);
    moments_wrote(trial->moments, node->space, node->lo, node->lo + node->bytes);
}

static void trial_add_changed(struct trial *trial, size_t node, size_t change, uint32_t bits)
{
    struct changes *changes = &trial->changes[node];
    trial->is_out_of_memory |=
        !MEM_PUSH(changes->items, changes->count, changes->capacity, (struct changed){change, bits});
}

ORDER(trial_by_change, struct operand, RISING(change) ?: RISING(node))

/* Each bit of a leaf turned over, all of them, and all cleared. */
static void trial_change_leaf(struct trial *trial, size_t leaf)
{
    const struct slice_node *node = &trial->slice->nodes[leaf];
    const unsigned bits = slice_element_bits(node->space);
    const uint32_t all = (uint32_t)((UINT64_C(1) << bits) - 1);
    for (unsigned bit = 0; bit < bits; bit++)
        trial_add_changed(trial, leaf, trial->change_count++, node->bits ^ UINT32_C(1) << bit);
    trial_add_changed(trial, leaf, trial->change_count++, node->bits ^ all);
    if (node->bits)
        trial_add_changed(trial, leaf, trial->change_count++, 0);
}

static bool trial_is_whole(const struct slice_node *node)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << slice_element_bits(node->space)) - 1);
    return (node->known & all) == all;
}

/* Values of leaves [first, last) that the slice does not know are read from the tile when they are used. */
static void trial_look_at_leaves(struct trial *trial, const struct tile *tile, size_t first, size_t last)
{
    struct slice *slice = trial->slice;
    for (size_t i = first; i < last; i++) {
        const struct slice_node *node = &slice->nodes[trial->nodes[i]];
        for (size_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            const size_t index = slice->edges[e];
            struct slice_node *leaf = &slice->nodes[index];
            if (!slice_is_leaf(slice, index) || trial_is_whole(leaf) || trial->changes[index].count)
                continue;
            leaf->bits = trial_load(tile, leaf);
            if (leaf->kind == SLICE_RECORDED)
                leaf->known = UINT32_MAX;
            trial_change_leaf(trial, index);
        }
    }
}

/* Gathers the changed operands of nodes [first, last) of the list, change by change. */
static void trial_gather_operands(struct trial *trial, size_t first, size_t last)
{
    const struct slice *slice = trial->slice;
    trial->operand_count = 0;
    for (size_t i = first; i < last; i++) {
        const struct slice_node *node = &slice->nodes[trial->nodes[i]];
        for (size_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            const struct changes *changes = &trial->changes[slice->edges[e]];
            if (mem_grow(&trial->operands, &trial->operand_capacity, trial->operand_count + changes->count + 1,
                         sizeof *trial->operands)) {
                trial->is_out_of_memory = true;
                return;
            }
            for (size_t k = 0; k < changes->count; k++)
                trial->operands[trial->operand_count++] =
                    (struct operand){changes->items[k].change, slice->edges[e], changes->items[k].bits};
        }
    }
    if (trial->operand_count)
        qsort(trial->operands, trial->operand_count, sizeof *trial->operands, trial_by_change);
}

struct call {
    unsigned thread;
    uint32_t word;
    uint64_t seq;
};

/* The instruction under each change that reaches it. */
static void trial_run_changes(struct trial *trial, struct tile *tile, const struct call *call, size_t first,
                              size_t last)
{
    struct slice *slice = trial->slice;
    for (size_t from = 0, to; from < trial->operand_count && !trial->is_out_of_memory; from = to) {
        const size_t change = trial->operands[from].change;
        for (to = from; to < trial->operand_count && trial->operands[to].change == change; to++)
            trial_store(trial, tile, &slice->nodes[trial->operands[to].node], trial->operands[to].bits);
        (void)tile_exec(tile, call->thread, call->word, call->seq);
        for (size_t i = first; i < last; i++) {
            const struct slice_node *node = &slice->nodes[trial->nodes[i]];
            const uint32_t bits = trial_load(tile, node);
            if (bits != node->bits)
                trial_add_changed(trial, trial->nodes[i], change, bits);
        }
        moment_restore(trial->moments, trial->here);
        slice->runs++;
    }
}

/* Scalar registers that nothing at the start changes are beginnings of their own. */
static void trial_change_constants(struct trial *trial, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        const size_t index = trial->nodes[i];
        if (trial->slice->nodes[index].space == TT_SPACE_GPR && !trial->changes[index].count)
            trial_change_leaf(trial, index);
    }
}

/* All nodes that the instruction wrote, [first, last) of the list. Their values without any change are those of the
 * run, or the run is another. False: the word waits, and comes again. */
static bool trial_try_insn(struct trial *trial, struct tile *tile, const struct call *call, size_t first, size_t last)
{
    struct slice *slice = trial->slice;
    const enum tt_unit unit = slice->nodes[trial->nodes[first]].unit;
    if (!slice_save(trial, tile)) {
        trial->is_out_of_memory = true;
        return true;
    }
    trial_look_at_leaves(trial, tile, first, last);
    tile_set_probe(tile, &trial->probe);
    moments_hear(trial->moments, trial_hearing(tile, unit, call->word));
    const enum tile_step step = tile_exec(tile, call->thread, call->word, call->seq);
    for (size_t i = first; i < last && step == TILE_DONE; i++)
        if (trial_load(tile, &slice->nodes[trial->nodes[i]]) != slice->nodes[trial->nodes[i]].bits)
            trial->strange = call->seq < trial->strange ? call->seq : trial->strange;
    moment_restore(trial->moments, trial->here);
    if (step == TILE_DONE) {
        trial_gather_operands(trial, first, last);
        trial_run_changes(trial, tile, call, first, last);
        trial_change_constants(trial, first, last);
        slice->instructions++;
    }
    moments_hear(trial->moments, MOMENTS_HEAR_ACCESSES);
    tile_set_probe(tile, NULL);
    return step == TILE_DONE;
}

static void trial_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct trial *trial = user;
    const struct slice_node *nodes = trial->slice->nodes;
    if (trial->at < trial->count && nodes[trial->nodes[trial->at]].seq < seq) {
        const uint64_t missed = nodes[trial->nodes[trial->at]].seq; /* ran no word here */
        trial->strange = missed < trial->strange ? missed : trial->strange;
    }
    size_t last = trial->at;
    while (last < trial->count && nodes[trial->nodes[last]].seq == seq)
        last++;
    const struct call call = {thread, word, seq};
    if (last > trial->at && trial->strange == UINT64_MAX && trial_try_insn(trial, tile, &call, trial->at, last))
        trial->at = last;
}

/* ---- all of them ---- */

struct by_event {
    uint64_t seq;
    size_t node;
};

ORDER(trial_oldest_first, struct by_event, RISING(seq) ?: RISING(node))

static enum tt_status trial_prepare(struct trial *trial, struct tt_error *err)
{
    const struct slice *slice = trial->slice;
    struct by_event *order = mem_calloc(slice->node_count + 1, sizeof *order);
    trial->nodes = mem_calloc(slice->node_count + 1, sizeof *trial->nodes);
    trial->changes = mem_calloc(slice->node_count + 1, sizeof *trial->changes);
    trial->is_out_of_memory = !order || !trial->nodes || !trial->changes;
    for (size_t i = 0; i < slice->node_count && !trial->is_out_of_memory; i++) {
        if (slice_is_leaf(slice, i) && trial_is_whole(&slice->nodes[i]))
            trial_change_leaf(trial, i);
        else if (slice->nodes[i].edge_count)
            order[trial->count++] = (struct by_event){slice->nodes[i].seq, i};
    }
    if (trial->count)
        qsort(order, trial->count, sizeof *order, trial_oldest_first);
    for (size_t i = 0; i < trial->count; i++)
        trial->nodes[i] = order[i].node;
    mem_free(order);
    return trial->is_out_of_memory ? tt_fail(err, TT_NO_MEMORY, "no memory to try the slice") : TT_OK;
}

/* A change that reaches a root matters, and so does each bit that it changed on its way. */
static enum tt_status trial_mask_nodes(struct trial *trial, struct tt_error *err)
{
    struct slice *slice = trial->slice;
    uint8_t *matters = mem_calloc(trial->change_count + 1, 1);
    NEED(matters, err, "no memory to try the slice");
    for (size_t i = 0; i < slice->root_count; i++)
        for (size_t k = 0; k < trial->changes[i].count; k++)
            matters[trial->changes[i].items[k].change] = 1;
    for (size_t i = 0; i < slice->node_count; i++) {
        struct slice_node *node = &slice->nodes[i];
        node->mask = i < slice->root_count ? UINT32_MAX : 0;
        for (size_t k = 0; k < trial->changes[i].count; k++)
            if (matters[trial->changes[i].items[k].change]) {
                node->mask |= trial->changes[i].items[k].bits ^ node->bits;
                node->witness = node->has_witness ? node->witness : trial->changes[i].items[k].bits;
                node->has_witness = true;
            }
    }
    mem_free(matters);
    slice->is_tried = true;
    slice->changes = trial->change_count;
    return TT_OK;
}

static void trial_clear(struct trial *trial)
{
    for (size_t i = 0; trial->changes && i < trial->slice->node_count; i++)
        mem_free(trial->changes[i].items);
    mem_free(trial->changes);
    mem_free(trial->operands);
    mem_free(trial->nodes);
    moment_free(trial->moments, trial->here);
    moments_free(trial->moments);
}

enum tt_status slice_try(struct slice *slice, struct tt_error *err)
{
    struct replay_options options;
    TRY(slice_replay_options(slice, &options, err));
    struct trial trial OWNED(trial_clear) = {.slice = slice, .strange = UINT64_MAX};
    trial.probe = (struct probe){.user = &trial, .wants = PROBE_ACCESS, .access = trial_on_access};
    const struct replay_observer observer = {.user = &trial, .before = trial_on_before};
    struct replay_summary summary;
    TRY(trial_prepare(&trial, err));
    if (trial.count && options.order == REPLAY_EXECUTED)
        options.last = slice->nodes[trial.nodes[trial.count - 1]].seq + 1;
    if (trial.count)
        TRY(replay_run(slice->capture, &options, &trial.probe, &observer, &summary, err));
    NEED(!trial.is_out_of_memory, err, "no memory to try the slice");
    if (trial.strange != UINT64_MAX || trial.at < trial.count) {
        const uint64_t seq = trial.strange != UINT64_MAX ? trial.strange : slice->nodes[trial.nodes[trial.at]].seq;
        return tt_fail(err, TT_BAD_INPUT, "%s %llu leaves another value than in the run: replay the capture again",
                       seq_name(slice->run->order), (unsigned long long)seq);
    }
    return trial_mask_nodes(&trial, err);
}
