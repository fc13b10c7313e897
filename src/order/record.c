/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a replay as a capture. docs/semantics/replay.md, "Recording" */
#include "order/record.h"

#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "isa/effects.h"
#include "isa/spaces.h"
#include "order/options_text.h"

enum { CHUNK = 64 * 1024, TAG_MAX = VARIANT_TEXT_MAX + 16, OWN_TAGS_MAX = VARIANT_TEXTS_MAX + 1 };

struct recorder {
    struct ttcap *from;
    const char *path; /* with what it was opened */
    bool replaces;
    const struct replay_options *options;
    struct ttcap_writer *writer;
    uint64_t events;
    bool is_started;
    bool has_end; /* a checkpoint after the start was written */
    enum tt_status status;
    struct tt_error err;   /* of status */
    uint8_t *held, *known; /* CHUNK bytes each */
};

/* Tags of its own: how the capture was made. */
struct replay_tags {
    char text[OWN_TAGS_MAX][TAG_MAX];
    size_t count;
};

/* Where the capture has no checkpoint but its start, what the recorded one shows at its end is this run's own: its
 * readings hold for whoever replays it. Else they are a question to a device's recording, and only noted. */
static void make_tags(struct replay_tags *tags, const struct replay_options *options, const struct ttcap_info *from)
{
    const char *kind = from->checkpoint_count <= 1 ? REPLAY_READING_TAG : "variant:";
    (void)snprintf(tags->text[0], TAG_MAX, "order:%s", order_name(options->order));
    tags->count = 1;
    char texts[VARIANT_TEXTS_MAX][VARIANT_TEXT_MAX];
    const size_t count = variant_texts(&options->variants, texts);
    for (size_t i = 0; i < count; i++)
        (void)snprintf(tags->text[tags->count++], TAG_MAX, "%s%.*s", kind, VARIANT_TEXT_MAX, texts[i]);
    if (!count && from->checkpoint_count <= 1)
        (void)snprintf(tags->text[tags->count++], TAG_MAX, REPLAY_READING_TAG "silicon");
}

static bool is_own_tag(const char *tag)
{
    return strncmp(tag, "order:", 6) == 0 || strncmp(tag, "variant:", 8) == 0 ||
           strncmp(tag, REPLAY_READING_TAG, sizeof REPLAY_READING_TAG - 1) == 0;
}

static enum tt_status open_writer(struct recorder *recorder, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(recorder->from);
    char description[256];
    struct replay_tags added;
    make_tags(&added, recorder->options, info);
    const char **tags OWNED(mem_free_at) = mem_calloc(info->tag_count + added.count, sizeof *tags);
    NEED(tags, err, "%s: no memory", recorder->path);
    size_t count = 0;
    for (size_t i = 0; i < info->tag_count; i++)
        if (!is_own_tag(info->tags[i]))
            tags[count++] = info->tags[i];
    for (size_t i = 0; i < added.count; i++)
        tags[count++] = added.text[i];
    (void)snprintf(description, sizeof description, "replay of %.200s", info->name);
    const struct ttcap_meta meta = {
        .chip = info->chip,
        .source = TTCAP_DERIVED,
        .name = info->name,
        .description = description,
        .tags = tags,
        .tag_count = count,
        .boot = info->boot,
        .boot_count = info->boot_count,
        .inputs = info->inputs,
        .input_count = info->input_count,
    };
    TRY(ttcap_writer_open(&recorder->writer, recorder->path, recorder->replaces, &meta, err));
    for (uint64_t i = 0; i < info->symbol_count; i++) {
        struct ttcap_symbol symbol;
        TRY(ttcap_symbol_get(recorder->from, i, &symbol, err));
        TRY(ttcap_writer_symbol(recorder->writer, &symbol, err));
    }
    return ttcap_writer_lines_of(recorder->writer, recorder->from, err);
}

enum tt_status recorder_open(struct recorder **out, const char *path, bool replace, struct ttcap *from,
                             const struct replay_options *options, struct tt_error *err)
{
    *out = NULL;
    struct recorder *recorder = mem_calloc(1, sizeof *recorder);
    uint8_t *buffers = mem_calloc(2, CHUNK);
    if (!recorder || !buffers) {
        mem_free(recorder);
        mem_free(buffers);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    recorder->from = from;
    recorder->path = path;
    recorder->replaces = replace;
    recorder->options = options;
    recorder->held = buffers;
    recorder->known = buffers + CHUNK;
    enum tt_status status = open_writer(recorder, err);
    if (status)
        recorder_abandon(recorder);
    else
        *out = recorder;
    return status;
}

/* Keeps the first failure. Whether all is well. */
static bool record_note(struct recorder *recorder, enum tt_status status)
{
    if (!recorder->status)
        recorder->status = status;
    return status == TT_OK;
}

/* The tile's state; the cores' internal state stays the recording's where no core runs. */
static void load_replayed(struct recorder *recorder, const struct tile *tile, enum tt_space space, uint32_t lo,
                          uint32_t count)
{
    enum { WORD_BYTES = 4 };
    if (lo + count <= space_bytes(ttcap_info(recorder->from)->chip, space) ||
        recorder->options->order == REPLAY_FIRMWARE) {
        tile_load(tile, space, lo, count, recorder->held);
        return;
    }
    for (uint32_t at = lo; at < lo + count; at += WORD_BYTES)
        if (what_of_state(at / WORD_BYTES) != WHAT_INTERNAL_CORES)
            tile_load(tile, space, at, WORD_BYTES, recorder->held + (at - lo));
}

/* The tile's content of [lo, hi) of a space; checkpoint -1: all of it counts as known, else what the recording knows
 * there. */
static bool put_range(struct recorder *recorder, const struct tile *tile, int64_t checkpoint, enum tt_space space,
                      uint32_t lo, uint32_t hi)
{
    for (; lo < hi; lo += CHUNK) {
        const uint32_t count = hi - lo < CHUNK ? hi - lo : CHUNK;
        if (checkpoint >= 0 && !record_note(recorder, ttcap_read(recorder->from, (uint32_t)checkpoint, space, lo, count,
                                                                 recorder->held, recorder->known, &recorder->err)))
            return false;
        load_replayed(recorder, tile, space, lo, count);
        if (!record_note(recorder, ttcap_writer_put(recorder->writer, space, lo, count, recorder->held,
                                                    checkpoint >= 0 ? recorder->known : NULL, &recorder->err)))
            return false;
    }
    return true;
}

static bool record_put_space(struct recorder *recorder, const struct tile *tile, int64_t checkpoint,
                             enum tt_space space)
{
    const enum tt_chip chip = ttcap_info(recorder->from)->chip;
    const uint32_t size = space_all_bytes(chip, space);
    const uint32_t from = checkpoint < 0 ? 0 : (uint32_t)checkpoint;
    uint32_t lo = checkpoint < 0 ? space_bytes(chip, space) : 0, hi = 0;
    if (!put_range(recorder, tile, checkpoint, space, 0, lo))
        return false;
    enum tt_status status = TT_OK;
    while (lo < size && !(status = ttcap_next_known(recorder->from, from, space, &lo, &hi, &recorder->err))) {
        if (!put_range(recorder, tile, from, space, lo, hi))
            return false;
        lo = hi;
    }
    return record_note(recorder, walk_ended(status));
}

static void snapshot(struct recorder *recorder, const struct tile *tile, const char *id, int64_t checkpoint)
{
    if (recorder->status || !record_note(recorder, ttcap_writer_snapshot_begin(recorder->writer, id, &recorder->err)))
        return;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        if (!record_put_space(recorder, tile, checkpoint, (enum tt_space)space))
            return;
    (void)record_note(recorder, ttcap_writer_snapshot_end(recorder->writer, &recorder->err));
}

/* A derived capture knows nothing of what its start leaves out, so one of a simulator's says its reset values; of
 * internal state the words that the start holds. */
void recorder_start(void *user, const struct tile *tile)
{
    struct recorder *recorder = user;
    if (recorder->is_started && !recorder->status) {
        ttcap_writer_abandon(recorder->writer);
        recorder->writer = NULL;
        recorder->events = 0;
        recorder->has_end = false;
        (void)record_note(recorder, open_writer(recorder, &recorder->err));
    }
    recorder->is_started = true;
    const bool is_whole = ttcap_info(recorder->from)->unlisted_start_is_reset;
    snapshot(recorder, tile, ttcap_checkpoint(recorder->from, 0)->id, is_whole ? -1 : 0);
}

void recorder_event(void *user, const struct ttcap_event *event)
{
    struct recorder *recorder = user;
    struct ttcap_event numbered = *event;
    if (recorder->status)
        return;
    numbered.seq = recorder->events++;
    (void)record_note(recorder, ttcap_writer_event(recorder->writer, &numbered, &recorder->err));
}

static void record_held(void *user, uint32_t checkpoint, const struct tile *tile)
{
    struct recorder *recorder = user;
    snapshot(recorder, tile, ttcap_checkpoint(recorder->from, checkpoint)->id, checkpoint);
    recorder->has_end = true;
}

void recorder_ended(void *user, const struct tile *tile)
{
    struct recorder *recorder = user;
    if (!recorder->has_end)
        snapshot(recorder, tile, "end", ttcap_info(recorder->from)->unlisted_start_is_reset ? -1 : 0);
}

struct replay_observer recorder_observer(struct recorder *recorder)
{
    return (struct replay_observer){.user = recorder,
                                    .started = recorder_start,
                                    .happened = recorder_event,
                                    .held = record_held,
                                    .ended = recorder_ended};
}

enum tt_status recorder_finish(struct recorder *recorder, struct tt_error *err)
{
    enum tt_status status = recorder->status;
    if (status) {
        *err = recorder->err;
    } else {
        status = ttcap_writer_finish(recorder->writer, err);
        recorder->writer = NULL;
    }
    recorder_abandon(recorder);
    return status;
}

void recorder_abandon(struct recorder *recorder)
{
    if (!recorder)
        return;
    ttcap_writer_abandon(recorder->writer);
    mem_free(recorder->held);
    mem_free(recorder);
}
