/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration that changed under a unit at work, as a finding with both instructions.
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "base/text/text.h"
#include "isa/effects.h"
#include "isa/mmio.h"
#include "isa/rules.h"
#include "isa/spaces.h"
#include "isa/unit_fields.h"
#include "tile/tile.h"

#include "cfg_findings.h"
#include "dst_findings.h"
#include "gpr_findings.h"
#include "l1_findings.h"
#include "mop_findings.h"
#include "name_texts.h"

enum { FIELDS_TEXT = 512 };

/* The word of a pipe, or the core (word 0), that rewrites. */
struct writer {
    unsigned agent;
    uint32_t word;
};

/* The values of the semaphores at the start. */
static void know_semaphores(struct hazards *hazards)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        uint32_t value_and_max[2];
        const uint32_t lo = STATE_SEM * 4 + i * (uint32_t)sizeof value_and_max;
        tile_load_numbers(hazards->source.tile, TT_SPACE_STATE, lo, 2, value_and_max);
        hazard_semaphore_set(&hazards->semaphores[i], value_and_max[0], value_and_max[1]);
    }
}

static void know_outside(struct hazards *hazards)
{
    for (unsigned agent = 0; agent < HAZARD_AGENTS; agent++) {
        for (unsigned unit = 0; unit < HAZARD_UNITS; unit++)
            hazards->agents[agent].done[unit][THREADS] = INT64_MAX; /* joins compare signed numbers */
    }
}

struct hazards *hazards_new(const struct hazard_source *source)
{
    struct hazards *hazards = mem_calloc(1, sizeof *hazards);
    if (hazards) {
        hazards->source = *source;
        hazards->chip = source->chip;
        hazards->scalar_words_lag = chip_get(source->chip)->scalar_words_lag;
        know_semaphores(hazards);
        know_outside(hazards);
        hazard_cfg_users(hazards->chip, hazards->cfg_users);
        if (!hazard_cells_init(hazards)) {
            hazards_free(hazards);
            return NULL;
        }
    }
    return hazards;
}

void hazards_free(struct hazards *hazards)
{
    if (hazards)
        hazard_cells_clear(hazards);
    if (hazards)
        mem_free(hazards->values);
    mem_free(hazards);
}

static const uint32_t *cfg_of(const struct hazards *hazards, unsigned state)
{
    return tile_state(hazards->source.tile)->cfg[state];
}

static void append_name(char names[static FIELDS_TEXT], const char *name)
{
    const size_t length = strlen(names);
    (void)snprintf(names + length, FIELDS_TEXT - length, "%s%s", length ? ", " : "", name);
}

static uint32_t used_bits(struct hazards *hazards, enum tt_unit unit, unsigned group, uint32_t word)
{
    struct hazard_used *used = &hazards->used[unit][group];
    if (!used->is_known[word]) {
        used->is_known[word] = true;
        used->bits[word] = hazard_used_bits(hazards->chip, unit, EXTENT_FIELDS + group, word);
    }
    return used->bits[word];
}

/* The fields of a word that have such bits. */
static void hazard_name_fields(enum tt_chip chip, uint32_t word, uint32_t bits, char names[static FIELDS_TEXT])
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (bits & reg_field_bits(field))
            append_name(names, field->name);
    }
}

/* The copy of one state compared with what it was; a word that exists once changes in both. reported: but for these.
 * The last use of any of the fields. */
static const struct hazard_use *name_changes(struct hazards *hazards, enum tt_unit unit,
                                             const struct hazard_use uses[static SETTING_GROUPS], const bool *is_open,
                                             unsigned state, const uint32_t *reported, char names[static FIELDS_TEXT])
{
    const uint32_t *now = cfg_of(hazards, state), *before = hazards->before[state];
    const struct hazard_use *last = NULL;
    names[0] = 0;
    for (uint32_t i = hazards->written[state].lo; i < hazards->written[state].hi; i++) {
        const uint32_t changed = (now[i] ^ before[i]) & ~reported[i];
        uint32_t bits = 0;
        for (unsigned group = 0; group < SETTING_GROUPS && changed; group++) {
            const uint32_t used = is_open[group] ? changed & used_bits(hazards, unit, group, i) : 0;
            last = used && (!last || uses[group].time > last->time) ? &uses[group] : last;
            bits |= used;
        }
        if (bits)
            hazard_name_fields(hazards->chip, i, bits, names);
    }
    return last;
}

static void report_changes(struct hazards *hazards, struct hazard_reported *reported, unsigned state)
{
    const struct hazard_words *written = &hazards->written[state];
    for (uint32_t i = written->lo; i < written->hi; i++)
        reported->bits[state][i] |= cfg_of(hazards, state)[i] ^ hazards->before[state][i];
    reported->time = hazards->time;
}

/* "thread 1's MVMUL …", "a store of thread 0's core" */
static void hazard_describe(enum tt_chip chip, unsigned agent, uint32_t word, char text[static ISA_TEXT_MAX])
{
    char disassembled[ISA_TEXT_MAX];
    if (agent < THREADS)
        (void)snprintf(text, ISA_TEXT_MAX, "thread %u's %.400s", agent, isa_disassemble(chip, word, disassembled));
    else if (agent < HAZARD_OUTSIDE)
        (void)snprintf(text, ISA_TEXT_MAX, "a store of thread %u's core", agent - HAZARD_CORES);
    else
        (void)snprintf(text, ISA_TEXT_MAX, "a store from outside the threads");
}

/* The wait that they lack depends on whose work it is; of all others the rule says what mends the program. */
static bool hazard_waits_for_work(finding_id id)
{
    static const finding_id ids[] = {
        FINDING_CFG_WHILE_IN_USE,  FINDING_CFG_MAY_BE_IN_USE,       FINDING_DST_WHILE_IN_USE,
        FINDING_DST_READ_TOO_SOON, FINDING_L1_WHILE_IN_USE,         FINDING_L1_READ_TOO_SOON,
        FINDING_GPR_WHILE_IN_USE,  FINDING_GPR_READ_TOO_SOON,       FINDING_CFG_READ_UNORDERED,
        FINDING_DST_MAY_BE_IN_USE, FINDING_DST_MAY_BE_READ_TOO_SOON};
    bool waits = false;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        waits |= ids[i] == id;
    return waits;
}

static void describe_missing(const struct hazard_pair *pair, char text[static ISA_TEXT_MAX])
{
    if (pair->id == FINDING_CFG_STORE_NOT_AWAITED && pair->agent != pair->thread)
        (void)snprintf(text, ISA_TEXT_MAX,
                       INSN_TEXT_STALLWAIT
                       " of thread %u for its core's stores (TRISC_CFG) with a semaphore or mutex behind it",
                       pair->thread);
    else if (!hazard_waits_for_work(pair->id))
        (void)finding_mend(pair->id, pair->unit, text);
    else if (pair->unit == HAZARD_AT_ISSUE || pair->unit == HAZARD_CORE_STORE)
        (void)snprintf(text, ISA_TEXT_MAX, "semaphore, mutex or wait for thread %u's pipe in between", pair->thread);
    else if (pair->agent == pair->thread)
        (void)snprintf(text, ISA_TEXT_MAX, INSN_TEXT_STALLWAIT " for %s that stops such words in between",
                       unit_name(pair->unit));
    else
        (void)snprintf(text, ISA_TEXT_MAX,
                       INSN_TEXT_STALLWAIT
                       " of thread %u for %s with a semaphore, mutex or wait for its pipe behind it",
                       pair->thread, unit_name(pair->unit));
}

void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard)
{
    if (hazards->reported++ < REPLAY_HAZARDS_MAX)
        hazards->items[hazards->reported - 1] = *hazard;
}

const char *hazard_sentence(const struct replay_hazard *hazard, char text[static HAZARD_SENTENCE])
{
    char window[128] = "";
    if (hazard->cycles)
        (void)snprintf(window, sizeof window, ", if %s takes longer than %llu cycle%s", unit_name(hazard->unit),
                       (unsigned long long)hazard->cycles, hazard->cycles == 1 ? "" : "s");
    return text_print(text, HAZARD_SENTENCE, "%s %s %s, which %s %s%s: there is no %s", hazard->who,
                      hazard->is_read ? "reads" : "rewrites", hazard->what, hazard->other,
                      hazard->is_read ? "may not have written yet" : "may still use", window, hazard->missing);
}

/* The pair in words, if they are wanted. Each text is as large as what is read of it is small: none is cleared. */
static void describe_pair(const struct hazards *hazards, const struct hazard_pair *pair, bool in_words,
                          struct replay_hazard *found)
{
    found->unit = pair->unit;
    found->is_read = pair->is_read;
    found->cycles = pair->cycles;
    found->what[0] = found->who[0] = found->other[0] = found->missing[0] = '\0';
    if (!in_words)
        return;
    (void)text_print(found->what, sizeof found->what, "%s", pair->what);
    hazard_describe(hazards->chip, pair->agent, pair->word, found->who);
    hazard_describe(hazards->chip, pair->used_by ? pair->thread : HAZARD_CORES + pair->thread, pair->used_by,
                    found->other);
    describe_missing(pair, found->missing);
}

/* A sentence costs as much as the work of ten words, and a program that lacks a wait lacks it in each repetition. */
static void say_finding(struct hazards *hazards, const struct hazard_pair *pair)
{
    const struct replay_listener *listener = hazards->source.listener;
    const struct probe *probe = &listener->probe;
    const bool in_words = replay_listener_hears(listener);
    char text[HAZARD_SENTENCE];
    struct replay_hazard found;
    if (in_words)
        describe_pair(hazards, pair, in_words, &found);
    const char *detail = in_words ? hazard_sentence(&found, text) : NULL;
    probe->finding(probe->user, &(struct probe_finding){pair->id, pair->unit, 0, detail, NULL});
}

static void hazard_pass_on(struct hazards *hazards, const struct hazard_pair *pair, uint64_t step, uint64_t places)
{
    const uint64_t most = hazards->source.texts_most;
    const struct hazard_given *given = &hazards->given[pair->unit][pair->thread];
    const bool has_others =
        pair->unit >= TT_UNIT_MOVER && pair->unit <= TT_UNIT_PACK && given->first_step < pair->used_step;
    const struct isa_insn *other = pair->used_by ? isa_find(hazards->chip, pair->used_by) : NULL;
    struct replay_hazard found;
    describe_pair(hazards, pair, hazards->passed_on++ < most || !most, &found);
    found.id = pair->id;
    found.step = step;
    found.other_step = pair->used_step;
    found.first_step = has_others ? given->first_step : pair->used_step;
    found.thread = pair->thread;
    found.places = places;
    found.apart = pair->apart;
    found.most = other ? other->cycles : 0;
    hazards->source.found(hazards->source.user, &found);
}

static void hazard_retain(struct hazard_pending *pending, const struct hazard_pair *pair, uint64_t since, uint64_t step)
{
    *pending = (struct hazard_pending){.is_there = true, .pair = *pair, .since = since, .step = step};
    (void)snprintf(pending->what, sizeof pending->what, "%s", pair->what);
    pending->pair.what = pending->what;
}

static void observe_hazard_report(struct hazards *hazards, const struct hazard_pair *pair, uint64_t step)
{
    say_finding(hazards, pair);
    hazard_pass_on(hazards, pair, step, 1);
    if (pair->cycles) /* the next words of the thread alone show the same */
        hazard_clock_learn(&hazards->agents[pair->agent], pair->thread, pair->unit, hazards->time);
    else if (!pair->is_of_field)
        hazard_all_learn(hazards, pair->unit, pair->thread);
}

static void report_pending(struct hazards *hazards, struct hazard_pending *pending)
{
    pending->is_there = false;
    observe_hazard_report(hazards, &pending->pair, pending->step);
}

void hazard_report(struct hazards *hazards, const struct hazard_pair *pair, uint64_t since)
{
    struct hazard_pending *pending = &hazards->pending[pair->thread];
    const uint64_t step = hazards->source.listener->seq;
    const bool is_same = pending->is_there && pending->pair.unit == pair->unit;
    if (pair->id == FINDING_GPR_MAY_BE_READ_TOO_SOON) {
        say_finding(hazards, pair);
        const uint64_t places = hazards->lagging.places + 1;
        if (!hazards->lagging.is_there || pair->cycles < hazards->lagging.pair.cycles)
            hazard_retain(&hazards->lagging, pair, since, step);
        hazards->lagging.places = places;
        return;
    }
    if (pair->id == FINDING_DST_WHILE_IN_USE && pair->agent == pair->thread && !pending->is_there) {
        hazard_retain(pending, pair, since, step);
        return;
    }
    if (is_same && (pair->id == FINDING_CFG_WHILE_IN_USE || pair->id == FINDING_CFG_MAY_BE_IN_USE))
        pending->is_there = false;
    if (is_same && pending->is_there && pair->agent == pair->thread)
        return;
    if (is_same && pending->is_there)
        report_pending(hazards, pending);
    else
        observe_hazard_report(hazards, pair, step);
}

/* The wait did come, but too late: nothing else shows that it was missing before. */
static void report_waited(struct hazards *hazards, unsigned thread)
{
    struct hazard_pending *pending = &hazards->pending[thread];
    if (pending->is_there && hazards->agents[thread].done[pending->pair.unit][thread] >= pending->since)
        report_pending(hazards, pending);
}

void hazards_end(struct hazards *hazards)
{
    for (unsigned i = 0; i < THREADS; i++) {
        if (hazards->pending[i].is_there)
            report_pending(hazards, &hazards->pending[i]);
    }
    if (hazards->lagging.is_there)
        hazard_pass_on(hazards, &hazards->lagging.pair, hazards->lagging.step, hazards->lagging.places);
}

/* Of packers it was measured that configuration which is rewritten behind their word reaches them at work; of the
 * others no source says when they take it. The cycles since the word, where a pipe knows it issued. */
static uint64_t hazard_window_of(const struct hazards *hazards, unsigned agent, unsigned thread, enum tt_unit unit,
                                 const struct hazard_use *use)
{
    const bool is_asked = unit_is_unpacker(unit) || unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
    return is_asked && agent < THREADS ? hazard_time_since(hazards, agent, thread, use->time, use->cycle) : 0;
}

/* The last use that may not be over, and of which groups; another thread's may be by the cycles since. 0: none. */
static uint64_t last_open(const struct hazards *hazards, unsigned agent, unsigned thread, enum tt_unit unit,
                          const struct hazard_use uses[static SETTING_GROUPS], bool is_open[static SETTING_GROUPS])
{
    const uint64_t done = hazards->agents[agent].done[unit][thread];
    uint64_t last = 0;
    for (unsigned group = 0; group < SETTING_GROUPS; group++) {
        const struct hazard_use *use = &uses[group];
        is_open[group] = use->time > done;
        if (is_open[group] && agent != thread)
            is_open[group] = !hazard_time_is_over(
                hazards, hazard_time_since(hazards, agent, thread, use->time, use->cycle), use->word);
        last = is_open[group] && use->time > last ? use->time : last;
    }
    return last;
}

static void check_unit(struct hazards *hazards, const struct writer *writer, enum tt_unit unit)
{
    char names[FIELDS_TEXT];
    for (unsigned thread = 0; thread < THREADS; thread++) {
        struct hazard_reported *reported = &hazards->reported[unit][thread];
        if (hazards->given[unit][thread].time <= hazards->agents[writer->agent].done[unit][thread])
            continue; /* none is open */
        if (!hazard_changed_for(hazards, unit) && !reported->time)
            continue; /* it reads nothing of that, and nothing of it was said */
        for (unsigned state = 0; state < CFG_STATES; state++) {
            const struct hazard_use *uses = hazards->uses[unit][thread][state];
            bool is_open[SETTING_GROUPS];
            if (hazards->written[state].lo == hazards->written[state].hi)
                continue;
            const uint64_t last = last_open(hazards, writer->agent, thread, unit, uses, is_open);
            if (!last)
                continue;
            if (reported->time && last > reported->time)
                *reported = (struct hazard_reported){0};
            const struct hazard_use *use =
                name_changes(hazards, unit, uses, is_open, state, reported->bits[state], names);
            const uint64_t cycles = use ? hazard_window_of(hazards, writer->agent, thread, unit, use) : 0;
            if (use)
                hazard_report(hazards,
                              &(struct hazard_pair){
                                  .id = cycles ? FINDING_CFG_MAY_BE_IN_USE : FINDING_CFG_WHILE_IN_USE,
                                  .agent = writer->agent,
                                  .word = writer->word,
                                  .unit = unit,
                                  .thread = thread,
                                  .used_by = use->word,
                                  .used_step = use->step,
                                  .what = names,
                                  .is_of_field = true,
                                  .cycles = cycles,
                                  .apart = hazard_time_since(hazards, writer->agent, thread, use->time, use->cycle)},
                              use->time);
            if (use && !cycles)
                report_changes(hazards, reported, state);
        }
    }
}

/* Notes for whom, too. */
static bool has_changed(struct hazards *hazards)
{
    bool has = false;
    hazards->changed_for = 0;
    for (unsigned state = 0; state < CFG_STATES; state++) {
        const struct hazard_words *words = &hazards->written[state];
        const uint32_t *now = cfg_of(hazards, state), *before = hazards->before[state];
        for (uint32_t i = words->lo; i < words->hi; i++) {
            has |= now[i] != before[i];
            hazards->changed_for |= now[i] != before[i] ? hazards->cfg_users[i] : 0;
        }
    }
    return has;
}

static void take_changes(struct hazards *hazards)
{
    for (unsigned state = 0; state < CFG_STATES; state++) {
        const struct hazard_words *words = &hazards->written[state];
        memcpy(&hazards->before[state][words->lo], &cfg_of(hazards, state)[words->lo],
               (words->hi - words->lo) * sizeof **hazards->before);
    }
}

static void check_all(struct hazards *hazards, const struct writer *writer)
{
    for (unsigned state = 0; state < CFG_STATES && hazards->source.changes_unheard; state++)
        hazards->written[state] = (struct hazard_words){0, chip_get(hazards->chip)->cfg_words};
    if (has_changed(hazards)) {
        for (enum tt_unit unit = TT_UNIT_MOVER; unit <= TT_UNIT_PACK; unit++)
            check_unit(hazards, writer, unit);
        hazard_check_bases(hazards, writer->agent, writer->word);
        if (writer->agent < HAZARD_OUTSIDE)
            hazard_note_stores(hazards, writer->agent, writer->word);
        take_changes(hazards);
    }
    hazards->has_before = !hazards->source.changes_unheard;
}

/* Notes the configuration before a word or store that may write to it. */
static void know_before(struct hazards *hazards)
{
    memset(hazards->written, 0, sizeof hazards->written);
    hazards->lregs = (struct hazard_lregs){0};
    hazards->access_count = 0;
    if (!hazards->may_write || hazards->has_before)
        return;
    memcpy(hazards->before, cfg_of(hazards, 0), sizeof hazards->before);
    hazards->has_before = !hazards->source.changes_unheard;
}

/* A thread's copy of the configuration: bit 0 of its word 0 (F25). */
static unsigned state_of(const struct hazards *hazards, unsigned thread)
{
    return tile_state(hazards->source.tile)->thread_cfg[thread][0] & 1;
}

static void note_use(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct hazard_use use = {hazards->time, hazards->cycle[thread], word, hazards->source.listener->seq};
    struct hazard_use *uses = hazards->uses[hazards->unit][thread][state_of(hazards, thread)];
    for (unsigned groups = hazards->at_work->settings; groups; groups &= groups - 1) {
        const unsigned group = (unsigned)__builtin_ctz(groups);
        if (hazard_depends_on(hazards, EXTENT_FIELDS + group))
            uses[group] = use;
    }
}

static void __attribute__((noinline)) read_tables(struct hazard_word *found, const struct isa_insn *insn, uint32_t word)
{
    *found = (struct hazard_word){insn,
                                  word,
                                  (uint8_t)word_settings(insn, word),
                                  {(uint8_t)hazard_bank_uses(insn, word, 0), (uint8_t)hazard_bank_uses(insn, word, 1)}};
}

static const struct hazard_word *look_up(struct hazards *hazards, const struct isa_insn *insn, uint32_t word)
{
    struct hazard_word *found = &hazards->words[word * UINT32_C(0x9E3779B1) >> (32 - HAZARD_WORD_BITS)];
    found += found->insn && (found->insn != insn || found->word != word); /* its other place */
    if (found->insn != insn || found->word != word)
        read_tables(found, insn, word);
    return found;
}

static bool touches_banks(enum tt_unit unit)
{
    return unit == TT_UNIT_MATRIX || unit == TT_UNIT_ADC || unit_is_unpacker(unit);
}

void hazards_before_word(struct hazards *hazards, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    hazards->insn = insn;
    hazards->at_work = look_up(hazards, insn, word);
    hazards->unit = isa_unit_of(insn, word);
    hazards->may_write = hazards->unit == TT_UNIT_CONFIG || hazards->unit == TT_UNIT_SCALAR;
    know_before(hazards);
    if (unit_is_unpacker(hazards->unit))
        hazard_know_context(hazards, thread, word);
    if (touches_banks(hazards->unit))
        hazard_know_banks(hazards);
}

void hazards_after_word(struct hazards *hazards, unsigned thread, uint32_t word, uint64_t dropped)
{
    const bool uses_settings = hazards->at_work->settings != 0;
    hazard_time_pass(hazards, thread, dropped);
    hazard_order_word(hazards, thread, word);
    if (touches_banks(hazards->unit))
        hazard_order_banks(hazards, thread, word);
    report_waited(hazards, thread);
    if (uses_settings)
        note_use(hazards, thread, word);
    if (unit_is_unpacker(hazards->unit))
        hazard_take_base(hazards, thread, word);
    if (uses_settings)
        hazard_check_stores(hazards, thread, word);
    if (hazards->access_count)
        hazard_check_cells(hazards, thread, word);
    if (uses_settings || hazards->unit == TT_UNIT_CONFIG)
        hazard_check_cfg(hazards, thread, word);
    if (hazards->unit == TT_UNIT_VECTOR)
        hazard_check_lregs(hazards, thread, word);
    if (hazards->may_write)
        check_all(hazards, &(struct writer){thread, word});
    hazard_time_note(hazards, thread);
}

/* A macro-op is expanded while it runs: its configuration must stay until then (F12). */
static void __attribute__((noinline))
check_macro_op(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    char what[FIELDS_TEXT];
    if (stream >= THREADS || event->thread != (int)stream)
        return;
    const struct hazard_use *use = &hazards->macro_ops[stream];
    if (use->time <= hazards->agents[HAZARD_CORES + stream].done[HAZARD_EXPANDER][stream])
        return;
    (void)snprintf(what, sizeof what, "macro-op configuration word %u", (unsigned)event->addr);
    hazard_report(hazards,
                  &(struct hazard_pair){FINDING_MOP_CFG_WHILE_IN_USE, false, HAZARD_CORES + stream, 0, HAZARD_EXPANDER,
                                        stream, use->word, use->step, what, 0, false, 0},
                  use->time);
}

/* A core that does anything else may have waited for the other, in L1 or by a reset. */
static void forget_pushes(struct hazards *hazards, unsigned stream)
{
    const unsigned first = stream < THREADS ? stream : 0, end = stream < THREADS ? stream + 1 : THREADS;
    for (unsigned thread = first; thread < end; thread++)
        hazards->pushers[thread].is_there = false;
}

void hazards_before_event(struct hazards *hazards, const struct ttcap_event *event)
{
    hazards->insn = NULL;
    hazards->may_write = event->kind == TTCAP_CFGW || event->kind == TTCAP_MMIO;
    hazards->may_narrow = event->kind == TTCAP_MMIO && event->addr == MMIO_DEBUG + DEBUG_OFFSET_FEATURE_DISABLE;
    hazards->narrow_is_upper = hazards->may_narrow && hazard_narrow_is_upper(hazards);
    know_before(hazards);
}

void hazards_after_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    hazard_order_event(hazards, stream, event);
    if (hazards->may_narrow && hazard_narrow_is_upper(hazards) != hazards->narrow_is_upper)
        hazard_note_narrow(hazards);
    if (hazards->access_count)
        hazard_check_cells(hazards, HAZARD_CORES + stream, 0);
    forget_pushes(hazards, stream);
    if (event->kind == TTCAP_MOPW)
        check_macro_op(hazards, stream, event);
    if (hazards->may_write)
        check_all(hazards, &(struct writer){HAZARD_CORES + stream, 0});
}
