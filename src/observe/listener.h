/* SPDX-License-Identifier: Apache-2.0 */
/* Listens to the tile for the replay itself: counts findings, and passes everything on to the next listener. */
#pragma once

#include "tile/probe.h"
#include "tile/sync/sync.h"
#include "verdict/verdict.h"

struct computed;
struct hazards;

/* A step of a semaphore that is lost: taken at 0, or posted at 15. */
struct listener_lost {
    bool is_there, is_core;
    int thread; /* -1: of none */
    uint64_t seq;
};

struct replay_listener {
    struct probe probe; /* the probe to give to the tile; user is the listener itself, so it must not move */
    const struct probe *next;
    const struct probe *beside; /* null, or gets stages and ends, too */
    struct hazards *hazards;    /* null, or gets all accesses */
    struct computed *computed;  /* null, or gets all accesses, also while the listener is off */
    uint32_t *lregs_read;       /* null, or gets the vector registers that a word reads as operands, bit a register */
    bool is_on;
    bool hides_waiting; /* a word that has not taken effect yet is not passed on */
    bool is_pending;    /* so this beginning is held back until more is reported, or the end */
    struct probe_insn begun;
    uint64_t findings;
    bool has_finding;
    uint64_t seq;  /* of the word or store at work; the replay sets it */
    int thread;    /* likewise; -1: of none */
    bool has_word; /* whether a word is at work, and which */
    uint32_t word;
    enum fact_level least;                     /* a word that rests on less raises a finding; FACT_GUESSED: none does */
    const struct fact *weakest;                /* of the word or store at work, so far */
    struct verdict_place first;                /* the first finding */
    struct listener_lost lost[2 * SEMAPHORES]; /* of each the first since it was set: gets, then posts */
    struct verdict_facts *facts;
    /* Each finding with its place, for who does not follow single words; null: nobody. */
    void (*found)(void *user, const struct verdict_place *place, const struct probe_finding *finding);
    void *found_user;
};

/* next may be null; borrowed. So are facts, in which every finding is counted. */
void replay_listener_init(struct replay_listener *listener, const struct probe *next, struct verdict_facts *facts);

/* Whether anybody hears what findings say in words. */
static inline bool replay_listener_hears(const struct replay_listener *listener)
{
    return listener->found || (listener->next && (listener->next->wants & PROBE_FINDING));
}

/* Accesses go to hazards, too; null: no longer. */
void replay_listener_set_hazards(struct replay_listener *listener, struct hazards *hazards);

/* Likewise to what is computed. */
void replay_listener_set_computed(struct replay_listener *listener, struct computed *computed);

/* The vector registers that words read go there, too; null: no longer. */
void replay_listener_ask_lregs(struct replay_listener *listener, uint32_t *read);

/* Stages and ends go to `beside`, too. */
void replay_listener_set_beside(struct replay_listener *listener, const struct probe *beside);

/* A word or store that rests on less than this raises a finding. */
void replay_listener_set_least(struct replay_listener *listener, enum fact_level least);

/* Semaphores are set: what was lost before no longer counts. mask: bit a semaphore. */
void replay_listener_forget_lost(struct replay_listener *listener, uint32_t mask);

/* Off: findings are neither counted nor passed on, and nothing else is listened to. */
void replay_listener_set_on(struct replay_listener *listener, bool is_on);
