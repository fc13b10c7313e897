/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that try changes: one search. */
#pragma once

#include "ask/bisect/chain.h"
#include "ask/bisect/explain.h"
#include "ask/bisect/fields.h"
#include "ask/bisect/landing.h"
#include "ask/bisect/writers.h"

enum { POOL_MAX = 12, INPUTS_MAX = 3, OPERANDS_MAX = 4 + INPUTS_MAX };

struct search {
    struct ttcap *capture;
    const struct bisect_options *options;
    const struct difference *base;
    struct bisect_result *result;
    const struct writers *writers; /* of the bytes of base */
    struct difference other;       /* of the current change */
    struct explain_room room;
    struct fields fields;
    struct landing landing;
    struct chain chain; /* once explain_chain was called */
    bool has_chain;
    struct bisect_explanation pool[POOL_MAX]; /* single changes that explain most, the best first */
    unsigned pool_count;
    struct bisect_explanation operands[OPERANDS_MAX]; /* that explain all; stand behind whatever else does */
    unsigned operand_count;
    struct bisect_explanation first; /* that explained all */
    uint64_t first_at;               /* replays made then; 0: none has, or it was reported */
    uint64_t found_at;               /* has_first: the same, whether it was reported or not */
    bool has_first;
    bool has_held;              /* the change that was tried last explains all */
    bool has_ended;             /* it does not, but lets a run end that hangs */
    uint64_t ended_at;          /* replays made when a change first let a run end that hangs; 0: none does */
    struct delayed_patch patch; /* of the result's other order */
    bool is_cut;                /* the class at work left some of its hypotheses out */
    uint64_t spun;              /* trials that ran to the last step allowed, where the replay as it is does */
    struct tt_error *err;
};

/* Whether the budget allows no more replays; notes it. */
bool explain_is_spent(struct search *search);
/* One of so many parts of the replays that are made at most where a change explains all: what is said of the others
 * then is worth less than a cause. */
uint64_t explain_share(const struct bisect_options *options, unsigned parts);

/* Whether one field that a checkpoint shows explains all: of several at once a word may be the reason. */
bool explain_has_shown(const struct bisect_result *result);

/* The origins of the first difference: found once. */
enum tt_status explain_chain(struct search *search);

/* A trial that is retained if it explains anything: among the explanations, or in the pool. */
enum tt_status explain_try(struct search *search, struct bisect_explanation *explanation);
/* The same, screened: retained only if it explains all. */
enum tt_status explain_screen(struct search *search, struct bisect_explanation *explanation);

/* explain_fields.c: configuration that a checkpoint shows otherwise; fields of the unit that wrote the first
 * difference; fields of all other units. */
enum tt_status explain_shown(struct search *search);
enum tt_status explain_unit_fields(struct search *search);
enum tt_status explain_upstream_fields(struct search *search);

/* climb.c: what explains a part and breaks nothing, with more bits of its number turned. */
enum tt_status explain_climb(struct search *search);

/* explain_rank.c: whether two differ in the value of one field; of two faults in that of the first. */
bool explain_differ_in_value(const struct bisect_explanation *one, const struct bisect_explanation *other);
/* the best of the explanations, the most plausible first, and how sure that is. */
void explain_rank(struct bisect_result *result, const struct difference *base, enum tt_chip chip, bool has_code);

/* words/orders.c: other orders of the threads' words, and of units, which the program allows. */
enum tt_status orders_try(struct search *search);

/* words.c */
/* Executed order alone. Words that explain all are added to the explanations, those with the same outcome as one. */
enum tt_status words_try(struct search *search);

/* code.c */
/* Tries the instructions before each store and push of a core, then all that ran, from the last back to the first:
 * another immediate or operand of a pushed word, the instruction left out, then other registers and jumps. */
enum tt_status code_try(struct search *search);

/* operand/inputs.c: what one unpacker instruction, or all of them in a row, read of L1, as other bytes of the start. */
enum tt_status inputs_try(struct search *search);

/* operand/operands.c */
/* Tries each of those with one bit turned, or with the value of a later checkpoint, within its share of the budget.
 * Those that explain all stand in search->operands. */
enum tt_status operands_try(struct search *search);
