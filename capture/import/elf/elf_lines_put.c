/* SPDX-License-Identifier: Apache-2.0 */
/* Two layers: rows of line tables, of which the last at an address counts, and functions, of which the innermost does.
 * Where they meet is a range with one line and one chain. docs/how-to/capture-from-elf.md#lines */
#include "capture/import/elf/elf_lines_internal.h"

#include "capture/import/elf/elf_parts.h"

/* A name that a capture can hold. */
static const char *fitting(const struct reading *reading, const char *name)
{
    if (!name || !*name)
        return NULL;
    if (strlen(name) <= LINE_TEXT_MAX)
        return name;
    reading->found->left_out++;
    return NULL;
}

/* Of function i of a chain. */
static const char *elf_lines_put_path_of(const struct reading *reading, const struct file *file, size_t i)
{
    if (!file->name || file->name[0] == '/' || !file->folder || i >= TTCAP_FRAMES_MAX)
        return fitting(reading, file->name);
    const int length = snprintf(reading->joined[i], sizeof reading->joined[i], "%s/%s", file->folder, file->name);
    if (length > 0 && length <= LINE_TEXT_MAX)
        return reading->joined[i];
    reading->found->left_out++;
    return NULL;
}

static void elf_lines_put_fill_frames(const struct reading *reading, const struct row *row, int64_t number,
                                      struct ttcap_lines *lines)
{
    struct ttcap_frame next = {.file = elf_lines_put_path_of(reading, &row->file, 0), .line = row->line};
    lines->frame_count = 0;
    do {
        const struct scope *scope = number == NO_SCOPE ? NULL : &reading->scopes[number];
        next.function = scope ? fitting(reading, scope->name) : NULL;
        lines->frames[lines->frame_count++] = next;
        number = scope ? scope->within : NO_SCOPE;
        if (scope)
            next = (struct ttcap_frame){.file = elf_lines_put_path_of(reading, &scope->call_file, lines->frame_count),
                                        .line = scope->call_line};
    } while (number != NO_SCOPE && lines->frame_count < TTCAP_FRAMES_MAX);
}

static enum tt_status elf_lines_put(const struct reading *reading, uint64_t lo, uint64_t hi, const struct span *row,
                                    int64_t scope)
{
    struct ttcap_lines lines = {
        .core = reading->core, .addr = (uint32_t)lo + reading->moved, .bytes = (uint32_t)(hi - lo)};
    if (lo >= hi || hi > UINT32_MAX)
        return TT_OK;
    elf_lines_put_fill_frames(reading, &reading->rows[row->value], scope, &lines);
    reading->found->ranges++;
    elf_tape_lines(reading->tape, &lines);
    return TT_OK;
}

/* [lo, hi) of a row, cut where the function changes. *scope: the first that ends behind lo. */
static enum tt_status elf_lines_put_row(const struct reading *reading, const struct span *row, uint64_t lo, uint64_t hi,
                                        const struct span_list *scopes, size_t *scope)
{
    while (*scope < scopes->count && scopes->items[*scope].hi <= lo)
        (*scope)++;
    for (size_t i = *scope; lo < hi; i++) {
        const struct span *at = i < scopes->count && scopes->items[i].lo < hi ? &scopes->items[i] : NULL;
        const uint64_t from = at && at->lo > lo ? at->lo : lo, to = at && at->hi < hi ? at->hi : hi;
        if (!at)
            return elf_lines_put(reading, lo, hi, row, NO_SCOPE);
        TRY(elf_lines_put(reading, lo, from, row, NO_SCOPE));
        TRY(elf_lines_put(reading, from, to, row, at->value));
        lo = to;
    }
    return TT_OK;
}

/* Rows and sections with instructions go side by side. */
static enum tt_status elf_lines_put_all(const struct reading *reading, const struct span_list *rows,
                                        const struct span_list *scopes, const struct span_list *code)
{
    size_t section = 0, scope = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct span *row = &rows->items[i];
        while (section < code->count && code->items[section].hi <= row->lo)
            section++;
        for (size_t k = section; k < code->count && code->items[k].lo < row->hi; k++) {
            const uint64_t lo = row->lo > code->items[k].lo ? row->lo : code->items[k].lo;
            TRY(elf_lines_put_row(reading, row, lo, row->hi < code->items[k].hi ? row->hi : code->items[k].hi, scopes,
                                  &scope));
        }
    }
    return TT_OK;
}

enum tt_status reading_put(const struct reading *reading)
{
    struct span_list rows = {0}, scopes = {0}, code = {0};
    enum tt_status status = reading_no_memory(reading);
    if (spans_flatten(&reading->row_spans, &rows) && spans_flatten(&reading->scope_spans, &scopes) &&
        spans_flatten(&reading->code, &code))
        status = elf_lines_put_all(reading, &rows, &scopes, &code);
    spans_clear(&rows);
    spans_clear(&scopes);
    spans_clear(&code);
    return status;
}
