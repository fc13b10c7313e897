/* SPDX-License-Identifier: Apache-2.0 */
/* Schema files as cJSON trees, and members of them with an error that says where. */
#include "json.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum tt_status read_file(char **out, const char *path, struct tt_error *err)
{
    enum tt_status status = TT_IO;
    char *text = NULL;
    long size = -1;
    FILE *file = fopen(path, "rb");
    if (!file)
        return tt_fail(err, TT_IO, "%s: %s", path, strerror(errno));
    if (fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
        status = tt_fail(err, TT_IO, "%s: %s", path, strerror(errno));
        goto done;
    }
    text = mem_alloc((size_t)size + 1);
    if (!text) {
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory for %ld bytes", path, size);
        goto done;
    }
    if (fread(text, 1, (size_t)size, file) != (size_t)size) {
        status = tt_fail(err, TT_IO, "%s: cannot be read", path);
        mem_free(text);
        goto done;
    }
    text[size] = '\0';
    *out = text;
    status = TT_OK;
done:
    fclose(file);
    return status;
}

static unsigned line_of(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

enum tt_status json_load(cJSON **out, const char *dir, const char *name, struct tt_error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    char *text = NULL;
    enum tt_status status = read_file(&text, path, err);
    if (status)
        return status;
    assert(text);
    const char *end = text;
    *out = cJSON_ParseWithOpts(text, &end, 1);
    if (!*out)
        status = tt_fail(err, TT_BAD_INPUT, "schemas/%s: line %u: not JSON", name, line_of(text, end));
    mem_free(text);
    return status;
}

enum tt_status refuse(const struct place *at, const char *format, ...)
{
    char text[700];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (at->item)
        return tt_fail(at->err, TT_BAD_INPUT, "schemas/%s: %s: %s", at->file, at->item, text);
    return tt_fail(at->err, TT_BAD_INPUT, "schemas/%s: %s", at->file, text);
}

static enum tt_status text_of(const struct place *at, const cJSON *node, const char *what, const char **out)
{
    if (!cJSON_IsString(node) || !node->valuestring[0])
        return refuse(at, "%s must be a string with something in it", what);
    *out = node->valuestring;
    return TT_OK;
}

static enum tt_status number_of(const struct place *at, const cJSON *node, const char *what, uint32_t max,
                                uint32_t *out)
{
    if (!cJSON_IsNumber(node) || node->valuedouble < 0 || node->valuedouble > max ||
        node->valuedouble != (double)(uint32_t)node->valuedouble)
        return refuse(at, "%s must be a whole number from 0 to %u", what, max);
    *out = (uint32_t)node->valuedouble;
    return TT_OK;
}

enum tt_status json_text(const struct place *at, const cJSON *object, const char *key, const char **out)
{
    return text_of(at, cJSON_GetObjectItemCaseSensitive(object, key), key, out);
}

enum tt_status json_number(const struct place *at, const cJSON *object, const char *key, uint32_t max, uint32_t *out)
{
    return number_of(at, cJSON_GetObjectItemCaseSensitive(object, key), key, max, out);
}

enum tt_status json_bool(const struct place *at, const cJSON *object, const char *key, bool fallback, bool *out)
{
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(object, key);
    *out = fallback;
    if (!node)
        return TT_OK;
    if (!cJSON_IsBool(node))
        return refuse(at, "%s must be true or false", key);
    *out = cJSON_IsTrue(node);
    return TT_OK;
}

enum tt_status json_array(const struct place *at, const cJSON *object, const char *key, const cJSON **out)
{
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsArray(node))
        return refuse(at, "%s must be a list", key);
    *out = node;
    return TT_OK;
}

enum tt_status json_text_at(const struct place *at, const cJSON *array, int index, const char **out)
{
    char what[32];
    snprintf(what, sizeof what, "element %d", index);
    return text_of(at, cJSON_GetArrayItem(array, index), what, out);
}

enum tt_status json_number_at(const struct place *at, const cJSON *array, int index, uint32_t max, uint32_t *out)
{
    char what[32];
    snprintf(what, sizeof what, "element %d", index);
    return number_of(at, cJSON_GetArrayItem(array, index), what, max, out);
}

enum tt_status json_only(const struct place *at, const cJSON *object, const char *const *keys)
{
    if (!cJSON_IsObject(object))
        return refuse(at, "must be an object");
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, object)
    {
        const char *const *key = keys;
        while (*key && strcmp(*key, member->string) != 0)
            key++;
        if (!*key)
            return refuse(at, "member \"%s\" is not known here", member->string);
    }
    return TT_OK;
}

bool is_identifier(const char *name, int (*starts)(int))
{
    if (!starts((unsigned char)name[0]))
        return false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

bool is_made_of(const char *name, const char *between)
{
    for (; *name; name++) {
        bool is_word = islower((unsigned char)*name) || isdigit((unsigned char)*name);
        if (!is_word && !strchr(between, *name))
            return false;
    }
    return true;
}
