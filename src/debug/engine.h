/* SPDX-License-Identifier: Apache-2.0 */
/* Time travel through a capture: the replay stands at a step, and goes to any other, forwards or backwards; it stops
 * where whoever drives it says so. A store into the tile on the way makes it another run, which is then the one
 * that is travelled through. docs/semantics/debug.md */
#pragma once

#include "order/keys.h"
#include "isa/registers.h"

struct engine;

struct engine_options {
    struct replay_options replay; /* borrowed: what it points to */
    const struct replay_observer *observer;
    size_t memory; /* bytes of key frames */
};

enum tt_status engine_open(struct engine **out, struct ttcap *capture, const struct engine_options *options,
                           struct tt_error *err);
void engine_close(struct engine *engine); /* null is allowed */

struct steps *engine_steps(struct engine *engine);
struct keys *engine_keys(struct engine *engine);
uint64_t engine_at(const struct engine *engine);
/* The step that was done last on the way here. False: none (at the start, or where it was put). */
bool engine_last(const struct engine *engine, struct steps_done *done);

/* Whether a run stops at a step just done. */
enum engine_hit {
    ENGINE_NO,
    ENGINE_BEHIND, /* yes, behind it */
    ENGINE_AHEAD,  /* yes: forwards behind it, backwards ahead of it, so that the step is the next */
    ENGINE_TURNED, /* yes: forwards ahead of it, backwards behind it, also of the step where the run begins */
};

struct engine_stops {
    void *user;
    enum engine_hit (*hit)(void *user, const struct steps_done *done);
    const struct probe *probe;                  /* the tile's reports meanwhile; null: nothing */
    void (*before)(void *user, struct steps *); /* before each step; null: nothing */
    bool (*is_interrupted)(void *user);         /* asked now and then; null: it never is */
};

/* Why a run came back. */
enum engine_reached { ENGINE_HIT, ENGINE_AT_START, ENGINE_AT_END, ENGINE_INTERRUPTED };

enum tt_status engine_forward(struct engine *engine, const struct engine_stops *stops, enum engine_reached *reached,
                              struct tt_error *err);
/* To the last step before this one at which it would have stopped; at the last hit stops->hit() is called again, so
 * that it may note the hit. Interrupted it stands at the end of the part that was not searched yet. */
enum tt_status engine_back(struct engine *engine, const struct engine_stops *stops, enum engine_reached *reached,
                           struct tt_error *err);
/* Beyond the end: to the end. */
enum tt_status engine_go(struct engine *engine, uint64_t at, struct tt_error *err);
/* From the steps where it stands to the end: how the run ends; it stands there then. */
enum steps_end engine_end(const struct engine *engine);

/* ---- stores ---- */

enum engine_place { ENGINE_SPACE, ENGINE_LOCAL, ENGINE_X, ENGINE_F, ENGINE_PC };

/* From this step on, `count` bytes from lo of a space (bits set in mask alone; null: all), of a core's local RAM, or a
 * core's register (lo is its number; an image of 4 bytes). All that lies behind is run again. */
struct engine_edit {
    enum engine_place place;
    enum tt_space space;
    enum tt_core core;
    uint32_t lo, count;
    const uint8_t *bytes, *mask;
};
enum tt_status engine_store(struct engine *engine, const struct engine_edit *edit, struct tt_error *err);
/* How many stores there are; back to the recording, where it stands at the same step. */
size_t engine_edits(const struct engine *engine);
enum tt_status engine_forget_edits(struct engine *engine, struct tt_error *err);
