/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn programs as captures, and their replays. */
#include "fuzz/fuzz_internal.h"

#include "isa/mmio.h"
#include "isa/spaces.h"
#include "order/outside.h"
#include "tile/tile.h"

enum { CAPTURE_PIECE = 64 * 1024, TAG_MAX = DRAW_NAME_MAX };

/* ---- writing ---- */

struct start {
    struct ttcap_writer *writer;
    struct tt_error *err;
};

static enum tt_status capture_put_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const struct start *start = user;
    return ttcap_writer_put(start->writer, TT_SPACE_L1, addr, count, bytes, NULL, start->err);
}

static enum tt_status capture_put_start(struct ttcap_writer *writer, const struct draw_program *program,
                                        struct tt_error *err)
{
    struct start start = {writer, err};
    TRY(ttcap_writer_snapshot_begin(writer, "begin", err));
    TRY(draw_each_region(program, capture_put_region, &start));
    return ttcap_writer_snapshot_end(writer, err);
}

/* Words of several threads also as their cores push them: program order goes by that. */
static enum tt_status capture_put_words(struct ttcap_writer *writer, const struct draw_program *program,
                                        struct tt_error *err)
{
    const enum ttcap_kind kinds[] = {TTCAP_PUSH, TTCAP_EXEC};
    uint64_t seq = 0;
    for (uint32_t i = 0; i < program->count; i++)
        for (size_t k = program->has_threads ? 0 : 1; k < sizeof kinds / sizeof *kinds; k++) {
            const struct ttcap_event event = {
                .seq = seq++, .kind = kinds[k], .thread = (int8_t)program->threads[i], .value = program->words[i]};
            TRY(ttcap_writer_event(writer, &event, err));
        }
    return TT_OK;
}

/* Of cores that ask the network for another tile's memory: a host that acts, so that it is a recording, and as many
 * requests that took place (order/outside.h). The host's stores stand there already. */
static enum tt_status put_requests(struct ttcap_writer *writer, const struct draw_program *program,
                                   struct tt_error *err)
{
    enum { ROUND = 1, BYTES = 4 };
    const enum tt_core core = program->cores[0].core;
    const uint32_t sends = MMIO_NOC + mmio_register_offset(program->chip, PLACE_NOC, NOC_CELL_CMD_CTRL);
    struct ttcap_event event = outside_mark(ROUND, false);
    TRY(ttcap_writer_event(writer, &event, err));
    uint64_t seq = 1;
    event = (struct ttcap_event){.seq = seq++,
                                 .kind = TTCAP_L1W,
                                 .thread = -1,
                                 .addr = DRAW_INPUT,
                                 .bytes = program->input,
                                 .byte_count = BYTES};
    TRY(ttcap_writer_event(writer, &event, err));
    for (uint32_t i = 0; i < program->requests; i++) {
        event = (struct ttcap_event){.seq = seq++,
                                     .kind = TTCAP_MMIO,
                                     .thread = (int8_t)(core == TT_CORE_B ? -1 : (int)core - (int)TT_CORE_T0),
                                     .addr = sends,
                                     .value = 1,
                                     .has_pc = true,
                                     .core = core,
                                     .pc = DRAW_CODE};
        TRY(ttcap_writer_event(writer, &event, err));
    }
    return TT_OK;
}

/* The tile, or the known state of a capture's last checkpoint. */
static enum tt_status put_end(struct ttcap_writer *writer, enum tt_chip chip, const struct fuzz_end *end,
                              struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = mem_calloc(2, CAPTURE_PIECE);
    const uint32_t last = end->tile ? 0 : ttcap_info(end->capture)->checkpoint_count - 1;
    NEED(bytes, err, "no memory");
    uint8_t *known = bytes + CAPTURE_PIECE;
    TRY(ttcap_writer_snapshot_begin(writer, "end", err));
    for (enum tt_space space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(chip, space);
        for (uint32_t lo = 0, count; lo < size; lo += count) {
            count = size - lo < CAPTURE_PIECE ? size - lo : CAPTURE_PIECE;
            if (end->tile)
                tile_load(end->tile, space, lo, count, bytes);
            else
                TRY(ttcap_read(end->capture, last, space, lo, count, bytes, known, err));
            TRY(ttcap_writer_put(writer, space, lo, count, bytes, end->tile ? NULL : known, err));
        }
    }
    return ttcap_writer_snapshot_end(writer, err);
}

enum tt_status fuzz_capture(const struct draw_program *program, const struct variant_set *variants,
                            const struct fuzz_end *end, const char *path, bool replaces, struct tt_error *err)
{
    char name[DRAW_NAME_MAX + 24];
    const char *const tags[] = {program->is_of_cores ? "cores" : program->name};
    struct ttcap_boot boots[DRAW_CORES_MAX];
    const struct variant_set simulator = variants_of_simulator();
    const bool is_simulator = memcmp(variants, &simulator, sizeof simulator) == 0;
    (void)snprintf(name, sizeof name, "%s-%llu", program->name, (unsigned long long)program->seed);
    const struct ttcap_meta meta = {
        .chip = program->chip,
        .source = is_simulator ? TTCAP_SIMULATOR : TTCAP_EMULATOR, /* whose readings are the default of every verb */
        .name = name,
        .description = "drawn by fuzz",
        .tags = tags,
        .tag_count = 1,
        .boot = boots,
        .boot_count = program->core_count,
    };
    for (uint32_t i = 0; i < program->core_count; i++)
        boots[i] = (struct ttcap_boot){program->cores[i].core, draw_start_of(&program->cores[i])};
    struct ttcap_writer *writer;
    TRY(ttcap_writer_open(&writer, path, replaces, &meta, err));
    enum tt_status status = capture_put_start(writer, program, err);
    status = status ?: program->requests ? put_requests(writer, program, err) : capture_put_words(writer, program, err);
    if (!status && (end->tile || end->capture))
        status = put_end(writer, program->chip, end, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

/* ---- replaying ---- */

enum replay_order fuzz_order(const struct ttcap_info *info)
{
    return info->boot_count ? REPLAY_FIRMWARE : REPLAY_EXECUTED;
}

struct watch {
    const struct fuzz_replay *how;
    bool is_illegal;
};

static void capture_on_finding(void *user, const struct probe_finding *finding)
{
    struct watch *watch = user;
    watch->is_illegal |= fuzz_is_illegal(finding->id, watch->how->limit);
}

static void capture_on_ended(void *user, const struct tile *tile)
{
    struct watch *watch = user;
    if (watch->how->ended)
        watch->how->ended(watch->how->user, tile);
}

enum tt_status fuzz_replay(struct ttcap *capture, const struct fuzz_replay *how, bool *is_legal,
                           struct replay_summary *summary, struct tt_error *err)
{
    struct watch watch = {how, false};
    struct replay_options options;
    const struct probe probe = {.user = &watch, .wants = PROBE_FINDING, .finding = capture_on_finding};
    const struct replay_observer observer = {.user = &watch, .ended = capture_on_ended};
    replay_options_init(&options, ttcap_info(capture));
    options.order = fuzz_order(ttcap_info(capture));
    options.variants = *how->variants;
    options.max_steps = FUZZ_STEPS_MAX;
    enum tt_status status = replay_run(capture, &options, &probe, &observer, summary, err);
    const bool is_done = !summary->unsupported && !summary->hazards;
    *is_legal = !watch.is_illegal && !summary->is_deadlocked && (is_done || how->limit == FUZZ_UNDEFINED) &&
                summary->facts.end == VERDICT_CAME_TO_ITS_END;
    return status;
}
