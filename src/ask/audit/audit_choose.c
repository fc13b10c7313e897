/* SPDX-License-Identifier: Apache-2.0 */
/* From names as they are typed to the one instruction that is audited. */
#include "ask/audit/audit.h"

#include "ask/run/address.h"
#include "ask/run/datum_find.h"

struct search {
    const struct address_events *events;
    struct audit_choice *choice;
    struct results *results;
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
