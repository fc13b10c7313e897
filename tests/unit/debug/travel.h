/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a tile at each step of a plain replay, in one number a step. */
#pragma once

#include "debug/engine.h"

/* Of the tile, and of the cores where there are any. */
/* The tile alone; with the cores. */
uint64_t travel_tile(struct engine *engine);
uint64_t travel_sum(struct engine *engine);

/* Executed order: of a replay of the first events alone, which no engine drives. */
uint64_t travel_plain(struct ttcap *capture, const struct replay_options *options, uint64_t events);

/* Firmware order: behind each word and store that a plain replay reports, by its number. */
struct travel_trail {
    uint64_t *sums;
    size_t count, capacity;
};
void travel_follow(struct travel_trail *trail, struct ttcap *capture, const struct replay_options *options);
void travel_clear(struct travel_trail *trail);

/* A probe that puts the sum of what the next word or store leaves into *seen. */
struct travel_probe {
    struct probe probe;
    struct tile *tile;
    bool has_seen;
    uint64_t seq, sum;
};
void travel_listen(struct travel_probe *probe, struct tile *tile);
