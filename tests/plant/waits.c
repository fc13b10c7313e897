/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/waits.h"

#include "ask/reduce/copy.h"
#include "isa/isa.h"
#include "plant/words.h"
#include "schedules/schedules.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 24, ORDERS = 400 };

struct waits {
    uint8_t *kinds; /* by event of the recording */
    uint64_t lost;
    struct ttcap *device;
    uint32_t last; /* checkpoint of the recording */
};

static bool waits_keep(void *user, uint64_t seq)
{
    const struct waits *waits = user;
    return waits->kinds[seq] != TTCAP_EXEC && seq != waits->lost;
}

/* The device's only checkpoint behind the start. */
static void waits_take(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                       uint8_t *bytes, uint8_t *known)
{
    const struct waits *waits = user;
    uint8_t there[COPY_PAGE];
    struct tt_error err;
    if (checkpoint == 0 || !waits->device)
        return;
    if (checkpoint < waits->last || ttcap_read(waits->device, ttcap_info(waits->device)->checkpoint_count - 1, space,
                                               lo, count, bytes, there, &err))
        memset(known, 0, count);
    else
        for (uint32_t i = 0; i < count; i++)
            known[i] &= there[i];
}

/* An order of `path` that ends otherwise, recorded as `other`; *differs: there is one. */
static enum tt_status waits_record_order(bool *differs, const char *path, const char *other, struct tt_error *err)
{
    static struct schedules_result found;
    const struct schedules_options how = {.budget = ORDERS};
    struct delayed_patch patch = {0};
    struct replay_options options;
    struct replay_summary summary = {0};
    struct ttcap *capture;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    status = schedules_run(capture, &options, &how, &found, err);
    *differs = !status && found.has_difference && (found.is_delayed || found.witness.count);
    if (*differs && found.is_delayed)
        status = delayed_learn(capture, &options, &found.delayed, &patch, err);
    options.patch = patch.patch.count ? &patch.patch : NULL;
    options.delays = found.witness.delays;
    options.delay_count = found.is_delayed ? 0 : found.witness.count;
    if (*differs && !status)
        status = plant_record(capture, &options, NULL, other, &summary, err);
    *differs = *differs && !summary.is_deadlocked && !summary.unsupported;
    delayed_patch_clear(&patch);
    ttcap_close(capture);
    return status;
}

static enum tt_status waits_try(struct waits *waits, bool *is_made, struct ttcap *from, const char *path,
                                struct tt_error *err)
{
    const struct copy_edit edit = {.user = waits, .keeps_event = waits_keep, .change_known = waits_take};
    char other[PATH_MAX];
    bool differs = false;
    (void)snprintf(other, sizeof other, "%s.order", path);
    waits->device = NULL;
    enum tt_status status = capture_copy(from, path, true, &edit, err);
    if (!status)
        status = waits_record_order(&differs, path, other, err);
    if (status == TT_UNSUPPORTED)
        return TT_OK;
    if (!status && differs)
        status = ttcap_open(&waits->device, other, err);
    (void)unlink(other);
    if (!status && differs)
        status = capture_copy(from, path, true, &edit, err);
    ttcap_close(waits->device);
    return status || !differs ? status : plant_is_shown(is_made, path, err);
}

static bool waits_is_wait(enum tt_chip chip, uint32_t word)
{
    static const char *const names[] = {"STALLWAIT", "SEMWAIT"};
    const struct isa_insn *insn = isa_find(chip, word);
    bool is = false;
    for (size_t i = 0; insn && i < sizeof names / sizeof *names; i++)
        is |= strcmp(insn->mnemonic, names[i]) == 0;
    return is;
}

static enum tt_status waits_list(struct waits *waits, struct ttcap_event **items, size_t *count, struct ttcap *from,
                                 struct tt_error *err)
{
    const uint64_t events = ttcap_info(from)->event_count;
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    *items = calloc(events + 1, sizeof **items);
    waits->kinds = calloc(events + 1, 1);
    if (!*items || !waits->kinds)
        abort();
    enum tt_status status = ttcap_events_open(&cursor, from, 0, UINT64_MAX, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        waits->kinds[event.seq] = (uint8_t)event.kind;
        if (event.kind == TTCAP_PUSH && waits_is_wait(ttcap_info(from)->chip, event.value))
            (*items)[(*count)++] = event;
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

enum tt_status plant_wait(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err)
{
    struct waits waits = {.last = ttcap_info(from)->checkpoint_count - 1};
    struct ttcap_event *items;
    size_t count = 0;
    char text[ISA_TEXT_MAX];
    enum tt_status status = waits_list(&waits, &items, &count, from, err);
    for (int i = 0; i < TRIES && count && !status && !*is_made; i++) {
        const struct ttcap_event *lost = &items[plant_draw(state) % count];
        waits.lost = lost->seq;
        plant->thread = (unsigned)lost->thread;
        plant->word = lost->value;
        plant->seq = lost->seq;
        status = waits_try(&waits, is_made, from, path, err);
    }
    plant->first_event = -1;
    for (uint64_t seq = 0; seq < plant->seq; seq++) /* behind this event */
        plant->first_event += waits.kinds[seq] != TTCAP_EXEC;
    plant->last_event = plant->first_event;
    if (*is_made)
        (void)snprintf(plant->text, sizeof plant->text, "wait lost behind event %" PRId64 ", thread %u: %.160s",
                       plant->first_event, plant->thread, isa_disassemble(ttcap_info(from)->chip, plant->word, text));
    free(items);
    free(waits.kinds);
    return status;
}
