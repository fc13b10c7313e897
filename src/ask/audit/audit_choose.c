/* SPDX-License-Identifier: Apache-2.0 */
/* From names as they are typed to the one instruction that is audited. */
#include "ask/audit/audit.h"

#include "ask/run/address.h"

#include <string.h>

struct search {
    const struct address_events *events;
    const struct address_datum *datum;
    struct audit_choice *choice;
    struct results *results;
    struct insn_trace trace;
    struct tt_error *err;
    enum tt_status status;
    bool is_found;
};

static int audit_choose_take_insn(void *user, const struct results_insn_row *row)
{
    struct search *search = user;
    const struct address_event event = {row->seq, row->thread, true, row->word};
    if (!address_events_has(search->events, results_run(search->results)->chip, &event))
        return 0;
    search->is_found = true;
    search->choice->insn = row->seq;
    return 1;
}

enum tt_status audit_choose_events(struct audit_choice *choice, struct results *results, const char *text,
                                   struct tt_error *err)
{
    struct address_events events = {0};
    const struct address_marks marks = address_marks_of_results(results);
    struct search search = {.events = &events, .choice = choice, .results = results, .err = err};
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

/* Whether the instruction's packer put one of the datums. */
static int audit_choose_take_write(void *user, const struct results_access_row *row)
{
    struct search *search = user;
    if (!row->is_write || row->unit != TT_UNIT_PACK || row->stream != ACCESS_PACK_DATA ||
        row->tile != search->datum->tile || (search->choice->has_packer && search->choice->packer != row->instance))
        return 0;
    search->status =
        insn_trace_load(&search->trace, search->results, TT_UNIT_PACK, row->instance, row->seq, search->err);
    const struct stage_values *last = insn_trace_last(&search->trace);
    const struct trace_write *data = insn_trace_write(&search->trace, ACCESS_PACK_DATA);
    if (search->status || !last || !data)
        return search->status != TT_OK;
    const uint32_t first = insn_trace_base(&search->trace) + data->first_datum;
    for (uint32_t k = 0; k < last->count && !search->is_found; k++)
        search->is_found = address_datum_has(search->datum, row->tile, first + k);
    if (!search->is_found)
        return 0;
    search->choice->has_insn = search->choice->has_packer = true;
    search->choice->insn = row->seq;
    search->choice->packer = row->instance;
    return 1;
}

enum tt_status audit_choose_datum(struct audit_choice *choice, struct results *results, const char *text,
                                  struct tt_error *err)
{
    struct address_datum datum;
    struct search search = {.datum = &datum, .choice = choice, .results = results, .err = err};
    enum tt_status status = address_datum_parse(&datum, text, err);
    if (!status)
        status = results_each_access(results, 0, INT64_MAX, audit_choose_take_write, &search, err);
    if (!status)
        status = search.status;
    if (!status && !search.is_found)
        status = tt_fail(err, TT_BAD_INPUT, "no packer wrote %s in this run", text);
    insn_trace_clear(&search.trace);
    return status;
}
