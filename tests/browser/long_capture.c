/* SPDX-License-Identifier: Apache-2.0 */
/* long_capture BASE.ttcap BASE.db OUT.ttcap TIMES [WORD OTHER]: a capture that runs another many times over, each time
 * with other operands (seeded), and a checkpoint after each; for reports of a thousand data tiles. BASE.db, a run of
 * BASE, says which L1 the unpackers read and the packers write. The checkpoints say zeros there: `replay --record`
 * fills them. WORD becomes OTHER wherever it is pushed: for reports of hazards and findings. */
#include "base/memory.h"
#include "capture/ttcap.h"
#include "isa/spaces.h"
#include "results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, STRETCHES_MAX = 64 };

/* Stretches of L1. */
struct stretches {
    struct {
        uint32_t lo, hi;
    } items[STRETCHES_MAX];
    size_t count;
};

struct maker {
    struct ttcap *base;
    struct ttcap_writer *writer;
    struct stretches operands, outputs;
    uint64_t written, random;
    uint32_t word, other; /* the same: none */
    struct tt_error err;
};

static int fail(const struct maker *maker)
{
    (void)fprintf(stderr, "long_capture: %s\n", maker->err.text);
    return 2;
}

static void add_stretch(struct stretches *stretches, uint32_t lo, uint32_t hi)
{
    for (size_t i = 0; i < stretches->count; i++) {
        if (stretches->items[i].lo <= lo && hi <= stretches->items[i].hi)
            return;
        if (stretches->items[i].hi == lo) {
            stretches->items[i].hi = hi;
            return;
        }
    }
    if (stretches->count == STRETCHES_MAX)
        return;
    stretches->items[stretches->count].lo = lo;
    stretches->items[stretches->count++].hi = hi;
}

static enum tt_status take_access(void *user, const struct results_access_row *row)
{
    struct maker *maker = user;
    if (row->of.space != TT_SPACE_L1)
        return TT_OK;
    if (!row->of.is_write && (row->of.unit == TT_UNIT_UNPACK0 || row->of.unit == TT_UNIT_UNPACK1))
        add_stretch(&maker->operands, row->of.lo, row->of.hi);
    if (row->of.is_write && row->of.unit == TT_UNIT_PACK)
        add_stretch(&maker->outputs, row->of.lo, row->of.hi);
    return TT_OK;
}

static uint64_t next_random(struct maker *maker)
{
    maker->random ^= maker->random << 13;
    maker->random ^= maker->random >> 7;
    maker->random ^= maker->random << 17;
    return maker->random;
}

static enum tt_status copy_start(struct maker *maker)
{
    const enum tt_chip chip = ttcap_info(maker->base)->chip;
    enum tt_status status = ttcap_writer_snapshot_begin(maker->writer, "begin", &maker->err);
    for (int space = 0; !status && space < TT_SPACE_COUNT; space++) {
        const uint32_t bytes = space_bytes(chip, (enum tt_space)space);
        for (uint32_t lo = 0; !status && lo < bytes; lo += CHUNK) {
            uint8_t data[CHUNK], known[CHUNK];
            const uint32_t count = bytes - lo < CHUNK ? bytes - lo : CHUNK;
            status = ttcap_read(maker->base, 0, (enum tt_space)space, lo, count, data, known, &maker->err);
            if (!status)
                status = ttcap_writer_put(maker->writer, (enum tt_space)space, lo, count, data, known, &maker->err);
        }
    }
    return status ? status : ttcap_writer_snapshot_end(maker->writer, &maker->err);
}

/* Operands as normal numbers of BF16: sixteen bits a datum, exponents near that of 1. */
static enum tt_status store_operands(struct maker *maker)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; !status && i < maker->operands.count; i++) {
        for (uint32_t lo = maker->operands.items[i].lo; !status && lo < maker->operands.items[i].hi; lo += CHUNK) {
            uint16_t data[CHUNK / 2];
            const uint32_t left = maker->operands.items[i].hi - lo, count = left < CHUNK ? left : CHUNK;
            for (uint32_t k = 0; k < CHUNK / 2; k++) {
                const uint64_t bits = next_random(maker);
                data[k] = (uint16_t)((bits & 0x807F) | (124 + (bits >> 32 & 7)) << 7);
            }
            const struct ttcap_event event = {.seq = maker->written++,
                                              .kind = TTCAP_L1W,
                                              .thread = -1,
                                              .addr = lo,
                                              .bytes = (const uint8_t *)data,
                                              .byte_count = count};
            status = ttcap_writer_event(maker->writer, &event, &maker->err);
        }
    }
    return status;
}

static enum tt_status copy_events(struct maker *maker)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    enum tt_status status =
        ttcap_events_open(&cursor, maker->base, 0, ttcap_info(maker->base)->event_count, &maker->err);
    while (!status && !(status = ttcap_events_next(cursor, &event, &maker->err))) {
        event.seq = maker->written++;
        if ((event.kind == TTCAP_PUSH || event.kind == TTCAP_EXEC) && event.value == maker->word)
            event.value = maker->other;
        status = ttcap_writer_event(maker->writer, &event, &maker->err);
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

static enum tt_status put_checkpoint(struct maker *maker, unsigned number)
{
    static const uint8_t zeros[CHUNK];
    char id[32];
    (void)snprintf(id, sizeof id, "run%u", number);
    enum tt_status status = ttcap_writer_snapshot_begin(maker->writer, id, &maker->err);
    for (size_t i = 0; !status && i < maker->outputs.count; i++) {
        for (uint32_t lo = maker->outputs.items[i].lo; !status && lo < maker->outputs.items[i].hi; lo += CHUNK) {
            const uint32_t left = maker->outputs.items[i].hi - lo;
            status =
                ttcap_writer_put(maker->writer, TT_SPACE_L1, lo, left < CHUNK ? left : CHUNK, zeros, NULL, &maker->err);
        }
    }
    return status ? status : ttcap_writer_snapshot_end(maker->writer, &maker->err);
}

static enum tt_status run_over(struct maker *maker, unsigned times)
{
    enum tt_status status = copy_start(maker);
    for (unsigned i = 0; !status && i < times; i++) {
        status = store_operands(maker);
        if (!status)
            status = copy_events(maker);
        if (!status)
            status = put_checkpoint(maker, i);
    }
    return status;
}

static enum tt_status find_operands(struct maker *maker, const char *path)
{
    struct results *results = NULL;
    enum tt_status status = results_open(&results, path, &maker->err);
    if (!status)
        status = results_each_access(results, 0, INT64_MAX, take_access, maker, &maker->err);
    results_close(results);
    return status;
}

int main(int argc, char **argv)
{
    struct maker maker = {.random = 0x2545F4914F6CDD1D};
    if (argc != 5 && argc != 7) {
        (void)fprintf(stderr, "long_capture BASE.ttcap BASE.db OUT.ttcap TIMES [WORD OTHER]\n");
        return 2;
    }
    if (argc == 7) {
        maker.word = (uint32_t)strtoul(argv[5], NULL, 0);
        maker.other = (uint32_t)strtoul(argv[6], NULL, 0);
    }
    if (find_operands(&maker, argv[2]) || ttcap_open(&maker.base, argv[1], &maker.err))
        return fail(&maker);
    const struct ttcap_info *info = ttcap_info(maker.base);
    const struct ttcap_meta meta = {
        .chip = info->chip, .source = info->source, .name = "long <b>&amp;", .description = "made by a test"};
    enum tt_status status = ttcap_writer_open(&maker.writer, argv[3], true, &meta, &maker.err);
    if (!status) {
        status = run_over(&maker, (unsigned)strtoul(argv[4], NULL, 10));
        if (status)
            ttcap_writer_abandon(maker.writer);
        else
            status = ttcap_writer_finish(maker.writer, &maker.err);
    }
    ttcap_close(maker.base);
    return status ? fail(&maker) : 0;
}
