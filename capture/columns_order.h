/* SPDX-License-Identifier: Apache-2.0 */
/* The order of events cheaply: threads take turns in patterns, so the lane that followed the same three lanes the last
 * time is the guess, and a right guess is a zero. docs/formats/ttcap.md#order */
#pragma once

#include "capture/columns.h"

#include <string.h>

struct order_model {
    uint8_t a, b, c; /* the last three lanes, newest last */
    uint8_t guess3[LANE_COUNT][LANE_COUNT][LANE_COUNT];
    uint8_t guess2[LANE_COUNT][LANE_COUNT];
};

static inline void order_model_init(struct order_model *model)
{
    memset(model, 0, sizeof *model);
    memset(model->guess3, LANE_NONE, sizeof model->guess3);
}

static inline uint8_t order_guess(const struct order_model *model)
{
    uint8_t guess = model->guess3[model->a][model->b][model->c];
    return guess != LANE_NONE ? guess : model->guess2[model->b][model->c];
}

static inline void order_learn(struct order_model *model, uint8_t lane)
{
    model->guess3[model->a][model->b][model->c] = lane;
    model->guess2[model->b][model->c] = lane;
    model->a = model->b;
    model->b = model->c;
    model->c = lane;
}

/* 0: the guess; else 1 + lane. */
static inline uint8_t order_encode(struct order_model *model, uint8_t lane)
{
    uint8_t code = lane == order_guess(model) ? 0 : (uint8_t)(lane + 1);
    order_learn(model, lane);
    return code;
}

/* LANE_NONE when the code is none that order_encode gives. */
static inline uint8_t order_decode(struct order_model *model, uint8_t code)
{
    if (code > LANE_COUNT)
        return LANE_NONE;
    uint8_t lane = code == 0 ? order_guess(model) : (uint8_t)(code - 1);
    order_learn(model, lane);
    return lane;
}
