/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a tile from a capture, and compares it with the checkpoints of the capture. */
#pragma once

#include "capture/ttcap.h"
#include "isa/registers.h"
#include "isa/riscv_text.h"
#include "observe/hazard_found.h"
#include "observe/staged/staged.h"
#include "order/wait_text.h"
#include "tile/tile.h"
#include "verdict/verdict.h"

enum replay_order { REPLAY_EXECUTED, REPLAY_PROGRAM, REPLAY_FIRMWARE /* of captures that name cores to boot */ };

/* A field of the configuration that holds a value whatever the program writes there, in both states and for all
 * threads; has_event: stored once, before that event, until the program writes there again. Values that are set are not
 * compared. */
struct replay_set {
    enum reg_id field;           /* REG_COUNT: a word of the state, */
    uint16_t word;               /* this one */
    const struct reg_part *part; /* of the field; null: all of it */
    uint32_t value;
    bool has_event;
    uint64_t event;
};

/* One change to what was recorded: to words executed, or in program order to words pushed (not UNWRITTEN or DATUM, and
 * all within a thread: INSERT behind an event of its own). CHANGE takes the value of a core's store as well. */
enum replay_edit_kind {
    REPLAY_EDIT_INSERT, /* `word` of `thread` runs behind the event, before a checkpoint there; event -1: at the start;
                         * `other`, -1: none, does not happen */
    REPLAY_EDIT_DROP,   /* the event does not happen */
    REPLAY_EDIT_CHANGE, /* the event's word is `word` */
    REPLAY_EDIT_SWAP, /* the event is `other`, `word` of `thread`; and the other this one, other_word of other_thread */
    REPLAY_EDIT_UNWRITTEN, /* the event happens, and `space` is as it was before */
    REPLAY_EDIT_DATUM,     /* the event happens, and then bits of the element at `lo` of `space` are turned over */
};
/* Of which words an edit is. Of several: those of `thread` from `event` on that are other_word in the bits `alike`. */
enum replay_edit_where {
    REPLAY_EDIT_ONCE,  /* of the event alone */
    REPLAY_EDIT_EVERY, /* DROP; CHANGE: the bits in which `word` is not other_word turn over */
    /* Executed order, DROP, or INSERT before each: where the thread executed `behind` right before (likewise alike), or
     * where it did not; of the word at `event` in any case. */
    REPLAY_EDIT_BEHIND,
    REPLAY_EDIT_NOT_BEHIND,
};
enum { REPLAY_RUN_MAX = 32 };
#define REPLAY_EDIT_TO_END INT64_MAX
struct replay_edit {
    enum replay_edit_kind kind;
    /* A piece of the thread, 0: one word. INSERT: these words, one behind the other; DROP: its words up to event
     * `last`, which they are; TO_END: all from `event` on, more than RUN_MAX perhaps, which stand nowhere here. */
    uint32_t run_count, run[REPLAY_RUN_MAX];
    int64_t last;
    int64_t event, other;
    uint8_t thread, other_thread;
    uint32_t word, other_word;
    enum tt_space space; /* UNWRITTEN, DATUM */
    uint32_t lo, bits;   /* DATUM */
    bool is_store;       /* INSERT, CHANGE: a core's store of `word`, of this kind, to addr */
    enum ttcap_kind stored;
    uint8_t index;
    uint32_t addr;
    enum replay_edit_where where;
    uint32_t alike, behind;
};

/* A value that an element has at the start in place of the recorded one, little-endian. At a checkpoint that holds the
 * recorded value where the tile still has this one, these bytes are not compared: the recording is wrong there, too. */
enum { OPERAND_BYTES_MAX = 4 };
struct replay_operand {
    enum tt_space space;
    uint32_t lo;
    uint8_t count, recorded[OPERAND_BYTES_MAX], value[OPERAND_BYTES_MAX];
    uint8_t retained[OPERAND_BYTES_MAX]; /* bits that stay as they are */
    uint64_t event; /* executed order: nothing reads or writes it before that; 0 where that is not known */
};

/* Bytes of the start that count as unknown, as input `number`: what depends on them is undecided, by that input. */
enum { WATCHED_MAX = 96 };
struct replay_watched {
    enum tt_space space;
    uint32_t lo, hi;
    unsigned number; /* below WATCHED_MAX */
};

struct replay;

/* Program order: bytes that a step reads changed. After the step those that it did not write are restored. */
struct replay_patch_piece {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *mask; /* bits set in mask alone */
    uint8_t *saved;              /* room for as many */
};
struct replay_patch { /* of the step `last`, and of words that the same unit has for the same thread from `first` on */
    uint64_t first, last;
    enum tt_unit unit;
    unsigned thread;
    size_t count;
    const struct replay_patch_piece *pieces;
};

/* A word of a pipe, which then stands at the gate for so many rounds before anything looks at it, or an event of a
 * core. */
struct replay_delay {
    unsigned thread;
    bool is_core;
    bool has_event; /* else all that was pushed, or done, from pc */
    uint64_t event; /* the push that the word came from */
    uint32_t nth;   /* of the words that it became, from 0 */
    uint32_t pc;
    uint64_t rounds;
    uint32_t word; /* the delayed word, for readers; 0: a core, or not known */
};

/* References (capture/expected.h) that allow for more than their own bits; the capture's own checkpoints are then
 * taken, but not judged. accept: for `count` bytes from lo of a space that are about to be held against the tile, puts
 * into `held` what the tile has wherever that is as good. Of a checkpoint the stretches of a space come by rising
 * address. */
struct replay_tolerance {
    void *user;
    void (*accept)(void *user, const struct tile *tile, uint32_t checkpoint, enum tt_space space, uint32_t lo,
                   uint32_t count, uint8_t *held);
    /* After a replay: whether most of the references differ for the order of their elements alone. */
    bool (*is_misread)(void *user);
};

/* Firmware order: what something outside of the tile, a host, does while the cores run. A round is a step of the cores;
 * each call may read the tile. */
struct replay_outside {
    void *user;
    /* The round in which it acts next if nothing changes, `round` or later; UINT64_MAX: none. Null: it acts between two
     * rounds alone, and the next two are, too. */
    uint64_t (*due)(void *user, const struct tile *tile, uint64_t round);
    /* The next event of the host in this round, before the cores: a store to L1 (l1w) or elsewhere (mmio), or a read on
     * which it decides (semr). False: nothing more. Bytes are borrowed until the next call. */
    bool (*act)(void *user, const struct tile *tile, uint64_t round, struct ttcap_event *event);
    /* Whether the run ends here, whatever the cores do. */
    bool (*ends)(void *user, const struct tile *tile, uint64_t round);
    /* Whether it has the memory that a core requests over the network: it takes what is written, and stores what is
     * read in the next round. Null: it has none. */
    bool (*serve)(void *user, const struct tile *tile, uint64_t round, const struct noc_refusal *request);
};

struct replay_frames; /* frames.h */

/* Before the text of a reading, in a tag of a capture whose end is that of the run that made it. */
#define REPLAY_READING_TAG "reading:"

/* How the device ended, where the capture says it: the key "ended" of a bundle, a tag of a capture. */
enum replay_device_end { REPLAY_DEVICE_UNKNOWN, REPLAY_DEVICE_ENDED, REPLAY_DEVICE_HUNG };
enum replay_device_end replay_device_end(const struct ttcap_info *info);

struct replay_options {
    enum replay_order order;
    uint32_t units; /* bit a enum tt_unit: data units that run. Control units (config, scalar, adc, sync, frontend)
                     * always run. The others' instructions are skipped, and the state they would have produced is
                     * taken from the recording at each checkpoint (docs/semantics/replay.md) */
    uint64_t first, last; /* events [first, last); last UINT64_MAX: to the end */
    bool has_until; /* the run ends before the event `until`, or in other orders than executed before that word or */
    uint64_t until; /* store: what comes behind has no verdict */
    struct variant_set variants;
    uint64_t random_order; /* program order: the seed of a random order (program_schedule.c); 0: rounds */
    /* Program order: runs the events instead of rounds; null: rounds, or the random order. */
    enum tt_status (*drive)(void *user, struct replay *replay, struct tt_error *err);
    void *drive_user;
    const struct replay_patch *patch;  /* null: none */
    const struct replay_delay *delays; /* program order: delay_count of them (docs/formats/delays.md); borrowed */
    size_t delay_count;
    const struct replay_edit *edit, *other_edit; /* null: none; not of firmware order; the other only with the one */
    const struct replay_operand *operand;        /* operand_count of them; borrowed */
    size_t operand_count;
    const struct replay_watched *watched; /* watched_count of them; borrowed */
    size_t watched_count;
    uint64_t max_steps; /* of firmware order, and words and stores of program order: what still runs then is reported as
                         * one that hangs */
    bool has_checkpoint_word; /* firmware order: a store to this word of L1 is the next checkpoint's moment */
    uint32_t checkpoint_word;
    const struct replay_outside *outside; /* firmware order; null: what the capture has of it (outside.h) */
    bool is_strict;                       /* stop at the first finding */
    bool holds_streams;                   /* the pushed words against the executed ones, too (streams.h) */
    bool asks_evidence;       /* words and stores that rest on less than `evidence` are findings, and are said in the */
    enum fact_level evidence; /* verdict */
    /* Bit a enum tt_space: what a recording from silicon leaves unknown there at its start counts as its reset value,
     * or (assumed_zero, of these) as zero. assumes_all: of whatever there is; else a space that is known is refused. */
    uint32_t assumed, assumed_zero;
    bool assumes_all;
    /* Undefined behaviour is followed to the bytes that it may have touched, as it is where the probe wants accesses.
     * Without, a replay that meets any has no verdict (replay_is_unsure). */
    bool follows_undefined;
    /* Only whether anything differs is asked: what is unknown counts as what the tile has there, undefined behaviour is
     * not followed, and the observer is asked behind each space of a checkpoint whether that is enough. */
    bool is_screened;
    bool holds_no_end; /* program and firmware order: only whether it ends is asked */
    bool takes_all; /* at each checkpoint everything that differs is taken from it, so that no difference is carried on
                     */
    uint32_t hazards_without;                 /* program order: bit an enum hazard_edge that orders nothing */
    const struct replay_tolerance *tolerance; /* null: what was held is held to the bit; borrowed */
    struct staged *const *staged;             /* of references to stages, staged_count of them; borrowed */
    size_t staged_count;
    uint32_t fast_left_out;        /* fast paths that the tile does not take (tile_set_fast) */
    const struct replay_set *sets; /* set_count of them; borrowed */
    size_t set_count;
    struct replay_frames *frames; /* null: none; frames are for one capture */
    bool fills_frames;            /* with those of this replay, in place of what is there */
};

/* Parties that wait, and those they wait for: the cores, then the pipes of the threads. */
enum {
    PARTY_PIPES = TT_CORE_COUNT,
    PARTIES = PARTY_PIPES + THREADS,
    PARTY_TEXT_MAX = 16,
    PARTIES_TEXT_MAX = PARTIES * PARTY_TEXT_MAX
};
/* "core t0", "T0's pipe"; of a set with a bit each "core t0, T0's pipe". Returns text. */
const char *replay_party_text(unsigned party, char text[static PARTY_TEXT_MAX]);
const char *replay_parties_text(unsigned parties, char text[static PARTIES_TEXT_MAX]);

/* The wait of a thread or a core when nothing can go on. */
struct replay_wait {
    unsigned thread;
    bool is_core;   /* its core waits, else its pipe */
    bool is_poll;   /* for what a recorded poll saw: the condition of its loop is not known */
    uint64_t event; /* of the capture: what the core would do next, or the push that the word came from */
    uint32_t word;  /* of the pipe */
    bool has_pc;    /* firmware order: which core, where it stands and at what, or which pushed the word */
    enum tt_core core;
    uint32_t pc;
    unsigned by; /* a bit a party: who would have to bring it about, as far as that is known */
    char what[WAIT_TEXT_MAX], who[WAIT_TEXT_MAX]; /* the condition; who could bring it about, or that none is left */
    char code[RISCV_TEXT_MAX];                    /* of a core; empty: none */
};
unsigned replay_wait_party(const struct replay_wait *wait);

/* A deadlock of program order or a hang of firmware order. */
enum { REPLAY_WAITS_MAX = 2 * THREADS + TT_CORE_COUNT };
struct replay_waits {
    unsigned count;
    struct replay_wait items[REPLAY_WAITS_MAX];
};
void replay_waits_add(void *waits, const struct replay_wait *wait);

/* Program order: a thread's core or pipe stood still while other things happened. */
struct replay_waited {
    unsigned thread;
    bool is_core;
    uint64_t first_step, last_step; /* the next step when it began, and when it ended */
    uint64_t event;                 /* of the capture: what waited, or the push that its word came from */
    const char *what;               /* it waited for */
    /* A bit a party: who brought it about, at step by_step; without one who could. 0: not known. */
    unsigned by;
    bool has_by_step;
    uint64_t by_step;
};

/* The place in the program of a core from which it pushed a word, or made a store: of a word that an expander produced,
 * the push that it came from. */
struct replay_origin {
    uint64_t seq;
    bool is_word; /* of thread */
    unsigned thread;
    enum tt_core core;
    uint32_t pc;
};

struct cores;        /* tile/riscv/cores.h */
struct stream_fault; /* streams.h */

/* Reports of a replay as it runs. Any member may be null. Borrowed until the call returns. */
struct replay_observer {
    void *user;
    /* seq: of the word or store before it. */
    void (*checkpoint)(void *user, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq);
    void (*found)(void *user, const struct verdict_place *place, const struct probe_finding *finding);
    void (*comparison)(void *user, const struct replay_comparison *comparison);
    void (*mismatch)(void *user, const struct replay_mismatch *mismatch);
    void (*undecided)(void *user, const struct replay_undecided *undecided);
    void (*window)(void *user, const struct held_window *window); /* known by hash alone */
    /* Behind the last checkpoint: each input that undecided bytes come from, or decided ones by an assumption. */
    void (*origin)(void *user, const struct unknown_input *origin);
    void (*progress)(void *user, uint64_t done, uint64_t of);
    /* Asked again and again; true: the replay ends there. */
    bool (*is_enough)(void *user);
    void (*waiting)(void *user, const struct replay_wait *wait);
    /* All has run. In program and firmware order the end is not held yet: holding takes from the recording what skipped
     * and unsupported words would have left. */
    void (*ran)(void *user, const struct tile *tile);
    void (*ended)(void *user, const struct tile *tile); /* all has run, nothing failed */
    void (*hazard)(void *user, const struct replay_hazard *hazard);
    uint64_t hazards_most; /* of so many it looks at the texts: those of later ones may be empty; 0: of all */
    /* An event left this range unknown: computed from unknown state, or by undefined behaviour. The latter is
     * followed only while a probe that wants accesses is there. */
    void (*tainted)(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi);
    /* A word is about to run, and the tile may be changed: accesses are not reported until the call returns. A word
     * that has to wait is reported again. */
    void (*before)(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq);
    /* Firmware order: a core is about to do an instruction, and `seq` is the number of the next word or store. One that
     * has to wait is reported again. No core runs ahead of its step. */
    void (*core)(void *user, enum tt_core core, const struct cores *cores, uint64_t seq);
    /* The sources of a recording of the replay (record.h): the tile at the start; each event as it takes effect, its
     * seq that of the capture where it is one; the tile after a checkpoint was held, with what no running unit produces
     * taken over from the recording. */
    void (*started)(void *user, const struct tile *tile);
    void (*happened)(void *user, const struct ttcap_event *event);
    void (*held)(void *user, uint32_t checkpoint, const struct tile *tile);
    void (*waited)(void *user, const struct replay_waited *waited);
    /* It goes on from a frame (frames.h): checkpoints below this one were held when it was filled, and nothing of them
     * is reported again. Without this every replay runs from the start. */
    void (*resumed)(void *user, uint32_t checkpoint);
    /* Of a word or store that just took effect, where it is known. */
    void (*came_from)(void *user, const struct replay_origin *origin);
    /* A thread that executed another word than was pushed; with `holds_streams` alone. */
    void (*stream_fault)(void *user, const struct stream_fault *fault);
    const struct replay_observer *next; /* another one that gets all of it, too; null: none */
};

/* A step of a core or pipe. */
struct replay_move {
    unsigned thread; /* 3: an event of no thread */
    bool is_core;    /* the event below; else the pipe's word, pushed by it */
    uint64_t event;
    uint32_t word;
    uint32_t nth; /* of a pipe: which of the words that the event became */
};

struct replay_summary {
    uint64_t events, executed, skipped, unsupported, findings;
    struct verdict_facts facts;
    enum verdict verdict; /* of the facts */
    uint64_t skipped_by_unit[TT_UNIT_COUNT];
    uint32_t checkpoints;  /* held */
    bool start_is_assumed; /* the capture does not know all of the counters and configuration at the start: reset */
    bool is_deadlocked;    /* program and firmware order: nothing could go on; the observer was given what waits for
                            * what. In firmware order the device may have hung there too: the bytes decide */
    uint64_t steps, instructions; /* firmware order: steps, and instructions of all cores */
    uint64_t hazards;             /* program order, in rounds; each is a finding too */
    uint64_t delayed;             /* rounds in which a delay held something */
};

/* The data units of which all documented instructions are implemented on a chip (bit a enum tt_unit). */
uint32_t replay_units(enum tt_chip chip);

/* Everything at its default: executed order, all of replay_units(), all events, and the readings that suit the
 * capture's source: where simulator and silicon differ (variants_of_simulator), captures from a simulator or
 * derived from one have the simulator's. */
void replay_options_init(struct replay_options *options, const struct ttcap_info *info);

/* Events before options->first run unseen; checkpoints of [first, last) are held. Refuses with TT_UNSUPPORTED what is
 * not supported: other orders, units without handlers. */
enum tt_status replay_run(struct ttcap *capture, const struct replay_options *options, const struct probe *probe,
                          const struct replay_observer *observer, struct replay_summary *summary, struct tt_error *err);

/* Whether a replay met undefined behaviour and did not follow it: run it again with follows_undefined. */
static inline bool replay_is_unsure(const struct replay_summary *summary)
{
    return summary->facts.undefined && !summary->facts.is_undefined_followed;
}
