/* SPDX-License-Identifier: Apache-2.0 */
/* Breaks by line, by instruction and by data; each list of an editor's replaces the one before it. */
#include "base/number.h"
#include "capture/source_lines.h"
#include "debug/dap/dap_internal.h"

#include <cjson/cJSON.h>

#define BY_INSTRUCTION ""
#define BY_DATA "\1"

void dap_clear_points(struct dap *dap)
{
    for (unsigned i = 0; i < dap->source_count; i++)
        mem_free(dap->sources[i]);
    dap->source_count = 0;
}

/* The list of a source, empty; 0: there are too many. */
static unsigned begin_points(struct dap *dap, const char *source)
{
    unsigned i = 0;
    while (i < dap->source_count && strcmp(dap->sources[i], source) != 0)
        i++;
    if (i == dap->source_count) {
        char *path = i < DAP_SOURCES_MAX ? mem_strdup(source) : NULL;
        if (!path)
            return 0;
        dap->sources[dap->source_count++] = path;
    }
    session_remove_list(dap->session, i + 1);
    return i + 1;
}

static bool dap_points_add(struct dap *dap, unsigned list, const struct debug_point *point, const char **why)
{
    struct debug_point added = *point;
    added.list = list;
    return session_add_point(dap->session, &added, why);
}

static void report_point(cJSON *list, bool is_set, uint32_t line, const char *why)
{
    (void)said_item(list, SAY("verified", is_set), SAY_IF("line", line, line), SAY_IF("message", !is_set, why));
}

static void reply_points(struct dap *dap, const struct dap_request *request, cJSON *list)
{
    cJSON *body = cJSON_CreateObject();
    (void)cJSON_AddItemToObject(body, "breakpoints", list);
    dap_reply(dap, request, body);
}

/* ---- lines ---- */

static const char *dap_points_last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The file as the capture has it may have been compiled elsewhere: its last part decides. */
static bool is_file(const char *mine, const char *path)
{
    return mine && strcmp(dap_points_last_part(mine), dap_points_last_part(path)) == 0;
}

/* The first line at or behind this one that has code; 0: none. */
static uint32_t line_with_code(struct ttcap *capture, const char *path, uint32_t line)
{
    uint32_t found = 0;
    struct ttcap_lines lines;
    struct tt_error err;
    for (uint64_t i = 0; ttcap_lines_get(capture, i, &lines, &err) == TT_OK; i++) {
        const struct ttcap_frame *frame = &lines.frames[0];
        if (is_file(frame->file, path) && frame->line >= line && (!found || frame->line < found))
            found = frame->line;
    }
    return found;
}

/* Whether two stretches of a line's code are of one function, inlined at one place. */
static bool are_of_one(const struct ttcap_lines *a, const struct ttcap_lines *b)
{
    bool is_one = a->core == b->core && a->frame_count == b->frame_count;
    for (size_t i = 0; is_one && i < a->frame_count; i++)
        is_one = text_is_same(a->frames[i].function, b->frames[i].function) && a->frames[i].line == b->frames[i].line;
    return is_one;
}

/* Whether the line's code began already: a line comes in stretches where the compiler mixed it with others. */
static bool has_begun(struct ttcap *capture, const struct ttcap_lines *lines, uint64_t index)
{
    struct ttcap_lines other;
    struct tt_error err;
    for (uint64_t i = 0; i < index && ttcap_lines_get(capture, i, &other, &err) == TT_OK; i++)
        if (text_is_same(other.frames[0].file, lines->frames[0].file) && are_of_one(&other, lines))
            return true;
    return false;
}

/* Where a line's code begins, in all functions and cores; whether there is room for all of them. */
static bool dap_points_add_line(struct dap *dap, unsigned list, const char *path, uint32_t line, const char **why)
{
    struct ttcap *capture = dap->session->capture;
    struct ttcap_lines lines;
    struct tt_error err;
    bool is_set = true;
    for (uint64_t i = 0; is_set && ttcap_lines_get(capture, i, &lines, &err) == TT_OK; i++)
        if (is_file(lines.frames[0].file, path) && lines.frames[0].line == line && !has_begun(capture, &lines, i))
            is_set = dap_points_add(dap, list, &(struct debug_point){.kind = DEBUG_BREAK, .addr = lines.addr}, why);
    return is_set;
}

void dap_set_lines(struct dap *dap, const struct dap_request *request)
{
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(request->arguments, "source");
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(source, "path"));
    const unsigned points = path && *path ? begin_points(dap, path) : 0;
    const cJSON *item;
    if (!points) {
        dap_refuse(dap, request, "a source with a path is expected, and %d of them at most", DAP_SOURCES_MAX);
        return;
    }
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(request->arguments, "breakpoints"))
    {
        const cJSON *line = cJSON_GetObjectItemCaseSensitive(item, "line");
        const uint32_t wanted = cJSON_IsNumber(line) && line->valueint > 0 ? (uint32_t)line->valueint : 0;
        const uint32_t found = wanted ? line_with_code(dap->session->capture, path, wanted) : 0;
        const char *why = "the capture knows no code of this line";
        const bool is_set = found && dap_points_add_line(dap, points, path, found, &why);
        report_point(list, is_set, found ? found : wanted, why);
    }
    reply_points(dap, request, list);
}

/* ---- instructions, data ---- */

void dap_set_instructions(struct dap *dap, const struct dap_request *request)
{
    const unsigned points = begin_points(dap, BY_INSTRUCTION);
    const cJSON *item;
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(request->arguments, "breakpoints"))
    {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "instructionReference"));
        const cJSON *offset = cJSON_GetObjectItemCaseSensitive(item, "offset");
        uint64_t addr = 0;
        const char *why = "an address is expected, as 0x6000";
        bool is_set = points && text && number_read(text, 0, UINT32_MAX, &addr);
        addr += (uint32_t)(cJSON_IsNumber(offset) ? offset->valueint : 0);
        is_set = is_set &&
                 dap_points_add(dap, points, &(struct debug_point){.kind = DEBUG_BREAK, .addr = (uint32_t)addr}, &why);
        report_point(list, is_set, 0, why);
    }
    reply_points(dap, request, list);
}

/* A hexadecimal address; with ":2" so many bytes, else a word; with "@3" as the editor's thread of that number sees
 * it. False: it is no address of a core's. */
static bool read_address(const struct dap *dap, const char *text, unsigned thread, struct debug_point *point)
{
    unsigned addr = 0, bytes = sizeof(uint32_t), number = thread + 1;
    int end = 0;
    if (strncmp(text, "0x", 2) != 0 || hex_digit(text[2]) < 0)
        return false;
    (void)sscanf(text, "0x%8x%n:%2u%n@%1u%n", &addr, &end, &bytes, &end, &number, &end);
    *point = (struct debug_point){.kind = DEBUG_WRITE, .thread = number - 1, .addr = addr, .bytes = bytes};
    return end && !text[end] && bytes && bytes <= DEBUG_VALUE_MAX && number && session_has_loads(dap->session, addr) &&
           session_has_thread(dap->session, number - 1);
}

/* The points that a name stands for; 0: it is no place. */
static unsigned read_points(const struct dap *dap, const char *name, unsigned thread,
                            struct debug_point points[static THREADS], struct tt_error *err)
{
    struct address_place place;
    if (read_address(dap, name, thread, &points[0]))
        return 1;
    return address_place_parse(&place, dap->session->chip, name, err) ? 0
                                                                      : session_points_of(dap->session, &place, points);
}

void dap_data_info(struct dap *dap, const struct dap_request *request)
{
    const int64_t reference = dap_number(request, "variablesReference", 0);
    const int frame = dap_frame_thread(dap, request, "frameId");
    const char *name = dap_text(request, "name");
    static const char *const kinds[] = {"read", "write", "readWrite"};
    char expression[DAP_EXPRESSION_MAX], id[DAP_EXPRESSION_MAX];
    struct debug_point points[THREADS];
    struct tt_error err;
    if (reference > 0 && dap_expression_of(dap, reference, name, expression))
        name = expression;
    if (!read_points(dap, name, frame < 0 ? dap->session->thread : (unsigned)frame, points, &err)) {
        dap_answer(dap, request, SAY_NULL("dataId"), SAY("description", (const char *)err.text));
        return;
    }
    /* Its name in later requests: a place, or an address with its bytes and thread. */
    (void)snprintf(id, sizeof id, "0x%08x:%u@%u", (unsigned)points[0].addr, (unsigned)points[0].bytes,
                   points[0].thread + 1);
    cJSON *body = said_object(SAY("dataId", points[0].is_place ? name : id), SAY("description", name));
    (void)cJSON_AddItemToObject(body, "accessTypes", cJSON_CreateStringArray(kinds, sizeof kinds / sizeof *kinds));
    dap_reply(dap, request, body);
}

void dap_set_data(struct dap *dap, const struct dap_request *request)
{
    const unsigned points = begin_points(dap, BY_DATA);
    const cJSON *item;
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(request->arguments, "breakpoints"))
    {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "dataId"));
        const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "accessType"));
        struct debug_point copies[THREADS];
        struct tt_error err = {"a place is expected, as dst:3,5"};
        const unsigned count = points && text ? read_points(dap, text, dap->session->thread, copies, &err) : 0;
        const char *why = err.text;
        bool is_set = count > 0;
        for (unsigned i = 0; i < count && is_set; i++) {
            copies[i].kind = kind && strcmp(kind, "read") == 0        ? DEBUG_READ
                             : kind && strcmp(kind, "readWrite") == 0 ? DEBUG_ACCESS
                                                                      : DEBUG_WRITE;
            is_set = dap_points_add(dap, points, &copies[i], &why);
        }
        report_point(list, is_set, 0, why);
    }
    reply_points(dap, request, list);
}
