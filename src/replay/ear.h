/* SPDX-License-Identifier: Apache-2.0 */
/* Listens to the tile for the replay itself: counts findings, and passes everything on to whoever else wants it. */
#pragma once

#include "tile/probe.h"

struct hazards;

struct ear {
    struct probe probe; /* what to hand to the tile; user is the ear itself, so it must not move */
    const struct probe *listener;
    struct hazards *hazards; /* null, or hears which of Dst is used */
    bool hides_waiting;      /* a word that has not taken effect yet is not passed on */
    bool is_held;            /* so this beginning is kept back until more is told, or the end */
    struct probe_insn begun;
    uint64_t findings;
    bool has_finding;
    uint64_t seq;             /* of the word or store at work; the replay sets it */
    uint64_t first_seq;       /* where the first finding was */
    enum finding_id first_id; /* which */
};

/* listener may be null; borrowed. */
void ear_init(struct ear *ear, const struct probe *listener);

/* Accesses are told to hazards, too; null: no longer. */
void ear_set_hazards(struct ear *ear, struct hazards *hazards);

/* Off: findings are neither counted nor passed on, and nothing else is heard. */
void ear_set_on(struct ear *ear, bool is_on);
