/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/evidence.h"

#include "ask/reduce/copy.h"
#include "order/options_text.h"
#include "plant/array.h"
#include "plant/words.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *evidence_name(enum evidence evidence)
{
    static const char *const names[EVIDENCES] = {"stream", "clean", "array", "pair"};
    return names[evidence];
}

/* The device did otherwise than the words say. */
static bool evidence_is_of_device(enum plant_kind kind)
{
    return kind == PLANT_VARIANT || kind == PLANT_UNWRITTEN || kind == PLANT_OUTPUT || kind == PLANT_DST ||
           kind == PLANT_PUSHED_DST || kind == PLANT_DATUM || kind == PLANT_MOMENT || kind == PLANT_WAIT ||
           kind == PLANT_REGION || kind == PLANT_STUCK;
}

bool evidence_suits(enum evidence evidence, enum plant_kind kind)
{
    if (evidence == EVIDENCE_STREAM)
        return true;
    if (evidence == EVIDENCE_CLEAN) /* what is wrong at the start shows there */
        return !evidence_is_of_device(kind) && kind != PLANT_OPERAND && kind != PLANT_TILE && !plant_is_of_code(kind);
    return !evidence_is_of_device(kind);
}

/* ---- a clean stream, and the dump of the other ---- */

struct clean {
    struct ttcap *bad;
    bool keeps_pushed, keeps_executed, has_end_alone;
    uint32_t last;        /* checkpoint of the recording */
    const uint8_t *kinds; /* by event of the recording */
    bool has_failed;
};

static bool clean_keeps(void *user, uint64_t seq)
{
    const struct clean *clean = user;
    return clean->kinds[seq] == TTCAP_PUSH ? clean->keeps_pushed
                                           : clean->kinds[seq] != TTCAP_EXEC || clean->keeps_executed;
}

static void clean_take(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                       uint8_t *bytes, uint8_t *known)
{
    struct clean *clean = user;
    uint8_t there[COPY_PAGE];
    struct tt_error err;
    if (checkpoint == 0)
        return;
    if (clean->has_end_alone && checkpoint < clean->last) {
        memset(known, 0, count);
        return;
    }
    if (clean->has_end_alone) /* the device's only one behind the start */
        checkpoint = ttcap_info(clean->bad)->checkpoint_count - 1;
    if (checkpoint >= ttcap_info(clean->bad)->checkpoint_count ||
        ttcap_read(clean->bad, checkpoint, space, lo, count, bytes, there, &err))
        clean->has_failed = true;
    for (uint32_t i = 0; i < count; i++)
        known[i] &= there[i];
}

static uint8_t *evidence_kinds(struct ttcap *from)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    struct tt_error err;
    uint8_t *kinds = calloc(ttcap_info(from)->event_count + 1, 1);
    if (!kinds || ttcap_events_open(&cursor, from, 0, UINT64_MAX, &err))
        abort();
    while (!ttcap_events_next(cursor, &event, &err))
        kinds[event.seq] = (uint8_t)event.kind;
    ttcap_events_close(cursor);
    return kinds;
}

static enum tt_status evidence_clean(bool *is_made, const struct plant *plant, struct ttcap *from, const char *planted,
                                     struct tt_error *err)
{
    const bool is_pushed = plant_is_of_pushed(plant->kind);
    const bool is_word = (plant->kind >= PLANT_LOST && plant->kind <= PLANT_SWAPPED) || plant->kind == PLANT_VALUE ||
                         plant->kind == PLANT_SLIP || plant->kind == PLANT_UNZEROED || plant_is_of_run(plant->kind);
    struct clean clean = {.keeps_pushed = !is_word,
                          .keeps_executed = !is_pushed,
                          .has_end_alone = is_pushed,
                          .last = ttcap_info(from)->checkpoint_count - 1};
    const struct copy_edit edit = {.user = &clean, .keeps_event = clean_keeps, .change_known = clean_take};
    struct replay_options options;
    struct replay_summary summary = {0};
    struct ttcap *wrong;
    char recorded[PATH_MAX];
    (void)snprintf(recorded, sizeof recorded, "%s.bad", planted);
    enum tt_status status = ttcap_open(&wrong, planted, err);
    if (status)
        return status;
    replay_options_init(&options, ttcap_info(wrong));
    options.order = order_usual(ttcap_info(wrong), true);
    status = plant_record(wrong, &options, NULL, recorded, &summary, err);
    ttcap_close(wrong);
    if (!status)
        status = ttcap_open(&clean.bad, recorded, err);
    (void)unlink(recorded);
    if (status || summary.is_deadlocked || summary.facts.is_stopped || summary.unsupported || summary.facts.undefined) {
        ttcap_close(clean.bad);
        *is_made = false;
        return status;
    }
    uint8_t *kinds = evidence_kinds(from);
    clean.kinds = kinds;
    status = capture_copy(from, planted, true, &edit, err);
    ttcap_close(clean.bad);
    free(kinds);
    *is_made = !clean.has_failed;
    return status || !*is_made ? status : plant_is_shown(is_made, planted, err);
}

/* ---- the wrong program, and the array ---- */

static enum tt_status evidence_array(bool *is_made, struct ttcap *from, const char *planted, const char *array,
                                     char at[static 64], struct tt_error *err)
{
    struct ttcap *wrong;
    char program[PATH_MAX];
    uint32_t lo = 0, count = 0;
    (void)snprintf(program, sizeof program, "%s.program", planted);
    enum tt_status status = array_find(from, &lo, &count, err);
    *is_made = count > 1;
    if (!status && *is_made)
        status = array_write(from, lo, count, array, is_made, err);
    (void)snprintf(at, 64, "l1:0x%" PRIx32 ":%" PRIu32, lo, count);
    if (status || !*is_made)
        return status;
    status = ttcap_open(&wrong, planted, err);
    if (status)
        return status;
    status = array_strip(wrong, program, err);
    ttcap_close(wrong);
    if (!status && rename(program, planted))
        abort();
    return status;
}

enum tt_status evidence_make(bool *is_made, enum evidence evidence, const struct plant *plant, struct ttcap *from,
                             const char *planted, const char *array, char at[static 64], struct tt_error *err)
{
    *is_made = true;
    if (evidence == EVIDENCE_CLEAN)
        return evidence_clean(is_made, plant, from, planted, err);
    return evidence == EVIDENCE_ARRAY ? evidence_array(is_made, from, planted, array, at, err) : TT_OK;
}
