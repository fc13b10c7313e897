/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this room share: one replay at work. docs/semantics/replay.md. */
#pragma once

#include "isa/isa.h"
#include "isa/spaces.h"
#include "replay/ear.h"
#include "replay/own.h"
#include "replay/replay.h"
#include "replay/unknown.h"

/* Bytes of a space that are read and held at a time. */
enum { HOLD_CHUNK = 64 * 1024 };

static inline uint32_t unit_bit(enum tt_unit unit)
{
    return UINT32_C(1) << unit;
}

/* Beside the units in a mask of what runs: the expanders, in program order alone. */
enum { EXPANDERS_RUN = 1 << 30 };

struct replay {
    struct ttcap *capture;
    const struct ttcap_info *info;
    const struct replay_options *options;
    const struct replay_observer *observer;
    struct replay_summary *summary, unseen; /* unseen: counts of events before the range, which nobody asks for */

    struct ear *ear; /* counts findings and passes everything on to the listener */
    struct tile *tile;
    struct unknown *unknown; /* which bytes of the tile nobody knows */
    struct own *own;         /* null, or which bytes of spaces made in part the running units wrote last */
    uint32_t running;        /* bit a enum tt_unit */
    bool runs_all;           /* no word is skipped */
    bool dst_is_handed_over; /* the latest checkpoint held Dst: trusted until the next */
    bool had_unknown;        /* something was unknown when the probe was chosen */

    uint8_t *held, *known, *replayed, *made; /* HOLD_CHUNK bytes each */
};

/* ---- made.c: which unit makes what ---- */

/* Bit a enum tt_unit: the data units that write a space; all must run for the replay to answer for it.
 * 0: control units and cores alone. */
uint32_t space_makers(enum tt_space space);

/* Bit a enum tt_space: what a unit may write, beyond its own small state; and what this word of it may. */
uint32_t unit_writes(enum tt_unit unit);
uint32_t word_writes(enum tt_chip chip, uint32_t word);

/* Whether units `running` make every byte of a space, or (TT_SPACE_STATE) one of its words. */
bool space_is_made(uint32_t running, enum tt_space space);
bool state_word_is_made(uint32_t running, uint32_t word);
/* The same for words up to *end, which is found. */
bool state_words_are_made(uint32_t running, uint32_t word, uint32_t *end);

/* Whether some, but not all, units that write a space run, so that it is answered for byte by byte (own.h). */
bool space_is_made_in_part(uint32_t running, enum tt_space space);

/* ---- start.c ---- */

/* The reset state, and over it what the first snapshot knows. */
enum tt_status replay_start(struct replay *replay, struct tt_error *err);

/* ---- program.c ---- */

/* All events in program order, then the last checkpoint if it holds them all. */
enum tt_status replay_run_program(struct replay *replay, struct tt_error *err);

/* ---- firmware.c ---- */

/* From the cores that the capture boots, until all have parked or nothing can go on; then the last checkpoint. */
enum tt_status replay_run_firmware(struct replay *replay, struct tt_error *err);

/* ---- replay.c ---- */

/* A finding has ended a strict replay: the summary says which. */
void replay_tell_stop(struct replay *replay);

/* Whether one has. */
static inline bool replay_is_stopped(struct replay *replay)
{
    if (!replay->options->is_strict || !replay->ear->has_finding)
        return false;
    replay_tell_stop(replay);
    return true;
}

/* Tells the observer of an event that takes effect. */
static inline void replay_tell_event(const struct replay *replay, const struct ttcap_event *event)
{
    if (replay->observer && replay->observer->happened)
        replay->observer->happened(replay->observer->user, event);
}

/* ---- step.c ---- */

/* A word that left the expanders, in program order; false: it waits, and nothing changed. */
bool replay_program_word(struct replay *replay, unsigned thread, uint32_t word, uint64_t seq);

/* One event: a word that runs or is skipped, or a store. is_counted: it counts in the summary. */
void replay_event(struct replay *replay, const struct ttcap_event *event, bool is_counted);

/* Whether it is worth finding out what everybody waits for; and who waits, told to the observer: at a deadlock also a
 * finding, so that the results know of it. */
bool replay_hears_waiting(const struct replay *replay);
void replay_tell_waiting(struct replay *replay, const struct replay_wait *wait);

/* Puts the probe before the tile that is wanted now: nobody's, the ear's, or that which follows the unknown. */
void replay_set_probe(struct replay *replay);
/* Likewise, where something became unknown since, or nothing is any longer. */
static inline void replay_settle_probe(struct replay *replay)
{
    if (unknown_any(replay->unknown) != replay->had_unknown)
        replay_set_probe(replay);
}

/* ---- checkpoint.c ---- */

/* Holds the tile against a checkpoint (said to the observer if `is_said`), then takes from it what skipped units
 * would have made. */
enum tt_status replay_checkpoint(struct replay *replay, uint32_t checkpoint, bool is_said, struct tt_error *err);

/* ---- sets.c ---- */

/* Stores what is set before this event; what is held for good. */
void replay_sets_store_before(struct replay *replay, uint64_t event);
void replay_sets_store_held(struct replay *replay);

/* Likewise, after each event: seldom is anything set. */
static inline void replay_sets_before(struct replay *replay, uint64_t event)
{
    if (replay->options->set_count)
        replay_sets_store_before(replay, event);
}
static inline void replay_sets_hold(struct replay *replay)
{
    if (replay->options->set_count)
        replay_sets_store_held(replay);
}

/* Clears in `made`, `count` bytes from lo of a space, the bits that are set: they are not compared. */
void replay_sets_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *made);

/* ---- mismatch.c ---- */

/* A stretch of a space as the recording and the tile have it. tainted: null, or nonzero for bytes that decide nothing.
 */
struct stretch {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *held, *replayed, *known;
    const uint8_t *tainted;
};

/* Adds a stretch to a comparison and tells the observer (may be null) every run of differing bytes. */
void stretch_compare(const struct stretch *stretch, struct replay_comparison *sum,
                     const struct replay_observer *observer);
