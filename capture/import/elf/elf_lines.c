/* SPDX-License-Identifier: Apache-2.0 */
/* Debug information over libdw: rows of line tables, functions with those inlined into them, and below them the
 * symbols, for code that was written by hand. */
#include "capture/import/elf/elf_lines_internal.h"

#include "base/outside.h"
#include "base/search.h"
#include "capture/import/elf/elf_parts.h"
#include "capture/import/sink.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

/* In a damaged file a place of the tree may come after itself: so many are visited and no more. */
enum { NESTED_MAX = 256, VISITED_MAX = 1 << 23 };

enum tt_status reading_no_memory(const struct reading *reading)
{
    return tt_fail(reading->err, TT_NO_MEMORY, "no memory for its lines");
}

/* A text of the library's; null where there is none. */
static const char *elf_lines_text_of(const char *text)
{
    if (text)
        outside_wrote_text(text);
    return text;
}

/* A part that should be there cannot be read: the first says why. */
static void note_unreadable(const struct reading *reading)
{
    const char *why = elf_lines_text_of(dwarf_errmsg(-1));
    if (reading->found->unreadable++ == 0)
        (void)snprintf(reading->found->why, sizeof reading->found->why, "%s", why ? why : "unknown");
}

/* ---- rows ---- */

static enum tt_status elf_lines_add_row(struct reading *reading, Dwarf_Line *line, uint64_t lo, uint64_t hi)
{
    int number = 0;
    if (lo >= hi || hi > (uint64_t)UINT32_MAX + 1)
        return TT_OK;
    if (reading->row_count >= SPANS_MAX) {
        reading->found->left_out++;
        return TT_OK;
    }
    if (mem_grow(&reading->rows, &reading->row_capacity, reading->row_count + 1, sizeof *reading->rows))
        return reading_no_memory(reading);
    (void)dwarf_lineno(line, &number);
    outside_wrote(&number, sizeof number);
    /* The nearest row before an address counts: rows of a function that the linker left out stand at 0, and the last
     * one would reach up to the first row of one that it retained. */
    const struct span span = {lo, hi, lo < UINT32_MAX ? (uint32_t)lo : UINT32_MAX, (uint32_t)reading->row_count};
    reading->rows[reading->row_count++] = (struct row){
        {reading->folder, elf_lines_text_of(dwarf_linesrc(line, NULL, NULL))}, number > 0 ? (uint32_t)number : 0};
    return spans_add(&reading->row_spans, &span) ? TT_OK : reading_no_memory(reading);
}

/* A row is up to the next one; the library has put them in order of address, of equal ones in that of the table. */
static enum tt_status elf_lines_read_rows(struct reading *reading, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t count = 0;
    if (!dwarf_hasattr(unit, DW_AT_stmt_list))
        return TT_OK;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) {
        note_unreadable(reading);
        return TT_OK;
    }
    outside_wrote(&lines, sizeof lines);
    outside_wrote(&count, sizeof count);
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i), *next = dwarf_onesrcline(lines, i + 1);
        Dwarf_Addr lo = 0, hi = 0;
        bool is_end = true;
        const bool is_bad =
            dwarf_lineendsequence(line, &is_end) || dwarf_lineaddr(line, &lo) || dwarf_lineaddr(next, &hi);
        outside_wrote(&is_end, sizeof is_end);
        outside_wrote(&lo, sizeof lo);
        outside_wrote(&hi, sizeof hi);
        if (!is_bad && !is_end)
            TRY(elf_lines_add_row(reading, line, lo, hi));
    }
    return TT_OK;
}

/* ---- scopes ---- */

static const char *elf_lines_name_of(Dwarf_Die *die)
{
    static const unsigned attributes[] = {DW_AT_name, DW_AT_linkage_name, DW_AT_MIPS_linkage_name};
    Dwarf_Attribute attribute;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const char *name = dwarf_attr_integrate(die, attributes[i], &attribute)
                               ? elf_lines_text_of(dwarf_formstring(&attribute))
                               : NULL;
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
    return (struct file){reading->folder,
                         elf_lines_text_of(dwarf_filesrc(files, number_of(die, DW_AT_call_file), NULL, NULL))};
}

static enum tt_status elf_lines_add_scope(struct reading *reading, Dwarf_Die *unit, Dwarf_Die *die, int64_t within,
                                          unsigned depth, int64_t *number)
{
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
            return reading_no_memory(reading);
        *number = own;
    }
    if (*number != own)
        return TT_OK;
    if (!MEM_PUSH(reading->scopes, reading->scope_count, reading->scope_capacity,
                  (struct scope){elf_lines_name_of(die), call_file_of(reading, unit, die),
                                 number_of(die, DW_AT_call_line), within}))
        return reading_no_memory(reading);
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
            status = elf_lines_add_scope(reading, unit, &child, tag == DW_TAG_inlined_subroutine ? within : NO_SCOPE,
                                         depth, &scope);
        if (!status && has_scopes(tag))
            status = read_scopes(reading, unit, &child, scope, depth + 1);
    } while (!status && ++reading->visited < VISITED_MAX && dwarf_siblingof(&child, &child) == 0);
    return status;
}

/* ---- symbols ---- */

ORDER(elf_lines_by_start, struct span, RISING(lo) ?: RISING(value))

/* A scope below all functions: the last symbol before an address, where that reaches so far. */
static enum tt_status add_symbol(struct reading *reading, struct span_list *spans, const struct ttcap_symbol *symbol)
{
    const uint32_t addr = symbol->addr - reading->moved;
    const uint64_t end = symbol->bytes ? (uint64_t)addr + symbol->bytes : (uint64_t)UINT32_MAX + 1;
    const struct span span = {addr, end, 0, (uint32_t)reading->scope_count};
    if (!MEM_PUSH(reading->scopes, reading->scope_count, reading->scope_capacity,
                  (struct scope){.name = symbol->name, .within = NO_SCOPE}))
        return reading_no_memory(reading);
    return spans_add(spans, &span) ? TT_OK : reading_no_memory(reading);
}

static enum tt_status read_symbols(struct reading *reading)
{
    struct span_list spans OWNED(spans_clear) = {0};
    const struct import_sink *sink = reading->sink;
    for (size_t i = 0; i < sink->symbol_count; i++) {
        const struct ttcap_symbol *symbol = &sink->symbols[i];
        if (symbol->core == reading->core && symbol->kind == TTCAP_FUNCTION)
            TRY(add_symbol(reading, &spans, symbol));
    }
    if (spans.count > 0)
        qsort(spans.items, spans.count, sizeof *spans.items, elf_lines_by_start);
    for (size_t i = 0; i < spans.count; i++)
        TRY(spans_add(&reading->scope_spans, &spans.items[i]) ? TT_OK : reading_no_memory(reading));
    return TT_OK;
}

/* ---- all ---- */

static enum tt_status read_code(struct reading *reading, Elf *elf)
{
    const uint32_t wanted = SHF_ALLOC | SHF_EXECINSTR;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        Elf32_Shdr head;
        if (!elf_take_section(section, &head))
            continue;
        const struct span span = {head.sh_addr, (uint64_t)head.sh_addr + head.sh_size, 0, 0};
        if ((head.sh_flags & wanted) == wanted && !spans_add(&reading->code, &span))
            return reading_no_memory(reading);
    }
    return TT_OK;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    return dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? elf_lines_text_of(dwarf_formstring(&attribute)) : NULL;
}

static enum tt_status read_units(struct reading *reading, Dwarf *dwarf)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        reading->folder = folder_of(&die);
        TRY(elf_lines_read_rows(reading, &die));
        TRY(read_scopes(reading, &die, &die, NO_SCOPE, 1));
    }
    return TT_OK;
}

/* Whether there is debug information at all: most programs have none. */
static bool has_debug(Elf *elf)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    outside_wrote(&names, sizeof names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        Elf32_Shdr head;
        if (!elf_take_section(section, &head))
            continue;
        const char *name = elf_lines_text_of(elf_strptr(elf, names, head.sh_name));
        if (name && (strcmp(name, ".debug_line") == 0 || strcmp(name, ".zdebug_line") == 0))
            return true;
    }
    return false;
}

static enum tt_status elf_lines_read_all(struct reading *reading, Elf *elf)
{
    errno = 0;
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (!dwarf && errno == ENOMEM)
        return reading_no_memory(reading);
    if (!dwarf) {
        note_unreadable(reading);
        return TT_OK;
    }
    elf_end_without_memory(dwarf);
    enum tt_status status = read_code(reading, elf);
    status = status ?: read_symbols(reading);
    status = status ?: read_units(reading, dwarf);
    status = status ?: reading_put(reading);
    (void)dwarf_end(dwarf);
    return status;
}

enum tt_status elf_lines_read(const struct import_sink *sink, FILE *tape, enum tt_core core, Elf *elf, uint32_t moved,
                              struct elf_lines *lines, struct tt_error *err)
{
    struct reading reading = {.sink = sink, .tape = tape, .core = core, .moved = moved, .found = lines, .err = err};
    *lines = (struct elf_lines){0};
    if (!has_debug(elf))
        return TT_OK;
    reading.joined = mem_calloc(TTCAP_FRAMES_MAX, sizeof *reading.joined);
    const enum tt_status status = reading.joined ? elf_lines_read_all(&reading, elf) : reading_no_memory(&reading);
    mem_free(reading.joined);
    mem_free(reading.rows);
    mem_free(reading.scopes);
    spans_clear(&reading.code);
    spans_clear(&reading.row_spans);
    spans_clear(&reading.scope_spans);
    return status;
}
