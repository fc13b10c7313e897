/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/address.h"

#include "ask/run/insn_trace.h"

struct datum_search {
    struct results *results;
    const struct address_datum *datum;
    struct datum_found *found;
    struct insn_trace trace;
    bool is_found;
    struct tt_error *err;
};

static enum tt_status datum_find_take_write(void *user, const struct results_access_row *row)
{
    struct datum_search *search = user;
    struct datum_found *found = search->found;
    if (!row->of.is_write || row->of.unit != TT_UNIT_PACK || row->of.stream != ACCESS_PACK_DATA ||
        row->of.tile != search->datum->tile || (found->packer != DATUM_ANY_PACKER && found->packer != row->of.instance))
        return TT_OK;
    TRY(insn_trace_load(&search->trace, search->results, TT_UNIT_PACK, row->of.instance, row->seq, search->err));
    const struct stage_values *last = insn_trace_last(&search->trace);
    if (!last || !last->count)
        return TT_OK;
    uint32_t bytes = 0;
    for (size_t i = 0; i < search->trace.write_count; i++)
        if (search->trace.writes[i].stream == ACCESS_PACK_DATA)
            bytes += search->trace.writes[i].hi - search->trace.writes[i].lo;
    const uint32_t bits = bytes * 8 / last->count, base = insn_trace_base(&search->trace);
    for (uint32_t k = 0; bits && k < (row->of.hi - row->of.lo) * 8 / bits && !search->is_found; k++) {
        search->is_found = address_datum_has(search->datum, row->of.tile, base + row->of.first_datum + k);
        found->place.lo = row->of.lo + k * bits / 8;
        found->place.hi = found->place.lo + (bits + 7) / 8;
        found->place.first_bit = k * bits % 8;
    }
    if (!search->is_found)
        return TT_OK;
    found->seq = row->seq;
    found->packer = row->of.instance;
    return TT_END;
}

enum tt_status datum_find(struct datum_found *found, struct results *results, const char *text, struct tt_error *err)
{
    struct address_datum datum;
    struct datum_search search = {.results = results, .datum = &datum, .found = found, .err = err};
    found->place = (struct address_place){.space = TT_SPACE_L1, .field = REG_COUNT};
    enum tt_status status = address_datum_parse(&datum, text, err);
    status = status ?: results_each_access(results, 0, INT64_MAX, datum_find_take_write, &search, err);
    if (!status && !search.is_found)
        status = tt_fail(err, TT_BAD_INPUT, "no packer wrote %s in this run", text);
    insn_trace_clear(&search.trace);
    return status;
}
