/* SPDX-License-Identifier: Apache-2.0 */
/* "pack.late_convert" of "533" or of "all": the stage that a reference is of. */
#include "ask/run/expect/expect_internal.h"

#include "base/number.h"
#include "isa/isa.h"

enum { STAGE_NAME_MAX = 32, STAGES_TEXT_MAX = 256 };

/* "pack", "unpack0"; or "pack2", one of its instances. */
static bool expect_stage_take_unit(struct staged *staged, const char *text, size_t length)
{
    char name[STAGE_NAME_MAX];
    if (length + 1 > sizeof name || !length)
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    staged->instance = PROBE_INSTANCES;
    staged->unit = unit_find(name);
    const char digit = name[length - 1];
    if (staged->unit != TT_UNIT_COUNT || digit < '0' || digit >= '0' + PROBE_INSTANCES)
        return staged->unit != TT_UNIT_COUNT;
    name[length - 1] = '\0';
    staged->unit = unit_find(name);
    staged->instance = (uint8_t)(digit - '0');
    return staged->unit == TT_UNIT_PACK || staged->unit == TT_UNIT_VECTOR;
}

static enum tt_status refuse_stage(const struct expect_asked *asked, const struct stage_info *stages, unsigned count,
                                   struct tt_error *err)
{
    char all[STAGES_TEXT_MAX];
    size_t at = 0;
    all[0] = '\0';
    for (unsigned i = 0; i < count && at < sizeof all; i++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? ", " : "", stages[i].name);
    return tt_fail(err, TT_BAD_INPUT, "--stage %.60s: expected %s%s%s", asked->stage,
                   count ? "a stage of that unit: " : "UNIT.STAGE, as pack.late_convert or matrix.stored", all,
                   count ? "" : " (docs/formats/stages.md)");
}

enum tt_status expect_take_stage(struct expect *expect, struct address_place *place, struct tt_error *err)
{
    const struct expect_asked *asked = &expect->asked;
    struct staged *staged = &expect->staged;
    const char *dot = strchr(asked->stage, '.');
    unsigned count = 0;
    if (!dot || !expect_stage_take_unit(staged, asked->stage, (size_t)(dot - asked->stage)))
        return refuse_stage(asked, NULL, 0, err);
    const struct stage_info *stages = unit_stages(staged->unit, &count);
    staged->stage = 0;
    while (staged->stage < count && strcmp(stages[staged->stage].name, dot + 1) != 0)
        staged->stage++;
    if (staged->stage == count)
        return refuse_stage(asked, stages, count, err);
    staged->is_all = asked->insn && strcmp(asked->insn, "all") == 0;
    REFUSE_IF(!staged->is_all && (!asked->insn || !number_read(asked->insn, 10, INT64_MAX - 1, &staged->event)), err,
              "--insn %s: expected the number of an event, or all", asked->insn ? asked->insn : "(none)");
    REFUSE_IF(!staged->is_all && asked->after, err, "--after goes with --insn all: of instructions up to there");
    *place = (struct address_place){.space = TT_SPACE_STAGE};
    expect->space = TT_SPACE_STAGE;
    expect->is_of_stage = true;
    return TT_OK;
}
