/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of export: the file that is written, and the parts that write. */
#pragma once

#include "show/export/export.h"

#include <stdio.h>

struct exporter {
    struct results *results;
    const struct export_request *request;
    struct export_summary *summary;
    enum export_file kind;
    FILE *out;
    struct tt_error *err;
};

enum tt_status export_stage_write(struct exporter *exporter);
enum tt_status export_region_write(struct exporter *exporter);
enum tt_status export_trace_write(struct exporter *exporter);
enum tt_status export_vcd_write(struct exporter *exporter);
