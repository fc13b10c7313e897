/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel out of a capture: the words that took effect between two events of a replay, in the state that the tile had
 * there. */
#include "ask/census/kernel/kernel_internal.h"

#include "ask/run/address.h"
#include "capture/places.h"
#include "capture/source_lines.h"
#include "capture/ttcap.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "order/options_text.h"

struct events_reading {
    struct kernel *kernel;
    struct address_events events;
    bool has_events;
    uint64_t last;    /* that may be asked for */
    uint64_t between; /* that were not asked for, since the last one that was */
    bool is_over;
    enum tt_status status;
    struct tt_error *err;
};

static bool events_is_asked(const struct events_reading *reading, uint64_t seq, int thread, uint32_t word)
{
    const struct address_event event = {.seq = seq, .thread = thread, .has_word = true, .word = word};
    return !reading->has_events || address_events_has(&reading->events, reading->kernel->chip, &event);
}

/* The state before the first word. */
static void events_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct events_reading *reading = user;
    if (reading->kernel->start || !events_is_asked(reading, seq, (int)thread, word))
        return;
    if (!kernel_hold_start(reading->kernel, tile))
        reading->status = tt_fail(reading->err, TT_NO_MEMORY, "no memory for a tile");
}

static void events_on_end(void *user, const struct probe_insn *insn)
{
    struct events_reading *reading = user;
    struct kernel *kernel = reading->kernel;
    reading->is_over |= insn->seq > reading->last;
    if (insn->has_waited || !kernel->start || reading->status || reading->is_over)
        return;
    if (insn->unit == TT_UNIT_CORE || !events_is_asked(reading, insn->seq, insn->thread, insn->word)) {
        reading->between++;
        return;
    }
    const struct kernel_word word = {.word = insn->word, .thread = insn->thread, .insn = insn->insn, .at = insn->seq};
    kernel->left_out += reading->between;
    reading->between = 0;
    reading->status = kernel_add(kernel, &word, reading->err);
}

static void events_on_origin(void *user, const struct replay_origin *origin)
{
    struct kernel *kernel = ((struct events_reading *)user)->kernel;
    for (size_t i = kernel->count; i-- > 0 && kernel->words[i].at == origin->seq && origin->is_word;) {
        kernel->words[i].has_pc = true;
        kernel->words[i].core = origin->core;
        kernel->words[i].pc = origin->pc;
    }
}

/* Words that one place of a program pushed are one; where no place is known, words that are alike. */
static bool stands_where(const struct kernel_word *a, const struct kernel_word *b)
{
    if (a->has_pc != b->has_pc || a->thread != b->thread || a->word != b->word)
        return false;
    return !a->has_pc || (a->core == b->core && a->pc == b->pc);
}

static void find_word_places(struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->count; i++) {
        size_t first = 0;
        while (!stands_where(&kernel->words[first], &kernel->words[i]))
            first++;
        kernel->words[i].place = kernel->words[first].at;
    }
}

/* The line of source, where the capture has it, else core and address. */
static enum tt_status find_spot(struct ttcap *capture, const struct kernel_word *word, struct kernel_spot *spot,
                                struct tt_error *err)
{
    struct ttcap_lines lines;
    char text[TTCAP_LINES_TEXT_MAX];
    const enum tt_status status = ttcap_lines_at(capture, word->core, word->pc, &lines, err);
    spot->place = word->place;
    if (status && status != TT_END)
        return status;
    if (status == TT_OK && ttcap_lines_text(lines.frames, lines.frame_count, text))
        (void)snprintf(spot->text, sizeof spot->text, "%.*s", KERNEL_SPOT - 1, text);
    else
        (void)snprintf(spot->text, sizeof spot->text, "%s 0x%04X", core_name(word->core), (unsigned)word->pc);
    return TT_OK;
}

static enum tt_status find_spots(struct ttcap *capture, struct kernel *kernel, struct tt_error *err)
{
    kernel->spots = mem_calloc(kernel->count + 1, sizeof *kernel->spots);
    NEED(kernel->spots, err, "no memory for the places of words");
    for (size_t i = 0; i < kernel->count; i++)
        if (kernel->words[i].has_pc && kernel->words[i].place == kernel->words[i].at)
            TRY(find_spot(capture, &kernel->words[i], &kernel->spots[kernel->spot_count++], err));
    return TT_OK;
}

static void events_on_begin(void *user, const struct probe_insn *insn)
{
    (void)user;
    (void)insn;
}

static bool events_is_enough(void *user)
{
    const struct events_reading *reading = user;
    return reading->is_over || reading->status;
}

static enum tt_status events_replay(struct ttcap *capture, const struct kernel_options *options,
                                    struct events_reading *reading, struct tt_error *err)
{
    const struct replay_words words = {.variants = options->variants, .sets = options->sets};
    const struct probe probe = {
        .user = reading, .wants = PROBE_INSN, .insn_begin = events_on_begin, .insn_end = events_on_end};
    const struct replay_observer observer = {
        .user = reading, .before = events_on_before, .is_enough = events_is_enough, .came_from = events_on_origin};
    const struct ttcap_info *info = ttcap_info(capture);
    struct replay_set *sets OWNED(mem_free_at) = mem_calloc(options->sets.count + 1, sizeof *sets);
    struct replay_options how;
    struct replay_summary summary = {0};
    NEED(sets, err, "no memory for the fields that are held");
    replay_options_init(&how, info);
    how.order = order_usual(info, false);
    TRY(replay_words_parse(&words, info->chip, &how, sets, err));
    reading->kernel->variants = how.variants;
    TRY(replay_run(capture, &how, &probe, &observer, &summary, err));
    return reading->status;
}

enum tt_status kernel_read_events(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err)
{
    struct events_reading reading = {
        .kernel = kernel, .has_events = options->events != NULL, .last = UINT64_MAX, .err = err};
    struct ttcap *capture = NULL;
    uint64_t first;
    enum tt_status status = ttcap_open(&capture, options->path, err);
    if (status)
        return status;
    kernel->is_capture = true;
    kernel->chip = ttcap_info(capture)->chip;
    const struct address_marks marks = address_marks_of_capture(capture);
    status = capture_places_check(capture, err);
    if (!status && options->has_chip && options->chip != kernel->chip)
        status = tt_fail(err, TT_BAD_INPUT, "a capture of %s, expected one of %s as --chip says",
                         chip_get(kernel->chip)->name, chip_get(options->chip)->name);
    if (!status && reading.has_events)
        status = address_events_parse(&reading.events, options->events, &marks, err);
    if (!status && reading.has_events && !address_events_bounds(&reading.events, &first, &reading.last))
        reading.last = 0;
    if (!status)
        status = events_replay(capture, options, &reading, err);
    if (!status)
        find_word_places(kernel);
    if (!status)
        status = find_spots(capture, kernel, err);
    address_events_clear(&reading.events);
    ttcap_close(capture);
    return status;
}
