/* SPDX-License-Identifier: Apache-2.0 */
/* Strict reading of the JSON in dump bundles (docs/formats/bundle.md), over cJSON. */
#include "capture/json/json.h"

#include "base/text/text.h"
#include "base/visible.h"
#include "isa/chip.h"
#include "isa/cores.h"

#include <cjson/cJSON.h>
#include <math.h>

/* The format itself is six deep; a bound of our own fails before the parser recurses. */
enum { DEPTH_MAX = 64 };

static enum tt_status fail_at(const char *text, size_t offset, bool is_line, const char *what, struct tt_error *err)
{
    REFUSE_IF(is_line, err, "column %zu: %s", offset + 1, what);
    size_t line = 1, column = 1;
    for (size_t i = 0; i < offset; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    return tt_fail(err, TT_BAD_INPUT, "line %zu, column %zu: %s", line, column, what);
}

/* Whether a word of eight bytes has one that is this. */
static bool has_byte(uint64_t word, char byte)
{
    const uint64_t ones = UINT64_MAX / UINT8_MAX, x = word ^ (ones * (unsigned char)byte);
    return ((x - ones) & ~x & (ones << 7)) != 0;
}

/* How many bytes come before the first of two that are looked for, or of a byte that is no ASCII; most text is of long
 * runs of neither. */
static size_t run_without(const char *text, size_t count, char one, char other)
{
    size_t at = 0;
    for (uint64_t word; count - at >= sizeof word; at += sizeof word) {
        memcpy(&word, text + at, sizeof word);
        if (has_byte(word, one) || has_byte(word, other) || (word & (UINT64_MAX / UINT8_MAX << 7)))
            break;
    }
    while (at < count && text[at] != one && text[at] != other && (unsigned char)text[at] < 0x80)
        at++;
    return at;
}

/* The offset where brackets are deeper than DEPTH_MAX, or count. */
static size_t too_deep(const char *text, size_t count)
{
    int depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < count; i++) {
        i += is_string ? run_without(text + i, count - i, '"', '\\') : 0;
        const char c = i < count ? text[i] : '\0';
        if (is_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                is_string = false;
        } else if (c == '"') {
            is_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > DEPTH_MAX)
                return i;
        } else if (c == ']' || c == '}') {
            depth--;
        }
    }
    return count;
}

/* Where there is a byte that a string of C or no text holds: \u0000, at which cJSON would cut it, and bytes that
 * are no UTF-8. count where there is none. */
static size_t unsound_at(const char *text, size_t count, const char **what)
{
    static const char zero[] = "\\u0000";
    for (size_t at = run_without(text, count, '\\', '\\'); at < count;
         at += run_without(text + at, count - at, '\\', '\\')) {
        const struct visible character = visible_at(text + at, count - at);
        *what = "this is not UTF-8";
        if (character.kind == VISIBLE_NO_UTF8 || character.kind == VISIBLE_CUT)
            return at;
        *what = "a string holds \\u0000";
        if (count - at >= sizeof zero - 1 && memcmp(text + at, zero, sizeof zero - 1) == 0)
            return at;
        at += text[at] == '\\' && at + 1 < count && text[at + 1] == '\\' ? 2 : character.length;
    }
    return count;
}

static enum tt_status import_json_parse(struct cJSON **out, const char *text, size_t count, bool is_line,
                                        struct tt_error *err)
{
    *out = NULL;
    size_t deep = too_deep(text, count);
    if (deep < count)
        return fail_at(text, deep, is_line, "nested more than 64 deep", err);
    const char *what;
    const size_t unsound = unsound_at(text, count, &what);
    if (unsound < count)
        return fail_at(text, unsound, is_line, what, err);
    const char *end = text;
    errno = 0;
    cJSON *tree = cJSON_ParseWithLengthOpts(text, count, &end, 0);
    if (!tree && errno == ENOMEM) /* cJSON itself does not say why */
        return tt_fail(err, TT_NO_MEMORY, "no memory for the JSON");
    if (!tree)
        return fail_at(text, end > text ? (size_t)(end - text) : 0, is_line, "this is not JSON", err);
    for (; end < text + count; end++) {
        if (*end != ' ' && *end != '\t' && *end != '\n' && *end != '\r') {
            cJSON_Delete(tree);
            return fail_at(text, (size_t)(end - text), is_line, "more follows the end of the JSON", err);
        }
    }
    *out = tree;
    return TT_OK;
}

enum tt_status json_parse(struct cJSON **out, const char *text, size_t count, struct tt_error *err)
{
    return import_json_parse(out, text, count, false, err);
}

void json_free_at(struct cJSON **tree)
{
    cJSON_Delete(*tree);
}

enum tt_status json_parse_line(struct cJSON **out, const char *text, size_t count, struct tt_error *err)
{
    return import_json_parse(out, text, count, true, err);
}

char *json_plain(const char *text, char shown[static JSON_SHOWN_MAX])
{
    enum { SHOWN = 40 };
    if (text[visible_copy(text, shown, SHOWN + 1)])
        (void)strcat(shown, "...");
    return shown;
}

char *json_shown(const struct cJSON *item, char text[static JSON_SHOWN_MAX])
{
    char plain[JSON_SHOWN_MAX];
    if (!item)
        return text_print(text, JSON_SHOWN_MAX, "absent");
    if (cJSON_IsNumber(item))
        return text_print(text, JSON_SHOWN_MAX, "%.15g", item->valuedouble);
    if (cJSON_IsString(item))
        return text_print(text, JSON_SHOWN_MAX, "the string \"%.45s\"", json_plain(item->valuestring, plain));
    if (cJSON_IsBool(item))
        return text_print(text, JSON_SHOWN_MAX, "%s", cJSON_IsTrue(item) ? "true" : "false");
    if (cJSON_IsNull(item))
        return text_print(text, JSON_SHOWN_MAX, "null");
    return text_print(text, JSON_SHOWN_MAX, "an %s", cJSON_IsArray(item) ? "array" : "object");
}

static enum tt_status wrong(const struct cJSON *item, const char *place, const char *expected, struct tt_error *err)
{
    char shown[JSON_SHOWN_MAX];
    return tt_fail(err, TT_BAD_INPUT, "%s is %s, expected %s", place, json_shown(item, shown), expected);
}

enum tt_status json_some_members(const struct cJSON *object, const char *place, const char *const *names, size_t count,
                                 bool has_others, const struct cJSON **found, struct tt_error *err)
{
    const char *where = *place ? place : "the outermost value";
    const char *dot = *place ? "." : "";
    for (size_t i = 0; i < count; i++)
        found[i] = NULL;
    if (!cJSON_IsObject(object))
        return wrong(object, where, "an object", err);
    for (const cJSON *item = object->child; item; item = item->next) {
        size_t i = 0;
        while (i < count && strcmp(item->string, names[i]) != 0)
            i++;
        char plain[JSON_SHOWN_MAX];
        if (i == count && has_others)
            continue;
        REFUSE_IF(i == count, err, "%s%s%s is not a key of the format", place, dot, json_plain(item->string, plain));
        REFUSE_IF(found[i], err, "%s%s%s is there twice", place, dot, names[i]);
        found[i] = item;
    }
    return TT_OK;
}

enum tt_status json_members(const struct cJSON *object, const char *place, const char *const *names, size_t count,
                            const struct cJSON **found, struct tt_error *err)
{
    return json_some_members(object, place, names, count, false, found, err);
}

enum tt_status json_number(const struct cJSON *item, const char *place, int64_t low, int64_t high, int64_t *value,
                           struct tt_error *err)
{
    *value = 0;
    double number = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    /* Both bounds are within 2^53, so that the comparison is exact; NaN fails it. */
    if (!(number >= (double)low && number <= (double)high) || number != floor(number)) {
        char expected[96];
        (void)snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low, (long long)high);
        return wrong(item, place, expected, err);
    }
    *value = (int64_t)number;
    return TT_OK;
}

enum tt_status json_word(const struct cJSON *item, const char *place, uint32_t *word, struct tt_error *err)
{
    int64_t number = cJSON_IsTrue(item);
    const enum tt_status status = cJSON_IsBool(item) ? TT_OK : json_number(item, place, 0, UINT32_MAX, &number, err);
    *word = (uint32_t)number;
    return status;
}

enum tt_status json_string(const struct cJSON *item, const char *place, const char **text, struct tt_error *err)
{
    *text = "";
    if (!cJSON_IsString(item))
        return wrong(item, place, "a string", err);
    *text = item->valuestring;
    return TT_OK;
}

/* "a, b or c" */
static void json_list_choices(json_choice *choice, char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; choice(i) && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", i == 0 ? "" : choice(i + 1) ? ", " : " or ", choice(i));
}

enum tt_status json_choose(const struct cJSON *item, const char *place, json_choice *choice, unsigned *chosen,
                           struct tt_error *err)
{
    char plain[JSON_SHOWN_MAX], expected[192];
    const char *name;
    TRY(json_string(item, place, &name, err));
    for (*chosen = 0; choice(*chosen); ++*chosen)
        if (strcmp(choice(*chosen), name) == 0)
            return TT_OK;
    json_list_choices(choice, expected, sizeof expected);
    return tt_fail(err, TT_BAD_INPUT, "%s is \"%s\", expected %s", place, json_plain(name, plain), expected);
}

const char *json_chips(size_t i)
{
    return i < TT_CHIP_COUNT ? chip_get((enum tt_chip)i)->name : NULL;
}

const char *json_cores(size_t i)
{
    return i < TT_CORE_COUNT ? core_name((enum tt_core)i) : NULL;
}

enum tt_status json_array(const struct cJSON *item, const char *place, size_t *count, struct tt_error *err)
{
    *count = 0;
    if (!cJSON_IsArray(item))
        return wrong(item, place, "an array", err);
    for (const cJSON *child = item->child; child; child = child->next)
        ++*count;
    return TT_OK;
}
