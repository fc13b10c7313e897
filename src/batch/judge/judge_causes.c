/* SPDX-License-Identifier: Apache-2.0 */
/* A budgeted bisect of a failure: its causes rather than its symptoms. docs/formats/batch.md#groups */
#include "ask/bisect/bisect.h"
#include "ask/bisect/cause_text.h"
#include "batch/judge/judge.h"

static enum tt_status judge_causes_take(struct judged *judged, const struct bisect_result *result, struct tt_error *err)
{
    struct batch_record *record = judged->record;
    const enum tt_chip chip = ttcap_info(judged->subject.capture)->chip;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        char text[BISECT_CAUSE_TEXT_MAX];
        const enum bisect_change_kind kind = result->explanations[i].changes[0].kind;
        bool is_new = kind != BISECT_OPERAND && kind != BISECT_INPUT; /* which no two captures share */
        (void)bisect_cause_text(chip, &result->explanations[i], text, sizeof text);
        for (size_t k = 0; k < record->causes.count; k++)
            is_new = is_new && strcmp(record->causes.items[k], text) != 0;
        if (is_new && !texts_add(&record->causes, text))
            return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    return TT_OK;
}

/* Waived differences still differ for bisect: with waivers the symptoms stand. */
enum tt_status judge_causes(struct judged *judged, struct tt_error *err)
{
    const struct batch_settings *settings = judged->judge->settings;
    const struct bisect_options options = {.replay = judged->subject.replay, .budget = settings->causes};
    if (!settings->causes || judged->record->verdict != BATCH_DIFFERS || judged->record->reason || judged->waivers)
        return TT_OK;
    struct bisect_result *result OWNED(mem_free_at) = mem_calloc(1, sizeof *result);
    NEED(result, err, "no memory");
    TRY(bisect_run(judged->subject.capture, &options, result, err));
    return judge_causes_take(judged, result, err);
}
