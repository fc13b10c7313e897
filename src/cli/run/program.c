/* SPDX-License-Identifier: Apache-2.0 */
/* A conversation of a host with a chip on tiles here: of a file, or of a program. docs/formats/program.md */
#include "cli/run/program_run.h"

#include "cli/cli.h"
#include "order/options_text.h"

#include "base/number.h"
#include "base/search.h"

enum { CAUSES_MAX = 16 };

static enum tt_status program_find_chip(struct program_run *run, struct tt_error *err)
{
    const char *arch = run->words->arch;
    if (run->words->folder)
        run->chip = run->program.chip;
    else
        run->chip = arch ? chip_find(arch) : conversation_chip(&run->wire);
    REFUSE_IF(run->chip == TT_CHIP_COUNT && arch, err, "--arch %s: expected blackhole or wormhole_b0", arch);
    REFUSE_IF(arch && run->wire.chip != TT_CHIP_COUNT && run->wire.chip != run->chip, err,
              "%s: a conversation with %s, and --arch is %s", run->path, chip_get(run->wire.chip)->name, arch);
    return run->chip < TT_CHIP_COUNT ? TT_OK
                                     : tt_fail(err, TT_BAD_INPUT,
                                               "%s: its places do not say which chip it was; --arch blackhole or "
                                               "wormhole_b0 does",
                                               run->path);
}

/* A program is run by the readings that its tiles were recorded by. */
static enum tt_status program_options(struct program_run *run, struct tt_error *err)
{
    const struct texts *variants = run->words->variants;
    const struct replay_words how = {.variants = variants ? *variants : (struct texts){0},
                                     .has_order = true,
                                     .order = REPLAY_FIRMWARE,
                                     .max_steps = run->words->max_steps};
    struct ttcap *tile OWNED(ttcap_close_at) = NULL;
    char *path OWNED(mem_free_at) =
        run->program.tile_count ? program_path(&run->program, run->program.tiles[0].file) : NULL;
    if (path)
        TRY(ttcap_open(&tile, path, err));
    replay_options_init(&run->options,
                        tile ? ttcap_info(tile) : &(struct ttcap_info){.chip = run->chip, .source = TTCAP_SIMULATOR});
    return replay_words_parse(&how, run->chip, &run->options, NULL, err);
}

enum tt_status program_read(struct program_run *run, struct tt_error *err)
{
    const char *folder = run->words->folder;
    TRY(folder ? program_open(&run->program, folder, err) : TT_OK);
    run->path = run->words->wire;
    if (folder)
        run->path = run->own_path = program_path(&run->program, 0);
    NEED(run->path, err, "%s: no memory", folder);
    TRY(wire_read(&run->wire, run->path, err));
    TRY(program_find_chip(run, err));
    return program_options(run, err);
}

/* The host waited for an answer that did not come, so that tiles ran on beyond where they were recorded. */
static bool program_is_apart(const struct conversation *conversation)
{
    return ANY(i, conversation->count, conversation->readbacks[i].differing);
}

enum tt_status program_do(struct program_run *run, struct tt_error *err)
{
    const struct program_words *words = run->words;
    const bool is_held = words->folder && !words->seed && !run->is_again; /* tiles' captures are of one timing */
    TRY(run->is_again ? TT_OK : program_read(run, err));
    if (words->output)
        TRY(program_writer_open(&run->writer, words->output, words->is_forced, run->path, &run->options, run->chip,
                                err));
    const struct device_listener listener = run->writer ? program_writer_listener(run->writer)
                                            : is_held   ? program_follow(run)
                                                        : (struct device_listener){.user = NULL};
    TRY(device_new(&run->device, run->chip, conversation_is_translated(&run->wire, run->chip), &run->options.variants,
                   &listener, err));
    device_draw_timing(run->device, words->seed);
    TRY(run->is_again ? TT_OK : program_expect(run, err));
    program_expect_put(run);
    run->conversation.wire = &run->wire;
    run->conversation.max_rounds = run->options.max_steps;
    TRY(conversation_run(&run->conversation, run->device, run->chip, run->path, err));
    if (is_held && !program_is_apart(&run->conversation))
        TRY(program_hold(run, err));
    struct program_writer *writer = run->writer;
    run->writer = NULL;
    return writer ? program_writer_finish(writer, run->device, err) : TT_OK;
}

void program_run_clear(struct program_run *run)
{
    program_writer_abandon(run->writer);
    program_followed_clear(run);
    conversation_clear(&run->conversation);
    device_free(run->device);
    if (!run->is_again) {
        program_expect_clear(run);
        wire_clear(&run->wire);
    }
    program_clear(&run->program);
    mem_free(run->own_path);
}

struct program_run program_again(const struct program_run *run, const struct program_words *words)
{
    return (struct program_run){.words = words,
                                .path = run->path,
                                .is_again = true,
                                .chip = run->chip,
                                .wire = run->wire,
                                .expected = run->expected,
                                .expected_count = run->expected_count,
                                .options = run->options};
}

struct program_view program_view_of(const struct program_run *run)
{
    return (struct program_view){run->words->folder ? run->words->folder : run->path,
                                 run->words->output,
                                 run->words->seed,
                                 &run->conversation,
                                 run->device,
                                 run->chip,
                                 run->differences,
                                 run->difference_count,
                                 run->apart,
                                 run->apart_count,
                                 run->expected_count != 0};
}

enum tt_status program_takes(const char *folder, const struct replay_words *how, struct tt_error *err)
{
    REFUSE_IF(how->units || how->has_order || how->sets.count || how->assumes.count || how->has_evidence ||
                  how->has_checkpoint_word,
              err,
              "%s: a program: of the options of a replay --variant, --profile and --max-steps alone go with all "
              "its tiles, the others with one: --tile X,Y",
              folder);
    return TT_OK;
}

enum tt_status program_run(const struct program_words *words, int *code, struct tt_error *err)
{
    struct program_run run OWNED(program_run_clear) = {.words = words};
    TRY(program_do(&run, err));
    const struct program_view view = program_view_of(&run);
    program_report(stdout, cli_form(words->is_json), &view);
    *code = verdict_exit(verdict_of(&run.conversation.facts));
    return TT_OK;
}

enum tt_status program_import(const struct program_words *words, struct tt_error *err)
{
    struct program_run run OWNED(program_run_clear) = {.words = words};
    return program_do(&run, err);
}

enum tt_status program_info(const char *folder, bool is_json, struct tt_error *err)
{
    struct program_run run OWNED(program_run_clear) = {.words = &(struct program_words){.folder = folder}};
    TRY(program_read(&run, err));
    program_info_report(stdout, cli_form(is_json), &run.program, &run.wire);
    return TT_OK;
}

/* ---- questions ---- */

/* A byte as it is here, and as another holds it. */
struct program_values {
    uint8_t here, held;
    const char *where; /* "on the device" */
};

/* values: null where nothing is held against it. */
static enum tt_status program_say_cause(struct program_run *run, struct report *report, const char *place,
                                        const struct program_values *values, const struct program_byte *byte,
                                        struct tt_error *err)
{
    report_object(report, NULL);
    report_say(report, SAY("place", place));
    if (values)
        report_say(report, SAY("here", values->here), SAY("held", values->held));
    report_print(report, "%s", place);
    if (values)
        report_print(report, " is 0x%02x here, 0x%02x %s", values->here, values->held, values->where);
    report_print(report, "\n");
    const enum tt_status status = program_why(run, report, byte, err);
    report_close(report);
    return status;
}

enum tt_status program_say_causes(struct program_run *run, struct report *report, struct tt_error *err)
{
    char place[64];
    size_t said = 0;
    for (size_t i = 0; i < run->conversation.count; i++) {
        const struct readback *one = &run->conversation.readbacks[i];
        if (!one->is_judged || !one->differing || said++ >= CAUSES_MAX)
            continue;
        const struct program_byte byte = {one->op->x, one->op->y, (uint32_t)one->op->addr + one->first, one->transfers,
                                          one->step};
        const struct program_values values = {one->here, one->recorded,
                                              run->expected_count ? "in the array" : "on the device"};
        (void)snprintf(place, sizeof place, "line %u: %u,%u:0x%x", one->op->line, byte.x, byte.y, byte.addr);
        TRY(program_say_cause(run, report, place, &values, &byte, err));
    }
    for (size_t i = 0; i < run->difference_count; i++) {
        const struct program_difference *one = &run->differences[i];
        if ((one->what != PROGRAM_DRAM_BYTES && one->space != TT_SPACE_L1) || said++ >= CAUSES_MAX)
            continue;
        const struct program_byte byte = {one->x, one->y, one->addr, one->before, one->step};
        const struct program_values values = {one->here, one->recorded, "in the capture"};
        (void)snprintf(place, sizeof place, "%s: %u,%u:0x%x", one->what == PROGRAM_MESSAGE ? "message" : "at the end",
                       byte.x, byte.y, byte.addr);
        TRY(program_say_cause(run, report, place, &values, &byte, err));
    }
    return TT_OK;
}

enum tt_status program_parse_byte(const struct program_run *run, const char *text, struct program_byte *byte,
                                  struct tt_error *err)
{
    unsigned x = 0, y = 0;
    uint64_t addr = 0;
    const char *number = program_place(text, &x, &y);
    number = number && *number == ':' ? number + 1 : "";
    number += strncmp(number, "l1:", 3) == 0 ? 3 : strncmp(number, "dram:", 5) == 0 ? 5 : 0;
    REFUSE_IF(!number_read(number, 0, UINT32_MAX, &addr), err,
              "%s: expected a byte of a place, as 0,11:0x200105 or 1,1:l1:0x2045", text);
    REFUSE_IF(device_kind_at(run->device, (uint8_t)x, (uint8_t)y) == DEVICE_NOTHING, err, "%s: there is no place %u,%u",
              text, x, y);
    *byte = (struct program_byte){(uint8_t)x, (uint8_t)y, (uint32_t)addr, SIZE_MAX, INT64_MAX - 1};
    return TT_OK;
}

enum tt_status program_ask(const struct program_words *words, const char *place, int *code, struct tt_error *err)
{
    struct program_run run OWNED(program_run_clear) = {.words = words};
    struct program_byte byte = {0};
    char reason[VERDICT_WORDS_MAX];
    TRY(program_do(&run, err));
    if (place)
        TRY(program_parse_byte(&run, place, &byte, err));
    const struct program_view view = program_view_of(&run);
    const struct verdict_facts *facts = &run.conversation.facts;
    REPORT(report, stdout, cli_form(words->is_json));
    if (place)
        report_say(&report, SAY("program", words->folder), SAY("verdict", verdict_name(verdict_of(facts))),
                   SAY("reason", verdict_words(facts, reason)));
    else
        program_report_verdict(&report, &view);
    report_list(&report, "causes");
    const enum tt_status status =
        place ? program_say_cause(&run, &report, place, NULL, &byte, err) : program_say_causes(&run, &report, err);
    report_close(&report);
    if (!status && !place && words->has_timings) {
        TRY(program_say_words(&run, &report, err));
        TRY(program_say_timings(&run, &report, err));
    }
    if (!place)
        report_print(&report, "\n  tt-replay replay %s\n  tt-replay info %s\n", words->folder, words->folder);
    *code = place ? EXIT_SAME : verdict_exit(verdict_of(facts));
    return status;
}

enum tt_status program_compare(const struct program_words *words, const char *good, int *code, struct tt_error *err)
{
    struct program_run bad OWNED(program_run_clear) = {.words = words};
    struct program_run other OWNED(program_run_clear) = {.words = &(struct program_words){.folder = good}};
    TRY(program_read(&bad, err));
    TRY(program_read(&other, err));
    REFUSE_IF(bad.chip != other.chip, err, "%s: a program of %s, and %s is one of %s", words->folder,
              chip_get(bad.chip)->name, good, chip_get(other.chip)->name);
    struct program_run run OWNED(program_run_clear) = program_again(&bad, words);
    REPORT(report, stdout, cli_form(words->is_json));
    report_say(&report, SAY("good", good));
    const enum tt_status status = program_say_pair(&run, &other.wire, &report, err);
    *code = verdict_exit(verdict_of(&run.conversation.facts));
    return status;
}

enum tt_status program_explain(const char *folder, const struct replay_words *how, const struct cli_expect *expect,
                               uint64_t budget, bool is_json, int *code, struct tt_error *err)
{
    const struct program_words words = {.folder = folder,
                                        .variants = &how->variants,
                                        .max_steps = how->max_steps,
                                        .budget = budget,
                                        .expect = expect,
                                        .is_json = is_json,
                                        .has_timings = true};
    TRY(program_takes(folder, how, err));
    return program_ask(&words, NULL, code, err);
}
