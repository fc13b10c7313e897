/* SPDX-License-Identifier: Apache-2.0 */
/* The probe between the tile and the caller's. probe.h. */
#include "observe/listener.h"

#include "isa/evidence.h"
#include "observe/computed.h"
#include "observe/hazard.h"

#include "evidence_findings.h"
#include "semaphore_findings.h"

static void listener_begin(const struct replay_listener *listener, const struct probe_insn *insn)
{
    if (listener->next && listener->next->insn_begin)
        listener->next->insn_begin(listener->next->user, insn);
}

/* Passes on the beginning that was held back. */
static void listener_release(struct replay_listener *listener)
{
    if (!listener->is_pending)
        return;
    listener->is_pending = false;
    listener_begin(listener, &listener->begun);
}

static void listener_on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct replay_listener *listener = user;
    listener->is_pending = listener->hides_waiting;
    listener->begun = *insn;
    listener->weakest = insn->rests_on;
    if (!listener->is_pending)
        listener_begin(listener, insn);
}

static void listener_note_lost(struct replay_listener *listener, unsigned which)
{
    struct listener_lost *lost = &listener->lost[which % (2 * SEMAPHORES)];
    if (!lost->is_there || listener->seq < lost->seq)
        *lost = (struct listener_lost){true, !listener->has_word, listener->thread, listener->seq};
}

void replay_listener_forget_lost(struct replay_listener *listener, uint32_t mask)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (mask >> i & 1)
            listener->lost[i].is_there = listener->lost[SYNC_POST_LOST + i].is_there = false;
    }
}

static void listener_on_finding(void *user, const struct probe_finding *finding)
{
    struct replay_listener *listener = user;
    listener_release(listener);
    listener->weakest = evidence_weaker(listener->weakest, finding->rests_on);
    const struct verdict_place place = {finding->id, listener->seq, listener->has_word, listener->word};
    if (!listener->has_finding)
        listener->first = place;
    listener->has_finding = true;
    if (finding->id == FINDING_SEMAPHORE_AT_LIMIT)
        listener_note_lost(listener, finding->instance);
    verdict_add_finding(listener->facts, &place, finding->detail);
    listener->findings++;
    if (listener->found)
        listener->found(listener->found_user, &place, finding);
    if (listener->next && (listener->next->wants & PROBE_FINDING) && listener->next->finding)
        listener->next->finding(listener->next->user, finding);
}

/* Raises a finding if the evidence for the current word or store is weaker than asked for. */
static void listener_weigh(struct replay_listener *listener)
{
    enum { DETAIL_MAX = 128 };
    const struct fact *fact = listener->weakest;
    if (!fact || fact->level <= listener->least)
        return;
    char detail[DETAIL_MAX];
    (void)snprintf(detail, sizeof detail, "rests on %s, %s (%s)", fact->id, fact_level_name(fact->level), fact->page);
    listener_on_finding(listener,
                        &(struct probe_finding){FINDING_EVIDENCE_TOO_WEAK, listener->begun.unit, 0, detail, NULL});
}

static void listener_on_insn_end(void *user, const struct probe_insn *insn)
{
    struct replay_listener *listener = user;
    if (listener->is_pending && insn->has_waited) {
        listener->is_pending = false;
        return;
    }
    if (!insn->has_waited)
        listener_weigh(listener);
    listener_release(listener);
    if (listener->beside)
        listener->beside->insn_end(listener->beside->user, insn);
    if (listener->next && listener->next->insn_end)
        listener->next->insn_end(listener->next->user, insn);
}

static void listener_on_stage(void *user, const struct probe_stage *stage)
{
    struct replay_listener *listener = user;
    listener_release(listener);
    if (listener->beside)
        listener->beside->stage(listener->beside->user, stage);
    if (listener->next && (listener->next->wants & PROBE_STAGE) && listener->next->stage)
        listener->next->stage(listener->next->user, stage);
}

static void listener_note_lreg(void *user, const struct probe_access *access)
{
    const struct replay_listener *listener = user;
    if (!access->is_write && !access->is_for_dependence)
        *listener->lregs_read |= UINT32_C(1) << access->lo / (LANES * 4);
}

static void listener_on_access(void *user, const struct probe_access *access)
{
    struct replay_listener *listener = user;
    if (listener->computed)
        computed_take(listener->computed, access);
    if (!listener->is_on)
        return;
    if (listener->hazards && probe_has_places(access->space))
        hazard_note_access(listener->hazards, access);
    if (listener->lregs_read && access->space == TT_SPACE_LREG)
        listener_note_lreg(listener, access);
    if (!listener->next || !(listener->next->wants & PROBE_ACCESS))
        return;
    listener_release(listener);
    if (listener->next->access)
        listener->next->access(listener->next->user, access);
}

/* Likewise, where nobody but the hazards is to hear of it: most of a run in program order. */
static void listener_on_place(void *user, const struct probe_access *access)
{
    const struct replay_listener *listener = user;
    if (probe_has_places(access->space))
        hazard_note_access(listener->hazards, access);
}

static void listener_on_series(void *user, const struct probe_series *series)
{
    struct replay_listener *listener = user;
    if (listener->computed) {
        probe_each(series, listener_on_access, listener);
        return;
    }
    if (listener->hazards && probe_has_places(series->one.space))
        hazard_note_series(listener->hazards, series);
    if (listener->lregs_read && series->one.space == TT_SPACE_LREG)
        probe_each(series, listener_note_lreg, listener);
    if (!listener->next || !(listener->next->wants & PROBE_ACCESS))
        return;
    listener_release(listener);
    probe_pass_series(listener->next, series);
}

static void listener_on_control(void *user, const struct probe_control *control)
{
    struct replay_listener *listener = user;
    if (!listener->next || !(listener->next->wants & PROBE_CONTROL))
        return;
    listener_release(listener);
    if (listener->next->control)
        listener->next->control(listener->next->user, control);
}

void replay_listener_set_on(struct replay_listener *listener, bool is_on)
{
    const unsigned wanted = PROBE_FINDING | (listener->hazards || listener->lregs_read ? PROBE_PLACES : 0) |
                            (listener->least < FACT_GUESSED ? PROBE_INSN : 0) |
                            (listener->beside ? listener->beside->wants : 0);
    const bool is_of_places = is_on && listener->hazards && !listener->computed && !listener->lregs_read &&
                              !(listener->next && (listener->next->wants & PROBE_ACCESS));
    listener->is_on = is_on;
    listener->probe.access = is_of_places ? listener_on_place : listener_on_access;
    listener->probe.wants =
        (is_on ? wanted | (listener->next ? listener->next->wants : 0) : 0) | (listener->computed ? PROBE_ACCESS : 0);
}

void replay_listener_set_hazards(struct replay_listener *listener, struct hazards *hazards)
{
    listener->hazards = hazards;
    replay_listener_set_on(listener, true);
}

void replay_listener_set_computed(struct replay_listener *listener, struct computed *computed)
{
    listener->computed = computed;
    replay_listener_set_on(listener, true);
}

void replay_listener_ask_lregs(struct replay_listener *listener, uint32_t *read)
{
    listener->lregs_read = read;
    replay_listener_set_on(listener, true);
}

void replay_listener_set_beside(struct replay_listener *listener, const struct probe *beside)
{
    listener->beside = beside;
    replay_listener_set_on(listener, true);
}

void replay_listener_set_least(struct replay_listener *listener, enum fact_level least)
{
    listener->least = least;
    replay_listener_set_on(listener, true);
}

void replay_listener_init(struct replay_listener *listener, const struct probe *next, struct verdict_facts *facts)
{
    *listener = (struct replay_listener){.next = next, .facts = facts, .least = FACT_GUESSED};
    listener->probe = (struct probe){listener,
                                     0,
                                     listener_on_insn_begin,
                                     listener_on_insn_end,
                                     listener_on_stage,
                                     listener_on_access,
                                     listener_on_finding,
                                     listener_on_control,
                                     listener_on_series};
    replay_listener_set_on(listener, true);
}
