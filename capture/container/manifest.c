/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest as JSON. docs/formats/ttcap.md#manifest */
#include "capture/container/manifest.h"

#include "base/memory.h"
#include "capture/file/chunk.h"
#include "isa/chip.h"
#include "isa/cores.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

static const char MANIFEST_FORMAT[] = "ttcap";
enum { MANIFEST_VERSION = 1 };

const char *source_name(enum ttcap_source source)
{
    static const char *const names[SOURCE_COUNT] = {[TTCAP_SILICON] = "silicon",
                                                    [TTCAP_SIMULATOR] = "simulator",
                                                    [TTCAP_EMULATOR] = "emulator",
                                                    [TTCAP_DERIVED] = "derived"};
    return names[source];
}

int source_find(const char *name)
{
    int i = 0;
    while (i < SOURCE_COUNT && strcmp(name, source_name((enum ttcap_source)i)) != 0)
        i++;
    return i;
}

static bool fill_texts(cJSON *json, const char *key, const char *const *texts, size_t count)
{
    cJSON *array = cJSON_AddArrayToObject(json, key);
    bool is_ok = array != NULL;
    for (size_t i = 0; i < count && is_ok; i++) {
        cJSON *text = cJSON_CreateString(texts[i]);
        is_ok = text && cJSON_AddItemToArray(array, text);
        if (!is_ok)
            cJSON_Delete(text);
    }
    return is_ok;
}

static bool fill_boot(cJSON *json, const struct ttcap_meta *meta)
{
    cJSON *array = cJSON_AddArrayToObject(json, "boot");
    bool is_ok = array != NULL;
    for (size_t i = 0; i < meta->boot_count && is_ok; i++) {
        cJSON *entry = cJSON_CreateObject();
        is_ok = entry && cJSON_AddItemToArray(array, entry);
        if (!is_ok)
            cJSON_Delete(entry);
        is_ok = is_ok && cJSON_AddStringToObject(entry, "core", core_name(meta->boot[i].core)) &&
                cJSON_AddNumberToObject(entry, "pc", meta->boot[i].pc);
    }
    return is_ok;
}

static bool manifest_fill(cJSON *json, const struct ttcap_meta *meta)
{
    bool is_ok = cJSON_AddStringToObject(json, "format", MANIFEST_FORMAT) &&
                 cJSON_AddNumberToObject(json, "version", MANIFEST_VERSION) &&
                 cJSON_AddStringToObject(json, "arch", chip_get(meta->chip)->name) &&
                 cJSON_AddStringToObject(json, "source", source_name(meta->source)) &&
                 cJSON_AddStringToObject(json, "name", meta->name ? meta->name : "") &&
                 cJSON_AddStringToObject(json, "description", meta->description ? meta->description : "");
    is_ok = is_ok && fill_texts(json, "tags", meta->tags, meta->tag_count);
    if (meta->boot_count > 0)
        is_ok = is_ok && fill_boot(json, meta);
    if (meta->input_count > 0)
        is_ok = is_ok && fill_texts(json, "inputs", meta->inputs, meta->input_count);
    return is_ok && cJSON_AddStringToObject(json, "recorder", "tt-replay " TTR_VERSION);
}

enum tt_status manifest_write(struct byte_buffer *out, const struct ttcap_meta *meta, struct tt_error *err)
{
    cJSON *json = cJSON_CreateObject();
    char *text = json && manifest_fill(json, meta) ? cJSON_PrintUnformatted(json) : NULL;
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

static enum tt_status manifest_read_texts(struct text_list *list, const cJSON *json, const char *key,
                                          struct tt_error *err)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsArray(array))
        return tt_fail(err, TT_BAD_INPUT, "manifest: %s is missing or no array", key);
    list->items = mem_calloc((size_t)cJSON_GetArraySize(array), sizeof *list->items);
    if (!list->items)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item))
            return tt_fail(err, TT_BAD_INPUT, "manifest: %s[%zu] is no string", key, list->count);
        char *copy = mem_strdup(item->valuestring);
        if (!copy)
            return tt_fail(err, TT_NO_MEMORY, "no memory for the manifest");
        list->items[list->count++] = copy;
    }
    return TT_OK;
}

static enum tt_status read_boot(struct manifest *manifest, const cJSON *array, struct tt_error *err)
{
    if (!cJSON_IsArray(array))
        return tt_fail(err, TT_BAD_INPUT, "manifest: boot is no array");
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        size_t n = manifest->boot_count;
        enum tt_core core = core_find(string_or_empty(item, "core"));
        const cJSON *pc = cJSON_GetObjectItemCaseSensitive(item, "pc");
        bool is_ok = core < TT_CORE_COUNT && cJSON_IsNumber(pc) && pc->valuedouble >= 0 &&
                     pc->valuedouble <= UINT32_MAX && n < TT_CORE_COUNT;
        for (size_t i = 0; i < n && is_ok; i++)
            is_ok = manifest->boot[i].core != core;
        if (!is_ok)
            return tt_fail(err, TT_BAD_INPUT,
                           "manifest: boot[%zu] is not a core, named once, with the address where it starts", n);
        manifest->boot[manifest->boot_count++] = (struct ttcap_boot){core, (uint32_t)pc->valuedouble};
    }
    return TT_OK;
}

/* Members that only some captures have. */
static enum tt_status read_optional(struct manifest *manifest, const cJSON *json, struct tt_error *err)
{
    const cJSON *boot = cJSON_GetObjectItemCaseSensitive(json, "boot");
    enum tt_status status = boot ? read_boot(manifest, boot, err) : TT_OK;
    if (!status && cJSON_HasObjectItem(json, "inputs"))
        status = manifest_read_texts(&manifest->inputs, json, "inputs", err);
    return status;
}

static enum tt_status manifest_read_words(struct manifest *manifest, const cJSON *json, struct tt_error *err)
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
    const int found = source_find(source);
    if (found == SOURCE_COUNT)
        return tt_fail(err, TT_BAD_INPUT,
                       "manifest: source is '%.40s', expected silicon, simulator, emulator or derived", source);
    manifest->source = (enum ttcap_source)found;
    return TT_OK;
}

enum tt_status manifest_read(struct manifest *manifest, const uint8_t *text, size_t count, struct tt_error *err)
{
    *manifest = (struct manifest){0};
    errno = 0;
    cJSON *json = cJSON_ParseWithLength((const char *)text, count);
    if (!json && errno == ENOMEM) /* cJSON itself does not say why */
        return tt_fail(err, TT_NO_MEMORY, "manifest: no memory");
    if (!cJSON_IsObject(json)) {
        cJSON_Delete(json);
        return tt_fail(err, TT_BAD_INPUT, "manifest: not a JSON object");
    }
    enum tt_status status = manifest_read_words(manifest, json, err);
    if (!status)
        status = read_string(&manifest->name, json, "name", err);
    if (!status)
        status = read_string(&manifest->description, json, "description", err);
    if (!status)
        status = read_string(&manifest->recorder, json, "recorder", err);
    if (!status)
        status = manifest_read_texts(&manifest->tags, json, "tags", err);
    if (!status)
        status = read_optional(manifest, json, err);
    cJSON_Delete(json);
    if (status)
        manifest_clear(manifest);
    return status;
}

static void clear_texts(struct text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        mem_free(list->items[i]);
    mem_free(list->items);
}

void manifest_clear(struct manifest *manifest)
{
    clear_texts(&manifest->tags);
    clear_texts(&manifest->inputs);
    mem_free(manifest->name);
    mem_free(manifest->description);
    mem_free(manifest->recorder);
    *manifest = (struct manifest){0};
}
