/* SPDX-License-Identifier: Apache-2.0 */
/* Which captures are one and the same, and which shard does which. */
#include "batch/plan.h"

#include "base/search.h"

/* The cost of a capture beside its bytes: a tile is created, its start is loaded. */
enum { CAPTURE_COST = 64 * 1024 };

/* A sorted item: one a capture. */
struct weighed {
    const char *hash, *reference;
    uint64_t bytes;
    size_t index;
};

ORDER(by_hash, struct weighed, strcmp(a->hash, b->hash) ?: strcmp(a->reference, b->reference) ?: RISING(index))

ORDER(plan_shards_by_weight, struct weighed, FALLING(bytes) ?: by_hash(a, b))

static struct weighed *plan_shards_weigh(const struct batch_plan *plan)
{
    struct weighed *items = mem_alloc((plan->count + 1) * sizeof *items);
    for (size_t i = 0; items && i < plan->count; i++)
        items[i] = (struct weighed){plan->captures[i].hash, plan->captures[i].reference, plan->captures[i].bytes, i};
    return items;
}

/* Returns how many are left when each content stands once. */
static size_t find_same(struct batch_plan *plan, struct weighed *items)
{
    size_t left = 0;
    qsort(items, plan->count, sizeof *items, by_hash);
    for (size_t i = 0; i < plan->count; i++) {
        const bool is_same = left && strcmp(items[left - 1].hash, items[i].hash) == 0 &&
                             strcmp(items[left - 1].reference, items[i].reference) == 0;
        if (!is_same)
            items[left++] = items[i];
        plan->captures[items[i].index].same_as = items[left - 1].index;
    }
    return left;
}

/* ---- a heap of shards, the least laden on top; of two alike the lower number ---- */

struct shard {
    uint64_t load;
    uint32_t number;
};

static bool is_less(const struct shard *one, const struct shard *other)
{
    return one->load != other->load ? one->load < other->load : one->number < other->number;
}

static void sink(struct shard *heap, size_t count)
{
    size_t at = 0;
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            if (is_less(&heap[child], &heap[least]))
                least = child;
        if (least == at)
            return;
        const struct shard moved = heap[at];
        heap[at] = heap[least];
        heap[least] = moved;
        at = least;
    }
}

enum tt_status batch_plan_share(struct batch_plan *plan, struct tt_error *err)
{
    struct weighed *items = plan_shards_weigh(plan);
    struct shard *heap = mem_alloc(plan->shards * sizeof *heap);
    if (!items || !heap) {
        mem_free(items);
        mem_free(heap);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", plan->root);
    }
    const size_t count = find_same(plan, items);
    for (uint32_t i = 0; i < plan->shards; i++)
        heap[i] = (struct shard){0, i + 1};
    qsort(items, count, sizeof *items, plan_shards_by_weight);
    for (size_t i = 0; i < count; i++) {
        plan->captures[items[i].index].shard = heap[0].number;
        heap[0].load += items[i].bytes + CAPTURE_COST;
        sink(heap, plan->shards);
    }
    for (size_t i = 0; i < plan->count; i++)
        plan->captures[i].shard = plan->captures[plan->captures[i].same_as].shard;
    mem_free(items);
    mem_free(heap);
    return TT_OK;
}

size_t *batch_plan_work(const struct batch_plan *plan, uint32_t shard, size_t *count)
{
    struct weighed *items = plan_shards_weigh(plan);
    size_t *work = mem_alloc((plan->count + 1) * sizeof *work);
    *count = 0;
    if (items && work) {
        qsort(items, plan->count, sizeof *items, plan_shards_by_weight);
        for (size_t i = 0; i < plan->count; i++) {
            const struct batch_capture *capture = &plan->captures[items[i].index];
            if (capture->same_as == items[i].index && (!shard || capture->shard == shard))
                work[(*count)++] = items[i].index;
        }
        mem_free(items);
        return work;
    }
    mem_free(items);
    mem_free(work);
    return NULL;
}
