/* SPDX-License-Identifier: Apache-2.0 */
/* The probe between the tile and the caller's. probe.h. */
#include "replay/ear.h"

#include "replay/hazard.h"

static void begin(const struct ear *ear, const struct probe_insn *insn)
{
    if (ear->listener->insn_begin)
        ear->listener->insn_begin(ear->listener->user, insn);
}

/* Passes on what was kept back. */
static void release(struct ear *ear)
{
    if (!ear->is_held)
        return;
    ear->is_held = false;
    begin(ear, &ear->begun);
}

static void on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct ear *ear = user;
    ear->is_held = ear->hides_waiting;
    ear->begun = *insn;
    if (!ear->is_held)
        begin(ear, insn);
}

static void on_insn_end(void *user, const struct probe_insn *insn)
{
    struct ear *ear = user;
    if (ear->is_held && insn->has_waited) {
        ear->is_held = false;
        return;
    }
    release(ear);
    if (ear->listener->insn_end)
        ear->listener->insn_end(ear->listener->user, insn);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct ear *ear = user;
    release(ear);
    if (ear->listener->stage)
        ear->listener->stage(ear->listener->user, stage);
}

static void on_access(void *user, const struct probe_access *access)
{
    struct ear *ear = user;
    if (ear->hazards && hazard_follows(access->space))
        hazard_hear(ear->hazards, access);
    if (!ear->listener || !(ear->listener->wants & PROBE_ACCESS))
        return;
    release(ear);
    if (ear->listener->access)
        ear->listener->access(ear->listener->user, access);
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    struct ear *ear = user;
    release(ear);
    if (!ear->has_finding) {
        ear->has_finding = true;
        ear->first_seq = ear->seq;
        ear->first_id = finding->id;
    }
    ear->findings++;
    if (ear->listener && (ear->listener->wants & PROBE_FINDING) && ear->listener->finding)
        ear->listener->finding(ear->listener->user, finding);
}

void ear_set_on(struct ear *ear, bool is_on)
{
    const unsigned heard = PROBE_FINDING | (ear->hazards ? PROBE_ACCESS : 0);
    ear->probe.wants = is_on ? heard | (ear->listener ? ear->listener->wants : 0) : 0;
}

void ear_set_hazards(struct ear *ear, struct hazards *hazards)
{
    ear->hazards = hazards;
    ear_set_on(ear, true);
}

void ear_init(struct ear *ear, const struct probe *listener)
{
    *ear = (struct ear){.listener = listener};
    ear->probe = (struct probe){ear, 0, on_insn_begin, on_insn_end, on_stage, on_access, on_finding};
    ear_set_on(ear, true);
}
