/* SPDX-License-Identifier: Apache-2.0 */
/* The other side: this tile under other readings, another build over captures, a command over a bundle. */
#include "fuzz/fuzz_internal.h"

#include "base/new_file.h"
#include "base/text/shell.h"
#include "base/text/text_stream.h"
#include "capture/bundle.h"
#include "isa/spaces.h"
#include "tile/tile.h"

#include <unistd.h>

enum { STATE_PIECE = 64 * 1024, BUILD_SECONDS = 60, COMMAND_SECONDS = 60 };

/* ---- this tile ---- */

static bool backend_are_alike(const struct tile *a, const struct tile *b, uint8_t *bytes)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(tile_chip(a), (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += STATE_PIECE) {
            const uint32_t count = size - lo < STATE_PIECE ? size - lo : STATE_PIECE;
            tile_load(a, (enum tt_space)space, lo, count, bytes);
            tile_load(b, (enum tt_space)space, lo, count, bytes + STATE_PIECE);
            if (memcmp(bytes, bytes + STATE_PIECE, count) != 0)
                return false;
        }
    }
    return true;
}

static enum tt_status ask_words(struct fuzz_work *work, enum fuzz_outcome *outcome, struct tt_error *err)
{
    const struct fuzz_options *options = work->options;
    uint8_t *bytes = mem_alloc((size_t)2 * STATE_PIECE);
    NEED(bytes, err, "no memory");
    fuzz_leave_words(work->other, work->program, &options->backend.variants);
    *outcome = backend_are_alike(work->tile, work->other, bytes) ? FUZZ_SAME : FUZZ_DIFFERS;
    mem_free(bytes);
    return TT_OK;
}

static enum tt_status replay_file(const char *path, const struct fuzz_replay *how, struct replay_summary *summary,
                                  struct tt_error *err)
{
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    bool is_legal;
    TRY(ttcap_open(&capture, path, err));
    return fuzz_replay(capture, how, &is_legal, summary, err);
}

/* Holds a capture against this tile under some readings. */
static enum tt_status backend_hold(const char *path, const struct variant_set *variants, enum fuzz_outcome *outcome,
                                   struct tt_error *err)
{
    const struct fuzz_replay how = {variants, FUZZ_UNDEFINED, NULL, NULL};
    struct replay_summary summary;
    TRY(replay_file(path, &how, &summary, err));
    *outcome = summary.verdict == VERDICT_SAME      ? FUZZ_SAME
               : summary.verdict == VERDICT_DIFFERS ? FUZZ_DIFFERS
               : summary.verdict == VERDICT_NONE    ? FUZZ_SILENT
                                                    : FUZZ_UNDONE;
    return TT_OK;
}

/* ---- another build ---- */

static bool is_status(int code)
{
    return code == EXIT_SAME || code == EXIT_DIFFERS || code == EXIT_NO_VERDICT;
}

/* Its lines against the sums here. Returns how many of these it has. */
static unsigned read_sums(const struct fuzz_work *work, const char *text, unsigned count, uint64_t *number,
                          enum fuzz_outcome *outcome)
{
    unsigned said = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        struct fuzz_sum sum;
        const char *dash = fuzz_sum_read(line, &sum) ? strrchr(sum.name, '-') : NULL;
        const uint64_t found = dash ? strtoull(dash + 1, NULL, 10) & UINT32_MAX : UINT64_MAX;
        for (unsigned i = 0; i < count; i++) {
            said += work->numbers[i] == found;
            if (work->numbers[i] != found || found >= *number ||
                (sum.verdict == (enum verdict)work->verdicts[i] &&
                 (!work->options->has_reports || sum.reports == work->reports[i])))
                continue;
            *number = found;
            *outcome = sum.verdict == (enum verdict)work->verdicts[i] ? FUZZ_REPORTS
                       : sum.verdict == VERDICT_DIFFERS               ? FUZZ_DIFFERS
                                                                      : FUZZ_UNDONE;
        }
    }
    return said;
}

static enum tt_status backend_serve(struct fuzz_work *work, const char *path, struct fuzz_process *process,
                                    struct tt_error *err)
{
    char *const all[] = {(char *)work->options->backend.text, "fuzz", "--reports", "--serve", (char *)path, NULL};
    char *const ends[] = {(char *)work->options->backend.text, "fuzz", "--serve", (char *)path, NULL};
    return fuzz_process(work->options->has_reports ? all : ends, BUILD_SECONDS, process, err);
}

/* One capture, or a folder of `count`, whose numbers and sums the work holds. *is_known false: it ended before it had
 * said of all. */
static enum tt_status ask_path(struct fuzz_work *work, const char *path, unsigned count, uint64_t *number,
                               enum fuzz_outcome *outcome, bool *is_known, struct tt_error *err)
{
    struct fuzz_process process;
    unsigned said = 0;
    *number = UINT64_MAX;
    *outcome = FUZZ_UNDONE;
    const enum tt_status status = backend_serve(work, path, &process, err);
    if (!status)
        said = read_sums(work, process.output, count, number, outcome);
    *is_known = !status && is_status(process.code) && (said >= count || *number != UINT64_MAX);
    if (!status && process.code == EXIT_SAME && *number == UINT64_MAX)
        *outcome = *is_known ? FUZZ_SAME : FUZZ_SILENT;
    fuzz_process_clear(&process);
    return status;
}

enum tt_status fuzz_ask_folder(struct fuzz_work *work, uint64_t *number, bool *is_known, struct tt_error *err)
{
    char folder[FUZZ_PATH];
    enum fuzz_outcome outcome;
    fuzz_work_folder(work, folder);
    return ask_path(work, folder, work->captures, number, &outcome, is_known, err);
}

static enum tt_status ask_build(struct fuzz_work *work, const char *path, enum fuzz_outcome *outcome,
                                struct tt_error *err)
{
    uint64_t number;
    bool is_known;
    work->captures = 0;
    const enum tt_status status = fuzz_work_add(work, work->program->seed & UINT32_MAX, path, err);
    return status ? status : ask_path(work, path, 1, &number, outcome, &is_known, err);
}

/* Its results, as its own recording of the replay. */
static enum tt_status record_build(struct fuzz_work *work, const char *path, const char *to, bool *has_end,
                                   struct tt_error *err)
{
    char database[FUZZ_PATH], record[FUZZ_PATH + 16];
    (void)snprintf(database, sizeof database, "%s/run.db", work->folder);
    (void)snprintf(record, sizeof record, "--record=%s", to);
    char *const argv[] = {(char *)work->options->backend.text,
                          "replay",
                          "--force",
                          work->program->is_of_cores ? "--order=firmware" : "--order=executed",
                          record,
                          "--output",
                          database,
                          (char *)path,
                          NULL};
    struct fuzz_process process;
    const enum tt_status status = fuzz_process(argv, BUILD_SECONDS, &process, err);
    *has_end = !status && is_status(process.code);
    fuzz_process_clear(&process);
    (void)unlink(database);
    return status;
}

/* ---- a command ---- */

/* The command with {bundle} and {out} replaced; null: no memory. */
static char *backend_command_text(const char *command, const char *bundle, const char *out)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    while (*command) {
        const bool is_bundle = strncmp(command, "{bundle}", 8) == 0, is_out = strncmp(command, "{out}", 5) == 0;
        if (is_bundle || is_out)
            shell_put_word(text.out, is_bundle ? bundle : out);
        else
            (void)fputc(*command, text.out);
        command += is_bundle ? 8 : is_out ? 5 : 1;
    }
    return text_stream_close(&text);
}

/* The capture at `to`: the bundle that the command left. */
static enum tt_status run_command(struct fuzz_work *work, const char *to, bool *has_end, struct tt_error *err)
{
    char bundle[FUZZ_PATH], out[FUZZ_PATH];
    struct fuzz_process process = {NULL, 0};
    struct tt_error why;
    (void)snprintf(bundle, sizeof bundle, "%s/bundle", work->folder);
    (void)snprintf(out, sizeof out, "%s/out", work->folder);
    enum tt_status status = fuzz_bundle_write(work->program, &work->options->variants, bundle, err);
    char *text = status ? NULL : backend_command_text(work->options->backend.text, bundle, out);
    if (!status && !text)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the command");
    char *const argv[] = {"/bin/sh", "-c", text, NULL};
    status = status ?: fuzz_process(argv, COMMAND_SECONDS, &process, err);
    *has_end = !status && process.code == 0 && bundle_is(out) && bundle_import_passing(out, to, &why) == TT_OK;
    if (!status && process.code == 0 && !*has_end)
        status = tt_fail(err, TT_BAD_INPUT, "the command left no bundle that can be read in {out}: %s",
                         bundle_is(out) ? why.text : "no bundle.json there");
    fuzz_process_clear(&process);
    mem_free(text);
    tree_remove(bundle);
    tree_remove(out);
    return status;
}

/* ---- all of them ---- */

/* A capture of the program with the results of a command or a build. */
static enum tt_status with_other_end(struct fuzz_work *work, const char *path, const char *output, bool replaces,
                                     bool *has_end, struct tt_error *err)
{
    char left[FUZZ_PATH];
    struct fuzz_end end = {NULL, NULL};
    (void)snprintf(left, sizeof left, "%s/left.ttcap", work->folder);
    enum tt_status status = work->options->backend.kind == FUZZ_BUILD ? record_build(work, path, left, has_end, err)
                                                                      : run_command(work, left, has_end, err);
    if (!status && *has_end)
        status = ttcap_open(&end.capture, left, err);
    if (!status && *has_end)
        status = fuzz_capture(work->program, &work->options->variants, &end, output, replaces, err);
    ttcap_close(end.capture);
    (void)unlink(left);
    return status;
}

static enum tt_status ask_command(struct fuzz_work *work, const char *path, enum fuzz_outcome *outcome,
                                  struct tt_error *err)
{
    char held[FUZZ_PATH];
    bool has_end = false;
    (void)snprintf(held, sizeof held, "%s/held.ttcap", work->folder);
    enum tt_status status = with_other_end(work, path, held, true, &has_end, err);
    *outcome = FUZZ_UNDONE;
    if (!status && has_end)
        status = backend_hold(held, &work->options->variants, outcome, err);
    (void)unlink(held);
    return status;
}

enum tt_status fuzz_ask(struct fuzz_work *work, const char *path, enum fuzz_outcome *outcome, struct tt_error *err)
{
    switch (work->options->backend.kind) {
    case FUZZ_BUILD:
        return ask_build(work, path, outcome, err);
    case FUZZ_COMMAND:
        return ask_command(work, path, outcome, err);
    case FUZZ_NOBODY:
        *outcome = FUZZ_SAME;
        return TT_OK;
    case FUZZ_VARIANTS:
        break;
    }
    return work->program->is_of_cores ? backend_hold(path, &work->options->backend.variants, outcome, err)
                                      : ask_words(work, outcome, err);
}

/* The tile under other readings at a core's end. */
struct other_end {
    struct fuzz_work *work;
    const char *output;
    enum tt_status status;
    struct tt_error *err;
};

static enum tt_status backend_write_tile(struct fuzz_work *work, const struct tile *tile, const char *output,
                                         struct tt_error *err)
{
    const struct fuzz_options *options = work->options;
    const struct fuzz_end end = {tile, NULL};
    return fuzz_capture(work->program, &options->variants, &end, output, options->replaces, err);
}

static void on_other_end(void *user, const struct tile *tile)
{
    struct other_end *end = user;
    end->status = backend_write_tile(end->work, tile, end->output, end->err);
}

static enum tt_status write_variants(struct fuzz_work *work, const char *path, const char *output, bool *has_end,
                                     struct tt_error *err)
{
    *has_end = true;
    if (!work->program->is_of_cores)
        return backend_write_tile(work, work->other, output, err);
    struct other_end end = {work, output, TT_OK, err};
    const struct fuzz_replay how = {&work->options->backend.variants, FUZZ_UNDEFINED, on_other_end, &end};
    struct replay_summary summary;
    const enum tt_status status = replay_file(path, &how, &summary, err);
    return status ? status : end.status;
}

enum tt_status fuzz_write_other(struct fuzz_work *work, const char *path, const char *output, bool *has_end,
                                struct tt_error *err)
{
    const bool is_variants = work->options->backend.kind == FUZZ_VARIANTS;
    enum tt_status status = is_variants ? write_variants(work, path, output, has_end, err)
                                        : with_other_end(work, path, output, work->options->replaces, has_end, err);
    if (status || *has_end)
        return status;
    struct fuzz_end end = {NULL, NULL};
    status = ttcap_open(&end.capture, path, err);
    if (!status)
        status = fuzz_capture(work->program, &work->options->variants, &end, output, work->options->replaces, err);
    ttcap_close(end.capture);
    return status;
}
