/* SPDX-License-Identifier: Apache-2.0 */
/* Where a replay first differs from the device, and which change would make it agree. docs/how-to/bisect.md */
#pragma once

#include "ask/run/run_whole.h"
#include "isa/variants.h"
#include "numeric/format.h"
#include "order/replay.h"
#include "order/streams.h"
#include "schedules/schedules.h"

enum { BISECT_STAGE_MAX = 32, BISECT_ID_MAX = 64, BISECT_PARTS_MAX = 4, BISECT_EXPLANATIONS_MAX = 16 };
enum { BISECT_PARTIAL_MAX = 24 };
enum { BISECT_BRANCHES_MAX = 3, BISECT_BUDGET_USUAL = 100000 /* replays, where nobody asks for another number */ };

/* asked 0: nobody asked. */
static inline uint64_t bisect_budget(uint64_t asked)
{
    return asked ? asked : BISECT_BUDGET_USUAL;
}

struct bisect_result;
struct bisect_explanation;

struct bisect_options {
    struct replay_options replay; /* order, units, variants and sets that hold for every replay; evidence is asked of
                                   * the one as it is */
    uint64_t budget;              /* replays at most */
    bool is_behind_executed;      /* program order, since in executed order nothing was found */
    bool is_part;                 /* the rest is searched behind a change that explains a part */
    bool asks_readings;           /* of a reference, too: readings are hypotheses about a device */
    void (*progress)(void *user, uint64_t done, uint64_t of); /* may be null */
    void (*waiting)(void *user,
                    const struct replay_wait *wait); /* the waits that hang in the replay as it is; may be null */
    /* The change that explained all first, where the search goes on for long: the result is whole up to the place. May
     * be null. */
    void (*first)(void *user, const struct bisect_result *result, const struct bisect_explanation *explanation);
    bool (*is_late)(void *user); /* asked before each replay; true: the search ends, as with its budget spent */
    void *user;
};

/* The kind of a differing value. */
enum bisect_part {
    BISECT_DATUM,
    BISECT_SHARED_EXPONENT,
    BISECT_PADDING,
    BISECT_ROW_START,
    BISECT_REGISTER, /* an element of a space other than L1 */
    BISECT_BYTES,    /* of L1, by no packer */
    BISECT_WINDOW,   /* known by hash alone: its value, and its writer, are not known */
};

/* The first value that differs: of the first checkpoint that does, in the order of the data's way through the tile. */
struct bisect_place {
    enum tt_space space;
    uint32_t lo, hi; /* bytes of it */
    enum bisect_part part;
    enum format format;                               /* of a datum; else FORMAT_COUNT */
    uint32_t held, replayed, known;                   /* of a datum: its own bits, where a byte holds several */
    uint32_t held_bytes, replayed_bytes, known_bytes; /* of [lo, hi) */
    uint32_t tile, datum; /* of a packer's write: the data tile, and the datum within all of it */
    bool has_origin;
    uint16_t origin;              /* cell of Dst that the datum came from */
    char stage[BISECT_STAGE_MAX]; /* the last that changed the datum; "" where it is not known */

    bool has_writer, has_word;   /* the replay wrote it; by an instruction */
    const struct fact *rests_on; /* the weakest fact that decided the writer; null: nothing wrote it */
    bool has_suspect; /* nothing wrote it, in L1; the first PACR that wrote nothing, else the first, stands below */
    uint64_t seq;     /* the last event that did */
    uint32_t word;
    uint8_t thread, instance;
    enum tt_unit unit;
    struct word_source source;
};

enum bisect_change_kind { BISECT_READING, BISECT_SET, BISECT_WORD, BISECT_OPERAND, BISECT_INPUT, BISECT_ORDER };

/* A recorded word that the device did not execute. */
enum bisect_word_fault {
    BISECT_LOST,    /* one is missing */
    BISECT_DOUBLED, /* one stands there twice */
    BISECT_EXTRA,   /* one is too many */
    BISECT_CHANGED,
    BISECT_SWAPPED,   /* with a neighbour: of its thread, or of another thread that came first */
    BISECT_UNWRITTEN, /* it ran, and what it should have written of edit.space stayed as it was */
    BISECT_MOVED,     /* one ran at another time: edit.other stands where it would run behind edit.event */
    BISECT_MISWROTE,  /* it ran, and one element that it wrote had other bits in the device */
};

/* Program order: another order of the words than rounds, and the wait whose lack lets it happen. */
struct bisect_order {
    bool is_unit; /* a unit was late: `delayed` says which, and what it shares with what came too soon */
    struct replay_hazard delayed;
    const struct replay_patch *patch;  /* is_unit: while the search runs */
    struct replay_move earlier, later; /* not is_unit: `later` came before `earlier`, with these delays */
    struct replay_delay delays[WITNESS_MOST];
    size_t delay_count;
    bool has_wait; /* with this word behind event `behind` of the thread of `later` that order cannot happen */
    uint32_t wait;
    int64_t behind;
};

/* An input that is another one: what the bytes [lo, lo + count) of L1 would have to hold at the start. */
enum bisect_input_fault {
    BISECT_INPUT_OTHER,     /* what stands from `from` on */
    BISECT_INPUT_ROTATED,   /* their own, from `from` on, and behind the last the first */
    BISECT_INPUT_QUARTERS,  /* their own, the second and the third quarter exchanged */
    BISECT_INPUT_EXCHANGED, /* the two words change places: the one from `from` on, and this one */
    BISECT_INPUT_ZERO,
    BISECT_INPUT_FAULTS
};
struct bisect_input {
    enum bisect_input_fault fault;
    uint32_t lo, count, from;
};

/* Bytes of an input on which all that differs depends, and how many compared bytes do. */
enum { BISECT_NEEDED_MAX = 2 };
struct bisect_needed {
    struct bisect_input part; /* count 0: none */
    uint64_t by;
};

/* One change to the replay: a reading of a step, a field of the configuration, a recorded word, an operand, another
 * order of the words. */
struct bisect_change {
    enum bisect_change_kind kind;
    enum variant_id variant;
    uint8_t choice;
    struct replay_set set;
    uint32_t was;  /* the value of the field at the first instruction */
    bool is_shown; /* a checkpoint holds this value (of WORD: what it leaves); where the replay of a SET wrote the
                    * other, by which event */
    bool has_writer;
    uint64_t writer;
    /* Of a SET of a unit's field: nothing wrote it before the first instruction; or the writer is a word, of this
     * thread, or a store by a core. */
    bool is_unwritten, is_writer_word;
    uint8_t writer_thread;
    bool is_too_many; /* of SET: without the writer all is explained, too */
    bool is_vain;  /* CHANGED, of a wait: nothing in the recording could end the one that stands there, but this one */
    bool is_guess; /* one of hundreds or thousands: a value that stands nowhere in the recording, or not there */
    /* WORD: the edit that corrects it; equally at any event of [first_event, last_event], or (LOST) behind one of
     * them */
    struct replay_edit edit;
    enum bisect_word_fault fault;
    int64_t first_event, last_event;
    uint32_t recorded; /* the word that stands there; not of LOST */
    uint32_t times;    /* of several words: how often, from first_event on */
    bool agrees;       /* it leaves a field at a value with which that alone explains all */
    bool is_pushed;    /* it is the word that was pushed, where another ran */
    bool has_fed;      /* CHANGED, of SETDMAREG: its register is put into this word of configuration */
    uint32_t fed;
    bool is_store; /* LOST: stands nowhere in the recording; it would store what a register or field has to hold */
    enum ttcap_kind event_kind; /* a word, or a store by a core (to `addr`; of CHANGED it may be to edit.addr) */
    uint32_t addr;
    uint32_t alike;                /* other changes at the same place that would do as well */
    uint32_t beside;               /* of code and of changed words: one of these, as a word; 0: it is not known */
    struct replay_operand operand; /* OPERAND: what the start held, and what it would have to hold */
    bool is_code;                  /* OPERAND: an instruction of `core` */
    enum tt_core core;
    struct bisect_input input;
    const struct bisect_order *order; /* ORDER: the result's */
};

/* All words of one instruction, whatever their operands are. */
static inline bool bisect_change_is_of_insn(const struct bisect_change *change)
{
    return change->edit.where == REPLAY_EDIT_EVERY && change->edit.alike != UINT32_MAX;
}

/* The change may as well stand at the events [first, last]. */
static inline void bisect_change_widen(struct bisect_change *change, int64_t first, int64_t last)
{
    change->first_event = first < change->first_event ? first : change->first_event;
    change->last_event = last > change->last_event ? last : change->last_event;
}

/* How many words ran with changes of one kind. */
struct bisect_work {
    uint64_t least, most; /* most: of those with no far more than the least */
};

static inline bool bisect_work_is_far_more(const struct bisect_work *work, uint64_t executed)
{
    return executed / 7 > work->least / 4;
}

static inline bool bisect_work_is_odd(const struct bisect_work *work, uint64_t executed)
{
    enum { BESIDE = 2 /* posts and waits */ };
    return executed + BESIDE < work->most || bisect_work_is_far_more(work, executed);
}

/* Changes that are applied together. */
struct bisect_explanation {
    struct bisect_change changes[BISECT_PARTS_MAX];
    unsigned count;
    uint64_t explained; /* differing values that become equal, and decided */
    uint64_t broken;    /* bytes that differ only with it */
    uint64_t undecided; /* compared bytes that are undecided with it */
    /* Where the replay hangs: what is left at the end with it (difference.h), and the words that then ran: with fewer
     * than another allows it ends because of work that it takes away, with far more loops are longer. */
    uint64_t left, executed;
    bool is_odd;
    bool is_by_parts;  /* two faults: each change explains its part alone, and the parts are disjoint */
    uint64_t parts[2]; /* values that each explains */
};

enum bisect_cause {
    BISECT_NOTHING_FOUND, /* no change that was tried explains all */
    BISECT_EXPLAINED,     /* explanations[0], and nothing else that was tried but lost stores of the same */
    BISECT_POSSIBLE,      /* several do, the most plausible first, and the recording does not say which; or one of many
                             words or operands that were tried does, of a few differing bits */
    BISECT_LAYOUT,        /* the reference's elements stand in another order than they were read in */
    BISECT_RECORDING,     /* the recording contradicts itself: the device's later state fits the replayed value */
};

/* Why the one explanation that there is may be another's: the weightiest reason. */
enum bisect_unsure {
    BISECT_SURE,
    BISECT_UNSURE_SAID,    /* it says so itself: others there, undecided bytes, an end of which nothing was recorded */
    BISECT_UNSURE_SEVERAL, /* several changes at once */
    BISECT_UNSURE_INPUT,   /* an address may do as much */
    BISECT_UNSURE_MADE_UP, /* what it stores stands nowhere */
    BISECT_UNSURE_SETTING, /* its unit was not shown to go wrong alone */
    BISECT_UNSURE_CHANCE,  /* few bits differ */
    BISECT_UNSURE_BUDGET,  /* and the search was not whole */
    BISECT_UNSURE_ORDER,   /* words of pushes or code decide what comes first, too */
    BISECT_UNSURES
};

/* Kinds of hypotheses, in the order in which they are tried. */
enum bisect_class {
    BISECT_CLASS_SHOWN,    /* configuration that a checkpoint shows otherwise */
    BISECT_CLASS_READINGS, /* of steps, errata first */
    BISECT_CLASS_FIELDS,   /* of the unit that wrote the first difference */
    BISECT_CLASS_TOGETHER, /* of these two, several at once */
    BISECT_CLASS_INPUTS,   /* whole inputs */
    BISECT_CLASS_OPERANDS,
    BISECT_CLASS_WORDS,    /* recorded words and stores by cores */
    BISECT_CLASS_UPSTREAM, /* fields of all other units */
    BISECT_CLASS_CODE,     /* words of the cores' own code */
    BISECT_CLASS_ORDERS,   /* of the threads' words, in program order */
    BISECT_CLASSES
};
enum bisect_extent { BISECT_NOT_SEARCHED, BISECT_IN_PART, BISECT_WHOLE };

/* Whether the unit differs in the same way when it alone runs, on what the device held. */
enum bisect_alone { BISECT_ALONE_UNKNOWN, BISECT_ALONE_DIFFERS, BISECT_ALONE_AGREES };

/* Where the replay without and with an explanation begin to differ: the first stage of the first instruction. */
struct bisect_branch {
    bool is_found;
    uint64_t seq;
    uint32_t word;
    uint8_t thread, instance;
    enum tt_unit unit;
    char stage[BISECT_STAGE_MAX]; /* "" : its writes, after stages that agree */
    bool has_value;
    uint32_t nth; /* value of that stage */
    enum format format;
    uint32_t as_is, explained;
    struct word_source source;
};

/* A fault of the device that what differs shows by itself. */
enum bisect_device_fault {
    BISECT_DEVICE_NONE,
    BISECT_DEVICE_STUCK,   /* a bit of each word is the same in all that was held, and nothing else differs */
    BISECT_DEVICE_BANKS,   /* each of the two banks holds what the replay has in the other */
    BISECT_DEVICE_CLEARED, /* all of a piece of registers is zero, and nothing else differs: a word may do that, too */
};
struct bisect_device {
    enum bisect_device_fault fault;
    enum tt_space space;
    uint32_t lo, hi, width; /* bytes; width: of a word, of which that at lo has the bit */
    uint8_t bit;
    bool is_one;
};

/* A semaphore of a run that hangs, which a core of `thread` posted more often than it is got. */
struct bisect_unpaired {
    unsigned sem, thread;
    uint64_t posts, gets; /* posts 0: there is none */
};

/* Whether a change of the program hardly explains it, too. */
static inline bool bisect_device_is_sure(const struct bisect_device *device)
{
    return device->fault == BISECT_DEVICE_STUCK || device->fault == BISECT_DEVICE_BANKS;
}

struct bisect_result {
    enum verdict verdict;
    struct replay_summary summary; /* of the replay as it is */
    enum replay_order order;       /* events below are its steps, but in executed order */
    bool is_behind_executed;       /* the options' */
    uint64_t stream_faults;        /* where words executed are not those that were pushed, expanded */
    char first_stream_fault[STREAM_TEXT_MAX];
    bool is_of_array; /* held against references, not against what a device had */
    uint64_t replays; /* made */
    enum bisect_extent searched[BISECT_CLASSES];
    bool is_budget_spent, is_cut; /* not all changes were tried; only the first 1,048,576 differing bytes count */
    bool is_late;                 /* it was the time that was spent */
    bool is_share;                /* the budget's share where a change explains all */
    bool hangs;                   /* with what the checkpoints hold put aside: it differs before */
    uint64_t spins; /* the cores still run where the usual steps end: no replay of the search goes on behind this one;
                     * 0: they end, or wait */

    /* Where bytes differ: */
    uint64_t values, bytes;                               /* that differ, over all checkpoints */
    char checkpoint[BISECT_ID_MAX], clean[BISECT_ID_MAX]; /* the first that differs; the last before it */
    int64_t after_event, clean_after;
    uint64_t older; /* differing bytes of that checkpoint, all of which are as an earlier one held them; 0: not all */
    char older_at[BISECT_ID_MAX];     /* which: the last before it that holds them */
    uint64_t older_first, older_last; /* the events that wrote them in the replay; last 0: not all were written */
    struct bisect_device device;
    uint64_t own_bytes; /* is_of_array: known bytes of the capture's own checkpoints, all equal; 0: not so */
    struct bisect_place first;
    enum bisect_alone alone;
    enum bisect_cause cause;
    enum bisect_unsure unsure; /* POSSIBLE, of one explanation */
    uint64_t later; /* BISECT_RECORDING: bytes that differ later only where the device's value is taken over */
    struct bisect_explanation explanations[BISECT_EXPLANATIONS_MAX];
    unsigned explanation_count; /* that explain all; of the fewest changes */
    unsigned set_aside;         /* others that explain all with more changes, or leave more undecided */
    /* An input whose bytes all are `from`, 0 or 0xFF, at the start, and on which all that differs depends: what belongs
     * there the capture does not hold. count 0: there is none. */
    struct bisect_input blank;
    /* Likewise bytes in a row of an input that unpackers read: a part of a tile. */
    struct bisect_needed needed[BISECT_NEEDED_MAX];
    bool ends_alone; /* the run hangs, and what was recorded is the start alone, or of the device as it hung: all that
                      * is asked of a change is that it ends */
    bool ends_otherwise;             /* it hangs, no change leads to what was recorded, and with these it ends */
    struct bisect_unpaired unpaired; /* and no change leaves nothing at the end */
    bool is_weak;                    /* what differs is little enough for a change to explain it by chance */
    bool has_best;
    struct bisect_explanation best;                        /* of the others the one that explains most, less what it
                                                            * breaks */
    struct bisect_explanation partial[BISECT_PARTIAL_MAX]; /* that explain a part and break nothing, the most first */
    unsigned partial_count;
    struct bisect_order other_order;
    struct word_source sources[BISECT_EXPLANATIONS_MAX]; /* of the explanations: where each would have to be mended */
    struct bisect_branch branches[BISECT_BRANCHES_MAX];  /* of the first explanations, each its own */
};

/* The end of a replay behind an event: in executed order. The others run whole, and have their one checkpoint at the
 * end.
 */
static inline void bisect_end_behind(struct replay_options *options, uint64_t event)
{
    if (options->order == REPLAY_EXECUTED)
        options->last = event + 1;
}

enum tt_status bisect_run(struct ttcap *capture, const struct bisect_options *options, struct bisect_result *result,
                          struct tt_error *err);
