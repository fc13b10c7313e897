/* SPDX-License-Identifier: Apache-2.0 */
/* Two layers: rows of line tables, of which the last at an address counts, and functions, of which the innermost does.
 * Where they meet is a range with one line and one chain. docs/how-to/capture-from-elf.md#lines */
#include "capture/import/elf_lines.h"

#include "base/memory.h"
#include "base/outside.h"
#include "capture/import/spans.h"
#include "capture/line_set.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file may say that a place of the tree comes after itself: so many are visited and no more. */
enum { SPANS_MAX = 1 << 20, NESTED_MAX = 256, VISITED_MAX = 1 << 23, NO_SCOPE = -1 };

/* A name that is relative stands in the folder that the compiler ran in. Names are the library's. */
struct file {
    const char *folder, *name; /* null: not known */
};

/* A row of a line table. */
struct row {
    struct file file;
    uint32_t line;
};

/* A function, or an inlined one within another. */
struct scope {
    const char *name; /* null: it has none */
    struct file call_file;
    uint32_t call_line;
    int64_t within; /* number of the scope it was inlined into, or NO_SCOPE */
};

struct reading {
    struct import_sink *sink;
    enum tt_core core;
    struct span_list code; /* sections with instructions */
    struct row *rows;
    size_t row_count, row_capacity;
    struct scope *scopes;
    size_t scope_count, scope_capacity;
    struct span_list row_spans, scope_spans;
    uint32_t visited;                  /* places of trees */
    const char *folder;                /* of the unit at work */
    char (*joined)[LINE_TEXT_MAX + 1]; /* a name for each function of a chain */
    struct elf_lines *found;
    struct tt_error *err;
};

static enum tt_status no_memory(const struct reading *reading)
{
    return tt_fail(reading->err, TT_NO_MEMORY, "no memory for its lines");
}

/* The library expects that it does not return. Nothing is written yet. */
static __attribute__((noreturn)) void end_without_memory(void)
{
    enum { EXIT_TROUBLE = 2 };
    (void)fputs("tt-replay: no memory for the lines of a program (--no-lines does without)\n", stderr);
    exit(EXIT_TROUBLE);
}

/* A text of the library's; null where there is none. */
static const char *text_of(const char *text)
{
    if (text)
        outside_wrote_text(text);
    return text;
}

/* A part that should be there cannot be read: the first says why. */
static void note_unreadable(const struct reading *reading)
{
    const char *why = text_of(dwarf_errmsg(-1));
    if (reading->found->unreadable++ == 0)
        (void)snprintf(reading->found->why, sizeof reading->found->why, "%s", why ? why : "unknown");
}

/* ---- rows ---- */

static enum tt_status add_row(struct reading *reading, Dwarf_Line *line, uint64_t lo, uint64_t hi)
{
    int number = 0;
    void *items = reading->rows;
    if (lo >= hi || hi > (uint64_t)UINT32_MAX + 1)
        return TT_OK;
    if (reading->row_count >= SPANS_MAX) {
        reading->found->left_out++;
        return TT_OK;
    }
    if (mem_grow(&items, &reading->row_capacity, reading->row_count + 1, sizeof *reading->rows))
        return no_memory(reading);
    reading->rows = items;
    (void)dwarf_lineno(line, &number);
    outside_wrote(&number, sizeof number);
    const struct span span = {lo, hi, 0, (uint32_t)reading->row_count};
    reading->rows[reading->row_count++] =
        (struct row){{reading->folder, text_of(dwarf_linesrc(line, NULL, NULL))}, number > 0 ? (uint32_t)number : 0};
    return spans_add(&reading->row_spans, &span) ? TT_OK : no_memory(reading);
}

/* A row is up to the next one; the library has put them in order of address, of equal ones in that of the table. */
static enum tt_status read_rows(struct reading *reading, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t count = 0;
    enum tt_status status = TT_OK;
    if (!dwarf_hasattr(unit, DW_AT_stmt_list))
        return TT_OK;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) {
        note_unreadable(reading);
        return TT_OK;
    }
    outside_wrote(&lines, sizeof lines);
    outside_wrote(&count, sizeof count);
    for (size_t i = 0; i + 1 < count && !status; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i), *next = dwarf_onesrcline(lines, i + 1);
        Dwarf_Addr lo = 0, hi = 0;
        bool is_end = true;
        const bool is_bad =
            dwarf_lineendsequence(line, &is_end) || dwarf_lineaddr(line, &lo) || dwarf_lineaddr(next, &hi);
        outside_wrote(&is_end, sizeof is_end);
        outside_wrote(&lo, sizeof lo);
        outside_wrote(&hi, sizeof hi);
        if (!is_bad && !is_end)
            status = add_row(reading, line, lo, hi);
    }
    return status;
}

/* ---- scopes ---- */

static const char *name_of(Dwarf_Die *die)
{
    static const unsigned attributes[] = {DW_AT_name, DW_AT_linkage_name, DW_AT_MIPS_linkage_name};
    Dwarf_Attribute attribute;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const char *name =
            dwarf_attr_integrate(die, attributes[i], &attribute) ? text_of(dwarf_formstring(&attribute)) : NULL;
        if (name && *name)
            return name;
    }
    return NULL;
}

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    const bool is_there = dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &value) == 0;
    outside_wrote(&value, sizeof value);
    if (!is_there || value > UINT32_MAX)
        return 0;
    return (uint32_t)value;
}

static struct file call_file_of(const struct reading *reading, Dwarf_Die *unit, Dwarf_Die *die)
{
    Dwarf_Files *files;
    size_t count;
    if (!dwarf_hasattr(die, DW_AT_call_file) || dwarf_getsrcfiles(unit, &files, &count) != 0)
        return (struct file){NULL, NULL};
    outside_wrote(&files, sizeof files);
    return (struct file){reading->folder, text_of(dwarf_filesrc(files, number_of(die, DW_AT_call_file), NULL, NULL))};
}

static enum tt_status add_scope(struct reading *reading, Dwarf_Die *unit, Dwarf_Die *die, int64_t within,
                                unsigned depth, int64_t *number)
{
    void *items = reading->scopes;
    Dwarf_Addr base, lo, hi;
    ptrdiff_t at = 0;
    const int64_t own = (int64_t)reading->scope_count;
    while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0) {
        outside_wrote(&lo, sizeof lo);
        outside_wrote(&hi, sizeof hi);
        if (reading->scope_spans.count >= SPANS_MAX) {
            reading->found->left_out++;
            break;
        }
        if (!spans_add(&reading->scope_spans, &(struct span){lo, hi, depth, (uint32_t)own}))
            return no_memory(reading);
        *number = own;
    }
    if (*number != own)
        return TT_OK;
    if (mem_grow(&items, &reading->scope_capacity, reading->scope_count + 1, sizeof *reading->scopes))
        return no_memory(reading);
    reading->scopes = items;
    reading->scopes[reading->scope_count++] =
        (struct scope){name_of(die), call_file_of(reading, unit, die), number_of(die, DW_AT_call_line), within};
    return TT_OK;
}

static bool has_scopes(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
           tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_try_block ||
           tag == DW_TAG_catch_block;
}

/* All below a place of the tree; a function that has no code of its own (it was inlined everywhere) has none below. */
static enum tt_status read_scopes(struct reading *reading, Dwarf_Die *unit, Dwarf_Die *die, int64_t within,
                                  unsigned depth)
{
    Dwarf_Die child;
    enum tt_status status = TT_OK;
    if (depth >= NESTED_MAX || dwarf_child(die, &child) != 0)
        return TT_OK;
    do {
        const int tag = dwarf_tag(&child);
        int64_t scope = within;
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
            status =
                add_scope(reading, unit, &child, tag == DW_TAG_inlined_subroutine ? within : NO_SCOPE, depth, &scope);
        if (!status && has_scopes(tag))
            status = read_scopes(reading, unit, &child, scope, depth + 1);
    } while (!status && ++reading->visited < VISITED_MAX && dwarf_siblingof(&child, &child) == 0);
    return status;
}

/* ---- both ---- */

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
static const char *path_of(const struct reading *reading, const struct file *file, size_t i)
{
    if (!file->name || file->name[0] == '/' || !file->folder || i >= TTCAP_FRAMES_MAX)
        return fitting(reading, file->name);
    const int length = snprintf(reading->joined[i], sizeof reading->joined[i], "%s/%s", file->folder, file->name);
    if (length > 0 && length <= LINE_TEXT_MAX)
        return reading->joined[i];
    reading->found->left_out++;
    return NULL;
}

static void fill_frames(const struct reading *reading, const struct row *row, int64_t number, struct ttcap_lines *lines)
{
    struct ttcap_frame next = {.file = path_of(reading, &row->file, 0), .line = row->line};
    lines->frame_count = 0;
    do {
        const struct scope *scope = number == NO_SCOPE ? NULL : &reading->scopes[number];
        next.function = scope ? fitting(reading, scope->name) : NULL;
        lines->frames[lines->frame_count++] = next;
        number = scope ? scope->within : NO_SCOPE;
        if (scope)
            next = (struct ttcap_frame){.file = path_of(reading, &scope->call_file, lines->frame_count),
                                        .line = scope->call_line};
    } while (number != NO_SCOPE && lines->frame_count < TTCAP_FRAMES_MAX);
}

static enum tt_status put(const struct reading *reading, uint64_t lo, uint64_t hi, const struct span *row,
                          int64_t scope)
{
    struct ttcap_lines lines = {.core = reading->core, .addr = (uint32_t)lo, .bytes = (uint32_t)(hi - lo)};
    if (lo >= hi || hi > UINT32_MAX)
        return TT_OK;
    fill_frames(reading, &reading->rows[row->value], scope, &lines);
    reading->found->ranges++;
    return import_lines(reading->sink, &lines, reading->err);
}

/* [lo, hi) of a row, cut where the function changes. *scope: the first that ends behind lo. */
static enum tt_status put_row(const struct reading *reading, const struct span *row, uint64_t lo, uint64_t hi,
                              const struct span_list *scopes, size_t *scope)
{
    enum tt_status status = TT_OK;
    while (*scope < scopes->count && scopes->items[*scope].hi <= lo)
        (*scope)++;
    for (size_t i = *scope; lo < hi && !status; i++) {
        const struct span *at = i < scopes->count && scopes->items[i].lo < hi ? &scopes->items[i] : NULL;
        const uint64_t from = at && at->lo > lo ? at->lo : lo, to = at && at->hi < hi ? at->hi : hi;
        if (!at)
            return put(reading, lo, hi, row, NO_SCOPE);
        status = put(reading, lo, from, row, NO_SCOPE);
        if (!status)
            status = put(reading, from, to, row, at->value);
        lo = to;
    }
    return status;
}

/* Rows and sections with instructions go side by side. */
static enum tt_status put_all(const struct reading *reading, const struct span_list *rows,
                              const struct span_list *scopes, const struct span_list *code)
{
    enum tt_status status = TT_OK;
    size_t section = 0, scope = 0;
    for (size_t i = 0; i < rows->count && !status; i++) {
        const struct span *row = &rows->items[i];
        while (section < code->count && code->items[section].hi <= row->lo)
            section++;
        for (size_t k = section; k < code->count && code->items[k].lo < row->hi && !status; k++) {
            const uint64_t lo = row->lo > code->items[k].lo ? row->lo : code->items[k].lo;
            status =
                put_row(reading, row, lo, row->hi < code->items[k].hi ? row->hi : code->items[k].hi, scopes, &scope);
        }
    }
    return status;
}

static enum tt_status put_flat(const struct reading *reading)
{
    struct span_list rows = {0}, scopes = {0}, code = {0};
    enum tt_status status = no_memory(reading);
    if (spans_flatten(&reading->row_spans, &rows) && spans_flatten(&reading->scope_spans, &scopes) &&
        spans_flatten(&reading->code, &code))
        status = put_all(reading, &rows, &scopes, &code);
    spans_clear(&rows);
    spans_clear(&scopes);
    spans_clear(&code);
    return status;
}

static enum tt_status read_code(struct reading *reading, Elf *elf)
{
    const uint32_t wanted = SHF_ALLOC | SHF_EXECINSTR;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const void *there = elf32_getshdr(section);
        Elf32_Shdr head;
        if (!there)
            continue;
        memcpy(&head, there, sizeof head);
        const struct span span = {head.sh_addr, (uint64_t)head.sh_addr + head.sh_size, 0, 0};
        if ((head.sh_flags & wanted) == wanted && !spans_add(&reading->code, &span))
            return no_memory(reading);
    }
    return TT_OK;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    return dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? text_of(dwarf_formstring(&attribute)) : NULL;
}

static enum tt_status read_units(struct reading *reading, Dwarf *dwarf)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    enum tt_status status = TT_OK;
    while (!status && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        reading->folder = folder_of(&die);
        status = read_rows(reading, &die);
        if (!status)
            status = read_scopes(reading, &die, &die, NO_SCOPE, 0);
    }
    return status;
}

/* Whether there is debug information at all: most programs have none. */
static bool has_debug(Elf *elf)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    outside_wrote(&names, sizeof names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const void *there = elf32_getshdr(section);
        Elf32_Shdr head;
        if (!there)
            continue;
        memcpy(&head, there, sizeof head);
        const char *name = text_of(elf_strptr(elf, names, head.sh_name));
        if (name && (strcmp(name, ".debug_line") == 0 || strcmp(name, ".zdebug_line") == 0))
            return true;
    }
    return false;
}

static enum tt_status read_all(struct reading *reading, Elf *elf)
{
    errno = 0;
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (!dwarf && errno == ENOMEM)
        return no_memory(reading);
    if (!dwarf) {
        note_unreadable(reading);
        return TT_OK;
    }
    (void)dwarf_new_oom_handler(dwarf, end_without_memory);
    enum tt_status status = read_code(reading, elf);
    if (!status)
        status = read_units(reading, dwarf);
    if (!status)
        status = put_flat(reading);
    (void)dwarf_end(dwarf);
    return status;
}

enum tt_status elf_lines_read(struct import_sink *sink, enum tt_core core, Elf *elf, struct elf_lines *lines,
                              struct tt_error *err)
{
    struct reading reading = {.sink = sink, .core = core, .found = lines, .err = err};
    *lines = (struct elf_lines){0};
    if (!has_debug(elf))
        return TT_OK;
    reading.joined = mem_calloc(TTCAP_FRAMES_MAX, sizeof *reading.joined);
    const enum tt_status status = reading.joined ? read_all(&reading, elf) : no_memory(&reading);
    mem_free(reading.joined);
    mem_free(reading.rows);
    mem_free(reading.scopes);
    spans_clear(&reading.code);
    spans_clear(&reading.row_spans);
    spans_clear(&reading.scope_spans);
    return status;
}
