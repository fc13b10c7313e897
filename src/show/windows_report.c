/* SPDX-License-Identifier: Apache-2.0 */
/* Windows that are known by hash alone: how many are equal, which are not, and the dump to take of each. 80 columns;
 * schemas/diff.schema.json, "windows". */
#include "show/parts.h"

#include "base/text/shell.h"
#include "base/text/text.h"
#include "isa/spaces.h"
#include "show/report.h"

enum { WORD_BYTES = 4, SHOWN = 24 };

char *window_dump_text(enum tt_chip chip, const struct held_window *window, const char *checkpoint,
                       char text[static WINDOW_DUMP_MAX])
{
    char place[ADDRESS_TEXT_MAX];
    const uint32_t lo = window->lo / WORD_BYTES * WORD_BYTES;
    if (window->space == TT_SPACE_L1)
        return text_print(text, WINDOW_DUMP_MAX, "brxy 0x%" PRIX32 " %" PRIu32, lo,
                          (window->hi - lo + WORD_BYTES - 1) / WORD_BYTES);
    return text_print(text, WINDOW_DUMP_MAX, "--dump %s@%.60s=FILE",
                      address_place_text(chip, window->space, window->lo, place), checkpoint);
}

void windows_report_counts(struct report *report, const struct verdict_windows *windows)
{
    report_say(report, SAY("compared", windows->compared), SAY("equal", windows->equal),
               SAY("differing", windows->differing), SAY("undecided", windows->undecided), SAY("bytes", windows->bytes),
               SAY("left_out", windows->left_out));
}

static void print_how(const struct report *report, const struct diff *diff)
{
    const struct held_window *first = &diff->windows[0];
    report_print(report, "  Which bytes of them differ, only their values say. With such dumps in FILE:\n"
                         "  tt-replay import ");
    shell_put_word(report->out, diff->run->capture_path);
    if (first->space == TT_SPACE_L1)
        report_print(report, " --at %s --exalens FILE -o NEW.ttcap\n", diff_checkpoint_id(diff, first->checkpoint));
    else
        report_print(report, " --dump PLACE@%s=FILE -o NEW.ttcap\n", diff_checkpoint_id(diff, first->checkpoint));
}

void diff_report_windows(struct report *report, const struct diff *diff)
{
    const struct verdict_windows *windows = &diff->facts.windows;
    if (!windows->compared && !windows->left_out)
        return;
    report_object(report, "windows");
    windows_report_counts(report, windows);
    REPORT_ROWS(report, "unequal", "Windows known by hash alone that are not equal", NULL, i, diff->window_count) {
        const struct held_window *window = &diff->windows[i];
        char dump[WINDOW_DUMP_MAX], range[40];
        (void)snprintf(range, sizeof range, "0x%" PRIX32 "-0x%" PRIX32, window->lo, window->hi - 1);
        report_row_if(
            report, i < SHOWN, CELL("checkpoint", "%-10s", diff_checkpoint_id(diff, window->checkpoint)),
            CELL("space", " %-9s", space_name(window->space)), SAY("lo", window->lo), SAY("hi", window->hi),
            SHOW("bytes", " %-17s", range),
            CELL("result", " %-9s", window->result == WINDOW_DIFFERS ? "differs" : "undecided"),
            CELL("dump", " %s",
                 window_dump_text(diff->run->chip, window, diff_checkpoint_id(diff, window->checkpoint), dump)));
    }
    if (diff->window_count > SHOWN)
        report_print(report, "  and %zu more (--json, or table held_window)\n", diff->window_count - SHOWN);
    report_close(report);
    if (diff->window_count && !report->is_json)
        print_how(report, diff);
}
