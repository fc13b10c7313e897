/* SPDX-License-Identifier: Apache-2.0 */
/* A replay in steps that the caller drives: it reads the tile between them, saves a position, and returns to it. In
 * executed order a step is an event of the capture; in program order an event that a core did, or a word of a pipe that
 * took effect; in firmware order an instruction of a core, such a word, or what the host did.
 * docs/semantics/debug.md */
#pragma once

#include "order/done.h"
#include "order/moment.h"
#include "order/replay.h"
#include "tile/riscv/cores.h"

struct steps;

/* The options are borrowed; sets are taken, edits and frames are not. The
 * observer (may be null) is given checkpoints, comparisons, mismatches and undecided bytes. */
enum tt_status steps_open(struct steps **out, struct ttcap *capture, const struct replay_options *options,
                          const struct replay_observer *observer, struct tt_error *err);
void steps_close(struct steps *steps); /* null is allowed */

/* One step. TT_END: there is none; steps_end() says why. */
enum tt_status steps_next(struct steps *steps, struct steps_done *done, struct tt_error *err);
enum steps_end steps_end(struct steps *steps);

/* Steps so far; in executed order the number of the event that comes next. The first of them. */
uint64_t steps_at(const struct steps *steps);
uint64_t steps_first(const struct steps *steps);
/* How results are numbered: in executed order likewise, in the others words and stores so far. */
uint64_t steps_seq(const struct steps *steps);
/* Rounds of program and firmware order. */
uint64_t steps_round(const struct steps *steps);

struct tile *steps_tile(struct steps *steps);
struct cores *steps_cores(struct steps *steps); /* of firmware order; else null */
/* Program and firmware order: the word that waits at a pipe's gate, or would come next of those pushed. False: there is
 * none. */
struct steps_word {
    uint32_t word;
    bool is_expanded; /* by the macro-op or replay expander, or about to be: it stands at the gate */
    bool has_pc;
    enum tt_core core;
    uint32_t pc;
    uint64_t event; /* program order: the push that it comes of */
};
bool steps_next_word(const struct steps *steps, unsigned thread, struct steps_word *word);

/* The listener to the tile from now on; null: none. Reports do not change the run. */
void steps_listen(struct steps *steps, const struct probe *probe);

/* Holds the tile against a checkpoint and reports it to the observer; nothing of the tile changes. */
enum tt_status steps_hold(struct steps *steps, uint32_t checkpoint, struct tt_error *err);

/* Program and firmware order, at the end: what each core and pipe waits for, reported to the observer (waiting).
 * Nothing else changes. */
void steps_report_waiting(struct steps *steps);

/* Moments of this replay, from its start on: steps_save() and steps_restore() are moment_save() and moment_restore()
 * with the position in the capture. */
struct moments *steps_moments(struct steps *steps);
bool steps_save(struct steps *steps, struct moment **moment);
enum tt_status steps_restore(struct steps *steps, const struct moment *moment, struct tt_error *err);

/* Whether anything of a space is unknown; which bits of a byte of it. */
struct unknown *steps_unknown(struct steps *steps);
bool steps_has_unknown(struct steps *steps, enum tt_space space);
uint8_t steps_unknown_bits(struct steps *steps, enum tt_space space, uint32_t at);

/* Something outside stored into the tile or a core: cores that wait look again. */
void steps_changed(struct steps *steps);
