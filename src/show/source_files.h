/* SPDX-License-Identifier: Apache-2.0 */
/* The lines themselves, where the files that a capture names are there. */
#pragma once

#include "base/usual.h"
#include "capture/source_lines.h"

struct source_files;

struct source_files *source_files_new(void); /* null without memory */
void source_files_free(struct source_files *files);
OWNED_AT(struct source_files, source_files_free)

/* For each function of a chain, one line: "kernel.c:212  PACR(0, 0, 1);", as wide as a report, control characters as
 * '?'. Of a file that is not there, that is no plain file or is long, that is said once. */
void source_files_print(struct source_files *files, FILE *out, const struct ttcap_frame *frames, size_t count,
                        int indent);
