/* SPDX-License-Identifier: Apache-2.0 */
/* Slices held against whole replays: of random output bytes, every operand byte that `why` names does change the byte
 * when it is changed, and no other byte of the operands does, whichever bit is turned over.
 *     why_datums COUNT SEED RUN.db... */
#include "ask/why/slice.h"
#include "ask/why/slice_internal.h"
#include "order/replay.h"
#include "why_proof.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_TRIED = 6, WIRED_TRIED = 4, OTHERS_TRIED = 2, OPERANDS = 0x20000, OPERANDS_APART = 0x20000, NEAR = 0x800 };

struct written {
    uint32_t *addrs;
    size_t count, capacity;
};

struct sums {
    unsigned long datums, named, not_named, wrong, constant;
};

static uint64_t state;

static uint32_t random_below(size_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % limit);
}

static void need(bool is_good, const char *what)
{
    if (is_good)
        return;
    (void)fprintf(stderr, "%s\n", what);
    exit(2);
}

static enum tt_status take_packed(void *user, const struct results_access_row *row)
{
    struct written *written = user;
    const bool is_output = row->of.stream == ACCESS_PACK_DATA || row->of.stream == ACCESS_PACK_EXPONENT;
    if (!row->of.is_write || row->of.unit != TT_UNIT_PACK || row->of.space != TT_SPACE_L1 || !is_output)
        return TT_OK;
    for (uint32_t addr = row->of.lo; addr < row->of.hi; addr++) {
        if (written->count == written->capacity) {
            written->capacity = written->capacity ? 2 * written->capacity : 1024;
            written->addrs = realloc(written->addrs, written->capacity * sizeof *written->addrs);
            need(written->addrs != NULL, "no memory");
        }
        written->addrs[written->count++] = addr;
    }
    return TT_OK;
}

static bool changes(struct slice *slice, size_t leaf, uint32_t value)
{
    struct tt_error err = {{0}};
    bool is_changed = false;
    const enum tt_status status = slice_prove(slice, leaf, value, &is_changed, &err);
    need(status == TT_OK, err.text);
    return is_changed;
}

static void wrong(struct sums *sums, const struct slice *slice, size_t leaf, const char *what)
{
    char root[ADDRESS_TEXT_MAX], text[ADDRESS_TEXT_MAX];
    const struct slice_node *node = &slice->nodes[leaf], *first = &slice->nodes[0];
    sums->wrong++;
    printf("%s: %s and %s: %s\n", slice->run->capture_name,
           address_place_text(slice->run->chip, first->space, first->lo, root),
           address_place_text(slice->run->chip, node->space, node->lo, text), what);
}

/* Leaves from a random one on, as many of each kind as are tried. */
static void hold_leaves(struct slice *slice, struct sums *sums)
{
    unsigned named = 0, unnamed = 0;
    const size_t first = random_below(slice->node_count);
    for (size_t k = 0; k < slice->node_count; k++) {
        const size_t i = (first + k) % slice->node_count;
        const struct slice_node *node = &slice->nodes[i];
        if (!slice_is_leaf(slice, i) || node->kind == SLICE_RECORDED)
            continue;
        if (node->mask && named++ < NAMED_TRIED) {
            sums->named++;
            if (!node->has_witness || !changes(slice, i, node->witness))
                wrong(sums, slice, i, "named, but the change that was found changes nothing");
        } else if (!node->mask && unnamed++ < WIRED_TRIED) {
            sums->not_named++;
            for (unsigned bit = 0; bit < slice_element_bits(node->space); bit++)
                if (changes(slice, i, slice->nodes[i].bits ^ UINT32_C(1) << bit))
                    wrong(sums, slice, i, "not named, but a bit of it changes the byte");
        }
    }
    if (!named)
        sums->constant++;
}

/* Bytes that the wiring does not know of. */
static void hold_others(struct slice *slice, struct sums *sums)
{
    for (unsigned k = 0; k < OTHERS_TRIED; k++) {
        const uint32_t addr = OPERANDS + random_below(2) * OPERANDS_APART + random_below(NEAR);
        const size_t before = slice->node_count;
        size_t node = 0;
        need(slice_find(slice, TT_SPACE_L1, addr, addr + 1, -1, &node, NULL) == TT_OK, "no memory");
        if (node < before)
            continue;
        sums->not_named++;
        for (unsigned bit = 0; bit < 8; bit++)
            if (changes(slice, node, slice->nodes[node].bits ^ UINT32_C(1) << bit))
                wrong(sums, slice, node, "not in the slice, but a bit of it changes the byte");
    }
}

static void hold_run(const char *path, unsigned long count, struct sums *sums)
{
    struct tt_error err = {{0}};
    struct results *results = NULL;
    struct written written = {0};
    need(results_open(&results, path, &err) == TT_OK, err.text);
    need(results_each_access(results, 0, INT64_MAX, take_packed, &written, &err) == TT_OK, err.text);
    need(written.count > 0, "a run without output");
    for (unsigned long i = 0; i < count; i++) {
        const uint32_t addr = written.addrs[random_below(written.count)];
        struct slice slice;
        need(slice_make(&slice, results, TT_SPACE_L1, addr, addr + 1, INT64_MAX - 1, &err) == TT_OK, err.text);
        need(slice_try(&slice, &err) == TT_OK, err.text);
        sums->datums++;
        hold_leaves(&slice, sums);
        hold_others(&slice, sums);
        slice_clear(&slice);
    }
    free(written.addrs);
    results_close(results);
}

int main(int argc, char **argv)
{
    struct sums sums = {0};
    need(argc > 3, "why_datums COUNT SEED RUN.db...");
    const unsigned long count = strtoul(argv[1], NULL, 10);
    state = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++)
        hold_run(argv[i],
                 count / (unsigned long)(argc - 3) + ((unsigned long)(i - 3) < count % (unsigned long)(argc - 3)),
                 &sums);
    printf("%lu bytes of output: %lu operands named and held, %lu not named and held, %lu wrong; %lu that nothing "
           "changes\n",
           sums.datums, sums.named, sums.not_named, sums.wrong, sums.constant);
    return sums.wrong || sums.named == 0 || sums.not_named == 0;
}
