/* SPDX-License-Identifier: Apache-2.0 */
/* Finds an instruction in a run and gathers its data. */
#include "ask/audit/audit.h"

#include "ask/diff/diff.h"
#include "ask/run/address.h"
#include "ask/run/insn_trace.h"
#include "ask/run/value_text.h"
#include "base/search.h"
#include "evidence_findings.h"
#include "isa/chip.h"
#include "name_texts.h"
#include "results/results.h"

enum { DIFFERENCES_LOOKED_AT = 1024, NO_PACKER = 0xFF };

struct finder {
    struct audit *audit;
    const struct audit_choice *choice;
    struct results *results;
    struct tt_error *err;
    bool is_found;
    uint8_t instance; /* NO_PACKER: not known yet */
};

void audit_clear(struct audit *audit)
{
    insn_trace_clear(&audit->trace);
    settings_clear(&audit->settings);
    mem_free(audit->findings);
    *audit = (struct audit){0};
}

/* The first instance in the blocks of an instruction that was chosen. */
static enum tt_status take_instance(void *user, const struct results_block_row *row)
{
    struct finder *finder = user;
    if (finder->choice->has_packer && row->instance != finder->choice->packer)
        return TT_OK;
    finder->instance = row->instance;
    return TT_END;
}

/* The first write that belongs to the data tile that was chosen. */
static enum tt_status audit_audit_take_tile(void *user, const struct results_access_row *row)
{
    struct finder *finder = user;
    bool is_packed = row->of.is_write && row->of.unit == TT_UNIT_PACK && row->of.stream == ACCESS_PACK_DATA;
    if (!is_packed || row->of.tile != finder->choice->tile ||
        (finder->choice->has_packer && row->of.instance != finder->choice->packer))
        return TT_OK;
    finder->instance = row->of.instance;
    return TT_END;
}

static void audit_take_insn(struct audit *audit, const struct results_insn_row *row)
{
    audit->seq = row->seq;
    audit->thread = row->thread;
    audit->word = row->word;
}

static enum tt_status audit_look_at_insn(void *user, const struct results_insn_row *row)
{
    struct finder *finder = user;
    finder->instance = NO_PACKER;
    TRY(finder->choice->has_tile
            ? results_each_access(finder->results, row->seq, row->seq, audit_audit_take_tile, finder, finder->err)
            : results_blocks_of(finder->results, finder->choice->unit, row->seq, take_instance, finder, finder->err));
    bool is_asked_for = finder->choice->has_insn && !finder->choice->has_packer;
    if (finder->instance == NO_PACKER && !is_asked_for)
        return TT_OK;
    finder->is_found = true;
    finder->audit->packer = finder->instance == NO_PACKER ? 0 : finder->instance;
    audit_take_insn(finder->audit, row);
    return TT_END;
}

/* Searches the unit's instructions in order. */
static enum tt_status audit_search(struct finder *finder)
{
    uint64_t first = finder->choice->has_insn ? finder->choice->insn : 0;
    uint64_t last = finder->choice->has_insn ? finder->choice->insn : INT64_MAX;
    return results_each_insn(finder->results, first, last, UINT32_C(1) << finder->choice->unit, audit_look_at_insn,
                             finder, finder->err);
}

/* The first difference that an instruction of the unit wrote. */
static enum tt_status search_difference(struct finder *finder)
{
    struct diff diff = {0};
    struct audit *audit = finder->audit;
    struct results_insn_row insn;
    bool has_word;
    enum tt_status status = diff_make(&diff, finder->results, DIFFERENCES_LOOKED_AT, finder->err);
    for (size_t i = 0; !status && i < diff.item_count && !finder->is_found; i++) {
        const struct diff_item *item = &diff.items[i];
        if (!item->has_writer || item->unit != finder->choice->unit ||
            (finder->choice->has_packer && item->instance != finder->choice->packer))
            continue;
        finder->is_found = true;
        audit->packer = item->instance;
        audit->why = "the first that differs";
        status = results_insn_at(finder->results, item->seq, &insn, &has_word, finder->err);
        if (!status && has_word)
            audit_take_insn(audit, &insn);
        if (!status)
            status =
                insn_trace_load(&audit->trace, finder->results, item->unit, item->instance, item->seq, finder->err);
        const struct probe_access *write = insn_trace_write(&audit->trace, ACCESS_PACK_DATA);
        if (!status && item->part == DIFF_DATUM && write && write->tile == item->tile) {
            audit->has_mark = true;
            audit->mark = item->datum - insn_trace_base(&audit->trace) - write->first_datum;
        } else if (!status)
            audit->has_mark = insn_element_at(&audit->trace, item->space, item->lo, &audit->mark);
    }
    diff_clear(&diff);
    return status;
}

/* "a packer", "that packer", "unpacker 1", "the matrix unit". */
static const char *whose(const struct audit_choice *choice)
{
    static const char *const units[TT_UNIT_COUNT] = {
        [TT_UNIT_SYNC] = "the sync unit",     [TT_UNIT_CONFIG] = "the configuration unit",
        [TT_UNIT_SCALAR] = "the scalar unit", [TT_UNIT_ADC] = "the address counters",
        [TT_UNIT_MOVER] = "the mover",        [TT_UNIT_UNPACK0] = "unpacker 0",
        [TT_UNIT_UNPACK1] = "unpacker 1",     [TT_UNIT_MATRIX] = "the matrix unit",
        [TT_UNIT_VECTOR] = "the vector unit", [TT_UNIT_PACK] = "a packer",
    };
    return choice->has_packer ? "that packer" : units[choice->unit];
}

/* The instructions of a unit around a number. */
struct audit_near {
    uint64_t at, before, after;
    bool has_before, has_after;
};

static enum tt_status audit_note_near(void *user, const struct results_insn_row *row)
{
    struct audit_near *near = user;
    const bool is_before = row->seq < near->at;
    *(is_before ? &near->before : &near->after) = row->seq;
    *(is_before ? &near->has_before : &near->has_after) = true;
    return is_before ? TT_OK : TT_END;
}

/* Whose instruction it is, and which ones of the unit are nearest. */
static enum tt_status audit_not_of_unit(const struct finder *finder)
{
    const struct audit_choice *choice = finder->choice;
    struct audit_near near = {.at = choice->insn};
    struct results_insn_row row;
    char of[64] = "", others[96] = "";
    bool has_word;
    TRY(results_insn_at(finder->results, choice->insn, &row, &has_word, finder->err));
    TRY(results_each_insn(finder->results, 0, INT64_MAX, UINT32_C(1) << choice->unit, audit_note_near, &near,
                          finder->err));
    if (has_word && row.unit != choice->unit)
        (void)snprintf(of, sizeof of, ", but one of --unit %s", unit_name(row.unit));
    if (near.has_before || near.has_after)
        (void)snprintf(others, sizeof others,
                       near.has_before && near.has_after ? "; the nearest are %" PRIu64 " and %" PRIu64
                                                         : "; the nearest is %" PRIu64,
                       near.has_before ? near.before : near.after, near.after);
    return tt_fail(finder->err, TT_BAD_INPUT, "%s %" PRIu64 " is no instruction of %s in this run%s%s",
                   seq_name(finder->audit->run->order), choice->insn, whose(choice), of, others);
}

static enum tt_status not_found(const struct finder *finder)
{
    const struct audit_choice *choice = finder->choice;
    if (choice->has_insn)
        return audit_not_of_unit(finder);
    REFUSE_IF(choice->has_tile, finder->err, "no packer wrote a data tile %u in this run", choice->tile);
    return tt_fail(finder->err, TT_BAD_INPUT, "the run has nothing of %s: no instruction %s", whose(choice),
                   choice->unit == TT_UNIT_MATRIX ? "with stages ran there (" INSN_TEXT_ZEROACC ", " INSN_TEXT_ZEROSRC
                                                    " and counters have none; --insn shows one)"
                                                  : "ran there");
}

static enum tt_status audit_take_finding(void *user, const struct results_finding_row *row)
{
    struct finder *finder = user;
    struct audit *audit = finder->audit;
    if (row->seq != audit->seq)
        return row->seq > audit->seq ? TT_END : TT_OK;
    NEED(!mem_grow(&audit->findings, &audit->finding_capacity, audit->finding_count + 1, sizeof *audit->findings),
         finder->err, "no memory for the findings");
    struct audit_finding *finding = &audit->findings[audit->finding_count++];
    finding->id = row->id;
    (void)snprintf(finding->detail, sizeof finding->detail, "%s", row->detail ? row->detail : "");
    return TT_OK;
}

/* Which register section configures it (P-2.3, U-2.1): the packer's own on Wormhole, the context's on Blackhole. */
static unsigned audit_section_of(const struct audit *audit)
{
    if (audit->unit != TT_UNIT_PACK)
        return audit->unit == TT_UNIT_UNPACK1;
    if (!chip_get(audit->run->chip)->packer_has_read_interfaces)
        return audit->packer;
    for (unsigned i = 0; audit->insn && i < audit->insn->field_count; i++)
        if (strcmp(audit->insn->fields[i].name, "cfg_context") == 0)
            return isa_field_value(&audit->insn->fields[i], audit->word);
    return 0;
}

enum tt_status audit_make(struct audit *audit, struct results *results, const struct audit_choice *choice,
                          struct tt_error *err)
{
    *audit =
        (struct audit){.run = results_run(results), .results = results, .unit = choice->unit, .why = "as asked for"};
    struct finder finder = {.audit = audit, .choice = choice, .results = results, .err = err};
    if (!choice->has_insn && !choice->has_tile)
        TRY(search_difference(&finder));
    if (!finder.is_found) {
        if (!choice->has_insn && !choice->has_tile)
            audit->why = "the first";
        TRY(audit_search(&finder));
    }
    if (!finder.is_found)
        TRY(not_found(&finder));
    audit->insn = isa_find(audit->run->chip, audit->word);
    TRY(insn_trace_load(&audit->trace, results, audit->unit, audit->packer, audit->seq, err));
    TRY(results_each_finding(results, audit_take_finding, &finder, err));
    TRY(settings_read(&audit->settings, results, audit->unit, audit_section_of(audit), audit->thread, audit->seq, err));
    if (audit->unit == TT_UNIT_VECTOR)
        TRY(vector_run_load(&audit->steps, results, audit->seq, audit->thread, err));
    if (audit->unit == TT_UNIT_VECTOR)
        TRY(calendar_load(&audit->calendar, results, audit->seq, err));
    return TT_OK;
}

/* A replay with the same option may have reported it already. */
static bool is_there(const struct audit *audit)
{
    return ANY(i, audit->finding_count, audit->findings[i].id == FINDING_EVIDENCE_TOO_WEAK);
}

enum tt_status audit_ask_evidence(struct audit *audit, enum fact_level least, struct tt_error *err)
{
    struct results_evidence evidence;
    enum tt_status status = results_evidence_of(audit->results, audit->seq, &evidence, err);
    if (status)
        return walk_ended(status);
    if (evidence.fact->level <= least || is_there(audit))
        return TT_OK;
    NEED(!mem_grow(&audit->findings, &audit->finding_capacity, audit->finding_count + 1, sizeof *audit->findings), err,
         "no memory for the findings");
    struct audit_finding *finding = &audit->findings[audit->finding_count++];
    finding->id = FINDING_EVIDENCE_TOO_WEAK;
    (void)results_evidence_text(&evidence, finding->detail, sizeof finding->detail);
    return TT_OK;
}

struct search {
    const struct address_events *events;
    struct audit_choice *choice;
    struct results *results;
    bool is_found;
};

static enum tt_status audit_choose_take_insn(void *user, const struct results_insn_row *row)
{
    struct search *search = user;
    const struct address_event event = {row->seq, row->thread, true, row->word};
    if (!address_events_has(search->events, results_run(search->results)->chip, &event))
        return TT_OK;
    search->is_found = true;
    search->choice->insn = row->seq;
    return TT_END;
}

enum tt_status audit_choose_events(struct audit_choice *choice, struct results *results, const char *text,
                                   struct tt_error *err)
{
    struct address_events events = {0};
    const struct address_marks marks = address_marks_of_results(results);
    struct search search = {.events = &events, .choice = choice, .results = results};
    uint64_t first = 0, last = 0;
    enum tt_status status = address_events_parse(&events, text, &marks, err);
    const bool has_any = !status && address_events_bounds(&events, &first, &last);
    choice->has_insn = true;
    if (has_any && first == last) { /* one event: the message about it names that event */
        choice->insn = first;
        search.is_found = true;
    } else if (has_any) {
        status = results_each_insn(results, first, last < INT64_MAX ? last : INT64_MAX, UINT32_C(1) << choice->unit,
                                   audit_choose_take_insn, &search, err);
    }
    if (!status && !search.is_found)
        status = tt_fail(err, TT_BAD_INPUT, "%s: no instruction of that unit is among these events", text);
    address_events_clear(&events);
    return status;
}

enum tt_status audit_choose_datum(struct audit_choice *choice, struct results *results, const char *text,
                                  struct tt_error *err)
{
    struct datum_found found = {.packer = choice->has_packer ? (uint8_t)choice->packer : DATUM_ANY_PACKER};
    TRY(datum_find(&found, results, text, err));
    choice->has_insn = choice->has_packer = true;
    choice->insn = found.seq;
    choice->packer = found.packer;
    return TT_OK;
}
