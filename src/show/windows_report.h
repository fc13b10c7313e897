/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ask/diff/diff.h"
#include "ask/run/address.h"

struct report;

/* The line to type for the values of a window: "brxy 0x20000 256" of tt-exalens, "--dump lreg:0.0@end=FILE" of import.
 */
enum { WINDOW_DUMP_MAX = ADDRESS_TEXT_MAX + 96 };
char *window_dump_text(enum tt_chip chip, const struct held_window *window, const char *checkpoint,
                       char text[static WINDOW_DUMP_MAX]);

/* Members of the object that is open. */
void windows_report_counts(struct report *report, const struct verdict_windows *windows);

/* The member "windows", and a table; nothing where the recording has no hashes. */
void diff_report_windows(struct report *report, const struct diff *diff);
