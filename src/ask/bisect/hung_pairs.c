/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/hung_pairs.h"

#include "base/search.h"
#include "isa/isa.h"
#include "tile/state.h"
#include "tile/tile.h"

#include "insn_ids.h"

struct hung_pairs {
    enum tt_chip chip;
    unsigned waiting;                    /* a bit a thread */
    unsigned waited;                     /* a bit a semaphore */
    unsigned threads[SEMAPHORES];        /* that post or get it: a bit each */
    unsigned posted_by_core[SEMAPHORES]; /* likewise */
    uint64_t posts[SEMAPHORES], gets[SEMAPHORES];
    struct semaphore left[SEMAPHORES];
};

static unsigned hung_pairs_semaphores(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    const struct isa_field *which = insn ? FIND(insn->fields, insn->field_count, !strcmp(item->name, "sem_sel")) : NULL;
    return which ? isa_field_value(which, word) : 0;
}

static void hung_pairs_on_waiting(void *user, const struct replay_wait *wait)
{
    struct hung_pairs *pairs = user;
    pairs->waiting |= 1u << wait->thread;
    if (!wait->is_core && isa_id(pairs->chip, wait->word) == INSN_SEMWAIT)
        pairs->waited |= hung_pairs_semaphores(pairs->chip, wait->word);
}

static void hung_pairs_on_ran(void *user, const struct tile *tile)
{
    struct hung_pairs *pairs = user;
    struct small_state state;
    tile_load(tile, TT_SPACE_STATE, 0, sizeof state, (uint8_t *)&state);
    memcpy(pairs->left, state.sem, sizeof pairs->left);
}

static void hung_pairs_count(struct hung_pairs *pairs, const struct ttcap_event *event)
{
    const unsigned thread = event->thread < 0 ? THREADS : (unsigned)event->thread;
    const insn_id id = event->kind == TTCAP_PUSH ? isa_id(pairs->chip, event->value) : INSN_NOP;
    const bool is_core = event->kind == TTCAP_SEMW;
    const unsigned which = is_core ? 1u << event->addr % SEMAPHORES : hung_pairs_semaphores(pairs->chip, event->value);
    if (!is_core && id != INSN_SEMPOST && id != INSN_SEMGET)
        return;
    const bool is_post = is_core ? event->value == 0 : id == INSN_SEMPOST;
    for (unsigned sem = 0; sem < SEMAPHORES; sem++)
        if (which >> sem & 1) {
            *(is_post ? &pairs->posts[sem] : &pairs->gets[sem]) += 1;
            pairs->threads[sem] |= 1u << thread;
            pairs->posted_by_core[sem] |= is_core && is_post ? 1u << thread : 0;
        }
}

/* It stands at the posts that the recording has too many. */
static bool hung_pairs_are_odd(const struct hung_pairs *pairs, unsigned sem)
{
    return pairs->posted_by_core[sem] && !(pairs->threads[sem] & (pairs->waiting | 1u << THREADS)) &&
           !(pairs->waited >> sem & 1) && pairs->posts[sem] > pairs->gets[sem] &&
           pairs->posts[sem] - pairs->gets[sem] == pairs->left[sem].value;
}

enum tt_status hung_pairs_find(struct bisect_unpaired *unpaired, struct ttcap *capture,
                               const struct replay_options *options, const struct replay_observer *next,
                               struct replay_summary *summary, struct tt_error *err)
{
    struct hung_pairs pairs = {.chip = ttcap_info(capture)->chip};
    const struct replay_observer observer = {
        .user = &pairs, .waiting = hung_pairs_on_waiting, .ran = hung_pairs_on_ran, .next = next};
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    TRY(replay_run(capture, options, NULL, &observer, summary, err));
    if (!summary->is_deadlocked || options->order != REPLAY_PROGRAM)
        return TT_OK;
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, ttcap_info(capture)->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err)))
        hung_pairs_count(&pairs, &event);
    ttcap_events_close(cursor);
    for (unsigned sem = 0; sem < SEMAPHORES && !unpaired->posts; sem++)
        if (hung_pairs_are_odd(&pairs, sem))
            *unpaired = (struct bisect_unpaired){.sem = sem,
                                                 .thread = (unsigned)__builtin_ctz(pairs.posted_by_core[sem]),
                                                 .posts = pairs.posts[sem],
                                                 .gets = pairs.gets[sem]};
    return status == TT_END ? TT_OK : status;
}
