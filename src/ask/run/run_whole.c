/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/run_whole.h"

#include "isa/isa.h"

bool run_has_unit(const char *units, enum tt_unit unit)
{
    const char *name = unit_name(unit);
    const size_t length = strlen(name);
    for (const char *at = units; (at = strstr(at, name)) != NULL; at += length) {
        const bool is_start = at == units || at[-1] == ',';
        if (is_start && (at[length] == '\0' || at[length] == ','))
            return true;
    }
    return false;
}

enum tt_status run_check_whole(const struct results_run_row *run, const char *purpose, struct tt_error *err)
{
    static const enum tt_unit all[] = {TT_UNIT_MOVER,  TT_UNIT_UNPACK0, TT_UNIT_UNPACK1,
                                       TT_UNIT_MATRIX, TT_UNIT_VECTOR,  TT_UNIT_PACK};
    if (run->first_event)
        return tt_fail(err, TT_UNSUPPORTED,
                       "the run stored nothing before event %" PRIu64 " (replay --range): replay all of it to %s",
                       run->first_event, purpose);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!run_has_unit(run->units, all[i]))
            return tt_fail(
                err, TT_UNSUPPORTED,
                "unit %s did not run, and what it would have produced is not in the run: replay all units to "
                "%s, or see the recording with tt-replay dump",
                unit_name(all[i]), purpose);
    }
    return TT_OK;
}
