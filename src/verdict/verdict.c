/* SPDX-License-Identifier: Apache-2.0 */
/* The one place that decides. */
#include "verdict/verdict.h"

#include "evidence_findings.h"
#include "nothing_findings.h"
#include "recorder_findings.h"
#include "undefined_findings.h"
#include "words_findings.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICT_COUNT] = {
        [VERDICT_SAME] = "same",       [VERDICT_DIFFERS] = "differs",         [VERDICT_HUNG] = "hung",
        [VERDICT_NONE] = "no verdict", [VERDICT_UNSUPPORTED] = "unsupported", [VERDICT_DAMAGED] = "damaged"};
    return names[verdict];
}

int verdict_exit(enum verdict verdict)
{
    static const int statuses[VERDICT_COUNT] = {
        [VERDICT_SAME] = EXIT_SAME,       [VERDICT_DIFFERS] = EXIT_DIFFERS, [VERDICT_HUNG] = EXIT_DIFFERS,
        [VERDICT_NONE] = EXIT_NO_VERDICT, [VERDICT_DAMAGED] = EXIT_TROUBLE, [VERDICT_UNSUPPORTED] = EXIT_NO_VERDICT};
    return statuses[verdict];
}

bool finding_is_undone(finding_id id)
{
    return finding_get(id)->kind == FINDING_UNSUPPORTED || id == FINDING_UNDEFINED_OPCODE;
}

static bool finding_is_undefined(finding_id id)
{
    const enum finding_class kind = finding_get(id)->kind;
    return (kind == FINDING_UNDEFINED_BEHAVIOR || kind == FINDING_UNPREDICTABLE_VALUE_USED) && !finding_is_undone(id);
}

void verdict_add(struct verdict_facts *facts, const struct replay_comparison *comparison)
{
    facts->bytes.compared += comparison->known_bytes;
    facts->bytes.equal += comparison->equal_bytes;
    facts->bytes.differing += comparison->differing_bytes;
    facts->bytes.undecided += comparison->tainted_bytes;
    facts->bytes.bits += comparison->known_bits;
}

void verdict_add_window(struct verdict_facts *facts, const struct held_window *window)
{
    struct verdict_windows *windows = &facts->windows;
    windows->compared++;
    windows->bytes += window->hi - window->lo;
    windows->equal += window->result == WINDOW_EQUAL;
    windows->undecided += window->result == WINDOW_UNDECIDED;
    if (window->result != WINDOW_DIFFERS)
        return;
    if (windows->differing++)
        return;
    windows->space = window->space;
    windows->lo = window->lo;
    windows->hi = window->hi;
}

void verdict_add_coverage(struct verdict_facts *facts, finding_id id, const char *detail)
{
    facts->is_masked |= id == FINDING_RECORDER_MASK;
    facts->is_unjudged |= id == FINDING_NOTHING_JUDGED;
    if (id == FINDING_WORDS_NOT_JUDGED)
        (void)snprintf(facts->behind, sizeof facts->behind, "%s", detail ? detail : "");
}

void verdict_add_finding(struct verdict_facts *facts, const struct verdict_place *place, const char *detail)
{
    if (finding_is_undone(place->finding) && !facts->unsupported++) {
        facts->first_unsupported = *place;
        (void)snprintf(facts->unsupported_detail, sizeof facts->unsupported_detail, "%s", detail ? detail : "");
    }
    if (finding_is_undefined(place->finding) && !facts->undefined++)
        facts->first_undefined = *place;
    verdict_add_coverage(facts, place->finding, detail);
    if (place->finding == FINDING_EVIDENCE_TOO_WEAK && !facts->weak++) {
        facts->first_weak = *place;
        (void)snprintf(facts->weak_detail, sizeof facts->weak_detail, "%s", detail ? detail : "");
    }
}

/* Bytes that undefined behaviour may have touched count as decided where it is not followed. */
static bool are_bytes_sure(const struct verdict_facts *facts)
{
    return !facts->undefined || facts->is_undefined_followed;
}

uint64_t verdict_unread(const struct verdict_facts *facts)
{
    return facts->unread_srca + facts->unread_srcb + facts->unread_dst;
}

enum verdict verdict_of_bytes(const struct verdict_facts *facts)
{
    const struct verdict_bytes *bytes = &facts->bytes;
    const struct verdict_windows *windows = &facts->windows;
    if (facts->is_damaged)
        return VERDICT_DAMAGED;
    if ((bytes->differing || windows->differing) && are_bytes_sure(facts))
        return VERDICT_DIFFERS;
    if (facts->unsupported)
        return VERDICT_UNSUPPORTED;
    if (facts->is_stopped || facts->is_unjudged || !are_bytes_sure(facts) || bytes->compared + windows->compared == 0 ||
        bytes->equal + verdict_unread(facts) != bytes->compared || windows->equal != windows->compared)
        return VERDICT_NONE;
    return facts->weak ? VERDICT_NONE : VERDICT_SAME;
}

enum verdict verdict_of(const struct verdict_facts *facts)
{
    const enum verdict verdict = verdict_of_bytes(facts);
    if (verdict == VERDICT_DAMAGED || verdict == VERDICT_UNSUPPORTED)
        return verdict;
    if (facts->end == VERDICT_ENDS_UNLIKE_DEVICE) /* whatever the bytes are */
        return VERDICT_DIFFERS;
    return verdict_hangs(facts->end) ? VERDICT_HUNG : verdict;
}
