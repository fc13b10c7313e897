/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which batch and farm plan say how captures are replayed and judged. */
#include "cli/batch/batch_options.h"

#include "base/memory.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/limits.h"
#include "cli/options.h"
#include "probe/files.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void take_copy(struct argp_state *state, const char *text, void *into)
{
    char **copy = into;
    (void)state;
    mem_free(*copy);
    *copy = mem_strdup(text);
    if (!*copy)
        cli_no_memory();
}

static void batch_options_add(char ***list, size_t *count, size_t *capacity, const char *text)
{
    struct tt_error err;
    if (batch_settings_add(list, count, capacity, text, &err))
        cli_no_memory();
}

static void take_variant(struct argp_state *state, const char *text, void *into)
{
    struct batch_settings *settings = into;
    (void)state;
    batch_options_add(&settings->variants, &settings->variant_count, &settings->variant_capacity,
                      cli_option_variant(text));
}

static enum tt_status take_reading(void *user, const char *text, struct tt_error *err)
{
    struct batch_settings *settings = user;
    return batch_settings_add(&settings->variants, &settings->variant_count, &settings->variant_capacity, text, err);
}

static void take_profile(struct argp_state *state, const char *text, void *into)
{
    struct tt_error err;
    cli_limits_sandbox(state->argc, state->argv);
    if (experiment_profile_read(text, take_reading, into, &err) != TT_OK)
        exit(cli_trouble(&err));
}

static void take_set(struct argp_state *state, const char *text, void *into)
{
    struct batch_settings *settings = into;
    (void)state;
    batch_options_add(&settings->sets, &settings->set_count, &settings->set_capacity, text);
}

static void batch_options_take_assume(struct argp_state *state, const char *text, void *into)
{
    struct batch_settings *settings = into;
    (void)state;
    batch_options_add(&settings->assumes, &settings->assume_count, &settings->assume_capacity, text);
}

static void take_causes(struct argp_state *state, const char *text, void *into)
{
    uint64_t *causes = into;
    *causes = 0;
    if (strcmp(text, "none") != 0 && !number_read(text, 0, UINT64_C(1) << 53, causes))
        argp_error(state, "--causes wants a number of replays, or none, not '%s'", text);
}

/* The file, and by which day waivers expire. */
static void take_waivers(struct argp_state *state, const char *text, void *into)
{
    struct batch_settings *settings = into;
    const time_t now = time(NULL);
    struct tm day;
    take_copy(state, text, &settings->waivers);
    if (!gmtime_r(&now, &day) || !strftime(settings->day, sizeof settings->day, "%Y-%m-%d", &day))
        argp_failure(state, EXIT_TROUBLE, 0, "the system does not say what day it is");
}

void cli_batch_expect(const struct argp_state *state, const struct cli_expect *expect, struct batch_settings *settings)
{
    struct tt_error err;
    cli_expect_check(state, expect);
    if (!expect->asked.path)
        return;
    if (expect->asked.after)
        argp_error(state, "--after names an event of one capture: a folder is held at its runs' ends");
    if (settings->units || settings->waivers)
        argp_error(state, "--expect holds all units against an array: neither --unit nor --waivers goes with it");
    if (batch_settings_refer(settings, &expect->asked, &err))
        cli_no_memory();
}

const struct cli_option cli_batch_settings[] = {
    {CLI_HEADING("How each capture is replayed and judged, as `replay` and `diff` take it:"), .group = 2},
    {"order", 0, "ORDER", "executed (the default), program or firmware",
     CALL(cli_take_order, struct batch_settings, order)},
    {"unit", 0, "U[,U]", "data units to emulate, or none (default: all)",
     CALL(take_copy, struct batch_settings, units)},
    {"variant", 0, "K=V", VARIANT_TEXT, CALL_ALL(take_variant)},
    {"profile", 0, "FILE", PROFILE_TEXT, CALL_ALL(take_profile)},
    {"set", 0, "FIELD=V", "a configuration field holds V whatever the program writes; may be given again",
     CALL_ALL(take_set)},
    {"assume", 0, "SPACE",
     "give what is unknown of a space at the start its reset value (as in replay; all: of every space)",
     CALL_ALL(batch_options_take_assume)},
    {"evidence", 0, "LEVEL", EVIDENCE_TEXT, CALL(cli_take_level, struct batch_settings, evidence),
     FLAG(struct batch_settings, has_evidence)},
    {"max-steps", 0, "N", "firmware: a program that still runs after N steps hangs",
     INTO(struct batch_settings, max_steps), .least = 1, .most = UINT64_C(1) << 53},
    {"checkpoint-word", 0, "ADDR", "firmware: a store to this word of L1 is the next checkpoint's moment",
     INTO(struct batch_settings, checkpoint_word), FLAG(struct batch_settings, has_checkpoint_word)},
    {"causes", 0, "N", "look for the cause of each failure with at most N replays; 0: do not look (default 500)",
     CALL(take_causes, struct batch_settings, causes)},
    {"waivers", 0, "FILE", WAIVERS_TEXT, CALL_ALL(take_waivers)},
    {"mask", 0, "FILE", MASK_TEXT, CALL(take_copy, struct batch_settings, mask)},
    {0},
};
