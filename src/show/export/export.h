/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a run for other programs: values of a stage or of a space as CSV (RFC 4180) or a NumPy array, the
 * threads' instructions as a Chrome trace (JSON) or a value change dump (VCD). docs/how-to/export.md */
#pragma once

#include "ask/run/address.h"
#include "numeric/format.h"
#include "results/results.h"
#include "show/capture/capture.h"

enum export_file { EXPORT_CSV, EXPORT_NPY, EXPORT_JSON, EXPORT_VCD, EXPORT_FILE_COUNT };

/* The values of a stage. */
struct export_stage {
    enum tt_unit unit;
    char stage[32]; /* "": the last of each group of instructions that has datums */
    bool has_tile;
    uint32_t tile;
    bool has_datums; /* `datums` of data tiles that packers wrote; else all values */
    struct address_datum datums;
    bool is_raw;       /* for NumPy: bits, not values */
    bool is_untilized; /* for NumPy: data tiles as 32 rows of 32, not as 4 faces in a row */
};

/* Bytes of a space as they were at a point of the run. */
struct export_region {
    struct space_range range; /* its checkpoint says nothing */
    bool has_event;           /* whether `event` is given; else the end of the run counts */
    int64_t event;            /* the last event that has taken effect */
    bool has_filler;          /* for NumPy: whether `filler` stands for bytes that are not known */
    uint32_t filler;
};

struct export_request {
    const char *path;
    bool replace;
    const struct export_stage *stage; /* at most one of these; the timeline where both are null */
    const struct export_region *region;
};

struct export_summary {
    uint64_t rows; /* how many values were written, or instructions and waits */
    char what[96]; /* "float32, shape (4, 1024)" */
};

/* Writes the file, which appears whole or not at all. */
enum tt_status export_run(struct results *results, const struct export_request *request, struct export_summary *summary,
                          struct tt_error *err);

/* Pages of data tiles (numeric/host_page.h) as a NumPy file: an array of `count` times 32x32. path: for messages. */
enum tt_status export_pages(FILE *out, const char *path, enum format format, const uint8_t *pages, uint64_t count,
                            struct tt_error *err);
