/* SPDX-License-Identifier: Apache-2.0 */
/* The hypotheses: the form of a word after each kind of fault, and its repair. */
#include "ask/bisect/word_list.h"

#include "ask/bisect/fields.h"
#include "ask/bisect/landing.h"
#include "ask/bisect/words/store_changes.h"
#include "ask/bisect/words/word_runs.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/unit_fields.h"

#include "insn_ids.h"

enum { SETDMAREG_LOW = 8, SETDMAREG_BITS = 16 };

struct caller {
    const struct word_list *list;
    const struct recorded_word *at; /* null: the start */
    unsigned thread;
    int64_t nth; /* of the thread: of `at`; -1 at the start */
    bool is_guess;
    const struct word_place *place;
    void *user;
    bool (*try)(void *user, const struct bisect_change *change);
};

static const struct recorded_word *beside(const struct caller *caller, int64_t step)
{
    return word_of_thread(caller->list, caller->thread, caller->nth + step);
}

static bool is_word(const struct recorded_word *word, const struct recorded_word *other)
{
    return word && other ? word->word == other->word : word == other;
}

bool word_does_something(const struct word_list *list, uint32_t word)
{
    const struct isa_insn *insn = isa_find(list->chip, word);
    if (insn && (insn->id == INSN_SEMPOST || insn->id == INSN_SEMGET) &&
        !(word & ((UINT32_C(1) << WORD_OPERAND_BITS) - 1)))
        return false; /* of no semaphore */
    return !insn || insn->write_count > 0 ||
           (!list->is_executed && (insn->read_count > 0 || insn->unit == TT_UNIT_SYNC));
}

bool word_is_semaphore(enum tt_chip chip, uint32_t word)
{
    const insn_id id = isa_id(chip, word);
    return id == INSN_SEMPOST || id == INSN_SEMGET || id == INSN_SEMINIT;
}

bool word_is_wait(enum tt_chip chip, uint32_t word)
{
    return isa_unit(chip, word) == TT_UNIT_SYNC && !word_is_semaphore(chip, word);
}

struct bisect_change word_change_at(const struct recorded_word *at, enum replay_edit_kind kind,
                                    enum bisect_word_fault fault)
{
    return (struct bisect_change){.kind = BISECT_WORD,
                                  .edit = {.kind = kind,
                                           .event = (int64_t)at->seq,
                                           .other = -1,
                                           .thread = at->thread,
                                           .word = at->word,
                                           .is_store = recorded_is_store(at),
                                           .stored = at->kind,
                                           .addr = at->addr},
                                  .fault = fault,
                                  .recorded = at->word,
                                  .event_kind = at->kind,
                                  .addr = at->addr};
}

void word_change_every(struct bisect_change *change, const struct word_place *place)
{
    if (!place->times)
        return;
    change->times = place->times;
    change->edit.where = REPLAY_EDIT_EVERY;
    change->edit.alike = place->alike;
    change->edit.other_word = change->recorded;
}

/* An edit of the word itself. */
static bool try_word(struct caller *caller, enum replay_edit_kind kind, uint32_t word, enum bisect_word_fault fault)
{
    struct bisect_change change = word_change_at(caller->at, kind, fault);
    if (!word_place_takes(caller->place, word))
        return true;
    change.edit.word = word;
    change.is_guess = caller->is_guess;
    word_change_every(&change, caller->place);
    return caller->try(caller->user, &change);
}

/* ---- a word is too many, or two are swapped ---- */

static bool try_drop(struct caller *caller, bool is_double)
{
    const struct recorded_word *at = caller->at, *before = beside(caller, -1);
    if (!at || is_double != (before && before->word == at->word) || !word_does_something(caller->list, at->word))
        return true;
    return try_word(caller, REPLAY_EDIT_DROP, at->word, is_double ? BISECT_DOUBLED : BISECT_EXTRA);
}

static bool try_swap(struct caller *caller, const struct recorded_word *with)
{
    const struct recorded_word *at = caller->at;
    if (!at || !with || (with->word == at->word && with->thread == at->thread) ||
        (!caller->list->is_executed && with->thread != at->thread))
        return true;
    struct bisect_change change = word_change_at(at, REPLAY_EDIT_SWAP, BISECT_SWAPPED);
    change.edit.other = (int64_t)with->seq;
    change.edit.other_thread = at->thread;
    change.edit.other_word = at->word;
    change.edit.thread = with->thread;
    change.edit.word = with->word;
    return caller->try(caller->user, &change);
}

static bool try_threads(struct caller *caller)
{
    const struct word_list *list = caller->list;
    const struct recorded_word *at = caller->at;
    const struct recorded_word *next = at && at + 1 < list->items + list->count ? at + 1 : NULL;
    return !next || recorded_is_store(next) || next->thread == at->thread || try_swap(caller, next);
}

/* ---- a word is another ---- */

static bool try_change(struct caller *caller, uint32_t word)
{
    const struct recorded_word *at = caller->at;
    if (!at || word == at->word || (!recorded_is_store(at) && !word_does_something(caller->list, word)))
        return true; /* such a word is one too many */
    return try_word(caller, REPLAY_EDIT_CHANGE, word, BISECT_CHANGED);
}

static bool is_one_bit(uint32_t bits)
{
    return bits && !(bits & (bits - 1));
}

/* A part of a word or of a stored value that means one thing. */
struct changed_field {
    uint8_t low, bits;
};
enum { CHANGED_FIELDS_MAX = 32 };

/* The fields of an instruction that leaves something; of a store those that a unit reads, or all of the value. */
static unsigned word_changes_fields_of(const struct caller *caller,
                                       struct changed_field fields[static CHANGED_FIELDS_MAX])
{
    const struct recorded_word *at = caller->at;
    const enum tt_chip chip = caller->list->chip;
    unsigned count = 0;
    if (at->kind == TTCAP_CFGW) {
        enum reg_id ids[32];
        const size_t all = reg_fields_of_word(chip, TT_SPACE_CFG, at->addr, ids);
        for (size_t i = 0; i < all; i++)
            if (field_is_read(chip, ids[i]))
                fields[count++] =
                    (struct changed_field){reg_field_get(chip, ids[i])->shift, reg_field_get(chip, ids[i])->bits};
        return count;
    }
    if (recorded_is_store(at)) {
        fields[0] = (struct changed_field){0, 32};
        return 1;
    }
    const struct isa_insn *insn = word_does_something(caller->list, at->word) ? isa_find(chip, at->word) : NULL;
    for (unsigned i = 0; insn && i < insn->field_count && count < CHANGED_FIELDS_MAX; i++)
        fields[count++] = (struct changed_field){insn->fields[i].low, insn->fields[i].bits};
    return count;
}

static uint32_t field_mask(const struct changed_field *field)
{
    return (uint32_t)((UINT64_C(1) << field->bits) - 1);
}

static bool try_field(struct caller *caller, const struct changed_field *field, uint32_t value)
{
    const uint32_t mask = field_mask(field);
    return try_change(caller, (caller->at->word & ~(mask << field->low)) | (value & mask) << field->low);
}

static bool word_changes_try_bits(struct caller *caller)
{
    struct changed_field fields[CHANGED_FIELDS_MAX];
    const unsigned count = caller->at ? word_changes_fields_of(caller, fields) : 0;
    bool goes_on = true;
    for (unsigned i = 0; i < count && goes_on; i++)
        for (unsigned bit = 0; bit < fields[i].bits && goes_on; bit++)
            goes_on = try_change(caller, caller->at->word ^ UINT32_C(1) << (fields[i].low + bit));
    return goes_on;
}

static bool try_near_field(struct caller *caller, const struct changed_field *field)
{
    const uint32_t mask = field_mask(field), is = caller->at->word >> field->low & mask;
    const uint32_t values[] = {is + 1, is - 1, is << 1, is >> 1};
    bool goes_on = true;
    for (unsigned i = 0; i < sizeof values / sizeof *values && goes_on; i++)
        if (!is_one_bit((values[i] ^ is) & mask))
            goes_on = try_field(caller, field, values[i]);
    return goes_on;
}

/* An address: the data that landed elsewhere says by how much it is another one. */
static bool try_landed(struct caller *caller, const struct changed_field *field)
{
    const struct landing *landing = caller->list->landing;
    struct changed_field whole = *field;
    bool goes_on = true;
    if (isa_id(caller->list->chip, caller->at->word) == INSN_SETDMAREG && !recorded_is_store(caller->at))
        whole = (struct changed_field){SETDMAREG_LOW, SETDMAREG_BITS}; /* of two fields */
    const uint32_t is = caller->at->word >> whole.low & field_mask(&whole);
    for (unsigned i = 0; landing && whole.bits >= LANDING_BITS && i < landing->count && goes_on; i++)
        goes_on = try_field(caller, &whole, is + (uint32_t)landing->by[i]);
    return goes_on;
}

/* The value of a checkpoint, in place of the one that the word stores there. */
static bool try_held(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (unsigned i = 0; i < list->store_count[caller->thread] && goes_on && !list->is_hung; i++)
        if (word_changes_are_of_one_value(list->chip, caller->at->word, list->stores[caller->thread][i]))
            goes_on = try_change(caller, list->stores[caller->thread][i]);
    return goes_on;
}

static bool try_near(struct caller *caller)
{
    struct changed_field fields[CHANGED_FIELDS_MAX];
    const unsigned count = caller->at ? word_changes_fields_of(caller, fields) : 0;
    bool goes_on = !caller->at || recorded_is_store(caller->at) || try_held(caller);
    for (unsigned i = 0; i < count && goes_on; i++)
        goes_on = try_near_field(caller, &fields[i]) && try_landed(caller, &fields[i]);
    return !goes_on || !caller->at || !recorded_is_store(caller->at)
               ? goes_on
               : store_changes_near(caller->list, caller->at, caller->user, caller->try);
}

/* Whether the word's operand is a value that others work with later: of configuration, counters, registers. */
static bool carries_value(const struct caller *caller)
{
    const enum tt_unit unit = isa_unit(caller->list->chip, caller->at->word);
    return recorded_is_store(caller->at) || unit == TT_UNIT_CONFIG || unit == TT_UNIT_ADC || unit == TT_UNIT_SCALAR;
}

enum { TINY_BITS = 4, SMALL_BITS = 8 };

static bool try_values_of_field(struct caller *caller, const struct changed_field *field)
{
    const unsigned small = carries_value(caller) ? SMALL_BITS : TINY_BITS;
    bool goes_on = true;
    for (uint32_t value = 0; field->bits <= small && value <= field_mask(field) && goes_on; value++)
        goes_on = try_field(caller, field, value);
    for (unsigned i = 0; field->bits > small && i <= field->bits && goes_on; i++) /* powers of two, and one below */
        goes_on = (i == field->bits || try_field(caller, field, UINT32_C(1) << i)) &&
                  try_field(caller, field, (uint32_t)((UINT64_C(1) << i) - 1));
    for (unsigned i = 0; field->bits > small && small == SMALL_BITS && i < field->bits; i++)
        for (unsigned k = i + 1; k < field->bits && goes_on; k++)
            goes_on = try_change(caller, caller->at->word ^ (UINT32_C(1) << i | UINT32_C(1) << k) << field->low);
    return goes_on;
}

static bool try_values(struct caller *caller)
{
    struct changed_field fields[CHANGED_FIELDS_MAX];
    const unsigned count = caller->at ? word_changes_fields_of(caller, fields) : 0;
    bool goes_on = true;
    caller->is_guess = true;
    for (unsigned i = 0; i < count && goes_on; i++)
        goes_on = try_values_of_field(caller, &fields[i]);
    return goes_on;
}

/* One field as it is in another word of the same instruction, of any thread. */
static bool try_field_elsewhere(struct caller *caller, const struct changed_field *field)
{
    enum { SEEN_MAX = 24 };
    const struct word_list *list = caller->list;
    const uint32_t mask = field_mask(field), is = caller->at->word >> field->low & mask;
    uint32_t seen[SEEN_MAX];
    unsigned count = 0;
    bool goes_on = true;
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread] && count < SEEN_MAX && goes_on; i++) {
            const uint32_t word = list->distinct[thread][i], value = word >> field->low & mask;
            unsigned k = 0;
            while (k < count && seen[k] != value)
                k++;
            if ((word ^ caller->at->word) >> WORD_OPERAND_BITS || value == is || k < count)
                continue;
            seen[count++] = value;
            goes_on = is_one_bit(value ^ is) || try_field(caller, field, value);
        }
    return goes_on;
}

static bool try_fields_elsewhere(struct caller *caller)
{
    struct changed_field fields[CHANGED_FIELDS_MAX];
    const unsigned count = caller->at ? word_changes_fields_of(caller, fields) : 0;
    bool goes_on = true;
    for (unsigned i = 0; i < count && goes_on && count > 1; i++) /* of one field the whole words were tried */
        goes_on = try_field_elsewhere(caller, &fields[i]);
    return goes_on;
}

static bool try_operands(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (uint32_t i = 0; i < list->distinct_count[caller->thread] && goes_on && caller->at; i++) {
        const uint32_t word = list->distinct[caller->thread][i], bits = word ^ caller->at->word;
        if (!(bits >> WORD_OPERAND_BITS) && !is_one_bit(bits))
            goes_on = try_change(caller, word);
    }
    return goes_on && try_fields_elsewhere(caller);
}

/* ---- a word is missing ---- */

bool word_try_insert(const struct word_list *list, const struct recorded_word *at, const struct recorded_word *next,
                     struct bisect_change *change, void *user,
                     bool (*try)(void *user, const struct bisect_change *change))
{
    change->kind = BISECT_WORD;
    change->fault = BISECT_LOST;
    change->event_kind = list->is_executed ? TTCAP_EXEC : TTCAP_PUSH;
    change->edit.event = at ? (int64_t)at->seq : -1;
    if (!try(user, change))
        return false;
    if (!next || !list->is_executed || change->edit.event == (int64_t)next->seq - 1)
        return true;
    const struct recorded_word *between = at && change->edit.run_count ? at + 1 : next;
    for (; between + 1 < next; between++) {
        change->edit.event = (int64_t)between->seq; /* a round runs in step with the other threads */
        if (!try(user, change))
            return false;
    }
    change->edit.event = (int64_t)next->seq - 1;
    return try(user, change);
}

static bool try_insert(struct caller *caller, uint32_t word, bool is_store)
{
    struct bisect_change change = {
        .edit = {.kind = REPLAY_EDIT_INSERT, .other = -1, .thread = (uint8_t)caller->thread, .word = word},
        .is_store = is_store,
        .is_guess = caller->is_guess};
    return !word_does_something(caller->list, word) ||
           word_try_insert(caller->list, caller->at, beside(caller, 1), &change, caller->user, caller->try);
}

/* It ran a second time. */
static bool try_twice(struct caller *caller)
{
    return !caller->at || try_insert(caller, caller->at->word, false);
}

/* Of another instruction in place of this one, too. */
static bool try_any(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (uint32_t i = 0; i < list->distinct_count[caller->thread] && goes_on; i++) {
        const uint32_t word = list->distinct[caller->thread][i];
        goes_on = try_insert(caller, word, false) &&
                  (!caller->at || list->is_hung || !((word ^ caller->at->word) >> WORD_OPERAND_BITS) ||
                   try_change(caller, word));
    }
    return goes_on;
}

static bool try_stores(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (unsigned i = 0; i < list->store_count[caller->thread] && goes_on; i++)
        goes_on = try_insert(caller, list->stores[caller->thread][i], !list->is_hung);
    return goes_on;
}

static bool try_made(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    caller->is_guess = true;
    for (unsigned i = 0; i < list->made_count && goes_on; i++)
        goes_on = try_insert(caller, list->made[i], false);
    return goes_on;
}

/* ---- a word ran, and left nothing ---- */

static bool try_unwritten_space(struct caller *caller, enum tt_space space)
{
    struct bisect_change change = word_change_at(caller->at, REPLAY_EDIT_UNWRITTEN, BISECT_UNWRITTEN);
    change.edit.space = space;
    return caller->try(caller->user, &change);
}

bool word_changes_datum(const struct recorded_word *at, enum tt_space space, uint32_t lo, uint32_t bits, void *user,
                        bool (*try)(void *user, const struct bisect_change *change))
{
    struct bisect_change change = word_change_at(at, REPLAY_EDIT_DATUM, BISECT_MISWROTE);
    change.edit.space = space;
    change.edit.lo = lo;
    change.edit.bits = bits;
    change.is_guess = true;
    return try(user, &change);
}

/* The device had the value that stood there before: a stale operand, a lost write, another bank. */
static bool try_unwritten(struct caller *caller)
{
    static const enum tt_space spaces[] = {TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_DST, TT_SPACE_LREG};
    const struct isa_insn *insn = caller->at ? isa_find(caller->list->chip, caller->at->word) : NULL;
    bool goes_on = true;
    if (!insn || !caller->list->is_executed || caller->list->has_unknown)
        return true;
    for (unsigned i = 0; i < sizeof spaces / sizeof *spaces && goes_on; i++)
        for (unsigned k = 0; k < insn->write_count; k++)
            if (insn->writes[k].what == spaces[i]) {
                goes_on = try_unwritten_space(caller, spaces[i]);
                break;
            }
    return goes_on;
}

/* ---- what the thread does elsewhere ---- */

/* Words that stand elsewhere as the wanted one would here: each once. */
enum { FOUND_MAX = 16 };
struct found {
    uint32_t words[FOUND_MAX];
    unsigned count;
};

static void add_found(struct found *found, uint32_t word)
{
    found->count = fields_add_distinct(found->words, found->count, FOUND_MAX, word);
}

/* A word that stands elsewhere in the thread between `before` and `after` (both), or beside one of the two. */
static struct found find_elsewhere(const struct caller *caller, const struct recorded_word *before,
                                   const struct recorded_word *after, bool both)
{
    const struct word_list *list = caller->list;
    struct found found = {.count = 0};
    for (int64_t nth = 0; nth < list->thread_count[caller->thread]; nth++) {
        const struct recorded_word *word = word_of_thread(list, caller->thread, nth);
        if (word == caller->at)
            continue;
        const bool is_left = is_word(word_of_thread(list, caller->thread, nth - 1), before);
        const bool is_right = is_word(word_of_thread(list, caller->thread, nth + 1), after);
        if (both ? is_left && is_right : is_left != is_right)
            add_found(&found, word->word);
    }
    return found;
}

static bool try_lost(struct caller *caller, bool both)
{
    const struct found found = find_elsewhere(caller, caller->at, beside(caller, 1), both);
    bool goes_on = true;
    for (unsigned i = 0; i < found.count && goes_on; i++)
        goes_on = try_insert(caller, found.words[i], false);
    return goes_on;
}

static bool try_pattern(struct caller *caller)
{
    if (!caller->at)
        return true;
    const struct found found = find_elsewhere(caller, beside(caller, -1), beside(caller, 1), true);
    bool goes_on = true;
    for (unsigned i = 0; i < found.count && goes_on; i++)
        if (!((found.words[i] ^ caller->at->word) >> WORD_OPERAND_BITS))
            goes_on = try_change(caller, found.words[i]);
    return goes_on;
}

bool word_changes_are_of_one_value(enum tt_chip chip, uint32_t word, uint32_t other)
{
    static const char *const places[] = {"setc16_reg", "cfg_reg_addr", "cfg_reg", "reg_index16b"};
    const uint32_t bits = word ^ other, number = ((UINT32_C(1) << SETDMAREG_BITS) - 1) << SETDMAREG_LOW;
    const struct isa_insn *insn = isa_find(chip, word);
    bool is_one = insn && insn->id == INSN_SETDMAREG && !(bits & ~number);
    for (unsigned i = 0; insn && i < insn->field_count && !is_one; i++) {
        bool is_place = false;
        for (unsigned k = 0; k < sizeof places / sizeof *places; k++)
            is_place |= strcmp(insn->fields[i].name, places[k]) == 0;
        is_one = !is_place && !(bits & ~(((UINT32_C(1) << insn->fields[i].bits) - 1) << insn->fields[i].low));
    }
    return is_one;
}

bool word_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                  bool (*try)(void *user, const struct bisect_change *change))
{
    struct caller caller = {.list = list,
                            .at = place->at,
                            .thread = place->at ? place->at->thread : place->thread,
                            .nth = place->at ? (int64_t)place->at->nth : -1,
                            .place = place,
                            .user = user,
                            .try = try};
    if (rank == WORD_RANK_EXCHANGED)
        return word_exchanges(list, place, user, try);
    const bool is_value = rank == WORD_RANK_BIT || rank == WORD_RANK_NEAR || rank == WORD_RANK_VALUE;
    const bool is_store = place->at && recorded_is_store(place->at);
    if (rank == WORD_RANK_PLACE || rank == WORD_RANK_LATE || rank == WORD_RANK_NEVER ||
        (is_store && (rank == WORD_RANK_EXTRA || rank == WORD_RANK_PATTERN_LOST)))
        return store_changes(list, rank, place, user, try);
    if (is_store && !is_value)
        return true;
    switch (rank) {
    case WORD_RANK_KIND:
        return word_kinds(list, place, user, try);
    case WORD_RANK_MOVED:
        return word_moves(list, place, user, try);
    case WORD_RANK_RUN:
    case WORD_RANK_PIECE:
        return word_runs(list, place, rank == WORD_RANK_RUN, user, try);
    case WORD_RANK_UNWRITTEN:
        return try_unwritten(&caller);
    case WORD_RANK_NEAR:
        return try_near(&caller);
    case WORD_RANK_VALUE:
        return try_values(&caller);
    case WORD_RANK_SWAPPED:
        return try_swap(&caller, beside(&caller, 1));
    case WORD_RANK_DOUBLED:
        return try_drop(&caller, true);
    case WORD_RANK_TWICE:
        return try_twice(&caller);
    case WORD_RANK_PATTERN_LOST:
        return try_lost(&caller, true);
    case WORD_RANK_PATTERN_CHANGED:
        return try_pattern(&caller);
    case WORD_RANK_THREADS_SWAPPED:
        return try_threads(&caller);
    case WORD_RANK_BIT:
        return word_changes_try_bits(&caller);
    case WORD_RANK_STORE:
        return try_stores(&caller);
    case WORD_RANK_MADE:
        return try_made(&caller);
    case WORD_RANK_FOLLOWS:
        return try_lost(&caller, false);
    case WORD_RANK_EXTRA:
        return try_drop(&caller, false);
    case WORD_RANK_OPERAND:
        return try_operands(&caller);
    case WORD_RANK_LOST:
        return try_any(&caller);
    case WORD_RANK_PUSHED: /* word_streams.h */
    case WORD_RANK_STANDS:
    case WORD_RANK_ROUND:
    case WORD_RANK_DATUM:
    case WORD_RANK_PLACE: /* store_changes.h */
    case WORD_RANK_LATE:
    case WORD_RANK_NEVER:
    case WORD_RANK_EXCHANGED: /* above */
    case WORD_RANK_COUNT:
        break;
    }
    return true;
}
