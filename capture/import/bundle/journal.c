/* SPDX-License-Identifier: Apache-2.0 */
/* A journal into the manifest that the recorder would have written, of the files that are there.
 * docs/formats/journal.md */
#include "capture/import/bundle/journal.h"

#include "base/path.h"
#include "capture/import/state_json.h"
#include "capture/json/json.h"
#include "capture/salvage/verify.h"

#include <cjson/cJSON.h>
#include <xxhash.h>

typedef unsigned long long ull;

enum { JOURNAL_BYTES_MAX = 64 << 20, STEP_BYTES = 64 << 10, STATE_BYTES_MAX = 1 << 20 };

static const int64_t NUMBER_MAX = (int64_t)1 << 52;

struct recording {
    const char *folder;
    struct sentences said;
    struct bundle_file *file;   /* the journal and regions */
    struct bundle_file *events; /* events.jsonl, from front to back */
    char *events_path;
    uint64_t event_count, event_bytes; /* that are sound */
    bool is_events_lost;               /* later ones are not taken */
    bool is_start_open, is_start_whole;
    cJSON *manifest, *checkpoints, *boot; /* the first owns the others */
    cJSON *regions;                       /* of the last checkpoint; null: that one is left out, or there is none */
    uint64_t left_out;                    /* checkpoints behind a loss */
    uint8_t bytes[STEP_BYTES];
};

static enum tt_status journal_no_memory(const struct recording *recording, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", recording->folder);
}

/* A copy of a member into an object of the manifest. */
static bool journal_put(cJSON *object, const char *name, const cJSON *value)
{
    cJSON *copy = cJSON_Duplicate(value, true);
    if (copy && cJSON_AddItemToObject(object, name, copy))
        return true;
    cJSON_Delete(copy);
    return false;
}

/* A new object at the end of an array; null without memory. */
static cJSON *put_object(cJSON *array)
{
    cJSON *object = cJSON_CreateObject();
    if (object && cJSON_AddItemToArray(array, object))
        return object;
    cJSON_Delete(object);
    return NULL;
}

/* ---- the folder against the journal ---- */

/* Whether the next `count` bytes of a file are there and have this checksum. */
static enum tt_status check_bytes(struct recording *recording, struct bundle_file *file, uint64_t count, uint64_t hash,
                                  bool *is_sound, struct tt_error *err)
{
    XXH64_state_t *state = XXH64_createState();
    enum tt_status status = state ? TT_OK : journal_no_memory(recording, err);
    *is_sound = state && XXH64_reset(state, 0) == XXH_OK;
    while (*is_sound && count > 0 && !status) {
        const size_t step = count < STEP_BYTES ? (size_t)count : STEP_BYTES;
        size_t got;
        status = bundle_file_read(file, recording->bytes, step, &got, err);
        *is_sound = !status && got == step && XXH64_update(state, recording->bytes, got) == XXH_OK;
        count -= got;
    }
    *is_sound = *is_sound && XXH64_digest(state) == hash;
    (void)XXH64_freeState(state);
    return status;
}

/* A state that no importer takes: its text is not checked while it is recorded. */
static bool is_readable(struct recording *recording, const char *path)
{
    struct tt_error err = {{0}};
    struct state_words *words = mem_alloc(sizeof *words);
    char *text = NULL;
    size_t count = 0;
    const bool is_readable =
        words && bundle_file_load_text(recording->file, path, STATE_BYTES_MAX, &text, &count, &err) == TT_OK &&
        state_parse(words, text, count, false, &err) == TT_OK;
    if (!is_readable)
        sentences_say(&recording->said, "%s", err.text);
    mem_free(text);
    mem_free(words);
    return is_readable;
}

/* Whether the region's file is as it was written. A file that cannot be opened is lost as well. */
static enum tt_status check_region(struct recording *recording, const char *file, bool is_state, uint64_t count,
                                   uint64_t hash, bool *is_sound, struct tt_error *err)
{
    struct tt_error local = {{0}};
    char *path = path_join(recording->folder, file);
    *is_sound = false;
    if (!path)
        return journal_no_memory(recording, err);
    enum tt_status status = bundle_file_open(recording->file, path, &local);
    if (!status && bundle_file_size(recording->file) == count)
        status = check_bytes(recording, recording->file, count, hash, is_sound, &local);
    if (!status && *is_sound && is_state)
        *is_sound = is_readable(recording, path);
    mem_free(path);
    if (status == TT_NO_MEMORY)
        *err = local;
    return status == TT_NO_MEMORY ? status : TT_OK;
}

/* ---- line by line ---- */

/* A line's members, and the checksum at its end, which journal_lines.c has held against the line. */
static enum tt_status read_line(const cJSON *line, const struct json_member *members, size_t count,
                                struct tt_error *err)
{
    enum { LINE_MEMBERS_MAX = 7 };
    const cJSON *check;
    struct json_member all[LINE_MEMBERS_MAX + 1] = {JSON_MEMBER("check", JSON_ITEM, &check)};
    assert(count <= LINE_MEMBERS_MAX);
    memcpy(all + 1, members, count * sizeof *members);
    return json_read(line, "", all, count + 1, err);
}

static enum tt_status take_head(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    const char *format;
    char plain[JSON_SHOWN_MAX];
    const cJSON *arch, *name, *source;
    cJSON *manifest = recording->manifest;
    const struct json_member members[] = {
        JSON_MEMBER("format", JSON_TEXT, &format), JSON_MEMBER("version", JSON_VERSION, NULL, .most = 1),
        JSON_MEMBER("arch", JSON_ITEM, &arch),     JSON_MEMBER("name", JSON_ITEM, &name),
        JSON_MEMBER("source", JSON_ITEM, &source),
    };
    TRY(read_line(line, JSON_MEMBERS(members), err));
    REFUSE_IF(strcmp(format, "tensix-recording") != 0, err, "format is \"%s\", expected \"tensix-recording\"",
              json_plain(format, plain));
    const bool is_put = cJSON_AddStringToObject(manifest, "format", "tensix-dump-bundle") &&
                        cJSON_AddNumberToObject(manifest, "version", 1) && journal_put(manifest, "arch", arch) &&
                        journal_put(manifest, "name", name) && journal_put(manifest, "source", source) &&
                        cJSON_AddStringToObject(manifest, "events", "events.jsonl") &&
                        (recording->checkpoints = cJSON_AddArrayToObject(manifest, "checkpoints")) &&
                        (recording->boot = cJSON_AddArrayToObject(manifest, "boot"));
    return is_put ? TT_OK : journal_no_memory(recording, err);
}

static enum tt_status journal_take_checkpoint(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    int64_t after;
    const cJSON *id;
    const struct json_member members[] = {
        JSON_MEMBER("checkpoint", JSON_ITEM, &id),
        JSON_MEMBER("after_event", JSON_NUMBER, &after, .least = -1, .most = NUMBER_MAX)};
    TRY(read_line(line, JSON_MEMBERS(members), err));
    recording->regions = NULL;
    if (recording->is_events_lost || after >= (int64_t)recording->event_count) {
        recording->left_out++;
        return TT_OK;
    }
    const bool is_start = !recording->checkpoints->child;
    recording->is_start_open = is_start;
    recording->is_start_whole = is_start || recording->is_start_whole;
    cJSON *checkpoint = put_object(recording->checkpoints);
    const bool is_put = checkpoint && journal_put(checkpoint, "id", id) &&
                        cJSON_AddNumberToObject(checkpoint, "after_event", (double)after) &&
                        (recording->regions = cJSON_AddArrayToObject(checkpoint, "regions"));
    return is_put ? TT_OK : journal_no_memory(recording, err);
}

static enum tt_status journal_take_region(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    const char *name, *file;
    char plain[JSON_SHOWN_MAX];
    const cJSON *addr = NULL, *window = NULL, *hashed = NULL;
    uint64_t count, hash;
    bool is_sound;
    const struct json_member members[] = {JSON_MEMBER("region", JSON_TEXT, &name),
                                          JSON_MEMBER("file", JSON_TEXT, &file),
                                          JSON_MEMBER("addr", JSON_ITEM, &addr, .may_be_absent = true),
                                          JSON_MEMBER("hash_window", JSON_ITEM, &window, .may_be_absent = true),
                                          JSON_MEMBER("hash_bytes", JSON_ITEM, &hashed, .may_be_absent = true),
                                          JSON_MEMBER("bytes", JSON_NUMBER, &count, .most = NUMBER_MAX),
                                          JSON_MEMBER("xxh64", JSON_HASH, &hash)};
    TRY(read_line(line, JSON_MEMBERS(members), err));
    if (!recording->regions)
        return TT_OK;
    TRY(check_region(recording, file, strcmp(name, "state") == 0, count, hash, &is_sound, err));
    if (!is_sound) {
        sentences_say(&recording->said, "%s is missing or damaged: what it held is unknown", json_plain(file, plain));
        recording->is_start_whole = recording->is_start_whole && !recording->is_start_open;
        return TT_OK;
    }
    cJSON *region = put_object(recording->regions);
    const bool is_put = region && cJSON_AddStringToObject(region, "name", name) &&
                        cJSON_AddStringToObject(region, "file", file) && (!addr || journal_put(region, "addr", addr)) &&
                        (!window || journal_put(region, "hash_window", window)) &&
                        (!hashed || journal_put(region, "hash_bytes", hashed));
    return is_put ? TT_OK : journal_no_memory(recording, err);
}

static enum tt_status journal_take_events(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    uint64_t count, bytes, hash;
    bool is_sound = false;
    struct tt_error local = {{0}};
    const struct json_member members[] = {JSON_MEMBER("events", JSON_NUMBER, &count, .most = NUMBER_MAX),
                                          JSON_MEMBER("bytes", JSON_NUMBER, &bytes, .most = NUMBER_MAX),
                                          JSON_MEMBER("xxh64", JSON_HASH, &hash)};
    enum tt_status status = read_line(line, JSON_MEMBERS(members), err);
    if (!status && (count < recording->event_count || bytes < recording->event_bytes))
        status = tt_fail(err, TT_BAD_INPUT, "events and bytes: expected more of them than in the line before");
    if (status || recording->is_events_lost)
        return status;
    status = check_bytes(recording, recording->events, bytes - recording->event_bytes, hash, &is_sound, &local);
    if (status == TT_NO_MEMORY) {
        *err = local;
        return status;
    }
    if (!is_sound) {
        recording->is_events_lost = true;
        sentences_say(&recording->said,
                      "events.jsonl is cut or damaged between bytes %llu and %llu: events from %llu on are lost",
                      (ull)recording->event_bytes, (ull)bytes - 1, (ull)recording->event_count);
        return TT_OK;
    }
    recording->event_count = count;
    recording->event_bytes = bytes;
    return TT_OK;
}

static enum tt_status take_boot(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    const cJSON *core, *pc;
    const struct json_member members[] = {JSON_MEMBER("boot", JSON_ITEM, &core), JSON_MEMBER("pc", JSON_ITEM, &pc)};
    TRY(read_line(line, JSON_MEMBERS(members), err));
    cJSON *boot = put_object(recording->boot);
    return boot && journal_put(boot, "core", core) && journal_put(boot, "pc", pc) ? TT_OK
                                                                                  : journal_no_memory(recording, err);
}

static enum tt_status take_refused(struct recording *recording, const cJSON *line, struct tt_error *err)
{
    const char *sentence;
    int64_t before;
    const struct json_member members[] = {JSON_MEMBER("refused", JSON_TEXT, &sentence),
                                          JSON_MEMBER("before", JSON_NUMBER, &before, .most = NUMBER_MAX)};
    TRY(read_line(line, JSON_MEMBERS(members), err));
    sentences_say(&recording->said, "before event %lld the recorder refused: %.400s", (long long)before, sentence);
    if (before == 0) /* perhaps a region of the start */
        recording->is_start_whole = false;
    return TT_OK;
}

/* A line is of the kind whose first member it has. */
static enum tt_status take_line(struct recording *recording, const cJSON *line, bool is_first, struct tt_error *err)
{
    static const struct {
        const char *member;
        enum tt_status (*take)(struct recording *recording, const cJSON *line, struct tt_error *err);
        bool is_of_start; /* the start may still be given something behind it */
    } kinds[] = {{"format", take_head, false},
                 {"checkpoint", journal_take_checkpoint, false},
                 {"region", journal_take_region, true},
                 {"events", journal_take_events, false},
                 {"boot", take_boot, false},
                 {"refused", take_refused, true}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    size_t kind = 0;
    while (kind < KINDS && !cJSON_HasObjectItem(line, kinds[kind].member))
        kind++;
    REFUSE_IF(is_first != (kind == 0), err, is_first ? "expected the head of a journal" : "a second head");
    REFUSE_IF(kind == KINDS, err, "no line of a journal");
    recording->is_start_open = recording->is_start_open && kinds[kind].is_of_start;
    return kinds[kind].take(recording, line, err);
}

/* As many lines as are sound. Only the head must be. */
static enum tt_status take_lines(struct recording *recording, const char *text, size_t count, struct tt_error *err)
{
    struct journal_lines lines = {.text = text, .count = count};
    enum tt_status status;
    do {
        cJSON *line;
        struct tt_error local = {{0}};
        status = journal_next(&lines, &line, &local);
        status = status ?: take_line(recording, line, lines.number == 1, &local);
        cJSON_Delete(line);
        if (status == TT_BAD_INPUT && lines.number > 1) {
            sentences_say(&recording->said, "journal.jsonl: line %llu: %s; what it and later lines name is lost",
                          (ull)lines.number, local.text);
            return TT_OK;
        }
        if (status && status != TT_END)
            (void)tt_fail(err, status, "%s/journal.jsonl: line %llu: %s", recording->folder, (ull)lines.number,
                          local.text);
    } while (!status);
    REFUSE_IF(status == TT_END && lines.number == 0, err, "%s/journal.jsonl: the file is empty", recording->folder);
    return walk_ended(status);
}

static enum tt_status read_journal(struct recording *recording, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(recording->folder, "journal.jsonl"), *text OWNED(mem_free_at) = NULL;
    size_t count;
    TRY(path ? TT_OK : journal_no_memory(recording, err));
    TRY(bundle_file_load_text(recording->file, path, JOURNAL_BYTES_MAX, &text, &count, err));
    struct tt_error local;
    const enum tt_status opened = bundle_file_open(recording->events, recording->events_path, &local);
    if (opened == TT_NO_MEMORY)
        return journal_no_memory(recording, err);
    recording->is_events_lost = opened != TT_OK;
    if (opened)
        sentences_say(&recording->said, "%s: no event is taken", local.text);
    return take_lines(recording, text, count, err);
}

/* ---- the result ---- */

/* The recorder itself begins a start of which it was given nothing, when it is closed. */
static enum tt_status journal_put_start(struct recording *recording, struct tt_error *err)
{
    if (cJSON_GetArraySize(recording->checkpoints) > 0)
        return TT_OK;
    cJSON *start = put_object(recording->checkpoints);
    recording->is_start_whole = recording->event_count > 0;
    const bool is_put = start && cJSON_AddStringToObject(start, "id", "begin") &&
                        cJSON_AddNumberToObject(start, "after_event", -1) && cJSON_AddArrayToObject(start, "regions");
    return is_put ? TT_OK : journal_no_memory(recording, err);
}

static enum tt_status write_capture(struct recording *recording, const char *path, struct tt_error *err)
{
    struct bundle_manifest manifest;
    TRY(journal_put_start(recording, err));
    cJSON *tree = recording->manifest;
    recording->manifest = NULL;
    enum tt_status status = bundle_manifest_take(&manifest, tree, err);
    if (status)
        tt_error_prefix(err, "%s/journal.jsonl", recording->folder);
    recording->is_start_whole = recording->is_start_whole && !recording->is_start_open;
    if (recording->left_out)
        sentences_say(&recording->said, "%llu checkpoint%s left out: events before are lost", (ull)recording->left_out,
                      recording->left_out == 1 ? " is" : "s are");
    sentences_say(&recording->said, "the recording was not closed; taken: events: %llu, checkpoints: %zu",
                  (ull)recording->event_count, manifest.checkpoint_count);
    const bool has_resets = manifest.meta.source == TTCAP_SIMULATOR || manifest.meta.source == TTCAP_EMULATOR;
    if (!status && !recording->is_start_whole && has_resets) {
        sentences_say(&recording->said, "what the start does not hold counts as unknown, not as its reset value");
        manifest.meta.source = manifest.meta.source == TTCAP_SIMULATOR ? TTCAP_DERIVED : TTCAP_SILICON;
    }
    if (!status)
        status = bundle_copy(&manifest,
                             &(struct bundle_copied){recording->folder, recording->file, recording->event_count, true},
                             path, true, err);
    bundle_manifest_clear(&manifest);
    return status;
}

enum tt_status journal_look(bool *is_recording, const char *folder, struct tt_error *err)
{
    enum path_kind journal_is = PATH_ABSENT, bundle_is_there = PATH_ABSENT;
    char *journal OWNED(mem_free_at) = path_join(folder, "journal.jsonl");
    char *bundle OWNED(mem_free_at) = path_join(folder, "bundle.json");
    *is_recording = false;
    NEED(journal && bundle, err, "%s: no memory", folder);
    TRY(path_look(&journal_is, journal, err));
    TRY(path_look(&bundle_is_there, bundle, err));
    *is_recording = journal_is == PATH_FILE && bundle_is_there == PATH_ABSENT;
    return TT_OK;
}

enum tt_status journal_salvage(const char *folder, const char *path, void (*said)(void *user, const char *sentence),
                               void *user, struct salvaged *salvaged, struct tt_error *err)
{
    struct recording *recording = mem_calloc(1, sizeof *recording);
    char *trimmed = path_trimmed(folder);
    enum tt_status status = TT_NO_MEMORY;
    *salvaged = (struct salvaged){false, false};
    if (!recording || !trimmed)
        goto no_memory;
    recording->folder = trimmed;
    recording->said = (struct sentences){said, user, 0};
    recording->is_start_whole = true;
    recording->file = bundle_file_new(trimmed);
    recording->events = bundle_file_new(trimmed);
    recording->events_path = path_join(trimmed, "events.jsonl");
    recording->manifest = cJSON_CreateObject();
    if (!recording->file || !recording->events || !recording->events_path || !recording->manifest)
        goto no_memory;
    status = read_journal(recording, err);
    status = status ?: write_capture(recording, path, err);
    salvaged->is_start_whole = recording->is_start_whole;
    goto done;
no_memory:
    (void)tt_fail(err, status, "%s: no memory", folder);
done:
    if (recording) {
        bundle_file_free(recording->file);
        bundle_file_free(recording->events);
        mem_free(recording->events_path);
        cJSON_Delete(recording->manifest);
    }
    mem_free(recording);
    mem_free(trimmed);
    return status;
}
