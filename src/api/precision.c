/* SPDX-License-Identifier: Apache-2.0 */
/* The precision of a capture or a run in process. */
#include "api/api.h"
#include "ask/precision/asked.h"
#include "base/text/text_stream.h"
#include "show/reports.h"

static enum tt_status api_precision_report(const struct precision_asked *asked, const struct precision *precision,
                                           char **json, struct tt_error *err)
{
    struct text_stream text;
    const struct precision_view view = {
        .path = asked->path, .without = asked->without, .without_count = asked->without_count, .has_all = true};
    TRY(api_text_begin(&text, err));
    precision_report(text.out, REPORT_JSON, precision, &view);
    return api_text_end(&text, TT_OK, json, err);
}

static void precision_free(struct precision **precision)
{
    if (*precision)
        precision_clear(*precision);
    mem_free(*precision);
}

TTREPLAY_EXPORT int ttreplay_precision(const char *path, const struct ttreplay_options *options,
                                       const char *const *without, size_t without_count, char **json, char *error)
{
    API_ERROR;
    struct precision *precision OWNED(precision_free) = mem_calloc(1, sizeof *precision);
    struct replay_words words;
    const struct precision_asked asked = {
        .path = path, .how = &words, .without = without, .without_count = without_count};
    *json = NULL;
    if (!precision)
        return (int)tt_fail(err, TT_NO_MEMORY, "no memory");
    API_TRY(api_words(&words, options, err));
    API_TRY(precision_ask(&asked, precision, err));
    return (int)api_precision_report(&asked, precision, json, err);
}
