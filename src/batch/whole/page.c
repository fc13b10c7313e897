/* SPDX-License-Identifier: Apache-2.0 */
/* A merged batch as one page that a browser opens from a file. */
#include "show/html/page.h"

#include "batch/batch_files.h"
#include "batch/whole/batch_report.h"

static const char generator[] = "tt-replay batch";

/* user: where the results are. The batch, and the words that come behind `tt-replay replay NAME`. */
static enum tt_status page_put_data(void *user, struct json_out *json, struct tt_error *err)
{
    const struct batch_merged *merged = *(const struct batch_merged *const *)user;
    char *words = batch_settings_words(&merged->plan->settings);
    NEED(words, err, "no memory for the page");
    json_out_object(json, NULL);
    json_out_say(json, SAY("words", words));
    json_out_object(json, "batch");
    struct report report = report_within(json);
    batch_report_members(&report, merged, NULL);
    json_out_end(json);
    json_out_end(json);
    mem_free(words);
    return TT_OK;
}

enum tt_status batch_page_write(const struct batch_merged *merged, const char *path, struct tt_error *err)
{
    static const unsigned char *const scripts[] = {batch_script};
    const struct page page = {
        .generator = generator,
        .title = "batch",
        .main = batch_main_part,
        .keys = batch_keys,
        .style = batch_style,
        .scripts = scripts,
        .script_count = 1,
        .put_data = page_put_data,
        .user = &merged,
    };
    return page_write(path, NEW_FILE_REPLACE, &page, err);
}

bool batch_page_is(const char *path)
{
    return page_is(path, generator);
}
