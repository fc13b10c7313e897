/* SPDX-License-Identifier: Apache-2.0 */
/* A build's report on captures: how each ends on its fast paths and by its datasheets, and a sum of all that the tile
 * reports meanwhile, also under other readings. One build asks another one so, many captures a process. */
#include "fuzz/fuzz_internal.h"

#include "base/little.h"
#include "base/path.h"
#include "isa/spaces.h"
#include "tile/tile.h"

/* ---- the sum ---- */

struct sum {
    uint64_t bits;
};

static void serve_add_number(struct sum *sum, uint64_t number)
{
    sum->bits = (sum->bits ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    sum->bits ^= sum->bits >> 29;
}

static void add_bytes(struct sum *sum, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    serve_add_number(sum, count);
    for (size_t i = 0; at && i < count; i++)
        serve_add_number(sum, at[i]);
}

static void serve_add_text(struct sum *sum, const char *text)
{
    add_bytes(sum, text, text ? strlen(text) : 0);
}

static void add_insn(void *user, const struct probe_insn *insn)
{
    struct sum *sum = user;
    serve_add_number(sum, insn->seq);
    serve_add_number(sum, insn->word);
    serve_add_number(sum, (uint64_t)insn->thread << 16 | (uint64_t)insn->unit << 8 | insn->has_waited);
    serve_add_text(sum, insn->rests_on ? insn->rests_on->id : NULL);
}

static void serve_add_stage(void *user, const struct probe_stage *stage)
{
    struct sum *sum = user;
    serve_add_number(sum, (uint64_t)stage->unit << 32 | (uint64_t)stage->instance << 24 | (uint64_t)stage->stage << 16 |
                              (uint64_t)stage->format << 8 | stage->value_bytes);
    add_bytes(sum, stage->values, (size_t)stage->count * stage->value_bytes);
    add_bytes(sum, stage->origin, stage->origin ? stage->count * sizeof *stage->origin : 0);
}

static void add_access(void *user, const struct probe_access *access)
{
    struct sum *sum = user;
    serve_add_number(sum, (uint64_t)access->space << 32 | (uint64_t)access->unit << 24 |
                              (uint64_t)access->instance << 16 | (uint64_t)access->stream << 8 | access->is_write);
    serve_add_number(sum, (uint64_t)access->lo << 32 | access->hi);
    serve_add_number(sum, (uint64_t)access->tile << 32 | access->first_datum);
    if (access->is_write) {
        add_bytes(sum, access->before, access->hi - access->lo);
        add_bytes(sum, access->after, access->hi - access->lo);
    }
}

static void add_finding(void *user, const struct probe_finding *finding)
{
    struct sum *sum = user;
    serve_add_text(sum, finding_get(finding->id)->code);
    serve_add_number(sum, (uint64_t)finding->unit << 8 | finding->instance);
    serve_add_text(sum, finding->detail);
    serve_add_text(sum, finding->rests_on ? finding->rests_on->id : NULL);
}

static void add_control(void *user, const struct probe_control *control)
{
    struct sum *sum = user;
    serve_add_number(sum, (uint64_t)control->kind << 8 | control->space);
    serve_add_number(sum, (uint64_t)control->lo << 32 | control->hi);
    serve_add_number(sum, (uint64_t)control->mask << 32 | control->flag);
}

static void add_tainted(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct sum *sum = user;
    serve_add_number(sum, seq << 8 | space);
    serve_add_number(sum, (uint64_t)lo << 32 | hi);
}

/* The content of a recording of the replay: among cores also what one goes by that another one did. */
static void add_event(void *user, const struct ttcap_event *event)
{
    struct sum *sum = user;
    serve_add_number(sum, event->seq);
    serve_add_number(sum,
                     (uint64_t)event->kind << 32 | (uint64_t)(uint8_t)event->thread << 16 | (uint64_t)event->index);
    serve_add_number(sum, (uint64_t)event->addr << 32 | event->value);
    serve_add_number(sum, event->has_pc ? (uint64_t)event->core << 32 | event->pc : UINT64_MAX);
    add_bytes(sum, event->bytes, event->byte_count);
}

/* ---- a capture ---- */

/* Words of several threads also in an order that the name draws. The last: under readings that it draws, whatever comes
 * of it; code of readings runs nowhere else. */
enum way { WAY_PLAIN, WAY_DATASHEETS, WAY_REPORTS, WAY_SILENT, WAY_THREADS, WAY_READINGS, WAY_COUNT };

static uint64_t seed_of(const char *name)
{
    struct sum sum = {0};
    serve_add_text(&sum, name);
    return sum.bits;
}

static void draw_readings(const char *name, struct variant_set *variants)
{
    struct sum sum = {seed_of(name)};
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        const uint64_t drawn = draw_random(&sum.bits);
        variants->choice[id] = (uint8_t)(drawn & 1 ? (drawn >> 1) % variant_get((enum variant_id)id)->choice_count : 0);
    }
}

static const unsigned everything =
    PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING | PROBE_CONTROL | PROBE_SETTINGS;

static struct probe probe_of(struct sum *sum)
{
    return (struct probe){sum,        everything,  add_insn,    add_insn, serve_add_stage,
                          add_access, add_finding, add_control, NULL};
}

/* The known bytes of L1 at the start; the rest is zero. */
static enum tt_status load_start(struct ttcap *capture, struct tile *tile, struct tt_error *err)
{
    enum { PIECE = 4096 };
    uint8_t bytes[PIECE], known[PIECE];
    const uint32_t size = space_bytes(ttcap_info(capture)->chip, TT_SPACE_L1);
    uint32_t lo = 0, hi = 0;
    enum tt_status status = TT_OK;
    while (lo < size && !(status = ttcap_next_known(capture, 0, TT_SPACE_L1, &lo, &hi, err))) {
        const uint32_t count = hi - lo < PIECE ? hi - lo : PIECE;
        status = ttcap_read(capture, 0, TT_SPACE_L1, lo, count, bytes, known, err);
        if (status)
            return status;
        tile_store(tile, TT_SPACE_L1, lo, count, bytes, known);
        lo += count;
    }
    return walk_ended(status);
}

static bool is_code(enum tt_space space, uint32_t lo)
{
    return space == TT_SPACE_L1 && lo >= DRAW_CODE && lo < DRAW_CODE + 4 * DRAW_CODE_MAX;
}

static void serve_add_state(struct sum *sum, const struct tile *tile, bool has_code)
{
    enum { PIECE = 4096, WORD = 4 };
    static const uint8_t zeros[PIECE];
    uint8_t bytes[PIECE];
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(tile_chip(tile), (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += PIECE) {
            const uint32_t count = size - lo < PIECE ? size - lo : PIECE;
            tile_load(tile, (enum tt_space)space, lo, count, bytes);
            if (memcmp(bytes, zeros, count) == 0 || (!has_code && is_code((enum tt_space)space, lo)))
                continue;
            serve_add_number(sum, lo);
            for (uint32_t at = 0; at < count; at += WORD)
                serve_add_number(sum, load_number(bytes + at, count - at < WORD ? count - at : WORD));
        }
    }
}

uint64_t fuzz_state(const struct tile *tile)
{
    struct sum sum = {0};
    serve_add_state(&sum, tile, true);
    return sum.bits;
}

uint64_t fuzz_state_but_code(const struct tile *tile)
{
    struct sum sum = {0};
    serve_add_state(&sum, tile, false);
    return sum.bits;
}

/* Of a write outside of a tile the bytes count, not their value. */
static void serve_add_step(struct sum *sum, const struct tile *tile, enum tile_step step)
{
    const struct tile_range *unknown = tile_unknown_write(tile);
    serve_add_number(sum, step);
    if (unknown->lo == unknown->hi)
        return;
    serve_add_number(sum, unknown->space);
    serve_add_number(sum, (uint64_t)unknown->lo << 32 | unknown->hi);
}

/* The words on a tile alone, without any listener: a replay has one, and some fast paths then leave the work to the
 * datasheets. probe: reports that a replay would retain for itself are heard too. */
static enum tt_status run_alone(struct ttcap *capture, const struct variant_set *variants, const struct probe *probe,
                                struct sum *sum, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    struct tile *tile = tile_new(ttcap_info(capture)->chip);
    enum tt_status status = tile ? load_start(capture, tile, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    status = status ?: ttcap_events_open(&cursor, capture, 0, UINT64_MAX, err);
    if (!status) {
        tile_set_variants(tile, variants);
        tile_set_probe(tile, probe);
        while (!(status = ttcap_events_next(cursor, &event, err)))
            if (event.kind == TTCAP_EXEC)
                serve_add_step(sum, tile, tile_exec(tile, (unsigned)event.thread, event.value, event.seq));
        serve_add_state(sum, tile, true);
    }
    ttcap_events_close(cursor);
    tile_free(tile);
    return walk_ended(status);
}

/* Whether words of more than one thread are in it. */
static enum tt_status look_for_threads(struct ttcap *capture, bool *has_threads, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    int first = -1;
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, UINT64_MAX, err);
    *has_threads = false;
    while (!status && !*has_threads && !(status = ttcap_events_next(cursor, &event, err))) {
        first = first < 0 ? event.thread : first;
        *has_threads = event.kind == TTCAP_EXEC && event.thread != first;
    }
    ttcap_events_close(cursor);
    return walk_ended(status);
}

static enum tt_status serve_replay(struct ttcap *capture, const struct variant_set *variants, enum way way,
                                   struct sum *sum, enum verdict *verdict, struct tt_error *err)
{
    const struct probe probe = probe_of(sum);
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(capture));
    options.order = fuzz_order(ttcap_info(capture));
    options.max_steps = FUZZ_STEPS_MAX;
    options.fast_left_out = way == WAY_DATASHEETS ? TILE_FAST_ALL : 0;
    if (variants)
        options.variants = *variants;
    if (way == WAY_READINGS)
        draw_readings(ttcap_info(capture)->name, &options.variants);
    if (way == WAY_THREADS) {
        options.order = REPLAY_PROGRAM;
        options.random_order = seed_of(ttcap_info(capture)->name);
    }
    const bool is_heard = way >= WAY_REPORTS && way != WAY_SILENT;
    const bool is_recorded = way == WAY_REPORTS && ttcap_info(capture)->boot_count;
    const struct replay_observer observer = {
        .user = sum, .tainted = is_heard ? add_tainted : NULL, .happened = is_recorded ? add_event : NULL};
    const enum tt_status status = replay_run(capture, &options, is_heard ? &probe : NULL, &observer, &summary, err);
    *verdict = way == WAY_READINGS ? VERDICT_SAME : summary.verdict;
    serve_add_number(sum, summary.verdict);
    if (status || way < WAY_REPORTS || way == WAY_THREADS || ttcap_info(capture)->boot_count)
        return status;
    return run_alone(capture, &options.variants, way == WAY_REPORTS ? &probe : NULL, sum, err);
}

enum tt_status fuzz_sum(const char *path, const struct variant_set *variants, bool has_reports, struct fuzz_sum *out,
                        struct tt_error *err)
{
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct sum sum = {0};
    bool has_threads = false;
    TRY(ttcap_open(&capture, path, err));
    *out = (struct fuzz_sum){.verdict = VERDICT_SAME};
    if (has_reports)
        TRY(look_for_threads(capture, &has_threads, err));
    for (int way = 0; way < (has_reports ? WAY_COUNT : WAY_PLAIN + 1); way++) {
        enum verdict verdict = VERDICT_SAME;
        if (way == WAY_THREADS && !has_threads)
            continue;
        TRY(serve_replay(capture, variants, (enum way)way, &sum, &verdict, err));
        if (out->verdict == VERDICT_SAME)
            out->verdict = verdict;
    }
    (void)snprintf(out->name, sizeof out->name, "%s", ttcap_info(capture)->name);
    out->reports = has_reports ? sum.bits : 0;
    return TT_OK;
}

/* ---- for another build ---- */

static enum tt_status serve_one(const char *path, const struct variant_set *variants, bool has_reports, FILE *out,
                                struct tt_error *err)
{
    struct fuzz_sum sum;
    TRY(fuzz_sum(path, variants, has_reports, &sum, err));
    (void)fprintf(out, "%s %d %016" PRIx64 "\n", sum.name, (int)sum.verdict, sum.reports);
    return TT_OK;
}

enum tt_status fuzz_serve(const char *path, const struct variant_set *variants, bool has_reports, FILE *out,
                          struct tt_error *err)
{
    enum path_kind kind;
    struct folder inside = {0};
    enum tt_status status = path_look(&kind, path, err);
    if (status || kind != PATH_FOLDER)
        return status ? status : serve_one(path, variants, has_reports, out, err);
    status = folder_read(&inside, path, false, err);
    for (size_t i = 0; i < inside.count && !status; i++) {
        char *one = path_join(path, inside.names[i]);
        status = one ? serve_one(one, variants, has_reports, out, err) : tt_fail(err, TT_NO_MEMORY, "no memory");
        mem_free(one);
    }
    folder_clear(&inside);
    return status;
}

bool fuzz_sum_read(const char *line, struct fuzz_sum *sum)
{
    int verdict;
    const bool is_read =
        sscanf(line, "%63s %d %" SCNx64, sum->name, &verdict, &sum->reports) == 3; // NOLINT(cert-err34-c)
    sum->verdict = is_read ? (enum verdict)verdict : VERDICT_COUNT;
    return is_read && verdict >= 0 && verdict < VERDICT_COUNT;
}
