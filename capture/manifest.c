/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest as JSON. docs/formats/ttcap.md#manifest */
#include "capture/manifest.h"

#include "base/memory.h"
#include "capture/chunk.h"
#include "isa/chip.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const char MANIFEST_FORMAT[] = "ttcap";
enum { MANIFEST_VERSION = 1 };
enum { SOURCE_COUNT = TTCAP_DERIVED + 1 };

const char *source_name(enum ttcap_source source)
{
    static const char *const names[SOURCE_COUNT] = {[TTCAP_SILICON] = "silicon",
                                                    [TTCAP_SIMULATOR] = "simulator",
                                                    [TTCAP_EMULATOR] = "emulator",
                                                    [TTCAP_DERIVED] = "derived"};
    return names[source];
}

static bool fill(cJSON *json, const struct ttcap_meta *meta)
{
    bool is_ok = cJSON_AddStringToObject(json, "format", MANIFEST_FORMAT) &&
                 cJSON_AddNumberToObject(json, "version", MANIFEST_VERSION) &&
                 cJSON_AddStringToObject(json, "arch", chip_get(meta->chip)->name) &&
                 cJSON_AddStringToObject(json, "source", source_name(meta->source)) &&
                 cJSON_AddStringToObject(json, "name", meta->name ? meta->name : "") &&
                 cJSON_AddStringToObject(json, "description", meta->description ? meta->description : "");
    cJSON *tags = is_ok ? cJSON_AddArrayToObject(json, "tags") : NULL;
    is_ok = is_ok && tags;
    for (size_t i = 0; i < meta->tag_count && is_ok; i++) {
        cJSON *tag = cJSON_CreateString(meta->tags[i]);
        is_ok = tag && cJSON_AddItemToArray(tags, tag);
        if (!is_ok)
            cJSON_Delete(tag);
    }
    return is_ok && cJSON_AddStringToObject(json, "recorder", "tt-replay " TTR_VERSION);
}

enum tt_status manifest_write(struct byte_buffer *out, const struct ttcap_meta *meta, struct tt_error *err)
{
    cJSON *json = cJSON_CreateObject();
    char *text = json && fill(json, meta) ? cJSON_PrintUnformatted(json) : NULL;
    cJSON_Delete(json);
    if (!text)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
    size_t count = strlen(text);
    enum tt_status status = TT_OK;
    if (count > MANIFEST_BYTES_MAX)
        status = tt_fail(err, TT_BAD_INPUT, "the manifest is %zu bytes long, and at most %d are allowed", count,
                         MANIFEST_BYTES_MAX);
    else if (!buffer_append(out, text, count))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
    cJSON_free(text);
    return status;
}

/* A copy of the string `key`, or null with err. */
static enum tt_status read_string(char **out, const cJSON *json, const char *key, struct tt_error *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsString(item))
        return tt_fail(err, TT_BAD_INPUT, "manifest: %s is missing or no string", key);
    *out = mem_strdup(item->valuestring);
    return *out ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
}

static const char *string_or_empty(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static enum tt_status read_tags(struct manifest *manifest, const cJSON *json, struct tt_error *err)
{
    const cJSON *tags = cJSON_GetObjectItemCaseSensitive(json, "tags");
    if (!cJSON_IsArray(tags))
        return tt_fail(err, TT_BAD_INPUT, "manifest: tags is missing or no array");
    manifest->tags = mem_calloc((size_t)cJSON_GetArraySize(tags), sizeof *manifest->tags);
    if (!manifest->tags)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
    const cJSON *tag;
    cJSON_ArrayForEach(tag, tags)
    {
        if (!cJSON_IsString(tag))
            return tt_fail(err, TT_BAD_INPUT, "manifest: tags[%zu] is no string", manifest->tag_count);
        char *copy = mem_strdup(tag->valuestring);
        if (!copy)
            return tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
        manifest->tags[manifest->tag_count++] = copy;
    }
    return TT_OK;
}

static enum tt_status read_words(struct manifest *manifest, const cJSON *json, struct tt_error *err)
{
    const char *format = string_or_empty(json, "format");
    if (strcmp(format, MANIFEST_FORMAT) != 0)
        return tt_fail(err, TT_BAD_INPUT, "manifest: format is '%.40s', expected '%s'", format, MANIFEST_FORMAT);
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "version");
    if (!cJSON_IsNumber(version))
        return tt_fail(err, TT_BAD_INPUT, "manifest: version is missing or no number");
    if (version->valueint != MANIFEST_VERSION)
        return tt_fail(err, TT_UNSUPPORTED, "the capture has version %d of the format; this tool reads version %d",
                       version->valueint, MANIFEST_VERSION);
    const char *arch = string_or_empty(json, "arch");
    manifest->chip = chip_find(arch);
    if (manifest->chip >= TT_CHIP_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "manifest: arch is '%.40s', expected a chip such as blackhole", arch);
    const char *source = string_or_empty(json, "source");
    unsigned i = 0;
    while (i < SOURCE_COUNT && strcmp(source, source_name((enum ttcap_source)i)) != 0)
        i++;
    if (i == SOURCE_COUNT)
        return tt_fail(err, TT_BAD_INPUT,
                       "manifest: source is '%.40s', expected silicon, simulator, emulator or derived", source);
    manifest->source = (enum ttcap_source)i;
    return TT_OK;
}

enum tt_status manifest_read(struct manifest *manifest, const uint8_t *text, size_t count, struct tt_error *err)
{
    *manifest = (struct manifest){0};
    cJSON *json = cJSON_ParseWithLength((const char *)text, count);
    if (!cJSON_IsObject(json)) {
        cJSON_Delete(json);
        return tt_fail(err, TT_BAD_INPUT, "manifest: not a JSON object");
    }
    enum tt_status status = read_words(manifest, json, err);
    if (!status)
        status = read_string(&manifest->name, json, "name", err);
    if (!status)
        status = read_string(&manifest->description, json, "description", err);
    if (!status)
        status = read_string(&manifest->recorder, json, "recorder", err);
    if (!status)
        status = read_tags(manifest, json, err);
    cJSON_Delete(json);
    if (status)
        manifest_clear(manifest);
    return status;
}

void manifest_clear(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->tag_count; i++)
        mem_free(manifest->tags[i]);
    mem_free(manifest->tags);
    mem_free(manifest->name);
    mem_free(manifest->description);
    mem_free(manifest->recorder);
    *manifest = (struct manifest){0};
}
