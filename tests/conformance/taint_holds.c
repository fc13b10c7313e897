/* SPDX-License-Identifier: Apache-2.0 */
/* Taint held against whole replays: of random operand bytes, each is made unknown in a copy of the recording; whatever
 * changes in L1 when a bit of the byte is turned over must be tainted there.
 *     taint_holds COUNT SEED FILE.ttcap... */
#include "isa/spaces.h"
#include "order/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024, OPERANDS = 0x20000, APART = 0x20000, NEAR = 0x800 };

static const char hole_path[] = "taint_holds.ttcap";

struct run {
    uint32_t addr;
    bool is_turned, is_put;
    unsigned bit;
    uint8_t *l1;    /* at the end */
    uint8_t *taint; /* null: not followed */
};

struct sums {
    unsigned long bytes, changed, tainted, wrong;
};

static uint64_t state;

static uint32_t random_below(uint32_t limit)
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

/* ---- a copy of the recording that does not know one byte ---- */

/* A simulator's snapshot does not list what had its reset value; silicon's must, or it is unknown: so all is put, the
 * reset state of a tile and over it what the snapshot holds. */
static void put_space(struct ttcap_writer *writer, struct ttcap *capture, const struct tile *reset, enum tt_space space,
                      uint32_t hole)
{
    static uint8_t bytes[CHUNK], held[CHUNK], known[CHUNK];
    struct tt_error err = {{0}};
    const uint32_t size = space_bytes(ttcap_info(capture)->chip, space);
    for (uint32_t lo = 0; lo < size; lo += CHUNK) {
        const uint32_t count = size - lo < CHUNK ? size - lo : CHUNK;
        tile_load(reset, space, lo, count, bytes);
        need(ttcap_read(capture, 0, space, lo, count, held, known, &err) == TT_OK, err.text);
        for (uint32_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)((bytes[i] & ~known[i]) | (held[i] & known[i]));
        memset(known, 0xFF, count);
        if (space == TT_SPACE_L1 && hole >= lo && hole < lo + count)
            known[hole - lo] = 0;
        need(ttcap_writer_put(writer, space, lo, count, bytes, known, &err) == TT_OK, err.text);
    }
}

static void make_hole(struct ttcap *capture, uint32_t hole)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const struct ttcap_meta meta = {.chip = info->chip, .source = TTCAP_SILICON, .name = info->name, .description = ""};
    struct tt_error err = {{0}};
    struct ttcap_writer *writer = NULL;
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    struct tile *reset = tile_new(info->chip);
    need(reset != NULL, "no memory");
    need(ttcap_writer_open(&writer, hole_path, true, &meta, &err) == TT_OK, err.text);
    need(ttcap_writer_snapshot_begin(writer, "begin", &err) == TT_OK, err.text);
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        put_space(writer, capture, reset, (enum tt_space)space, hole);
    need(ttcap_writer_snapshot_end(writer, &err) == TT_OK, err.text);
    need(ttcap_events_open(&cursor, capture, 0, info->event_count, &err) == TT_OK, err.text);
    while (ttcap_events_next(cursor, &event, &err) == TT_OK)
        need(ttcap_writer_event(writer, &event, &err) == TT_OK, err.text);
    ttcap_events_close(cursor);
    need(ttcap_writer_finish(writer, &err) == TT_OK, err.text);
    tile_free(reset);
}

/* ---- replays ---- */

static void on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct run *run = user;
    uint8_t byte;
    (void)thread;
    (void)word;
    (void)seq;
    if (run->is_put || !run->is_turned)
        return;
    run->is_put = true;
    tile_load(tile, TT_SPACE_L1, run->addr, 1, &byte);
    byte ^= (uint8_t)(1u << run->bit);
    tile_store(tile, TT_SPACE_L1, run->addr, 1, &byte, NULL);
}

static void on_access(void *user, const struct probe_access *access)
{
    const struct run *run = user;
    if (access->is_write && access->space == TT_SPACE_L1)
        memset(run->taint + access->lo, 0, access->hi - access->lo);
}

static void on_tainted(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const struct run *run = user;
    (void)seq;
    if (space == TT_SPACE_L1 && run->taint)
        memset(run->taint + lo, 1, hi - lo);
}

static void on_ended(void *user, const struct tile *tile)
{
    const struct run *run = user;
    tile_load(tile, TT_SPACE_L1, 0, space_bytes(tile_chip(tile), TT_SPACE_L1), run->l1);
}

static void replay(const char *path, const struct replay_options *options, struct run *run)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_summary summary;
    const struct probe probe = {.user = run, .wants = PROBE_ACCESS, .access = on_access};
    const struct replay_observer observer = {
        .user = run, .ended = on_ended, .tainted = on_tainted, .before = on_before};
    need(ttcap_open(&capture, path, &err) == TT_OK, err.text);
    need(replay_run(capture, options, run->taint ? &probe : NULL, &observer, &summary, &err) == TT_OK, err.text);
    ttcap_close(capture);
}

static void hold_byte(const char *path, const struct replay_options *options, uint32_t addr, struct sums *sums)
{
    static uint8_t base[L1_BYTES_MAX], turned[L1_BYTES_MAX], unused[L1_BYTES_MAX], taint[L1_BYTES_MAX];
    static uint8_t changes[L1_BYTES_MAX];
    struct run run = {.addr = addr, .l1 = base};
    replay(path, options, &run);
    memset(taint, 0, sizeof taint);
    memset(changes, 0, sizeof changes);
    run = (struct run){.addr = addr, .l1 = unused, .taint = taint};
    replay(hole_path, options, &run);
    for (unsigned bit = 0; bit < 8; bit++) {
        run = (struct run){.addr = addr, .is_turned = true, .bit = bit, .l1 = turned};
        replay(path, options, &run);
        for (uint32_t i = 0; i < L1_BYTES_MAX; i++)
            changes[i] |= i != addr && turned[i] != base[i];
    }
    sums->bytes++;
    for (uint32_t i = 0; i < L1_BYTES_MAX; i++) {
        sums->changed += changes[i];
        sums->tainted += taint[i];
        if (changes[i] && !taint[i] && sums->wrong++ < 10)
            printf("%s: l1:0x%05" PRIx32 " changes l1:0x%05" PRIx32 ", which is not tainted by it\n", path, addr, i);
    }
}

static void hold_capture(const char *path, unsigned long count, struct sums *sums)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_options options;
    need(ttcap_open(&capture, path, &err) == TT_OK, err.text);
    replay_options_init(&options, ttcap_info(capture));
    for (unsigned long i = 0; i < count; i++) {
        const uint32_t addr = OPERANDS + random_below(2) * APART + random_below(NEAR);
        make_hole(capture, addr);
        hold_byte(path, &options, addr, sums);
    }
    ttcap_close(capture);
}

int main(int argc, char **argv)
{
    struct sums sums = {0};
    need(argc > 3, "taint_holds COUNT SEED FILE.ttcap...");
    state = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++)
        hold_capture(argv[i], strtoul(argv[1], NULL, 10), &sums);
    (void)remove(hole_path);
    printf("%lu operand bytes: %lu bytes of L1 change, %lu are tainted, %lu wrong\n", sums.bytes, sums.changed,
           sums.tainted, sums.wrong);
    return sums.wrong || sums.changed == 0;
}
