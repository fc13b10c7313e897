/* SPDX-License-Identifier: Apache-2.0 */
/* A text of tt-exalens, line by line. The forms are those of its commands brxy, read, tensix and reg. */
#include "capture/import/importer.h"

#include "base/search.h"
#include "capture/import/debugger/exalens_internal.h"

/* ---- which tile ---- */

/* The tile as it stands in headings: "1-1 (0,0)" or "0,0". */
static void note_place(struct exalens *exalens)
{
    static const char *const before[] = {"Location ", "Tensix registers for location ", " and location "};
    const char *line = exalens->lines.line, *from = NULL;
    for (size_t i = 0; i < sizeof before / sizeof before[0] && !from; i++) {
        from = strstr(line, before[i]);
        from = from ? from + strlen(before[i]) : NULL;
    }
    if (!from && strstr(line, " : 0x") && strstr(line, " total bytes)"))
        from = line;
    if (!from)
        return;
    const char *end = strstr(from, " : 0x"); /* behind it stand sizes, in brackets too */
    size_t left = strcspn(from, "(|");
    if (from[left] == '(' && (!end || from + left < end))
        from += left + 1;
    size_t count = strspn(from, "0123456789,d");
    if (count > 0 && count < PLACE_BYTES && memchr(from, ',', count)) {
        memcpy(exalens->place, from, count);
        exalens->place[count] = '\0';
    }
}

enum tt_status exalens_take(struct exalens *exalens, struct tt_error *err)
{
    if (!*exalens->taken_from)
        memcpy(exalens->taken_from, exalens->place, PLACE_BYTES);
    if (!*exalens->place)
        return TT_OK;
    if (strcmp(exalens->taken_from, exalens->place) == 0)
        return import_tile(exalens->sink, exalens->place, err);
    return text_lines_fail(&exalens->lines, 0, err,
                           "this is of tile %s, and what was before of tile %s; one tile a file", exalens->place,
                           exalens->taken_from);
}

/* ---- values and single registers ---- */

/* "True,False": the first is the highest bit. */
static bool read_flags(const char *text, size_t count, uint64_t *value)
{
    const char *end = text + count;
    for (*value = 0; text < end; text += *text == ',' && text + 1 < end) {
        size_t n = (size_t)(end - text);
        bool is_true = n >= 4 && strncmp(text, "True", 4) == 0;
        if (!is_true && !(n >= 5 && strncmp(text, "False", 5) == 0))
            return false;
        *value = *value << 1 | is_true;
        text += is_true ? 4 : 5;
        if (text < end && *text != ',')
            return false;
    }
    return count > 0 && end[-1] != ',';
}

bool exalens_value(const char *text, size_t count, uint64_t *value)
{
    static const char format[] = "TensixDataFormat.", invalid[] = " -> INVALID VALUE";
    const char *end;
    int64_t number;
    if (count > sizeof format - 1 && strncmp(text, format, sizeof format - 1) == 0) {
        int code = debugger_format(text + sizeof format - 1, count - (sizeof format - 1));
        *value = code < 0 ? 0 : (uint64_t)code;
        return code >= 0;
    }
    if (text[0] == '0' && text[1] == 'x')
        return text_hex(text, &end, value) && end == text + count;
    if (text_decimal(text, &end, &number) && number >= 0) {
        *value = (uint64_t)number;
        size_t rest = count - (size_t)(end - text);
        return rest == 0 || (rest == sizeof invalid - 1 && strncmp(end, invalid, rest) == 0);
    }
    return read_flags(text, count, value);
}

/* A number behind a word in the description of a register: "index=18". False where it is not there. */
static bool exalens_read_member(const char *text, const char *name, uint32_t *value)
{
    const char *at = strstr(text, name), *end;
    int64_t number;
    if (!at || !text_decimal(at + strlen(name), &end, &number) || number < 0 || number > UINT32_MAX)
        return false;
    *value = (uint32_t)number;
    return true;
}

/* The line after "Value of register NAME ...:". NAME may be a description, as reg cfg(18,1,0) prints it. */
static enum tt_status exalens_put_register(struct exalens *exalens, struct tt_error *err)
{
    struct debugger *debugger = &exalens->debugger;
    const char *text = exalens->lines.line;
    uint64_t value;
    uint32_t index, mask, shift;
    if (!exalens_value(text, exalens->lines.count, &value))
        return text_lines_fail(&exalens->lines, 0, err, "expected the value of %.60s, a number, flags or a format",
                               exalens->reg);
    enum tt_status status = exalens_take(exalens, err);
    if (status)
        return status;
    if (text_after(exalens->reg, "ConfigurationRegisterDescription(") &&
        exalens_read_member(exalens->reg, " index=", &index) && exalens_read_member(exalens->reg, " mask=", &mask) &&
        exalens_read_member(exalens->reg, " shift=", &shift))
        status = debugger_word(debugger, index, mask, shift, value, err);
    else
        status = debugger_register(debugger, exalens->reg, value, err);
    if (status == TT_END)
        status = debugger_unknown(debugger, exalens->reg, text, err);
    else if (status == TT_BAD_INPUT)
        tt_error_prefix(err, "line %lu", exalens->lines.number);
    exalens->reg[0] = '\0';
    return status;
}

static enum tt_status exalens_register_line(struct exalens *exalens, struct tt_error *err)
{
    if (*exalens->reg)
        return exalens->lines.count ? exalens_put_register(exalens, err) : TT_OK;
    const char *name = text_after(exalens->lines.line, "Value of register ");
    const char *end = name ? strstr(name, " on device ") : NULL;
    if (!end)
        return TT_END;
    if ((size_t)(end - name) >= sizeof exalens->reg)
        return text_lines_fail(&exalens->lines, 0, err, "the register has a name of more than %zu characters",
                               sizeof exalens->reg - 1);
    memcpy(exalens->reg, name, (size_t)(end - name));
    exalens->reg[end - name] = '\0';
    return TT_OK;
}

/* ---- the text ---- */

static enum tt_status exalens_read_line(void *user, struct tt_error *err)
{
    struct exalens *exalens = user;
    note_place(exalens);
    enum tt_status status = exalens_register_line(exalens, err);
    if (status == TT_END)
        status = exalens_memory_line(exalens, err);
    if (status == TT_END)
        status = exalens_table_line(exalens, err);
    if (status == TT_END && text_after(exalens->lines.line, "TILE ID: "))
        exalens->has_register_file = true;
    return walk_ended(status); /* anything else a session prints */
}

static enum tt_status check_something(const struct exalens *exalens, struct tt_error *err)
{
    if (exalens->blocks || exalens->skipped || exalens->debugger.taken || exalens->debugger.unknown_count ||
        exalens->has_register_file)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "nothing that tt-exalens prints (brxy, read, tensix, reg) is in it");
}

static enum tt_status exalens_read_all(struct exalens *exalens, struct tt_error *err)
{
    TRY(text_lines_each(&exalens->lines, exalens_read_line, exalens, err));
    REFUSE_IF(*exalens->reg, err, "the text ends before the value of %.60s", exalens->reg);
    TRY(exalens_memory_end(exalens, err));
    TRY(check_something(exalens, err));
    if (exalens->blocks)
        TRY(import_note(exalens->sink, err, "%u bytes of L1 in %u blocks", exalens->l1_bytes, exalens->blocks));
    if (exalens->skipped)
        TRY(import_warn(exalens->sink, err, "%u blocks of memory that is not L1 are left out", exalens->skipped));
    if (exalens->has_register_file)
        TRY(import_warn(exalens->sink, err,
                        "what dump-regfile prints is left out: the text does not say which bits of which cells; "
                        "`python3 -m tt_replay.exalens` reads Dst"));
    if (exalens->debugger.taken || exalens->debugger.unknown_count)
        TRY(debugger_put(&exalens->debugger, exalens->sink, exalens->id, err));
    return TT_OK;
}

static enum tt_status exalens_read(struct import_sink *sink, const struct import_item *item, const char *text,
                                   size_t count, struct tt_error *err)
{
    struct exalens *exalens = mem_calloc(1, sizeof *exalens);
    NEED(exalens, err, "no memory");
    exalens->sink = sink;
    exalens->id = item->id;
    text_lines_init(&exalens->lines, text, count);
    debugger_init(&exalens->debugger, import_chip_so_far(sink));
    enum tt_status status = exalens_read_all(exalens, err);
    text_lines_clear(&exalens->lines);
    debugger_clear(&exalens->debugger);
    mem_free(exalens->memory.as_hex);
    mem_free(exalens->memory.as_decimal);
    mem_free(exalens);
    return import_placed(item, status, err);
}

static bool exalens_is_line(const char *line)
{
    static const char *const signs[] = {"Reading from device ", "Tensix registers for location ", "Value of register ",
                                        "Dump regfile on device ", " | Block "};
    return ANY(i, sizeof signs / sizeof signs[0], strstr(line, signs[i]));
}

static bool exalens_is(const char *text, size_t count)
{
    return text_lines_have(text, count, exalens_is_line);
}

const struct importer importer_exalens = {
    .option = "exalens",
    .doc = "tt-exalens: brxy, read, tensix, reg",
    .group = IMPORT_TOOLS,
    .bytes_max = 256 << 20,
    .is = exalens_is,
    .read = exalens_read,
};
