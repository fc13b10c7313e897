/* SPDX-License-Identifier: Apache-2.0 */
/* A program as a folder of pages: index.html, and one of each tile that sent or computed anything.
 * docs/how-to/report.md#a-program */
#include "cli/run/program_run.h"

#include "base/new_file.h"
#include "base/path.h"
#include "cli/cli.h"
#include "show/html/html.h"
#include "show/html/program/program.h"

#define PAGES_INDEX "index.html"

/* Firmware boots with the same words on each tile: those of the tile that executed the fewest, unless all work alike.
 */
static uint64_t pages_idle_words(const struct device *device)
{
    struct device_tile tile;
    uint64_t least = UINT64_MAX, most = 0, requests = 0;
    for (uint64_t i = 0; device_tile(device, i, &tile); i++) {
        least = tile.words < least ? tile.words : least;
        most = tile.words > most ? tile.words : most;
        requests += tile.requests;
    }
    return requests || most > least ? least : 0;
}

static enum tt_status program_put_answer(void *user, struct report *report, struct tt_error *err)
{
    struct program_run *run = user;
    report_list(report, "causes");
    const enum tt_status status = program_say_causes(run, report, err);
    report_close(report);
    return status ? status : program_say_timings(run, report, err);
}

static enum tt_status pages_check_place(const char *path, bool replace, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    TRY(path_look(&kind, path, err));
    if (kind == PATH_ABSENT)
        return TT_OK;
    char *index OWNED(mem_free_at) = path_join(path, PAGES_INDEX);
    NEED(index, err, "%s: no memory", path);
    REFUSE_IF(kind != PATH_FOLDER || !program_page_is(index), err,
              "%s: is there already and holds no pages of a program, expected a name for a new folder", path);
    return replace ? TT_OK : tt_fail(err, TT_BAD_INPUT, "%s: the pages exist; --force replaces them", path);
}

static enum tt_status put_tile(const struct program_run *run, const struct device_tile *tile,
                               const struct html_options *page, const char *folder, struct tt_error *err)
{
    const struct program_tile *of = program_tile(&run->program, tile->x, tile->y);
    struct opened_run opened OWNED(opened_run_close) = {0};
    struct html_summary summary;
    char name[PROGRAM_PAGE_NAME_MAX];
    REFUSE_IF(!of, err, "%s: tile %u,%u runs here, and the program has no capture of it", run->words->folder, tile->x,
              tile->y);
    program_page_name(name, tile->x, tile->y);
    char *capture OWNED(mem_free_at) = program_path(&run->program, of->file);
    char *path OWNED(mem_free_at) = path_join(folder, name);
    NEED(capture && path, err, "no memory");
    TRY(opened_run_open(&opened, capture, err));
    return html_report(path, opened.results, page, &summary, err);
}

enum tt_status program_pages(const struct program_words *words, const struct html_options *page, struct tt_error *err)
{
    struct program_run run OWNED(program_run_clear) = {.words = words};
    struct new_folder folder OWNED(new_folder_clear) = {.place = NULL};
    const char *place = words->pages;
    struct device_tile tile;
    uint64_t count = 0;
    TRY(pages_check_place(place, words->is_forced, err));
    TRY(program_do(&run, err));
    const struct program_view view = program_view_of(&run);
    const struct program_page whole = {&view, program_put_answer, &run, pages_idle_words(run.device)};
    TRY(new_folder_make(&folder, place, err));
    char *index OWNED(mem_free_at) = path_join(folder.path, PAGES_INDEX);
    NEED(index, err, "no memory");
    TRY(program_page_write(index, &whole, err));
    for (uint64_t i = 0; device_tile(run.device, i, &tile); i++) {
        if (!program_has_page(&whole, &tile))
            continue;
        TRY(put_tile(&run, &tile, page, folder.path, err));
        count++;
    }
    TRY(pages_check_place(place, words->is_forced, err));
    TRY(new_folder_put(&folder, words->is_forced, err));
    (void)printf("%s/" PAGES_INDEX ": %" PRIu64 " tiles ran, %" PRIu64 " of them with a page\n", place,
                 device_summary(run.device).tiles, count);
    return TT_OK;
}
