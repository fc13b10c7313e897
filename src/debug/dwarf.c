/* SPDX-License-Identifier: Apache-2.0 */
/* DWARF 4, sections 2, 6.2 and 7: as little of it as a debugger needs to show a line and its inlined callers. */
#include "debug/dwarf.h"

#include "base/little.h"
#include "base/text/text_map.h"

enum { VERSION = 4, ADDRESS_BYTES = 4, UNIT_HEAD = 11, LINES_MAX = 1 << 20 };

/* Numbers of our abbreviations. */
enum { ABBREV_UNIT = 1, ABBREV_FUNCTION, ABBREV_INLINED, ABBREV_ORIGIN, ABBREV_VARIABLE };

enum { TAG_UNIT = 0x11, TAG_INLINED = 0x1D, TAG_FUNCTION = 0x2E, TAG_VARIABLE = 0x34 };
enum {
    AT_LOCATION = 0x02,
    AT_NAME = 0x03,
    AT_STMT_LIST = 0x10,
    AT_LOW_PC = 0x11,
    AT_HIGH_PC = 0x12,
    AT_LANGUAGE = 0x13,
    AT_INLINE = 0x20,
    AT_PRODUCER = 0x25,
    AT_ORIGIN = 0x31,
    AT_CALL_FILE = 0x58,
    AT_CALL_LINE = 0x59,
};
enum {
    FORM_ADDR = 0x01,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_STRING = 0x08,
    FORM_DATA1 = 0x0B,
    FORM_UDATA = 0x0F,
    FORM_REF4 = 0x13,
    FORM_SEC_OFFSET = 0x17,
};
enum { LANGUAGE_CXX = 4, INL_INLINED = 1 };
enum { LNS_COPY = 1, LNS_ADVANCE_PC, LNS_ADVANCE_LINE, LNS_SET_FILE, LNS_COUNT = 10 };
enum { LNE_END = 1, LNE_SET_ADDRESS = 2 };

/* gdb skips a supposed prologue unless a unit is by a compiler that places variables by lists, and has one. Of
 * the programs no variables are known, and the first instruction of a function may be a line of an inlined one. */
#define PRODUCER "GNU C++ 5.0 (tt-replay)"

/* Names that are used again, each once, and where a function of that name is described. */
struct names {
    struct texts items;
    struct text_map numbers;
    uint32_t *values;
    size_t value_count, value_capacity;
};

/* struct ttcap_lines without the room for frames that it does not have. */
struct entry {
    enum tt_core core;
    uint32_t addr, bytes;
    size_t frame_count;
    const struct ttcap_frame *frames; /* once all are read; before, only `first` counts */
    size_t first;
};

struct maker {
    struct dwarf *dwarf;
    struct entry *lines; /* of all cores, by core and address */
    size_t count;
    struct ttcap_frame *frames; /* of all entries */
    size_t frame_count, frame_capacity;
    struct names files, functions;
    bool has_failed;
};

void bytes_add(struct text *to, unsigned bytes, uint32_t value)
{
    uint8_t image[4];
    store_u32(image, value);
    text_add_bytes(to, image, bytes);
}

static void add_string(struct text *to, const char *string)
{
    text_add_visible(to, string, strlen(string)); /* gdb prints it as it is */
    text_add_bytes(to, "", 1);
}

static void add_sleb(struct text *to, int64_t value)
{
    for (bool is_more = true; is_more;) {
        uint8_t byte = value & 0x7F;
        value >>= 7;
        is_more = !((value == 0 && !(byte & 0x40)) || (value == -1 && (byte & 0x40)));
        byte |= is_more ? 0x80 : 0;
        text_add_bytes(to, &byte, 1);
    }
}

/* ---- names ---- */

/* Of a name, from 0 on. */
static uint32_t name_number(struct maker *maker, struct names *names, const char *name)
{
    const int64_t number = text_map_number(&names->numbers, &names->items, name ? name : "?");
    maker->has_failed |= number == TEXT_MAP_MISSING;
    return number == TEXT_MAP_MISSING ? 0 : (uint32_t)number;
}

/* Files are numbered from 1. */
static uint32_t file_number(struct maker *maker, const char *file)
{
    return name_number(maker, &maker->files, file) + 1;
}

static void names_clear(struct names *names)
{
    texts_clear(&names->items);
    text_map_clear(&names->numbers);
    mem_free(names->values);
}

/* ---- functions ---- */

static const struct ttcap_frame *dwarf_frame_at(const struct entry *lines, size_t depth)
{
    return depth < lines->frame_count ? &lines->frames[lines->frame_count - 1 - depth] : NULL;
}

static const char *dwarf_name_of(const struct ttcap_frame *frame)
{
    return frame->function ? frame->function : "?";
}

/* Whether the next entry belongs to the same function at a depth, called at the same place. */
static bool dwarf_goes_on(const struct entry *a, const struct entry *b, size_t depth)
{
    const struct ttcap_frame *mine = dwarf_frame_at(a, depth), *other = dwarf_frame_at(b, depth);
    if (!other || a->core != b->core || a->addr + a->bytes != b->addr || !text_is_same(mine->function, other->function))
        return false;
    if (!depth)
        return true;
    const struct ttcap_frame *caller = dwarf_frame_at(a, depth - 1), *other_caller = dwarf_frame_at(b, depth - 1);
    return caller->line == other_caller->line && text_is_same(caller->file, other_caller->file);
}

/* Where the function of an inlined call is described: at the beginning of the unit's entries, before any use. */
static void describe_origins(struct maker *maker)
{
    struct text *info = &maker->dwarf->info;
    for (size_t i = 0; i < maker->count && !maker->has_failed; i++) {
        for (size_t depth = 1; depth < maker->lines[i].frame_count; depth++) {
            struct names *names = &maker->functions;
            const char *name = dwarf_name_of(dwarf_frame_at(&maker->lines[i], depth));
            if (name_number(maker, names, name) < names->value_count || maker->has_failed)
                continue;
            if (mem_grow(&names->values, &names->value_capacity, names->value_count + 1, sizeof *names->values)) {
                maker->has_failed = true;
                return;
            }
            names->values[names->value_count++] = (uint32_t)info->count;
            text_add_varint(info, ABBREV_ORIGIN);
            add_string(info, name);
            bytes_add(info, 1, INL_INLINED);
        }
    }
}

static void dwarf_add_range(struct text *info, const struct entry *first, const struct entry *last)
{
    bytes_add(info, 4, first->addr);
    bytes_add(info, 4, last->addr + last->bytes - first->addr);
}

/* Entries [lo, hi) share a function at each depth below this one. */
static void dwarf_describe(struct maker *maker, size_t lo, size_t hi, size_t depth)
{
    struct text *info = &maker->dwarf->info;
    for (size_t end; lo < hi && !maker->has_failed; lo = end) {
        const struct entry *first = &maker->lines[lo];
        const struct ttcap_frame *frame = dwarf_frame_at(first, depth);
        for (end = lo + 1; frame && end < hi && dwarf_goes_on(&maker->lines[end - 1], &maker->lines[end], depth);)
            end++;
        if (!frame)
            continue;
        text_add_varint(info, depth ? ABBREV_INLINED : ABBREV_FUNCTION);
        if (depth)
            bytes_add(info, 4, maker->functions.values[name_number(maker, &maker->functions, dwarf_name_of(frame))]);
        else
            add_string(info, dwarf_name_of(frame));
        dwarf_add_range(info, first, &maker->lines[end - 1]);
        if (depth) {
            const struct ttcap_frame *caller = dwarf_frame_at(first, depth - 1);
            text_add_varint(info, file_number(maker, caller->file));
            text_add_varint(info, caller->line);
        }
        dwarf_describe(maker, lo, end, depth + 1); /* at most TTCAP_FRAMES_MAX deep */
        text_add_varint(info, 0);
    }
}

static void add_abbrev(struct text *abbrev, uint32_t number, uint32_t tag, bool has_children, const uint8_t *pairs)
{
    text_add_varint(abbrev, number);
    text_add_varint(abbrev, tag);
    bytes_add(abbrev, 1, has_children);
    for (; *pairs; pairs += 2) {
        text_add_varint(abbrev, pairs[0]);
        text_add_varint(abbrev, pairs[1]);
    }
    bytes_add(abbrev, 2, 0);
}

static void make_abbrev(struct text *abbrev)
{
    static const uint8_t unit[] = {
        AT_NAME,   FORM_STRING, AT_LANGUAGE, FORM_DATA2, AT_STMT_LIST, FORM_SEC_OFFSET, AT_LOW_PC,
        FORM_ADDR, AT_PRODUCER, FORM_STRING, 0};
    static const uint8_t function[] = {AT_NAME, FORM_STRING, AT_LOW_PC, FORM_ADDR, AT_HIGH_PC, FORM_DATA4, 0};
    static const uint8_t inlined[] = {AT_ORIGIN,    FORM_REF4,  AT_LOW_PC,    FORM_ADDR,  AT_HIGH_PC, FORM_DATA4,
                                      AT_CALL_FILE, FORM_UDATA, AT_CALL_LINE, FORM_UDATA, 0};
    static const uint8_t variable[] = {AT_NAME, FORM_STRING, AT_LOCATION, FORM_SEC_OFFSET, 0};
    static const uint8_t origin[] = {AT_NAME, FORM_STRING, AT_INLINE, FORM_DATA1, 0};
    add_abbrev(abbrev, ABBREV_UNIT, TAG_UNIT, true, unit);
    add_abbrev(abbrev, ABBREV_FUNCTION, TAG_FUNCTION, true, function);
    add_abbrev(abbrev, ABBREV_INLINED, TAG_INLINED, true, inlined);
    add_abbrev(abbrev, ABBREV_ORIGIN, TAG_FUNCTION, false, origin);
    add_abbrev(abbrev, ABBREV_VARIABLE, TAG_VARIABLE, false, variable);
    bytes_add(abbrev, 1, 0);
}

static void put_u32(struct text *text, size_t at, size_t value)
{
    if (!text->has_failed)
        store_u32(text->bytes + at, (uint32_t)value);
}

static void make_info(struct maker *maker)
{
    struct text *info = &maker->dwarf->info;
    bytes_add(info, 4, 0); /* length, put in at the end */
    bytes_add(info, 2, VERSION);
    bytes_add(info, 4, 0); /* of .debug_abbrev */
    bytes_add(info, 1, ADDRESS_BYTES);
    text_add_varint(info, ABBREV_UNIT);
    add_string(info, "programs of the capture");
    bytes_add(info, 2, LANGUAGE_CXX);
    bytes_add(info, 4, 0); /* of .debug_line */
    bytes_add(info, 4, 0);
    add_string(info, PRODUCER);
    text_add_varint(info, ABBREV_VARIABLE);
    add_string(info, "tt_replay_no_prologues");
    bytes_add(info, 4, 0); /* of .debug_loc */
    describe_origins(maker);
    dwarf_describe(maker, 0, maker->count, 0);
    text_add_varint(info, 0);
    put_u32(info, 0, info->count - 4);
}

/* ---- lines ---- */

static void end_sequence(struct text *line, uint32_t addr, uint32_t end)
{
    text_add_varint(line, LNS_ADVANCE_PC);
    text_add_varint(line, end - addr);
    bytes_add(line, 1, 0);
    text_add_varint(line, 1);
    bytes_add(line, 1, LNE_END);
}

static void make_rows(struct maker *maker, struct text *line)
{
    uint32_t addr = 0, file = 1, number = 1;
    bool is_open = false;
    for (size_t i = 0; i < maker->count; i++) {
        const struct entry *entry = &maker->lines[i];
        const struct ttcap_frame *frame = &entry->frames[0];
        const bool abuts = i && entry->core == entry[-1].core && entry->addr == entry[-1].addr + entry[-1].bytes;
        if (is_open && !abuts)
            end_sequence(line, addr, entry[-1].addr + entry[-1].bytes);
        if (!is_open || !abuts) {
            bytes_add(line, 1, 0);
            text_add_varint(line, 1 + ADDRESS_BYTES);
            bytes_add(line, 1, LNE_SET_ADDRESS);
            bytes_add(line, ADDRESS_BYTES, addr = entry->addr);
            file = number = 1;
        }
        is_open = true;
        text_add_varint(line, LNS_ADVANCE_PC);
        text_add_varint(line, entry->addr - addr);
        addr = entry->addr;
        const uint32_t of_file = file_number(maker, frame->file);
        if (of_file != file) {
            text_add_varint(line, LNS_SET_FILE);
            text_add_varint(line, file = of_file);
        }
        text_add_varint(line, LNS_ADVANCE_LINE);
        add_sleb(line, (int64_t)frame->line - number);
        number = frame->line;
        text_add_varint(line, LNS_COPY);
    }
    if (is_open)
        end_sequence(line, addr, maker->lines[maker->count - 1].addr + maker->lines[maker->count - 1].bytes);
}

static void make_line(struct maker *maker)
{
    static const uint8_t operands[LNS_COUNT - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1};
    struct text *line = &maker->dwarf->line, rows = {0};
    make_rows(maker, &rows); /* numbers the files that it meets */
    bytes_add(line, 4, 0);
    bytes_add(line, 2, VERSION);
    bytes_add(line, 4, 0);
    const size_t head = line->count;
    bytes_add(line, 1, 1); /* bytes of the least instruction, operations in one, is a statement */
    bytes_add(line, 1, 1);
    bytes_add(line, 1, 1);
    bytes_add(line, 1, 0); /* no special opcodes are used: line base, line range, the first of them */
    bytes_add(line, 1, 1);
    bytes_add(line, 1, LNS_COUNT);
    text_add_bytes(line, operands, sizeof operands);
    bytes_add(line, 1, 0); /* no folders */
    for (size_t i = 0; i < maker->files.items.count; i++) {
        add_string(line, maker->files.items.items[i]);
        bytes_add(line, 3, 0); /* folder, time, length */
    }
    bytes_add(line, 1, 0);
    put_u32(line, head - 4, line->count - head);
    text_add_bytes(line, rows.bytes, rows.count);
    put_u32(line, 0, line->count - 4);
    text_clear(&rows);
}

static bool take_entry(struct maker *maker, const struct ttcap_lines *lines)
{
    if (mem_grow(&maker->frames, &maker->frame_capacity, maker->frame_count + lines->frame_count,
                 sizeof *maker->frames))
        return false;
    memcpy(maker->frames + maker->frame_count, lines->frames, lines->frame_count * sizeof *lines->frames);
    maker->lines[maker->count++] = (struct entry){.core = lines->core,
                                                  .addr = lines->addr,
                                                  .bytes = lines->bytes,
                                                  .frame_count = lines->frame_count,
                                                  .first = maker->frame_count};
    maker->frame_count += lines->frame_count;
    return true;
}

static enum tt_status dwarf_read_lines(struct maker *maker, struct ttcap *capture, struct tt_error *err)
{
    const uint64_t count = ttcap_info(capture)->line_count;
    maker->lines = count && count <= LINES_MAX ? mem_calloc(count, sizeof *maker->lines) : NULL;
    enum tt_status status = TT_OK;
    for (uint64_t i = 0; maker->lines && i < count && !status; i++) {
        struct ttcap_lines lines;
        status = ttcap_lines_get(capture, i, &lines, err);
        if (!status && !take_entry(maker, &lines))
            break;
    }
    if (!status && maker->count < count)
        return tt_fail(err, TT_NO_MEMORY, "no memory for %llu lines of source", (unsigned long long)count);
    for (size_t i = 0; i < maker->count; i++)
        maker->lines[i].frames = maker->frames + maker->lines[i].first;
    return walk_ended(status);
}

void dwarf_clear(struct dwarf *dwarf)
{
    text_clear(&dwarf->abbrev);
    text_clear(&dwarf->info);
    text_clear(&dwarf->line);
    text_clear(&dwarf->loc);
}

enum tt_status dwarf_make(struct dwarf *dwarf, struct ttcap *capture, struct tt_error *err)
{
    struct maker maker = {.dwarf = dwarf};
    *dwarf = (struct dwarf){0};
    if (!ttcap_info(capture)->line_count)
        return TT_OK;
    enum tt_status status = dwarf_read_lines(&maker, capture, err);
    if (!status) {
        make_abbrev(&dwarf->abbrev);
        make_info(&maker);
        make_line(&maker);
        for (int i = 0; i < 4; i++) /* a list that ends where it begins */
            bytes_add(&dwarf->loc, 2, 0);
        if (maker.has_failed || dwarf->abbrev.has_failed || dwarf->info.has_failed || dwarf->line.has_failed)
            status = tt_fail(err, TT_NO_MEMORY, "no memory for lines of source");
    }
    names_clear(&maker.files);
    names_clear(&maker.functions);
    mem_free(maker.lines);
    mem_free(maker.frames);
    return status;
}
