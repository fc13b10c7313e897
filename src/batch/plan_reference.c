/* SPDX-License-Identifier: Apache-2.0 */
/* Their paths are full ones, so that every task finds them. docs/formats/batch.md#plan */
#include "batch/plan_reference.h"

#include "base/memory.h"
#include "capture/import/json.h"
#include "show/json_out.h"

#include <cjson/cJSON.h>
#include <string.h>

void plan_references_put(struct json_out *out, const struct batch_settings *settings)
{
    json_out_array(out, "references");
    for (size_t i = 0; i < settings->reference_count; i++) {
        const struct expect_asked *asked = &settings->references[i];
        json_out_item(out, NULL, SAY("path", asked->path), SAY("at", asked->at), SAY("stage", asked->stage),
                      SAY("insn", asked->insn),
                      SAY_OR_NULL("format", asked->has_format, format_get(asked->format)->name),
                      SAY_OR_NULL("exponents", asked->has_exponents, asked->exponents),
                      SAY("layout", expect_layout_name(asked->layout)), SAY("ulp", asked->ulp));
    }
    json_out_end(out);
}

static enum tt_status read_format(const char *name, struct expect_asked *asked, struct tt_error *err)
{
    if (!name)
        return TT_OK;
    asked->has_format = true;
    asked->format = format_find(name);
    return asked->format != FORMAT_COUNT
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT, "settings.references: format: there is no format %.40s", name);
}

static enum tt_status plan_reference_read_layout(const char *name, struct expect_asked *asked, struct tt_error *err)
{
    for (int i = 0; i < EXPECT_LAYOUTS; i++) {
        asked->layout = (enum expect_layout)i;
        if (strcmp(expect_layout_name(asked->layout), name) == 0)
            return TT_OK;
    }
    return tt_fail(err, TT_BAD_INPUT, "settings.references: layout: expected faces, tiles or rows");
}

static enum tt_status read_one(const struct cJSON *object, struct batch_settings *settings, struct tt_error *err)
{
    struct expect_asked asked = {0};
    char *path = NULL, *at = NULL, *stage = NULL, *insn = NULL, *format = NULL, *layout = NULL;
    int64_t exponents = -1;
    const struct json_member members[] = {
        JSON_MEMBER("path", JSON_COPY, &path),
        JSON_MEMBER("at", JSON_COPY, &at, .may_be_null = true),
        JSON_MEMBER("stage", JSON_COPY, &stage, .may_be_null = true),
        JSON_MEMBER("insn", JSON_COPY, &insn, .may_be_null = true),
        JSON_MEMBER("format", JSON_COPY, &format, .may_be_null = true),
        JSON_MEMBER("exponents", JSON_NUMBER, &exponents, .may_be_null = true),
        JSON_MEMBER("layout", JSON_COPY, &layout),
        JSON_MEMBER("ulp", JSON_NUMBER, &asked.ulp),
    };
    enum tt_status status = json_read(object, "settings.references", JSON_MEMBERS(members), err);
    if (!status && exponents > UINT32_MAX)
        status = tt_fail(err, TT_BAD_INPUT, "settings.references: exponents: beyond 32 bits");
    if (!status)
        status = read_format(format, &asked, err);
    if (!status)
        status = plan_reference_read_layout(layout, &asked, err);
    asked.path = path;
    asked.at = at;
    asked.stage = stage;
    asked.insn = insn;
    asked.has_exponents = exponents >= 0;
    asked.exponents = exponents >= 0 ? (uint32_t)exponents : 0;
    if (!status)
        status = batch_settings_refer(settings, &asked, err);
    mem_free(path);
    mem_free(at);
    mem_free(stage);
    mem_free(insn);
    mem_free(format);
    mem_free(layout);
    return status;
}

enum tt_status plan_references_read(const struct cJSON *list, struct batch_settings *settings, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (!cJSON_IsArray(list))
        return tt_fail(err, TT_BAD_INPUT, "settings.references: expected an array");
    for (const struct cJSON *item = list->child; item && !status; item = item->next)
        status = read_one(item, settings, err);
    return status;
}
