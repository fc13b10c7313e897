/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel that is written as text, an instruction a line. Lines before those that were asked for run once, and leave
 * the state in which each run begins. The expanders run here, so that a run has the words that units get. */
#include "ask/census/kernel/kernel_internal.h"

#include "ask/run/address.h"
#include "base/input.h"
#include "isa/assemble.h"
#include "order/sets.h"
#include "tile/frontend/frontend.h"

enum { MATH_THREAD = 1 };

struct words_reading {
    struct kernel *kernel;
    struct address_events events;
    bool has_events;
    struct tile *tile;
    struct pipe pipe;
};

static bool words_is_asked(const struct words_reading *reading, uint64_t line, uint32_t word)
{
    const struct address_event event = {.seq = line, .thread = MATH_THREAD, .has_word = true, .word = word};
    return !reading->has_events || address_events_has(&reading->events, reading->kernel->chip, &event);
}

/* A word that an expander, or the line itself, gives. */
static enum tt_status words_take(struct words_reading *reading, bool is_asked, uint64_t line, uint32_t word,
                                 struct tt_error *err)
{
    struct kernel *kernel = reading->kernel;
    const struct isa_insn *insn = isa_find(kernel->chip, word);
    const struct kernel_word taken = {.word = word, .thread = MATH_THREAD, .insn = insn, .at = line, .place = line};
    if (is_asked)
        return kernel_add(kernel, &taken, err);
    if (tile_run(reading->tile, MATH_THREAD, insn, word, line) == TILE_DONE)
        return TT_OK;
    return tt_fail(err, TT_UNSUPPORTED, "found %s before the kernel, expected one that takes effect at once",
                   insn ? insn->mnemonic : "no instruction of the chip");
}

static enum tt_status words_take_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    struct words_reading *reading = user;
    struct kernel *kernel = reading->kernel;
    const char first = line[strspn(line, " \t\r")];
    uint32_t word = 0, given;
    if (!first || first == '#')
        return TT_OK;
    TRY(isa_assemble(kernel->chip, line, &word, err));
    const bool is_asked = words_is_asked(reading, number, word);
    if (!is_asked && kernel->start) {
        kernel->left_out++;
        return TT_OK;
    }
    if (is_asked && !kernel->start && !kernel_hold_start(kernel, reading->tile))
        return tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    pipe_push(reading->tile, &reading->pipe, word);
    while (pipe_next(reading->tile, &reading->pipe, &given))
        TRY(words_take(reading, is_asked, number, given, err));
    return TT_OK;
}

static enum tt_status words_begin(const struct kernel_options *options, struct words_reading *reading,
                                  struct tt_error *err)
{
    struct kernel *kernel = reading->kernel;
    reading->has_events = options->events != NULL;
    if (reading->has_events)
        TRY(address_events_parse(&reading->events, options->events, NULL, err));
    for (size_t i = 0; i < options->variants.count; i++)
        REFUSE_IF(variant_parse(&kernel->variants, options->variants.items[i]), err,
                  "--variant %s: no such reading; --variant help lists them", options->variants.items[i]);
    reading->tile = tile_new(kernel->chip);
    NEED(reading->tile, err, "no memory for a tile");
    tile_set_variants(reading->tile, &kernel->variants);
    pipe_init(&reading->pipe, MATH_THREAD);
    for (size_t i = 0; i < options->sets.count; i++) {
        struct replay_set set;
        TRY(replay_set_parse(kernel->chip, options->sets.items[i], &set, err));
        REFUSE_IF(set.has_event, err, "--set %s: words have no events, expected FIELD=V", options->sets.items[i]);
        replay_set_store(reading->tile, &set);
    }
    return TT_OK;
}

enum tt_status kernel_read_words(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err)
{
    struct words_reading reading = {.kernel = kernel};
    kernel->chip = options->chip;
    enum tt_status status = words_begin(options, &reading, err);
    if (!status)
        status = input_lines(options->path, words_take_line, &reading, err);
    tile_free(reading.tile);
    address_events_clear(&reading.events);
    return status;
}
