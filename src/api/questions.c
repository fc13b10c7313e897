/* SPDX-License-Identifier: Apache-2.0 */
/* Questions to a run in process: the models of src/ask, as the JSON of src/show. */
#include "api/api.h"
#include "ask/run/address.h"
#include "base/text/text_stream.h"
#include "show/html/html.h"
#include "show/reports.h"
#include "tile/probe.h"

#include <math.h>
#include <sys/stat.h>

TTREPLAY_EXPORT void ttreplay_text_free(char *text)
{
    mem_free(text);
}

enum tt_status api_text_begin(struct text_stream *text, struct tt_error *err)
{
    return text_stream_open(text) ? tt_fail(err, TT_NO_MEMORY, "no memory for the answer") : TT_OK;
}

enum tt_status api_text_end(struct text_stream *text, enum tt_status status, char **json, struct tt_error *err)
{
    char *made = text_stream_close(text);
    if (status || !made) {
        mem_free(made);
        return status ? status : tt_fail(err, TT_NO_MEMORY, "no memory for the answer");
    }
    *json = made;
    return TT_OK;
}

static enum tt_status report_why(struct results *results, const struct address_place *place, int64_t at, char **json,
                                 struct tt_error *err)
{
    struct why why OWNED(why_clear) = {0};
    struct text_stream text;
    const struct why_view view = {.has_all = true, .depth = UINT32_MAX};
    TRY(why_make(&why, results, place, at, err));
    TRY(api_text_begin(&text, err));
    return api_text_end(&text, why_report(text.out, REPORT_JSON, &why, &view, err), json, err);
}

TTREPLAY_EXPORT int ttreplay_why(struct ttreplay_database *database, const char *place, const char *at, char **json,
                                 char *error)
{
    API_ERROR;
    struct address_place found;
    struct results *results = api_results(database);
    int64_t event = INT64_MAX - 1;
    *json = NULL;
    API_TRY(why_place_parse(&found, results, place, err));
    if (at)
        API_TRY(address_point_of_run(at, results, &event, err));
    return (int)report_why(results, &found, event, json, err);
}

TTREPLAY_EXPORT int ttreplay_diff(struct ttreplay_database *database, uint64_t limit, char **json, char *error)
{
    API_ERROR;
    struct diff diff OWNED(diff_clear) = {0};
    struct text_stream text;
    struct results *results = api_results(database);
    *json = NULL;
    API_TRY(diff_make(&diff, results, limit ? limit : 1, err));
    API_TRY(api_text_begin(&text, err));
    diff_report(text.out, REPORT_JSON, &diff, results_run(results)->database);
    return (int)api_text_end(&text, TT_OK, json, err);
}

static enum tt_status questions_asked(struct expect_asked *asked, const struct ttreplay_expected *from,
                                      struct tt_error *err)
{
    *asked = (struct expect_asked){.path = from->name,
                                   .at = from->at,
                                   .after = from->after,
                                   .stage = from->stage,
                                   .insn = from->insn,
                                   .layout = EXPECT_LAYOUTS,
                                   .ulp = from->ulp,
                                   .rtol = from->rtol,
                                   .atol = from->atol};
    for (int i = 0; i < EXPECT_LAYOUTS; i++)
        if (strcmp(expect_layout_name((enum expect_layout)i), from->layout) == 0)
            asked->layout = (enum expect_layout)i;
    REFUSE_IF(asked->layout == EXPECT_LAYOUTS, err, "layout '%.40s': expected faces, tiles or rows", from->layout);
    REFUSE_IF(!isfinite(from->rtol) || !isfinite(from->atol) || from->rtol < 0 || from->atol < 0, err,
              "rtol and atol: expected numbers from 0 on");
    asked->has_format = from->format >= 0;
    asked->format = (enum format)from->format;
    REFUSE_IF(asked->has_format && (from->format >= FORMAT_COUNT || !format_get(asked->format)), err,
              "no format has the number %" PRId64, from->format);
    asked->has_exponents = from->exponents >= 0;
    asked->exponents = (uint32_t)from->exponents;
    return TT_OK;
}

enum tt_status api_expects(struct expects *expects, const struct ttreplay_expected *list, enum tt_chip chip,
                           struct tt_error *err)
{
    for (const struct ttreplay_expected *from = list; from; from = from->next) {
        struct expect_asked asked;
        TRY(questions_asked(&asked, from, err));
        TRY(expects_add_bytes(expects, &asked, chip, from->bytes, from->count, err));
    }
    return TT_OK;
}

struct answers {
    struct expects expects;
    struct expected *items; /* EXPECTS_MAX of them */
};

static void answers_clear(struct answers *answers)
{
    for (size_t i = 0; answers->items && i < answers->expects.count; i++)
        expected_clear(&answers->items[i]);
    mem_free(answers->items);
    expects_clear(&answers->expects);
}

TTREPLAY_EXPORT int ttreplay_diff_expected(struct ttreplay_database *database, const struct ttreplay_expected *from,
                                           uint64_t limit, char **json, char *error)
{
    API_ERROR;
    struct answers answers OWNED(answers_clear) = {.items = mem_calloc(EXPECTS_MAX, sizeof *answers.items)};
    struct expects *expects = &answers.expects;
    struct text_stream text;
    struct results *results = api_results(database);
    const struct results_run_row *run = results_run(results);
    *json = NULL;
    if (!answers.items)
        return (int)tt_fail(err, TT_NO_MEMORY, "no memory");
    API_TRY(api_expects(expects, from, run->chip, err));
    for (size_t i = 0; i < expects->count; i++)
        API_TRY(expected_make(&answers.items[i], results, expects->items[i], err));
    API_TRY(api_text_begin(&text, err));
    (void)expected_report(text.out, REPORT_JSON, answers.items, expects->count, run->database, limit);
    return (int)api_text_end(&text, TT_OK, json, err);
}

/* A library remembers no inputs (base/input.h): other threads of its program may be at other work. */
static enum tt_status refuse_itself(const char *path, const char *database, struct tt_error *err)
{
    struct stat there, own;
    if (stat(path, &there) < 0 || stat(database, &own) < 0 || there.st_dev != own.st_dev || there.st_ino != own.st_ino)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: this is the database itself; its page needs another name", path);
}

TTREPLAY_EXPORT int ttreplay_page(struct ttreplay_database *database, const char *path, uint32_t replaces,
                                  const struct ttreplay_expected *from, char *error)
{
    API_ERROR;
    struct expects expects OWNED(expects_clear) = {0};
    struct html_options options;
    struct html_summary summary;
    struct results *results = api_results(database);
    html_options_init(&options);
    options.stages = unit_stages;
    options.replace = replaces != 0;
    options.expects = &expects;
    API_TRY(api_expects(&expects, from, results_run(results)->chip, err));
    API_TRY(refuse_itself(path, results_run(results)->database, err));
    return (int)html_report(path, results, &options, &summary, err);
}
