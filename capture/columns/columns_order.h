/* SPDX-License-Identifier: Apache-2.0 */
/* The order of events cheaply: threads take turns in patterns, so the lane that followed the same three lanes the last
 * time is the guess, and a right guess is a zero. docs/formats/ttcap.md#order */
#pragma once

#include "capture/columns/columns.h"

/* Two lanes that followed one another, as one number. */
enum { LANE_PAIRS = LANE_COUNT * LANE_COUNT };

/* The newest lane, the pair that it ends, and the pair before it; zero at the start. Apart from what was learnt, so
 * that it stays in registers. */
struct order_last {
    uint8_t lane;
    uint32_t pair, before;
};

/* The lane that followed, plus one. The newest lane is the last index: a reader waits for nothing else. */
struct order_model {
    uint8_t after_pair[LANE_PAIRS];              /* the lane that followed last; the first of all where none did yet */
    uint8_t after_three[LANE_PAIRS][LANE_COUNT]; /* a pair and the lane behind it; 0 where none did */
};

static inline void order_model_init(struct order_model *model)
{
    memset(model->after_pair, 1, sizeof model->after_pair);
    memset(model->after_three, 0, sizeof model->after_three);
}

/* The lane that is guessed, plus one. */
static inline uint8_t order_guess(const struct order_model *model, struct order_last last)
{
    const uint8_t guess = model->after_three[last.before][last.lane];
    return guess ? guess : model->after_pair[last.pair];
}

static inline void order_learn(struct order_model *model, struct order_last *last, uint8_t lane)
{
    model->after_three[last->before][last->lane] = model->after_pair[last->pair] = (uint8_t)(lane + 1);
    *last = (struct order_last){lane, (uint32_t)last->lane * LANE_COUNT + lane, last->pair};
}

/* The code of a lane: 0 where it is the one that was guessed, else 1 + lane. */
static inline uint8_t order_encode(struct order_model *model, struct order_last *last, uint8_t lane)
{
    const uint8_t code = lane + 1 == order_guess(model, *last) ? 0 : (uint8_t)(lane + 1);
    order_learn(model, last, lane);
    return code;
}

/* The lane of a code, which is at most LANE_COUNT. */
static inline uint8_t order_decode(struct order_model *model, struct order_last *last, uint8_t code)
{
    const uint8_t guess = order_guess(model, *last), lane = (uint8_t)((code ? code : guess) - 1);
    order_learn(model, last, lane);
    return lane;
}
