/* SPDX-License-Identifier: Apache-2.0 */
/* The output of each format; it appears whole. */
#include "show/export/export.h"

#include "base/new_file.h"
#include "show/export/export_internal.h"

#include <strings.h>

/* By the ending of a file's name; EXPORT_FILE_COUNT: none of them. */
static enum export_file export_file_of(const char *path)
{
    static const char *const endings[EXPORT_FILE_COUNT] = {".csv", ".npy", ".json", ".vcd"};
    const size_t length = strlen(path);
    for (int i = 0; i < EXPORT_FILE_COUNT; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && strcasecmp(path + length - ending, endings[i]) == 0)
            return (enum export_file)i;
    }
    return EXPORT_FILE_COUNT;
}

static enum tt_status export_write_all(struct exporter *exporter)
{
    if (exporter->request->stage)
        return export_stage_write(exporter);
    if (exporter->request->region)
        return export_region_write(exporter);
    return exporter->kind == EXPORT_VCD ? export_vcd_write(exporter) : export_trace_write(exporter);
}

/* A table or a timeline, and a file that holds such. */
static enum tt_status export_check(const struct exporter *exporter)
{
    const struct export_request *request = exporter->request;
    const bool is_table = request->stage || request->region;
    const bool has_table = exporter->kind != EXPORT_JSON && exporter->kind != EXPORT_VCD;
    if (exporter->kind != EXPORT_FILE_COUNT && is_table == has_table)
        return TT_OK;
    return tt_fail(exporter->err, TT_BAD_INPUT, "%s: the name of %s ends in %s", request->path,
                   is_table ? "a table of values" : "a timeline", is_table ? ".csv or .npy" : ".json or .vcd");
}

/* user: the exporter. */
static enum tt_status export_put(void *user, FILE *out, struct tt_error *err)
{
    struct exporter *exporter = user;
    (void)err; /* the exporter's, too */
    exporter->out = out;
    return export_write_all(exporter);
}

enum tt_status export_run(struct results *results, const struct export_request *request, struct export_summary *summary,
                          struct tt_error *err)
{
    struct exporter exporter = {results, request, summary, export_file_of(request->path), NULL, err};
    *summary = (struct export_summary){0};
    TRY(export_check(&exporter));
    return new_file_write(request->path, request->replace ? NEW_FILE_REPLACE : NEW_FILE_NEW, export_put, &exporter,
                          err);
}
