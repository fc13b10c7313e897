/* SPDX-License-Identifier: Apache-2.0 */
/* What a run without verdict rests on. docs/semantics/replay.md, "Unknown is not zero". */
#include "ask/diff/reason.h"

#include "ask/run/run_capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first checkpoint after the start that does not hold Dst, by its name; "" if there is none or the capture is gone.
 */
static enum tt_status without_dst(const struct diff *diff, char *id, size_t size, struct tt_error *err)
{
    struct ttcap *capture;
    enum tt_status status = run_capture_open(&capture, diff->run, NULL, err);
    *id = '\0';
    for (uint32_t i = 1; capture && !status && i < ttcap_info(capture)->checkpoint_count; i++) {
        uint32_t lo = 0, hi = 0;
        status = ttcap_next_known(capture, i, TT_SPACE_DST, &lo, &hi, err);
        if (status == TT_END)
            (void)snprintf(id, size, "%s", ttcap_checkpoint(capture, i)->id);
    }
    ttcap_close(capture);
    return status == TT_END ? TT_OK : status;
}

/* The first finding of undefined behaviour; null: none. */
static const struct diff_finding *first_undefined(const struct diff *diff)
{
    const struct diff_finding *first = NULL;
    for (size_t i = 0; i < diff->finding_count; i++) {
        const enum finding_class kind = finding_get(diff->findings[i].id)->kind;
        if ((kind == FINDING_UNDEFINED_BEHAVIOR || kind == FINDING_UNPREDICTABLE_VALUE_USED) &&
            (!first || diff->findings[i].first_seq < first->first_seq))
            first = &diff->findings[i];
    }
    return first;
}

enum tt_status diff_reason(struct diff *diff, struct tt_error *err)
{
    const struct diff_finding *undefined = first_undefined(diff);
    enum tt_status status = TT_OK;
    char id[64] = "";
    if (!diff->checkpoint_count) {
        (void)snprintf(diff->reason, sizeof diff->reason, "the run met no checkpoint to hold it against");
    } else if (!diff->known) {
        (void)snprintf(diff->reason, sizeof diff->reason,
                       "the recording holds nothing that the units at work (%s) make", diff->run->units);
    } else if (!diff->tainted) {
        (void)snprintf(diff->reason, sizeof diff->reason, "the replay was stopped by a finding");
    } else if (undefined) {
        (void)snprintf(diff->reason, sizeof diff->reason,
                       "what was compared rests on undefined behaviour (%s, first at event %" PRIu64 ")",
                       finding_get(undefined->id)->code, undefined->first_seq);
    } else {
        status = without_dst(diff, id, sizeof id, err);
        (void)snprintf(diff->reason, sizeof diff->reason,
                       *id ? "what was packed came from Dst, which the recording does not hold (checkpoint %s)"
                           : "what was packed came from state that the recording does not hold",
                       id);
    }
    return status;
}
