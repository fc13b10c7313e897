/* SPDX-License-Identifier: Apache-2.0 */
/* Sources as a user names them, into one capture. docs/how-to/capture-from-dumps.md */
#include "capture/import/importer.h"

#include "base/new_file.h"
#include "base/path.h"
#include "capture/bundle.h"
#include "capture/container/manifest.h"
#include "capture/container/reader.h"
#include "capture/import/bundle/journal.h"
#include "capture/import/bundle_file.h"

#define IMPORTER_ROW(name) &importer_##name,
const struct importer *const importers[] = {IMPORTERS(IMPORTER_ROW)};
#undef IMPORTER_ROW
const size_t importer_count = sizeof importers / sizeof importers[0];

struct first_problem {
    struct tt_error sentence;
    size_t count;
};

static void keep_first(void *user, const char *sentence)
{
    struct first_problem *problem = user;
    if (problem->count++ == 0)
        (void)snprintf(problem->sentence.text, sizeof problem->sentence.text, "%s", sentence);
}

/* A capture of which a bit is wrong or missing is no capture. */
static enum tt_status check_whole(const char *path, bool is_cut, struct tt_error *err)
{
    struct first_problem problem = {.count = 0};
    struct ttcap_verify_summary summary;
    const enum tt_status status = ttcap_verify(path, keep_first, &problem, &summary, err);
    if (status != TT_BAD_INPUT || problem.count == 0)
        return status;
    const char *mend = is_cut ? "; --salvage takes what is whole" : "";
    REFUSE_IF(problem.count == 1, err, "%.900s%s", problem.sentence.text, mend);
    return tt_fail(err, TT_BAD_INPUT, "%.900s (and %zu more: tt-replay verify)%s", problem.sentence.text,
                   problem.count - 1, mend);
}

struct losses {
    struct import_sink *sink;
    const char *path; /* the source's, which notes have already */
    enum tt_status status;
    struct tt_error *err;
};

static void warn_loss(void *user, const char *sentence)
{
    struct losses *losses = user;
    const size_t length = strlen(losses->path);
    if (strncmp(sentence, losses->path, length) == 0 && strncmp(sentence + length, ": ", 2) == 0)
        sentence += length + 2;
    if (!losses->status)
        losses->status = import_warn(losses->sink, losses->err, "%s", sentence);
}

/* The content of a folder, written as a capture: a bundle, or (losses is not null) what is whole of a recording that
 * was never closed. */
static enum tt_status write_folder(const struct bundle_from *from, const char *path, struct losses *losses,
                                   struct salvaged *salvaged, struct tt_error *err)
{
    bool is_recording = false;
    TRY(losses ? journal_look(&is_recording, from->folder, err) : TT_OK);
    if (is_recording)
        return journal_salvage(from->folder, path, warn_loss, losses, salvaged, err);
    if (losses)
        *salvaged = (struct salvaged){true, true};
    return bundle_import_from(from, path, true, true, err);
}

/* A folder as a capture, in a file beside the output that is gone as soon as it is open. */
static enum tt_status open_written(struct ttcap **base, const struct bundle_from *from, const char *output,
                                   struct losses *losses, struct salvaged *salvaged, struct tt_error *err)
{
    struct new_file *place OWNED(new_file_abandon_at) = NULL;
    TRY(new_file_open(&place, output, true, err));
    TRY(write_folder(from, new_file_path(place), losses, salvaged, err));
    return ttcap_open(base, new_file_path(place), err);
}

/* Whether of all that the capture holds nothing is damaged. */
static bool is_whole_inside(const struct ttcap_verify_summary *summary, const struct ttcap_info *info)
{
    return summary->events == info->event_count && summary->checkpoints == info->checkpoint_count &&
           summary->symbols == info->symbol_count && summary->lines == info->line_count;
}

/* A capture that ends too early, or has lost its index: its reader takes the whole chunks. */
static enum tt_status open_cut(struct ttcap **base, const char *path, struct losses *losses, struct salvaged *salvaged,
                               struct tt_error *err)
{
    struct ttcap_verify_summary summary;
    TRY(ttcap_open(base, path, err));
    enum tt_status status = ttcap_verify(path, warn_loss, losses, &summary, err);
    if (status && status != TT_BAD_INPUT)
        return status;
    const struct ttcap_info *info = ttcap_info(*base);
    *salvaged = (struct salvaged){!summary.problems, info->checkpoint_count > 0};
    if (is_whole_inside(&summary, info) && (info->is_salvaged || !summary.problems))
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT,
                   "%s: what is wrong with it lies inside of it; a capture is salvaged where it is cut", path);
}

/* Something of the start is lost: missing state counts as unknown, no longer as its reset value. Nor is it another
 * simulator's reading any more. */
static void forget_resets(struct ttcap *base, struct losses *losses)
{
    struct ttcap_info *info = &base->info;
    if (!info->unlisted_start_is_reset)
        return;
    info->source = info->source == TTCAP_SIMULATOR ? TTCAP_DERIVED : TTCAP_SILICON;
    info->unlisted_start_is_reset = false;
    warn_loss(losses, "what the start does not hold counts as unknown, no longer as its reset value");
}

static enum tt_status open_salvaged(struct import_sink *sink, struct ttcap **base, const struct bundle_from *from,
                                    bool is_folder, const struct import_options *options, const char *output,
                                    struct tt_error *err)
{
    struct tt_error local = {{0}};
    struct losses losses = {sink, from->folder, TT_OK, &local};
    struct salvaged salvaged = {false, false};
    TRY(is_folder ? open_written(base, from, output, &losses, &salvaged, err)
                  : open_cut(base, from->folder, &losses, &salvaged, err));
    if (!salvaged.is_start_whole)
        forget_resets(*base, &losses);
    const bool has_resets = options->has_kind && (options->kind == TTCAP_SIMULATOR || options->kind == TTCAP_EMULATOR);
    if (losses.status) {
        *err = local;
        return losses.status;
    }
    if (salvaged.is_whole)
        return import_note(sink, err, "nothing of it is lost");
    REFUSE_IF(!salvaged.is_start_whole && has_resets, err,
              "%s: --source %s would take what is lost of the start for its reset value; leave it out", from->folder,
              ttcap_source_name(options->kind));
    return TT_OK;
}

/* *base: also on failure, where it is open; null where it is not. */
static enum tt_status open_base(struct import_sink *sink, struct ttcap **base, const char *path,
                                const struct import_options *options, const char *output, struct tt_error *err)
{
    enum path_kind kind;
    const struct bundle_from from = {.folder = path, .mask = options->mask};
    *base = NULL;
    TRY(path_look(&kind, path, err));
    if (options->salvage)
        return open_salvaged(sink, base, &from, kind == PATH_FOLDER, options, output, err);
    if (kind == PATH_FOLDER)
        return open_written(base, &from, output, NULL, NULL, err);
    TRY(ttcap_open(base, path, err));
    return check_whole(path, ttcap_info(*base)->is_salvaged, err);
}

enum tt_status import_placed(const struct import_item *item, enum tt_status status, struct tt_error *err)
{
    if (status)
        tt_error_prefix(err, "%s", item->path);
    return status;
}

enum tt_status import_text(struct import_sink *sink, const struct import_item *item, const char *text, size_t count,
                           struct tt_error *err)
{
    REFUSE_IF(!item->importer->says_chip && import_chip_so_far(sink) == TT_CHIP_COUNT, err,
              "%s: for which chip? --arch says: blackhole or wormhole_b0", item->label);
    return item->importer->read(sink, item, text, count, err);
}

static enum tt_status read_item(struct import_sink *sink, const struct import_item *item,
                                const struct import_options *options, const char *output, struct tt_error *err)
{
    char *text;
    size_t count;
    enum tt_status status = import_from(sink, item->label, err);
    if (!status && !item->importer) {
        struct ttcap *base;
        status = open_base(sink, &base, item->path, options, output, err);
        if (status) {
            ttcap_close(base);
            return status;
        }
        status = import_base(sink, base, err);
        if (!status && !ttcap_info(base)->checkpoint_count) /* cut before its start: one of which nothing is known */
            status = import_region(sink, "begin", TT_SPACE_L1, 0, 0, NULL, NULL, err);
        return status;
    }
    TRY(status ?: bundle_file_text(item->path, item->importer->bytes_max, &text, &count, err));
    status = import_text(sink, item, text, count, err);
    mem_free(text);
    return status;
}

static enum tt_status needs_option(const struct importer *importer, const char *path, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: %s --%s %s%s says %s", path, importer->looks, importer->option,
                   importer->before ? importer->before : "", path, importer->lacks);
}

enum tt_status import_detect(const struct importer **importer, const char *path, struct tt_error *err)
{
    enum { LOOK_BYTES = 64 << 10 };
    struct bundle_file *file = bundle_file_new(NULL);
    char *text = mem_alloc(LOOK_BYTES + 1);
    size_t count = 0;
    *importer = NULL;
    enum tt_status status = file && text ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    status = status ?: bundle_file_open(file, path, err);
    status = status ?: bundle_file_read(file, text, LOOK_BYTES, &count, err);
    if (!status)
        text[count] = '\0';
    errno = 0;
    for (size_t i = 0; i < importer_count && !status && !*importer; i++) {
        if (importers[i]->is && importers[i]->is(text, count))
            *importer = importers[i];
    }
    if (!status && !*importer && errno == ENOMEM) /* a look alone answers no */
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    bundle_file_free(file);
    mem_free(text);
    if (!status && *importer && (*importer)->lacks)
        return needs_option(*importer, path, err);
    /* Other faults are reported when it is opened as a capture. */
    return status == TT_BAD_INPUT ? TT_OK : status;
}

/* "run" of "out/run.ttcap". */
static enum tt_status name_after(struct import_sink *sink, const char *path, struct tt_error *err)
{
    const char *ending = path_ending(path_name(path), ".ttcap");
    char *name OWNED(mem_free_at) = mem_strdup(path_name(path));
    NEED(name, err, "%s: no memory", path);
    if (ending)
        name[ending - path_name(path)] = '\0';
    return import_name(sink, name, err);
}

enum tt_status import_items(const struct import_item *items, size_t count, const struct import_options *options,
                            const char *name, const char *path, bool replace, struct tt_error *err)
{
    struct import_sink *sink OWNED(import_free_at) = import_new(options);
    NEED(sink, err, "%s: no memory", path);
    /* A base gives its name after this. */
    TRY(name_after(sink, path, err));
    for (size_t i = 0; i < count; i++) {
        if (!items[i].importer)
            TRY(read_item(sink, &items[i], options, path, err));
    }
    for (size_t i = 0; i < count; i++) {
        if (items[i].importer)
            TRY(read_item(sink, &items[i], options, path, err));
    }
    if (name)
        TRY(import_name(sink, name, err));
    return import_write(sink, path, replace, err);
}
