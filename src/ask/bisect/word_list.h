/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a capture (executed; in program order pushed) and the values that cores stored, by event and by thread,
 * and the faults that each of them may have. */
#pragma once

#include "ask/bisect/bisect.h"

struct recorded_word {
    uint64_t seq;
    uint32_t word, nth; /* nth: of its thread's words; of a store: of those before it */
    uint8_t thread;
    enum ttcap_kind kind; /* a word; or a store of CFGW, MOPW or GPRW: word is the value */
    uint32_t addr;        /* of a store */
};

static inline bool recorded_is_store(const struct recorded_word *word)
{
    return word->kind != TTCAP_EXEC && word->kind != TTCAP_PUSH;
}

enum { WORD_STORES_MAX = 128, WORD_MADE_MAX = 48 };

struct word_list {
    enum tt_chip chip;
    bool is_executed; /* in executed order; else words as they were pushed */
    bool is_hung;     /* the replay hangs: stores[] are posts, gets and beginnings of semaphores */
    bool has_unknown; /* the start leaves values unknown: what stood somewhere before is no known value */
    struct recorded_word *items;
    size_t count;
    uint32_t *of_thread[THREADS]; /* indices of items */
    uint32_t thread_count[THREADS];
    uint32_t *distinct[THREADS]; /* words, each once, the most frequent first */
    uint32_t distinct_count[THREADS];
    uint32_t stores[THREADS][WORD_STORES_MAX]; /* word_stores.h: that may have been lost */
    unsigned store_count[THREADS];
    uint32_t made[WORD_MADE_MAX]; /* waits, and what zeroes: words that any thread may lack */
    unsigned made_count;
    unsigned core_posts, core_gets; /* by cores' stores: a bit a semaphore */
    const struct landing *landing;  /* null: not looked for */
    const struct chain *chain;      /* likewise */
};

/* Start from {0}; free with word_list_clear, also on failure. */
enum tt_status word_list_read(struct word_list *list, struct ttcap *capture, enum replay_order order,
                              struct tt_error *err);
void word_list_clear(struct word_list *list);

/* Word nth of a thread; null beyond its first and last. */
static inline const struct recorded_word *word_of_thread(const struct word_list *list, unsigned thread, int64_t nth)
{
    return nth >= 0 && nth < list->thread_count[thread] ? &list->items[list->of_thread[thread][nth]] : NULL;
}

/* How plausible, the most first: words that the thread executes elsewhere come first. */
enum word_rank {
    WORD_RANK_PUSHED,  /* the word that was pushed, where another ran; what wrote a value that differs did not run */
    WORD_RANK_SWAPPED, /* with the next of its thread */
    WORD_RANK_DOUBLED,
    WORD_RANK_PATTERN_LOST, /* elsewhere in the thread it stands between the same two words; of stores to the macro-op
                             * expander, of which cores make all in a row, one is missing */
    WORD_RANK_PATTERN_CHANGED, /* likewise, a word of the same instruction */
    WORD_RANK_THREADS_SWAPPED, /* the next event is of another thread */
    WORD_RANK_STANDS,    /* none that is tried: changed, by any of those below, and the thread runs it elsewhere */
    WORD_RANK_EXTRA,     /* it did not run: of each place one guess, where a changed word is one of dozens */
    WORD_RANK_UNWRITTEN, /* it ran, and what it should have written to a data register stayed as it was */
    WORD_RANK_TWICE,     /* the device ran it twice */
    WORD_RANK_ROUND,     /* lost or too many in every round of a loop (word_rounds.h) */
    WORD_RANK_BIT,       /* one bit of the operand, or of a core's value, changed */
    WORD_RANK_NEAR,      /* the same: beside it, twice or half of it, or as it is elsewhere in the recording */
    WORD_RANK_STORE,     /* lost; it stores what a register or field would have to hold */
    WORD_RANK_FOLLOWS,   /* lost; elsewhere it stands behind the same word, or before */
    WORD_RANK_PLACE,     /* a core's store went to another place */
    WORD_RANK_LATE,      /* or came too late */
    WORD_RANK_RUN, /* a piece of the thread is lost that stands elsewhere between the same two words, or is doubled */
    WORD_RANK_EXCHANGED, /* values of two stores, or of two words of one instruction */
    WORD_RANK_MOVED,     /* a word came some words earlier or later */
    WORD_RANK_PIECE,     /* a short piece is too many */
    WORD_RANK_KIND,      /* changed: another instruction with the same operands, or that stands between the same two
                          * words elsewhere; any in place of NOP */
    WORD_RANK_NEVER, /* a core's store is lost: to a word that nothing else stores, of a value that stands elsewhere */
    WORD_RANK_OPERAND, /* changed; a word of the same instruction stands elsewhere in the thread, or one of its fields
                        */
    WORD_RANK_MADE,    /* lost; a wait, or what zeroes: it need not stand anywhere else */
    WORD_RANK_VALUE,   /* any value of a small field, and two bits of a wider one or of a core's value */
    WORD_RANK_LOST,    /* any word of the thread, or it stood in place of another instruction */
    WORD_RANK_DATUM,   /* it ran, and left another bit in a data register */
    WORD_RANK_COUNT
};

/* Of a word: which instruction; the rest are its operands. */
enum { WORD_OPERAND_BITS = 24 };
static const uint32_t word_opcode = UINT32_C(0xFF) << WORD_OPERAND_BITS;

/* False for a NOP, and of executed words for a wait: nothing that it leaves could differ. Of pushed words a wait
 * decides what comes first, and MOP leaves words. */
bool word_does_something(const struct word_list *list, uint32_t word);

/* Whether a word holds its thread up and leaves nothing. */
bool word_is_wait(enum tt_chip chip, uint32_t word);
/* Whether a word posts or gets a semaphore, or sets one up. */
bool word_is_semaphore(enum tt_chip chip, uint32_t word);

/* An edit at a recorded word. */
struct bisect_change word_change_at(const struct recorded_word *at, enum replay_edit_kind kind,
                                    enum bisect_word_fault fault);

/* Tries what an edit inserts behind `at` (null: the start), and, of executed words, right before `next` of its thread:
 * other threads may come between. The change has its edit, but for the event. False ends. */
bool word_try_insert(const struct word_list *list, const struct recorded_word *at, const struct recorded_word *next,
                     struct bisect_change *change, void *user,
                     bool (*try)(void *user, const struct bisect_change *change));

/* Calls `try` with each change of a rank at a word: at it, or (LOST) behind it; false ends. `at` null: at the start, of
 * `thread`. */
struct word_place {
    const struct recorded_word *at;
    unsigned thread;
    /* times not 0: with all of the thread that are the same in the bits `alike`, from `at` on, so many; where they
     * differ in others, of these (`apart`) none is another one. */
    uint32_t times, alike, apart;
};
/* Whether all that are meant may be changed as the place's word into this one. */
static inline bool word_place_takes(const struct word_place *place, uint32_t word)
{
    return !((word ^ place->at->word) & place->apart);
}
/* The change of the place's word as one of all that are meant. */
void word_change_every(struct bisect_change *change, const struct word_place *place);
bool word_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                  bool (*try)(void *user, const struct bisect_change *change));

/* The one that left bits of an element of a data register turned over. */
bool word_changes_datum(const struct recorded_word *at, enum tt_space space, uint32_t lo, uint32_t bits, void *user,
                        bool (*try)(void *user, const struct bisect_change *change));

/* Whether the two differ in one field, or in the two of SETDMAREG's number, and store to the same place. */
bool word_changes_are_of_one_value(enum tt_chip chip, uint32_t word, uint32_t other);
