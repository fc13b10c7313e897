/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --memory` and `dump --space`: any range of any snapshot, as bits or as values. */
#include "isa/spaces.h"
#include "numeric/bfp.h"
#include "numeric/dst_rows.h"
#include "show/capture/capture_cells.h"

enum { VALUES_PER_LINE = 4, VALUE_WIDTH = 17 };

/* The range, and the exponents of its values. */
struct view {
    const struct space_range *range;
    enum tt_chip chip;
    struct space_layout layout;
    struct space_image image, exponents;
    uint32_t first; /* element number of the image's first */
};

static uint32_t exponent_count(const struct space_range *range)
{
    return (space_value_count(range) + BFP_GROUP - 1) / BFP_GROUP;
}

enum tt_status space_range_check(const struct space_range *range, enum tt_chip chip, struct tt_error *err)
{
    uint32_t size = space_bytes(chip, range->space), l1 = space_bytes(chip, TT_SPACE_L1);
    REFUSE_IF(range->count > size || range->lo > size - range->count, err,
              "%u bytes from 0x%x leave %s, which has 0x%x", range->count, range->lo, space_name(range->space), size);
    REFUSE_IF(range->has_exponents && (exponent_count(range) > l1 || range->exponents > l1 - exponent_count(range)),
              err, "%u exponents from 0x%x leave l1, which has 0x%x", exponent_count(range), range->exponents, l1);
    return TT_OK;
}

static enum tt_status open_view(struct view *view, struct ttcap *capture, const struct space_range *range,
                                struct tt_error *err)
{
    *view = (struct view){.range = range, .chip = ttcap_info(capture)->chip};
    view->layout = space_layout(view->chip, range->space);
    view->first = range->lo / space_element_bytes(range->space);
    uint32_t count = range->count, size = space_bytes(view->chip, range->space);
    /* The lower half of a 32-bit value stands eight rows below. */
    uint32_t below = DST_LOW_HALF * DST_COLUMNS * 2;
    if (range->space == TT_SPACE_DST && range->has_format)
        count = size - range->lo - count < below ? size - range->lo : count + below;
    enum tt_status status = image_read(&view->image, capture, range->checkpoint, range->space, range->lo, count, err);
    if (status || !range->has_exponents)
        return status;
    return image_read(&view->exponents, capture, range->checkpoint, TT_SPACE_L1, range->exponents,
                      exponent_count(range), err);
}

static void close_view(struct view *view)
{
    image_clear(&view->image);
    image_clear(&view->exponents);
}

/* ---- bits ---- */

static void print_element(const struct view *view, FILE *out, uint32_t i)
{
    uint32_t width = space_element_bytes(view->range->space);
    uint32_t known = load_number(view->image.known + i * width, width);
    uint32_t value = load_number(view->image.bytes + i * width, width);
    char text[12];
    (void)snprintf(text, sizeof text, "%0*" PRIx32, (int)view->layout.digits, value);
    /* A digit of which no bit is known. */
    for (unsigned digit = 0; digit < view->layout.digits; digit++) {
        if (!(known >> 4 * (view->layout.digits - 1 - digit) & 0xF))
            text[digit] = '.';
    }
    (void)fputs(text, out);
}

/* How many elements the line that starts at element i holds: lines end with rows. */
static uint32_t line_length(const struct view *view, uint32_t i, uint32_t count, uint32_t per_line)
{
    uint32_t n = count - i < per_line ? count - i : per_line;
    uint32_t row = view->layout.row_elements;
    uint32_t left = row ? row - (view->first + i) % row : n;
    return n < left ? n : left;
}

static bool is_repeat(const struct view *view, uint32_t i, uint32_t before, uint32_t n, uint32_t n_before)
{
    uint32_t width = space_element_bytes(view->range->space);
    return n == n_before && memcmp(view->image.bytes + i * width, view->image.bytes + before * width, n * width) == 0 &&
           memcmp(view->image.known + i * width, view->image.known + before * width, n * width) == 0;
}

/* Lines alike are shown once, then "*"; the last line is always shown, so that the end can be seen. */
static void print_bits(const struct view *view, FILE *out)
{
    uint32_t count = view->range->count / space_element_bytes(view->range->space);
    uint32_t before = 0, n_before = 0;
    bool is_starred = false;
    for (uint32_t i = 0, n; i < count; before = i, n_before = n, i += n) {
        n = line_length(view, i, count, view->layout.per_line);
        bool is_last = i + n == count;
        if (i && !is_last && is_repeat(view, i, before, n, n_before)) {
            if (!is_starred)
                (void)fputs("*\n", out);
            is_starred = true;
            continue;
        }
        is_starred = false;
        char place[SPACE_PLACE_MAX];
        (void)fprintf(out, "%s ", space_place(view->chip, view->range->space, view->first + i, place));
        for (uint32_t k = 0; k < n; k++) {
            if (k % view->layout.group == 0)
                (void)fputc(' ', out);
            print_element(view, out, i + k);
        }
        (void)fputc('\n', out);
    }
}

/* ---- values ---- */

static uint32_t value_row(const struct view *view, uint32_t i)
{
    return view->layout.row_elements ? (view->first + i) / view->layout.row_elements : 0;
}

static void capture_space_print_values(const struct view *view, FILE *out)
{
    uint32_t count = space_value_count(view->range);
    unsigned bits = format_get(view->range->format)->storage_bits;
    for (uint32_t i = 0, n; i < count; i += n) {
        n = line_length(view, i, count, VALUES_PER_LINE);
        if (!space_is_value_row(view->range, value_row(view, i)))
            continue;
        char place[SPACE_PLACE_MAX], text[VALUE_TEXT_MAX];
        uint32_t at =
            view->range->space == TT_SPACE_L1 ? view->first + (uint32_t)((uint64_t)i * bits / 8) : view->first + i;
        (void)fprintf(out, "%-8s", space_place(view->chip, view->range->space, at, place));
        for (uint32_t k = 0; k < n; k++)
            (void)fprintf(out, "%*s", VALUE_WIDTH,
                          space_value(view->range, &view->image, &view->exponents, i + k, text));
        (void)fputc('\n', out);
    }
}

static void say_bytes(struct report *report, const struct view *view)
{
    const struct space_range *range = view->range;
    char text[VALUE_TEXT_MAX];
    json_out_bytes(report->json, "bytes", view->image.bytes, view->image.known, range->count);
    if (!range->has_format)
        return;
    report_say(report, SAY("format", format_get(range->format)->name));
    REPORT_EACH_LINE(report, "values", i, space_value_count(range))
        if (space_is_value_row(range, value_row(view, i)))
            report_say(report, SAY(NULL, space_value(range, &view->image, &view->exponents, i, text)));
}

enum tt_status capture_space(struct report *report, const char *key, struct ttcap *capture,
                             const struct space_range *range, struct tt_error *err)
{
    struct view view;
    const char *format = range->has_format ? format_get(range->format)->name : "";
    char what[64];
    enum tt_status status = open_view(&view, capture, range, err);
    (void)snprintf(what, sizeof what, "%s%s%s", space_name(range->space), *format ? " as " : "", format);
    if (status == TT_OK)
        print_heading(report, capture, range->checkpoint, what);
    report_object(report, key);
    report_say(report, SAY("space", space_name(range->space)),
               SAY("checkpoint", ttcap_checkpoint(capture, range->checkpoint)->id), SAY("lo", range->lo),
               SAY("count", range->count), SAY("element_bytes", space_element_bytes(range->space)));
    if (status == TT_OK && report->is_json)
        say_bytes(report, &view);
    else if (status == TT_OK)
        (range->has_format ? capture_space_print_values : print_bits)(&view, report->out);
    report_close(report);
    close_view(&view);
    return status;
}
