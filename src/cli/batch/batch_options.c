/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which batch and farm plan say how captures are replayed and judged. */
#include "cli/batch/batch.h"

#include "base/number.h"
#include "cli/cli.h"
#include "cli/replaying.h"

#include <time.h>

static void take_causes(struct argp_state *state, const char *text, void *into)
{
    uint64_t *causes = into;
    *causes = 0;
    CLI_REFUSE_IF(strcmp(text, "none") != 0 && !number_read(text, 0, UINT64_C(1) << 53, causes), state,
                  "--causes wants a number of replays, or none, not '%s'", text);
}

/* The file, and by which day waivers expire. */
static void take_waivers(struct argp_state *state, const char *text, void *into)
{
    struct batch_settings *settings = into;
    const time_t now = time(NULL);
    struct tm day;
    mem_free(settings->waivers);
    if (!(settings->waivers = mem_strdup(text)))
        cli_no_memory();
    if (!gmtime_r(&now, &day) || !strftime(settings->day, sizeof settings->day, "%Y-%m-%d", &day))
        argp_failure(state, EXIT_TROUBLE, 0, "the system does not say what day it is");
}

void cli_batch_expect(const struct argp_state *state, const struct cli_expect *expect, struct batch_settings *settings)
{
    struct tt_error err;
    cli_expect_check(state, expect);
    for (size_t i = 0; i < expect->count; i++) {
        const struct expect_asked *asked = &expect->asked[i];
        CLI_REFUSE_IF(asked->after || (asked->insn && strcmp(asked->insn, "all") != 0), state,
                      "--%s names an event of one capture: a folder is held at its runs' ends",
                      asked->after ? "after" : "insn");
        CLI_REFUSE_IF(settings->how.units || settings->waivers, state,
                      "--expect holds all units against an array: neither --unit nor --waivers goes with it");
        if (batch_settings_refer(settings, asked, &err))
            cli_no_memory();
    }
}

const struct cli_option cli_batch_settings[] = {
    {CLI_HEADING("How each capture is replayed and judged, as `replay` and `diff` take it:"), .group = 2},
    {"order", 0, "ORDER", "executed (the default), program or firmware",
     NAMED(cli_orders, struct batch_settings, how.order)},
    {CLI_TABLE(cli_readings, struct batch_settings, how)},
    {CLI_TABLE(cli_running, struct batch_settings, how)},
    {"causes", 0, "N", "look for the cause of each failure with at most N replays; 0: do not look (default 500)",
     CALL(take_causes, struct batch_settings, causes)},
    {"waivers", 0, "FILE", WAIVERS_TEXT, CALL_ALL(take_waivers)},
    {"mask", 0, "FILE", MASK_TEXT, INTO(struct batch_settings, mask)},
    {0},
};
