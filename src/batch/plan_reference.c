/* SPDX-License-Identifier: Apache-2.0 */
/* Their paths are full ones, so that every task finds them. docs/formats/batch.md#plan */
#include "batch/reference.h"

#include "capture/json/json.h"
#include "show/json_out.h"

void plan_references_put(struct json_out *out, const struct batch_settings *settings)
{
    JSON_EACH(out, "references", i, settings->reference_count) {
        const struct expect_asked *asked = &settings->references[i];
        json_out_item(out, NULL, SAY("path", asked->path), SAY("at", asked->at), SAY("stage", asked->stage),
                      SAY("insn", asked->insn),
                      SAY_OR_NULL("format", asked->has_format, format_get(asked->format)->name),
                      SAY_OR_NULL("exponents", asked->has_exponents, asked->exponents),
                      SAY("layout", expect_layout_name(asked->layout)), SAY("ulp", asked->ulp),
                      SAY_IF("rtol", asked->rtol > 0, asked->rtol), SAY_IF("atol", asked->atol > 0, asked->atol));
    }
}

static const char *format_names(size_t i)
{
    return i < FORMAT_COUNT ? format_get((enum format)i)->name : NULL;
}

static const char *layout_names(size_t i)
{
    return i < EXPECT_LAYOUTS ? expect_layout_name((enum expect_layout)i) : NULL;
}

enum tt_status plan_reference_take(void *settings, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct expect_asked asked = {.format = FORMAT_COUNT};
    int64_t exponents = -1;
    const struct json_member members[] = {
        JSON_MEMBER("path", JSON_TEXT, &asked.path),
        JSON_MEMBER("at", JSON_TEXT, &asked.at, .may_be_null = true),
        JSON_MEMBER("stage", JSON_TEXT, &asked.stage, .may_be_null = true),
        JSON_MEMBER("insn", JSON_TEXT, &asked.insn, .may_be_null = true),
        JSON_MEMBER("format", JSON_CHOICE, &asked.format, .choice = format_names, .may_be_null = true),
        JSON_MEMBER("exponents", JSON_NUMBER, &exponents, .most = UINT32_MAX, .may_be_null = true),
        JSON_MEMBER("layout", JSON_CHOICE, &asked.layout, .choice = layout_names),
        JSON_MEMBER("ulp", JSON_NUMBER, &asked.ulp),
        JSON_MEMBER("rtol", JSON_REAL, &asked.rtol, .may_be_absent = true),
        JSON_MEMBER("atol", JSON_REAL, &asked.atol, .may_be_absent = true),
    };
    const enum tt_status status = json_read(item, place, JSON_MEMBERS(members), err);
    asked.has_format = asked.format != FORMAT_COUNT;
    if (!asked.has_format)
        asked.format = (enum format)0;
    asked.has_exponents = exponents >= 0;
    asked.exponents = exponents >= 0 ? (uint32_t)exponents : 0;
    return status ? status : batch_settings_refer(settings, &asked, err);
}
