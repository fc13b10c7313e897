/* SPDX-License-Identifier: Apache-2.0 */
/* One replay leaves the ranges of each instruction; they are gone through from the last to the first. Counters and
 * other small state go by what schemas/isa says that a word reads and writes: the tile reports few of these. */
#include "ask/bisect/chain.h"

#include "base/search.h"
#include "isa/effects.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "observe/shadow.h"
#include "tile/state.h"

#include "effect_ids.h"

enum { RANGES_MAX = 1 << 21 /* 42 MB: a longer run is searched without */ };

struct chain_range {
    uint32_t lo, hi;
    uint32_t mask; /* of a setting that was read */
    uint8_t space;
    bool is_write, is_setting;
};

struct chain_insn {
    uint64_t seq;
    uint64_t event; /* of a store in any order, and of a word in executed order, that of the capture */
    size_t first;   /* of its ranges */
    uint64_t state_read, state_written; /* bit a enum isa_what, from TT_SPACE_COUNT on */
    uint32_t word;
    uint8_t thread;
    bool is_store;
    bool may_write; /* words of its kind do */
};

struct chain_log {
    struct chain_range *ranges;
    size_t range_count, range_capacity;
    struct chain_insn *insns;
    size_t insn_count, insn_capacity;
    uint64_t happened; /* event of the capture that takes effect */
    bool is_executed, is_full, is_out_of_memory;
};

/* ---- the log ---- */

static void chain_add_range(struct chain_log *log, const struct chain_range *range)
{
    if (log->is_full || log->is_out_of_memory || !log->insn_count)
        return;
    const size_t first = log->insns[log->insn_count - 1].first;
    struct chain_range *last = log->range_count > first ? &log->ranges[log->range_count - 1] : NULL;
    if (last && last->space == range->space && last->is_write == range->is_write && last->hi == range->lo &&
        !range->is_setting && !last->is_setting) {
        last->hi = range->hi;
        return;
    }
    log->is_full = log->range_count == RANGES_MAX;
    if (log->is_full)
        return;
    log->is_out_of_memory =
        mem_grow(&log->ranges, &log->range_capacity, log->range_count + 1, sizeof *log->ranges) != 0;
    if (!log->is_out_of_memory)
        log->ranges[log->range_count++] = *range;
}

static uint64_t chain_state_of(const struct isa_effect *effects, unsigned count, uint32_t word)
{
    uint64_t state = 0;
    for (unsigned i = 0; i < count; i++)
        if (effects[i].what >= TT_SPACE_COUNT && effects[i].extent != EXTENT_GATE && effect_holds(&effects[i], word))
            state |= UINT64_C(1) << (effects[i].what - TT_SPACE_COUNT);
    return state;
}

static void chain_on_begin(void *user, const struct probe_insn *insn)
{
    struct chain_log *log = user;
    const bool is_store = insn->unit == TT_UNIT_CORE;
    const struct isa_insn *row = insn->insn;
    log->is_out_of_memory |= mem_grow(&log->insns, &log->insn_capacity, log->insn_count + 1, sizeof *log->insns) != 0;
    if (log->is_out_of_memory)
        return;
    log->insns[log->insn_count++] =
        (struct chain_insn){.seq = insn->seq,
                            .event = log->is_executed ? insn->seq : log->happened,
                            .first = log->range_count,
                            .word = insn->word,
                            .thread = insn->thread,
                            .is_store = is_store,
                            .may_write = row && row->write_count,
                            .state_read = row ? chain_state_of(row->reads, row->read_count, insn->word) : 0,
                            .state_written = row ? chain_state_of(row->writes, row->write_count, insn->word) : 0};
}

static void chain_on_access(void *user, const struct probe_access *access)
{
    const struct chain_range range = {
        .lo = access->lo, .hi = access->hi, .space = (uint8_t)access->space, .is_write = access->is_write};
    chain_add_range(user, &range);
}

static void chain_on_control(void *user, const struct probe_control *control)
{
    struct chain_range range = {
        .lo = control->lo, .hi = control->hi, .mask = control->mask, .space = (uint8_t)control->space};
    switch (control->kind) {
    case CONTROL_READS:
    case CONTROL_STEPS:
        range.is_setting = control->space == TT_SPACE_CFG || control->space == TT_SPACE_THREAD_CFG;
        break;
    case CONTROL_SETS:
        range.is_write = true;
        break;
    case CONTROL_FULL:
    case CONTROL_EMPTY:
        range.space = TT_SPACE_DST_VALID;
        range.lo = control->flag;
        range.hi = control->flag + 1;
        break;
    case CONTROL_KEEPS:
        return;
    }
    chain_add_range(user, &range);
}

static void chain_on_happened(void *user, const struct ttcap_event *event)
{
    struct chain_log *log = user;
    log->happened = event->seq;
}

/* ---- backwards ---- */

/* The names in schemas/isa of the parts of small state that words of many sorts write. */
static uint64_t chain_state_at(uint32_t lo)
{
    static const struct {
        size_t from, bytes;
        enum isa_what what, others; /* others: the last of several in a row */
    } parts[] = {
        {offsetof(struct small_state, adc), sizeof(((struct small_state *)0)->adc), WHAT_ADC_UNP0, WHAT_ADC_PACK},
        {offsetof(struct small_state, rwc), sizeof(((struct small_state *)0)->rwc), WHAT_RWC, WHAT_RWC},
        {offsetof(struct small_state, src_bank), sizeof(((struct small_state *)0)->src_bank), WHAT_SRC_BANK_UNP_A,
         WHAT_SRC_VALID_B},
        {offsetof(struct small_state, src_valid), sizeof(((struct small_state *)0)->src_valid), WHAT_SRC_BANK_UNP_A,
         WHAT_SRC_VALID_B},
        {offsetof(struct small_state, sem), sizeof(((struct small_state *)0)->sem), WHAT_SEM, WHAT_SEM},
        {offsetof(struct small_state, mutex), sizeof(((struct small_state *)0)->mutex), WHAT_MUTEX, WHAT_MUTEX},
    };
    uint64_t state = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (unsigned what = parts[i].what; lo - parts[i].from < parts[i].bytes && what <= parts[i].others; what++)
            state |= UINT64_C(1) << (what - TT_SPACE_COUNT);
    return state;
}

/* Of each byte, whether it is needed; and of which groups of the state any is. */
struct chain_needs {
    struct shadow bytes;
    uint64_t state;
};

static void chain_need(struct chain_needs *needs, const struct chain_range *range, bool is)
{
    if (range->lo < range->hi)
        shadow_put(&needs->bytes, (enum tt_space)range->space, range->lo, range->hi - range->lo, is);
}

static bool chain_is_needed(const struct chain_needs *needs, const struct chain_range *range)
{
    return shadow_has_any(&needs->bytes, (enum tt_space)range->space, range->lo, range->hi);
}

/* Of registers an instruction may write a part alone: what wrote them before counts as well. */
static bool chain_is_whole(enum tt_space space)
{
    return space != TT_SPACE_CFG && space != TT_SPACE_THREAD_CFG && space != TT_SPACE_GPR && space != TT_SPACE_STATE;
}

/* Instructions come from the last to the first. */
static void chain_note_setting(struct chain *chain, enum tt_chip chip, const struct chain_range *range, uint64_t event)
{
    const bool is_cfg = range->space == TT_SPACE_CFG;
    const uint32_t words = is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words, width = is_cfg ? 4 : 2;
    struct chain_setting *setting =
        is_cfg ? &chain->cfg[range->lo / width % words] : &chain->thread_cfg[range->lo / width % words];
    if (!setting->read)
        setting->event = event;
    setting->read |= range->mask;
    const bool is_again = setting->event_count && setting->events[setting->event_count - 1] == event;
    if (!is_cfg && !is_again && setting->event_count < CHAIN_READS_MAX)
        setting->events[setting->event_count++] = event;
}

/* Behind the writer of the first difference, what writes other places of its space: it may have been meant for it. */
static bool chain_is_beside(const struct chain *chain, const struct bisect_place *first, const struct chain_insn *insn,
                            const struct chain_range *range, const struct chain_range *end)
{
    const bool is_behind = !chain->is_executed || insn->event > first->seq;
    bool is_beside = false;
    for (const struct chain_range *at = range; at < end && is_behind && !is_beside; at++)
        is_beside = at->is_write && at->space == first->space;
    return is_beside;
}

/* A value that an instruction left in a data register, and something on the chain read. */
static void chain_note_data(struct chain *chain, const struct chain_needs *needs, const struct chain_insn *insn,
                            const struct chain_range *range)
{
    const enum tt_space space = (enum tt_space)range->space;
    const bool is_data =
        space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_DST || space == TT_SPACE_LREG;
    const uint32_t width = is_data ? space_element_bytes(space) : 1;
    for (uint32_t lo = range->lo - range->lo % width;
         is_data && range->is_write && lo < range->hi && chain->data_count < CHAIN_DATA_MAX; lo += width)
        if (shadow_has_any(&needs->bytes, space, lo, lo + width))
            chain->data[chain->data_count++] = (struct chain_datum){insn->event, lo, space};
}

static void chain_add(struct chain *chain, const struct chain_insn *insn)
{
    chain->steps[chain->step_count++] = insn->seq;
    if (insn->event < chain->event_count && (chain->is_executed || insn->is_store))
        chain->has_event[insn->event] = 1;
    if (!insn->is_store && !chain->is_executed)
        chain->words[chain->word_count++] = (uint64_t)insn->thread << 32 | insn->word;
}

static void chain_take(struct chain *chain, enum tt_chip chip, struct chain_needs *needs, const struct chain_log *log,
                       size_t nth, const struct bisect_place *first)
{
    enum { BESIDE_MAX = 24 /* instructions */ };
    const struct chain_insn *insn = &log->insns[nth];
    const struct chain_range *range = log->ranges + insn->first;
    const struct chain_range *end = log->ranges + (nth + 1 < log->insn_count ? insn[1].first : log->range_count);
    bool is_on = insn->state_written & needs->state, is_idle = insn->may_write && !insn->state_written;
    for (const struct chain_range *at = range; at < end && is_idle; at++)
        is_idle = !at->is_write;
    for (const struct chain_range *at = range; at < end && !is_on; at++)
        is_on = at->is_write && chain_is_needed(needs, at);
    if (!is_on && chain->beside_count < BESIDE_MAX && chain_is_beside(chain, first, insn, range, end)) {
        chain->beside_count++;
        is_on = true;
    }
    if (is_idle) /* of a kind that writes, and it wrote nothing: that may be what is wrong */
        chain_add(chain, insn);
    if (!is_on || is_idle)
        return;
    for (const struct chain_range *at = range;
         at < end && chain->is_executed && !insn->is_store && insn->event <= first->seq; at++)
        chain_note_data(chain, needs, insn, at);
    for (const struct chain_range *at = range; at < end; at++)
        if (at->is_write && chain_is_whole((enum tt_space)at->space))
            chain_need(needs, at, false);
    for (const struct chain_range *at = range; at < end; at++) {
        if (!at->is_write)
            chain_need(needs, at, true);
        if (at->is_setting)
            chain_note_setting(chain, chip, at, insn->event);
    }
    needs->state |= insn->state_read;
    chain_add(chain, insn);
}

ORDER(chain_by_word, uint64_t, COMPARE(*a, *b))

static enum tt_status chain_go_back(struct chain *chain, enum tt_chip chip, const struct chain_log *log,
                                    const struct bisect_place *first, struct tt_error *err)
{
    struct chain_needs needs = {.state = 0};
    const struct chain_range place = {.lo = first->lo, .hi = first->hi, .space = (uint8_t)first->space};
    chain->has_event = mem_calloc(chain->event_count + 1, 1);
    chain->words = mem_calloc(log->insn_count + 1, sizeof *chain->words);
    chain->steps = mem_calloc(log->insn_count + 1, sizeof *chain->steps);
    chain->data = mem_calloc(CHAIN_DATA_MAX, sizeof *chain->data);
    const bool has_all =
        shadow_init(&needs.bytes, chip) && chain->has_event && chain->words && chain->steps && chain->data;
    if (has_all && first->space == TT_SPACE_STATE)
        needs.state = chain_state_at(first->lo);
    else if (has_all)
        chain_need(&needs, &place, true);
    for (size_t i = log->insn_count; i-- > 0 && has_all;)
        chain_take(chain, chip, &needs, log, i, first);
    shadow_clear(&needs.bytes);
    NEED(has_all, err, "no memory for what a value comes from");
    if (chain->word_count)
        qsort(chain->words, chain->word_count, sizeof *chain->words, chain_by_word);
    chain->is_known = true;
    return TT_OK;
}

enum tt_status chain_find(struct chain *chain, struct ttcap *capture, const struct replay_options *options,
                          const struct bisect_result *result, struct tt_error *err)
{
    struct chain_log log = {.is_executed = options->order == REPLAY_EXECUTED};
    struct replay_options until = *options;
    struct replay_summary summary;
    const struct probe probe = {.user = &log,
                                .wants = PROBE_INSN | PROBE_ACCESS | PROBE_CONTROL | PROBE_SETTINGS,
                                .insn_begin = chain_on_begin,
                                .access = chain_on_access,
                                .control = chain_on_control};
    const struct replay_observer observer = {.user = &log, .happened = chain_on_happened};
    const struct bisect_place *first = &result->first;
    if (!first->has_writer || first->space > TT_SPACE_STATE ||
        (first->space == TT_SPACE_STATE && !chain_state_at(first->lo)))
        return TT_OK;
    chain->is_executed = log.is_executed;
    chain->event_count = ttcap_info(capture)->event_count;
    until.frames = NULL;
    bisect_end_behind(&until, (uint64_t)result->after_event);
    enum tt_status status = replay_run(capture, &until, &probe, &observer, &summary, err);
    if (!status && log.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what instructions read and write");
    if (!status && !log.is_full)
        status = chain_go_back(chain, ttcap_info(capture)->chip, &log, first, err);
    mem_free(log.ranges);
    mem_free(log.insns);
    return status;
}

void chain_clear(struct chain *chain)
{
    mem_free(chain->has_event);
    mem_free(chain->words);
    mem_free(chain->steps);
    mem_free(chain->data);
    *chain = (struct chain){0};
}

bool chain_has(const struct chain *chain, enum tt_chip chip, const struct recorded_word *word)
{
    if (!chain->is_known || (!chain->is_executed && word->kind == TTCAP_MOPW)) /* a word that an expander makes */
        return true;
    if (chain->is_executed || recorded_is_store(word))
        return word->seq < chain->event_count && chain->has_event[word->seq];
    const uint64_t sought = (uint64_t)word->thread << 32 | word->word;
    const size_t at = SEARCH_FIRST(chain->words, chain->word_count, *item < sought);
    return isa_unit(chip, word->word) == TT_UNIT_FRONTEND || (at < chain->word_count && chain->words[at] == sought);
}

bool chain_has_step(const struct chain *chain, uint64_t seq)
{
    const size_t at = SEARCH_FIRST(chain->steps, chain->step_count, *item > seq);
    return at < chain->step_count && chain->steps[at] == seq;
}

bool chain_reads(const struct chain *chain, enum tt_chip chip, enum reg_id id, const struct chain_setting **setting)
{
    const struct reg_field *field = reg_field_get(chip, id);
    *setting = field->space == TT_SPACE_CFG ? &chain->cfg[field->word] : &chain->thread_cfg[field->word];
    return !chain->is_known || ((*setting)->read & reg_field_bits(field));
}
