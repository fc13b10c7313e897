/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a merged batch: in 80 columns, as JSON, as one page. */
#pragma once

#include "batch/merge.h"

#include <stdio.h>

/* How it looks on a terminal. */
struct batch_summary_style {
    const char *name;   /* of the folder or the farm, as typed */
    const char *folder; /* of the captures */
    bool has_colour;
    size_t groups_max; /* groups of failures to list; the rest are counted */
};

/* Groups of like failures first, then the counts. */
void batch_summary_text(FILE *out, const struct batch_merged *merged, const struct batch_summary_style *style);

/* schemas/batch.schema.json. The same for any number of threads or shards. */
void batch_summary_json(FILE *out, const struct batch_merged *merged);

/* One page for a browser; the same results give the same bytes. */
enum tt_status batch_page_write(const struct batch_merged *merged, const char *path, struct tt_error *err);

/* Whether there is such a page at `path`: one that another may take the place of. */
bool batch_page_is(const char *path);

/* How one capture is replayed by hand as the batch did it: " --order program --variant K=V"; mem_free it. Null: no
 * memory. */
char *batch_settings_words(const struct batch_settings *settings);
