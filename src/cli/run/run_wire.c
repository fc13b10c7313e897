/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run --wire: a recorded conversation of a host with a chip, run on tiles here.
 * docs/how-to/from-a-failing-test.md */
#include "cli/run/run.h"

#include "base/input.h"
#include "base/path.h"
#include "cli/cli.h"
#include "device/tile_record.h"
#include "order/options_text.h"
#include "show/runs/program_report.h"

#include <stdio.h>

struct wire_run {
    const struct run_words *words;
    enum tt_chip chip;
    struct wire wire;
    struct replay_options options;
    struct tile_record *record; /* null: no capture is wanted */
    struct device *device;
    struct conversation conversation;
};

static enum tt_status wire_options(struct wire_run *run, struct tt_error *err)
{
    const struct texts *variants = &run->words->variants;
    const struct replay_texts texts = {.variants = variants->items, .variant_count = variants->count};
    run->chip = chip_find(run->words->load.arch);
    if (run->chip == TT_CHIP_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "--arch %s: expected blackhole or wormhole_b0", run->words->load.arch);
    replay_options_init(&run->options, &(struct ttcap_info){.chip = run->chip, .source = TTCAP_SIMULATOR});
    run->options.order = REPLAY_FIRMWARE;
    return replay_texts_parse(&texts, run->chip, &run->options, NULL, err);
}

static enum tt_status wire_check_output(const struct run_words *words, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    if (!words->output)
        return TT_OK;
    enum tt_status status = input_keep(words->output, words->wire, err);
    if (!status)
        status = path_look(&kind, words->output, err);
    if (status || kind == PATH_ABSENT || words->is_forced)
        return status;
    return tt_fail(err, TT_BAD_INPUT, "%s: the file exists; --force replaces it", words->output);
}

static enum tt_status wire_open_record(struct wire_run *run, struct tt_error *err)
{
    const struct run_words *words = run->words;
    unsigned x = 0, y = 0, used = 0;
    if (!words->output)
        return TT_OK;
    if (sscanf(words->tile, "%2u,%2u%n", &x, &y, (int *)&used) != 2 || words->tile[used])
        return tt_fail(err, TT_BAD_INPUT, "--tile %s: expected X,Y", words->tile);
    return tile_record_open(&run->record, words->output, words->is_forced, (uint8_t)x, (uint8_t)y, words->wire,
                            &run->options, run->chip, err);
}

static enum tt_status wire_start(struct wire_run *run, struct tt_error *err)
{
    enum tt_status status = wire_options(run, err);
    if (!status)
        status = wire_check_output(run->words, err);
    if (!status)
        status = wire_read(&run->wire, run->words->wire, err);
    if (!status)
        status = wire_open_record(run, err);
    const struct device_listener listener =
        run->record ? tile_record_listener(run->record) : (struct device_listener){.user = NULL};
    if (!status)
        status = device_new(&run->device, run->chip, &run->options.variants, &listener, err);
    run->conversation = (struct conversation){.wire = &run->wire, .max_rounds = run->options.max_steps};
    if (!status)
        status = conversation_run(&run->conversation, run->device, run->chip, run->words->wire, err);
    if (!status && run->record)
        status = tile_record_finish(run->record, err);
    return status;
}

int run_wire(const struct run_words *words)
{
    struct wire_run run = {.words = words};
    struct tt_error err = {{0}};
    int code = EXIT_TROUBLE;
    if (wire_start(&run, &err)) {
        code = cli_trouble(&err);
    } else {
        const struct program_view view = {words->wire, words->output, &run.conversation, run.device, run.chip};
        program_report(stdout, cli_form(words->is_json), &view);
        code = verdict_exit(verdict_of(&run.conversation.facts));
    }
    conversation_clear(&run.conversation);
    device_free(run.device);
    tile_record_free(run.record);
    wire_clear(&run.wire);
    return code;
}
