/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room: one replay at work. docs/semantics/replay.md. */
#pragma once

#include "isa/effects.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "isa/spaces.h"
#include "observe/computed.h"
#include "observe/listener.h"
#include "observe/unknown.h"
#include "order/replay.h"

/* Bytes of a space that are read and compared at a time. */
enum { HOLD_CHUNK = 64 * 1024 };

/* The parts of a replay. */
struct replay_machine {
    struct tile *tile;
    struct unknown *unknown; /* which bytes of the tile are unknown */
    uint8_t *buffers;        /* five of HOLD_CHUNK bytes */
    origin_set *origins;     /* HOLD_CHUNK of them */
};

/* Executed order: what a vector word reads is asked of the tile where it stands right behind a word of its thread whose
 * register comes a cycle later. docs/semantics/program-order.md#hazards */
struct late_words {
    struct {
        bool is_there;
        uint32_t word;
    } last[THREADS]; /* the thread's last word, if its register comes a cycle later */
    bool is_asked;
    uint32_t read; /* by the word at work, bit a register; where it is asked */
};

struct replay {
    struct ttcap *capture;
    const struct ttcap_info *info;
    const struct replay_options *options;
    const struct replay_observer *observer;
    struct replay_summary *summary, unseen; /* unseen: counts of events before the range, which are not reported */

    struct replay_listener *listener; /* counts findings and passes everything on to the caller's probe */
    struct probe stages;              /* collects values where references are of stages */
    struct replay_machine machine;
    struct tile *tile;             /* these two are the machine's */
    const struct tile_range *lost; /* tile_unknown_write() */
    struct unknown *unknown;
    struct computed *computed;     /* null, or the bytes that running units wrote last, where skipped units write too */
    struct stream_holder *streams; /* null, or what takes the pushed words against the executed ones (streams.h) */
    uint32_t running;              /* bit a enum tt_unit */
    bool runs_all;                 /* no word is skipped */
    struct replay_heard {
        bool before, happened, came_from, waited;
    } heard;                 /* which of these any observer listens for: asked with each word (replay_note_heard) */
    bool follows_undefined;  /* to the bytes that undefined behaviour may have touched */
    bool dst_is_handed_over; /* the latest checkpoint held Dst: trusted until the next */
    uint64_t judged_words, judged_events; /* executed and taken before the last checkpoint that was held */
    uint64_t equal_beside_sources;        /* compared bytes outside of SrcA and SrcB */
    uint64_t equal_l1;                    /* of L1 */
    bool is_enough;                       /* the observer asked to end; how often it might have been asked so far */
    uint32_t asked;
    bool is_on_frames;     /* the machine is that of the frames */
    bool is_resumed;       /* from a frame: */
    int64_t resumed_at;    /* behind this event, */
    uint32_t resumed_next; /* this checkpoint is the next */
    unsigned asked_for;    /* unknown_asks() when the probe was chosen */

    uint8_t *held, *known, *replayed, *mask, *tainted; /* HOLD_CHUNK bytes each */
    origin_set *origins;                               /* HOLD_CHUNK of them */
    origin_set undecided_by, decided_by;               /* compared bytes: unknown inputs, and assumed ones */
    struct late_words late;                            /* executed order */
    uint32_t before[THREADS]; /* the word that each thread executed last, of edits that ask for it */
};

/* ---- start.c ---- */

/* The reset state, and over it what the first snapshot knows. */
enum tt_status replay_start(struct replay *replay, struct tt_error *err);

/* ---- internal_state.c ---- */

/* The start's state of the cores, which were not there when it was put into the tile. */
bool replay_internal_start_cores(struct replay *replay);

/* In tainted and origins of the replay: which bytes of [lo, lo + count), words of internal state that the checkpoint
 * holds, the replay cannot decide: no earlier checkpoint holds them and nothing has set them since, or their unit
 * worked on unknown data. Null: it decides all. */
const uint8_t *replay_internal_tainted(struct replay *replay, uint32_t checkpoint, uint32_t lo, uint32_t count);

/* ---- frames.c ---- */

void replay_machine_free(struct replay_machine *machine);

/* Whether the replay resumes from a frame, on the machine of the frames. Call replay_frames_end() in any case: it
 * restores the machine, hands it to the frames that were filled, or frees it. */
bool replay_frames_begin(struct replay *replay);
void replay_frames_end(struct replay *replay);
/* Restores the state of the frame. False: that is the start; else the event behind which the replay stands, and the
 * next checkpoint. */
bool replay_frames_resume(struct replay *replay, int64_t *at, uint32_t *next);
/* Saves a frame: at the start; behind an event and its checkpoint, if the last frame is far enough behind. */
void replay_frames_save_start(struct replay *replay);
void replay_frames_save(struct replay *replay, int64_t at, uint32_t next);

/* ---- program.c ---- */

/* All events in program order, then the last checkpoint if it holds them all. */
enum tt_status replay_run_program(struct replay *replay, struct tt_error *err);

/* ---- firmware.c ---- */

/* From the cores that the capture boots, until all have parked or nothing can go on; then the last checkpoint. */
enum tt_status replay_run_firmware(struct replay *replay, struct tt_error *err);

/* ---- replay.c ---- */

/* A replay of its capture, options, observer and summary, with a listener that is zero, up to where its first event
 * would come: what replay_run() and steps_open() have in common. To be closed also on failure. */
enum tt_status replay_open(struct replay *replay, const struct probe *probe, struct tt_error *err);
void replay_close(struct replay *replay);
/* Compares every checkpoint up to event `done` (-1: none ran yet); *due: the event behind which the next one stands. */
enum tt_status replay_hold_due(struct replay *replay, uint32_t *next, int64_t done, int64_t *due, struct tt_error *err);

/* A finding has ended a strict replay: the summary says which. */
void replay_report_stop(struct replay *replay);

/* Asks the observer whether to end. */
void replay_ask_enough(struct replay *replay);
/* So many events from one question to the next. */
enum { ENOUGH_EVERY = 4096 };

/* Whether a finding has ended the replay, or the observer asked to end. */
static inline bool replay_is_stopped(struct replay *replay)
{
    if (++replay->asked % ENOUGH_EVERY == 0)
        replay_ask_enough(replay);
    if (replay->is_enough)
        return true;
    if (!replay->options->is_strict || !replay->listener->has_finding)
        return false;
    replay_report_stop(replay);
    return true;
}

/* Whether the options end the run before word or store number `next`; then the summary reports it. */
void replay_report_cut(struct replay *replay);
static inline bool replay_is_cut(struct replay *replay, uint64_t next)
{
    const bool is_cut = replay->options->has_until && next >= replay->options->until;
    if (is_cut)
        replay_report_cut(replay);
    return is_cut;
}

/* Reports to every observer that listens for this, and whether any does. */
#define REPLAY_REPORT(replay, what, ...)                                                                               \
    for (const struct replay_observer *each = (replay)->observer; each; each = each->next)                             \
        if (each->what)                                                                                                \
    each->what(each->user, __VA_ARGS__)
#define REPLAY_HAS(replay, what) replay_has_listener(replay, offsetof(struct replay_observer, what))
static inline bool replay_has_listener(const struct replay *replay, size_t what)
{
    void (*listener)(void) = NULL;
    for (const struct replay_observer *each = replay->observer; each && !listener; each = each->next)
        memcpy(&listener, (const char *)each + what, sizeof listener);
    return listener != NULL;
}

static inline void replay_note_heard(struct replay *replay)
{
    replay->heard = (struct replay_heard){REPLAY_HAS(replay, before), REPLAY_HAS(replay, happened),
                                          REPLAY_HAS(replay, came_from), REPLAY_HAS(replay, waited)};
}

/* Reports to the observer an event that takes effect. */
static inline void replay_report_event(const struct replay *replay, const struct ttcap_event *event)
{
    if (replay->heard.happened)
        REPLAY_REPORT(replay, happened, event);
}

/* Reports that all has run. */
static inline void replay_report_ran(const struct replay *replay)
{
    REPLAY_REPORT(replay, ran, replay->tile);
}

/* Reports to the observer from where a word or store came. */
static inline void replay_report_origin(const struct replay *replay, const struct replay_origin *origin)
{
    REPLAY_REPORT(replay, came_from, origin);
}

/* Likewise, of a store, where the event knows it. */
static inline void replay_report_store(const struct replay *replay, const struct ttcap_event *event)
{
    if (event->has_pc && replay->heard.came_from)
        replay_report_origin(replay, &(struct replay_origin){event->seq, false, 0, event->core, event->pc});
}

/* ---- step.c ---- */

/* The subject of findings from here on. */
static inline void replay_at_work(const struct replay *replay, int thread, uint64_t seq, bool has_word, uint32_t word)
{
    replay->listener->thread = thread;
    replay->listener->seq = seq;
    replay->listener->has_word = has_word;
    replay->listener->word = word;
}

/* A word that left the expanders, in program order; false: it waits, and nothing changed. */
bool replay_program_word(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word,
                         uint64_t seq);

/* One event: a word that runs or is skipped, or a store. is_counted: it counts in the summary. at: what a store beyond
 * L1 reaches, where the caller has decoded it; else null. */
void replay_event_at(struct replay *replay, const struct ttcap_event *event, const struct mmio_target *at,
                     bool is_counted);
static inline void replay_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    replay_event_at(replay, event, NULL, is_counted);
}
/* The effect of an event's store beyond L1 on a tile. */
void replay_apply_store(struct tile *tile, const struct ttcap_event *event, const struct mmio_target *at);

/* Whether anything listens for what each thread waits for; and reports it to the observer: at a deadlock also as a
 * finding, so that the results have it. */
bool replay_wants_waiting(const struct replay *replay);
void replay_report_waiting(struct replay *replay, const struct replay_wait *wait);

/* Gives the tile the probe that is needed now: none, the one of the listener, or the one that follows unknown bytes. */
void replay_set_probe(struct replay *replay);
/* Likewise, if something has become unknown, or is unknown no longer. */
static inline void replay_update_probe(struct replay *replay)
{
    if (unknown_asks(replay->unknown) != replay->asked_for)
        replay_set_probe(replay);
}

/* ---- checkpoint.c ---- */

/* Compares the tile with a checkpoint (reported to the observer if `is_said`), then takes from it what skipped units
 * would have produced. */
enum tt_status replay_checkpoint(struct replay *replay, uint32_t checkpoint, bool is_said, struct tt_error *err);

/* Collects the values of the stages that references are of; what they held before is dropped. */
struct probe replay_stage_probe(struct replay *replay);

/* The last checkpoint, or all references where that is one, as the end of the run. */
enum tt_status replay_hold_end(struct replay *replay, struct tt_error *err);

/* ---- edit.c ---- */

/* An event as the edits have it; false: it does not happen. */
bool replay_edits_take(const struct replay_options *options, const struct ttcap_event *event,
                       struct ttcap_event *edited);
/* Runs an event that an edit is about as the edits have it: changed, left out, or followed by another. */
void replay_edited_event(struct replay *replay, const struct ttcap_event *event, bool is_counted);
/* The events that an edit inserts, and their number: a core's store, else words of this kind. */
struct ttcap_event replay_edit_inserted(const struct replay_edit *edit, uint32_t nth, enum ttcap_kind word);
static inline uint32_t replay_edit_inserts(const struct replay_edit *edit)
{
    return edit->run_count ? edit->run_count : 1;
}
/* Runs the word that options->edit inserts behind event `seq`, if it does. */
void replay_edit_behind(struct replay *replay, int64_t seq, bool is_counted);

/* ---- operand.c ---- */

/* Changes the start as the options ask: options->operand, options->watched. */
void replay_operand_start(struct replay *replay);
/* Clears in `mask`, for `count` bytes from lo of a space, the bytes in which the recording is assumed to be wrong. */
void replay_operand_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *mask);

/* ---- sets.c ---- */

/* Stores the fields that are set before this event, and again those that are held throughout. */
void replay_sets_store_before(struct replay *replay, uint64_t event);
void replay_sets_store_held(struct replay *replay);

/* The same after each event; mostly nothing is set. */
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

/* One event of executed order, with everything that precedes it, as options->edit has it. */
static inline void replay_run_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    replay_report_event(replay, event);
    replay_sets_before(replay, event->seq);
    replay_event(replay, event, is_counted);
}
static inline bool replay_edit_is_of(const struct replay_edit *edit, const struct ttcap_event *event)
{
    const bool has_last = edit->kind == REPLAY_EDIT_DROP && edit->run_count;
    if (edit->where == REPLAY_EDIT_ONCE && !has_last)
        return (int64_t)event->seq == edit->event;
    return (event->kind == TTCAP_EXEC || event->kind == TTCAP_PUSH) && event->thread == edit->thread &&
           (int64_t)event->seq >= edit->event &&
           (has_last ? (int64_t)event->seq <= edit->last : !((event->value ^ edit->other_word) & edit->alike));
}
/* Whether which word its thread executed before decides. */
static inline bool replay_edit_looks_back(const struct replay_edit *edit)
{
    return edit && edit->where >= REPLAY_EDIT_BEHIND;
}
static inline bool replay_edit_is_at(const struct replay_edit *edit, const struct ttcap_event *event)
{
    return edit &&
           (replay_edit_is_of(edit, event) || (int64_t)event->seq == edit->other || replay_edit_looks_back(edit));
}
static inline void replay_next_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    const struct replay_options *options = replay->options;
    if (replay_edit_is_at(options->edit, event) || replay_edit_is_at(options->other_edit, event))
        replay_edited_event(replay, event, is_counted);
    else
        replay_run_event(replay, event, is_counted);
}

/* Clears in `mask`, `count` bytes from lo of a space, the bits that are set: they are not compared. */
void replay_sets_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *mask);
