/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a byte at the beginning of a slice changes its end: the whole replay once more, with another value in its
 * place. */
#include "why_proof.h"

#include "ask/why/slice_internal.h"

#include "base/little.h"
#include "capture/ttcap.h"
#include "order/replay.h"

#include <string.h>

struct proof {
    const struct slice *slice;
    const struct slice_node *leaf;
    uint32_t value;
    bool is_put, is_seen, is_changed;
    int64_t last; /* the roots stand after this event */
};

static int64_t last_event(const struct slice *slice)
{
    int64_t last = -1;
    for (size_t i = 0; i < slice->root_count; i++)
        if (slice->nodes[i].kind == SLICE_WRITTEN && (int64_t)slice->nodes[i].seq > last)
            last = (int64_t)slice->nodes[i].seq;
    return last;
}

static void slice_prove_see(struct proof *proof, const struct tile *tile)
{
    proof->is_seen = true;
    for (size_t i = 0; i < proof->slice->root_count; i++) {
        const struct slice_node *root = &proof->slice->nodes[i];
        uint8_t bytes[4] = {0};
        tile_load(tile, root->space, root->lo, root->bytes, bytes);
        const uint32_t mask = (uint32_t)((UINT64_C(1) << 8 * root->bytes) - 1);
        proof->is_changed |= load_u32(bytes) != (root->bits & mask);
    }
}

static void slice_prove_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct proof *proof = user;
    const struct slice_node *leaf = proof->leaf;
    (void)thread;
    (void)word;
    if (!proof->is_put && (leaf->kind != SLICE_STORED || seq > leaf->seq)) {
        uint8_t bytes[4];
        store_u32(bytes, proof->value);
        tile_store(tile, leaf->space, leaf->lo, leaf->bytes, bytes, NULL);
        proof->is_put = true;
    }
    if (!proof->is_seen && (int64_t)seq > proof->last)
        slice_prove_see(proof, tile);
}

static void slice_prove_on_ended(void *user, const struct tile *tile)
{
    struct proof *proof = user;
    if (!proof->is_seen)
        slice_prove_see(proof, tile);
}

enum tt_status slice_prove(struct slice *slice, size_t leaf, uint32_t value, bool *is_changed, struct tt_error *err)
{
    struct replay_options options;
    enum tt_status status = slice_replay_options(slice, &options, err);
    struct proof proof = {.slice = slice, .leaf = &slice->nodes[leaf], .value = value, .last = last_event(slice)};
    const struct replay_observer observer = {
        .user = &proof, .before = slice_prove_on_before, .ended = slice_prove_on_ended};
    struct replay_summary summary;
    if (!status && options.order == REPLAY_EXECUTED)
        options.last = (uint64_t)(proof.last + 1);
    if (!status)
        status = replay_run(slice->capture, &options, NULL, &observer, &summary, err);
    *is_changed = !status && proof.is_changed;
    return status;
}
