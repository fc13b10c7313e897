/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest as JSON. docs/formats/ttcap.md#manifest */
#include "capture/container/manifest.h"

#include "capture/file/chunk.h"
#include "isa/chip.h"
#include "isa/cores.h"

#include <cjson/cJSON.h>

static const char MANIFEST_FORMAT[] = "ttcap";
enum { MANIFEST_VERSION = 1 };

const char *ttcap_source_name(enum ttcap_source source)
{
    static const char *const names[SOURCE_COUNT] = {[TTCAP_SILICON] = "silicon",
                                                    [TTCAP_SIMULATOR] = "simulator",
                                                    [TTCAP_EMULATOR] = "emulator",
                                                    [TTCAP_DERIVED] = "derived"};
    return names[source];
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
                 cJSON_AddStringToObject(json, "source", ttcap_source_name(meta->source)) &&
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
    NEED(text, err, "no memory for the manifest");
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

const char *source_names(size_t i)
{
    return i < SOURCE_COUNT ? ttcap_source_name((enum ttcap_source)i) : NULL;
}

enum tt_status boot_take(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct boot_list *list = user;
    struct ttcap_boot boot;
    const struct json_member members[] = {JSON_MEMBER("core", JSON_CHOICE, &boot.core, .choice = json_cores),
                                          JSON_MEMBER("pc", JSON_WORD, &boot.pc)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    for (size_t i = 0; i < list->count; i++)
        REFUSE_IF(list->items[i].core == boot.core, err, "%s.core is \"%s\", and so is that of boot[%zu]", place,
                  core_name(boot.core), i);
    list->items[list->count++] = boot;
    return TT_OK;
}

static enum tt_status manifest_check_format(const cJSON *json, struct tt_error *err)
{
    const char *format = "";
    int64_t version;
    char plain[JSON_SHOWN_MAX];
    const struct json_member members[] = {JSON_MEMBER("format", JSON_TEXT, &format),
                                          JSON_MEMBER("version", JSON_NUMBER, &version)};
    TRY(json_read_some(json, "", JSON_MEMBERS(members), err));
    REFUSE_IF(strcmp(format, MANIFEST_FORMAT) != 0, err, "format is \"%s\", expected \"%s\"", json_plain(format, plain),
              MANIFEST_FORMAT);
    return version == MANIFEST_VERSION
               ? TT_OK
               : tt_fail(err, TT_UNSUPPORTED, "the capture has version %lld of the format; this tool reads version %d",
                         (long long)version, MANIFEST_VERSION);
}

/* Members that this tool does not know may stand beside. */
static enum tt_status manifest_take(struct manifest *manifest, const cJSON *json, struct tt_error *err)
{
    const struct json_member members[] = {
        JSON_MEMBER("arch", JSON_CHOICE, &manifest->chip, .choice = json_chips),
        JSON_MEMBER("source", JSON_CHOICE, &manifest->source, .choice = source_names),
        JSON_MEMBER("name", JSON_COPY, &manifest->name),
        JSON_MEMBER("description", JSON_COPY, &manifest->description),
        JSON_MEMBER("recorder", JSON_COPY, &manifest->recorder),
        JSON_MEMBER("tags", JSON_TEXTS, &manifest->tags),
        JSON_MEMBER("boot", JSON_EACH, &manifest->boot, .take = boot_take, .may_be_absent = true),
        JSON_MEMBER("inputs", JSON_TEXTS, &manifest->inputs, .may_be_absent = true),
    };
    const enum tt_status status = manifest_check_format(json, err);
    return status ? status : json_read_some(json, "", JSON_MEMBERS(members), err);
}

enum tt_status manifest_read(struct manifest *manifest, const uint8_t *text, size_t count, struct tt_error *err)
{
    *manifest = (struct manifest){0};
    errno = 0;
    /* As it is: labels in it may name files in any encoding. */
    cJSON *json = cJSON_ParseWithLength((const char *)text, count);
    if (!json && errno == ENOMEM) /* cJSON itself does not say why */
        return tt_fail(err, TT_NO_MEMORY, "manifest: no memory");
    const enum tt_status status =
        cJSON_IsObject(json) ? manifest_take(manifest, json, err) : tt_fail(err, TT_BAD_INPUT, "not a JSON object");
    cJSON_Delete(json);
    if (status == TT_BAD_INPUT)
        tt_error_prefix(err, "manifest");
    if (status)
        manifest_clear(manifest);
    return status;
}

void manifest_clear(struct manifest *manifest)
{
    texts_clear(&manifest->tags);
    texts_clear(&manifest->inputs);
    mem_free(manifest->name);
    mem_free(manifest->description);
    mem_free(manifest->recorder);
    *manifest = (struct manifest){0};
}
