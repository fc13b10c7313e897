/* SPDX-License-Identifier: Apache-2.0 */
/* From left to right over all ends; a heap has those that are open, and the highest of them is on top. */
#include "capture/lines/spans.h"

#include "base/search.h"

bool spans_add(struct span_list *list, const struct span *span)
{
    if (span->lo >= span->hi)
        return true;
    return MEM_PUSH(list->items, list->count, list->capacity, *span);
}

void spans_clear(struct span_list *list)
{
    mem_free(list->items);
    *list = (struct span_list){0};
}

/* Pointers into the list: their order is that of the list. */
ORDER(spans_by_start, struct span *, COMPARE((*a)->lo, (*b)->lo) ?: COMPARE(*a, *b))

static bool spans_is_above(const struct span *a, const struct span *b)
{
    return a->rank != b->rank ? a->rank > b->rank : a > b;
}

struct heap {
    const struct span **items;
    size_t count;
};

static void spans_swap(const struct span **a, const struct span **b)
{
    const struct span *was = *a;
    *a = *b;
    *b = was;
}

static void heap_add(struct heap *heap, const struct span *span)
{
    size_t i = heap->count++;
    heap->items[i] = span;
    for (; i > 0 && spans_is_above(heap->items[i], heap->items[(i - 1) / 2]); i = (i - 1) / 2)
        spans_swap(&heap->items[i], &heap->items[(i - 1) / 2]);
}

static void heap_drop(struct heap *heap)
{
    heap->items[0] = heap->items[--heap->count];
    for (size_t i = 0;;) {
        size_t top = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < heap->count; child++)
            if (spans_is_above(heap->items[child], heap->items[top]))
                top = child;
        if (top == i)
            return;
        spans_swap(&heap->items[i], &heap->items[top]);
        i = top;
    }
}

/* [lo, hi) of a span; the piece before is made longer where it goes on. */
static bool spans_put(struct span_list *flat, const struct span *span, uint64_t lo, uint64_t hi)
{
    struct span *last = flat->count ? &flat->items[flat->count - 1] : NULL;
    if (lo < hi && last && last->hi == lo && last->value == span->value && last->rank == span->rank) {
        last->hi = hi;
        return true;
    }
    return spans_add(flat, &(struct span){lo, hi, span->rank, span->value});
}

/* The next gap from *at on up to `end`: pieces of the highest of them, which are dropped where they end. */
static bool put_open(struct heap *heap, struct span_list *flat, uint64_t *at, uint64_t end)
{
    while (heap->count > 0 && *at < end) {
        const struct span *top = heap->items[0];
        const uint64_t hi = top->hi < end ? top->hi : end;
        if (hi > *at) {
            if (!spans_put(flat, top, *at, hi))
                return false;
            *at = hi;
        }
        if (top->hi <= *at)
            heap_drop(heap);
    }
    return true;
}

bool spans_flatten(const struct span_list *list, struct span_list *flat)
{
    const struct span **order = mem_calloc(list->count + 1, sizeof *order);
    struct heap heap = {mem_calloc(list->count + 1, sizeof *heap.items), 0};
    bool is_ok = order && heap.items;
    uint64_t at = 0;
    for (size_t i = 0; i < list->count && is_ok; i++)
        order[i] = &list->items[i];
    if (is_ok)
        qsort(order, list->count, sizeof *order, spans_by_start);
    for (size_t i = 0; i < list->count && is_ok; i++) {
        is_ok = put_open(&heap, flat, &at, order[i]->lo);
        at = order[i]->lo;
        if (is_ok)
            heap_add(&heap, order[i]);
    }
    is_ok = is_ok && put_open(&heap, flat, &at, UINT64_MAX);
    mem_free(order);
    mem_free(heap.items);
    return is_ok;
}
