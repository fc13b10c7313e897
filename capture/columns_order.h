/* SPDX-License-Identifier: Apache-2.0 */
/* The order of events cheaply: threads take turns in patterns, so the lane that followed the same three lanes the last
 * time is the guess, and a right guess is a zero. docs/formats/ttcap.md#order */
#pragma once

#include "capture/columns.h"

#include <string.h>

/* The last three lanes, newest last; zero at the start. Apart from what was learnt, so that it stays in registers. */
struct order_last {
    uint8_t a, b, c;
};

/* What followed two lanes: the last time, and the last time for each lane before them. */
struct order_pair {
    uint8_t guess, guess_after[LANE_COUNT]; /* of guess_after, LANE_NONE: not yet */
};

struct order_model {
    bool is_met[LANE_COUNT][LANE_COUNT];
    struct order_pair pairs[LANE_COUNT][LANE_COUNT]; /* set up when first met, for few ever are */
};

static inline void order_model_init(struct order_model *model)
{
    memset(model->is_met, 0, sizeof model->is_met);
}

static inline struct order_pair *order_pair(struct order_model *model, struct order_last last)
{
    struct order_pair *pair = &model->pairs[last.b][last.c];
    if (!model->is_met[last.b][last.c]) {
        model->is_met[last.b][last.c] = true;
        pair->guess = 0;
        memset(pair->guess_after, LANE_NONE, sizeof pair->guess_after);
    }
    return pair;
}

static inline uint8_t order_guess(const struct order_pair *pair, struct order_last last)
{
    const uint8_t guess = pair->guess_after[last.a];
    return guess != LANE_NONE ? guess : pair->guess;
}

static inline void order_learn(struct order_pair *pair, struct order_last *last, uint8_t lane)
{
    pair->guess_after[last->a] = pair->guess = lane;
    *last = (struct order_last){last->b, last->c, lane};
}

/* 0: the guess; else 1 + lane. */
static inline uint8_t order_encode(struct order_model *model, struct order_last *last, uint8_t lane)
{
    struct order_pair *pair = order_pair(model, *last);
    const uint8_t code = lane == order_guess(pair, *last) ? 0 : (uint8_t)(lane + 1);
    order_learn(pair, last, lane);
    return code;
}

/* The lane of a code, which is at most LANE_COUNT. */
static inline uint8_t order_decode(struct order_model *model, struct order_last *last, uint8_t code)
{
    struct order_pair *pair = order_pair(model, *last);
    const uint8_t lane = code == 0 ? order_guess(pair, *last) : (uint8_t)(code - 1);
    order_learn(pair, last, lane);
    return lane;
}
