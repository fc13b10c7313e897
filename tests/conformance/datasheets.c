/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings run on tiles that take no fast path: all pass that have a verdict. Exit 77 (skipped) where none is there.
 *
 *     datasheets FOLDER...
 *
 * Which configuration the recorder filled stands beside the first folder, in cfg-mask.json. */
#include "conform/conform.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static void show(void *user, const struct conform_case *result)
{
    (void)user;
    if (result->outcome == CONFORM_DIFFERED)
        (void)printf("%s: %s differs\n", result->path, result->name);
}

int main(int argc, char **argv)
{
    struct conform_report report = {0};
    struct conform_options options;
    struct tt_error err;
    struct stat status;
    uint64_t totals[CONFORM_OUTCOMES];
    char mask[PATH_MAX];
    if (argc < 2 || stat(argv[1], &status) != 0)
        return 77;
    conform_options_init(&options);
    options.by_datasheets = true;
    options.jobs = 1;
    (void)snprintf(mask, sizeof mask, "%s/../cfg-mask.json", argv[1]);
    if (stat(mask, &status) == 0)
        options.mask = mask;
    options.report = show;
    if (conform_run(&report, (const char *const *)&argv[1], (size_t)argc - 1, &options, &err) != TT_OK) {
        (void)printf("%s\n", err.text);
        conform_report_clear(&report);
        return 1;
    }
    conform_totals(&report, totals);
    conform_report_clear(&report);
    (void)printf("%" PRIu64 " passed, %" PRIu64 " differ, %" PRIu64 " not executed, %" PRIu64 " without a verdict\n",
                 totals[CONFORM_PASSED], totals[CONFORM_DIFFERED], totals[CONFORM_UNSUPPORTED],
                 totals[CONFORM_NO_VERDICT]);
    return !totals[CONFORM_PASSED] || totals[CONFORM_DIFFERED] || totals[CONFORM_UNSUPPORTED];
}
