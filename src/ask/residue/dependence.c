/* SPDX-License-Identifier: Apache-2.0 */
/* Which places a compared byte depends on: some are marked as unknown, each as one input, and a replay shows which of
 * them reach a compared byte (observe/unknown.h). The others need not be tried. */
#include "ask/residue/residue_internal.h"

#include "isa/spaces.h"

/* Fields of one word are one input. */
struct inputs {
    struct replay_watched *watched;
    size_t count, first, next; /* rows [first, next) are watched */
    unsigned *number;          /* of each row; UINT_MAX: not watched */
    origin_set reached;
};

static void on_origin(void *user, const struct unknown_input *input)
{
    struct inputs *inputs = user;
    inputs->reached |= origin_bit(input->number);
}

/* The small state is not followed into waits. */
static bool dependence_is_followed(const struct residue_row *row)
{
    return row->ranges[0].space != TT_SPACE_STATE && !row->is_given;
}

static bool shares_word(const struct residue_row *a, const struct residue_row *b)
{
    return a->ranges[0].space == b->ranges[0].space && a->ranges[0].lo == b->ranges[0].lo;
}

/* As many as there are numbers. */
static void dependence_choose(struct inputs *inputs, const struct residue *residue)
{
    const struct residue_row *last = NULL;
    unsigned numbers = 0;
    inputs->count = 0;
    inputs->reached = 0;
    for (inputs->next = inputs->first; inputs->next < residue->count; inputs->next++) {
        const struct residue_row *row = &residue->rows[inputs->next];
        if (!dependence_is_followed(row))
            continue;
        const bool is_new = !last || !shares_word(last, row);
        if (is_new && numbers == WATCHED_MAX)
            return;
        numbers += is_new;
        inputs->number[inputs->next] = numbers - 1;
        for (unsigned i = 0; i < row->range_count; i++)
            inputs->watched[inputs->count++] =
                (struct replay_watched){row->ranges[i].space, row->ranges[i].lo, row->ranges[i].hi, numbers - 1};
        last = row;
    }
}

static enum tt_status dependence_follow(struct inputs *inputs, struct residue *residue, struct trials *trials,
                                        struct ttcap *capture, const struct residue_options *options,
                                        struct tt_error *err)
{
    const struct replay_observer observer = {.user = inputs, .origin = on_origin};
    struct replay_options replay = options->replay;
    struct replay_summary summary;
    replay.watched = inputs->watched;
    replay.watched_count = inputs->count;
    const enum tt_status status = inputs->count ? replay_run(capture, &replay, NULL, &observer, &summary, err) : TT_OK;
    if (inputs->count)
        trials_count(trials);
    for (size_t i = inputs->first; i < inputs->next && !status; i++)
        if (dependence_is_followed(&residue->rows[i]) && !origin_is_in(inputs->reached, inputs->number[i]))
            residue->rows[i].reach = RESIDUE_UNUSED;
    return status;
}

/* Whether the last checkpoint holds everything that the run wrote to L1: else bytes that depend on the rest are not
 * compared. */
static enum tt_status is_all_held(bool *is, struct ttcap *capture, const struct first_reads *reads,
                                  struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const uint32_t size = space_bytes(info->chip, TT_SPACE_L1);
    uint8_t bytes[KNOWN_CHUNK], known[KNOWN_CHUNK];
    enum tt_status status = TT_OK;
    *is = info->checkpoint_count > 1;
    for (uint32_t lo = 0; lo < size && *is && !status; lo += KNOWN_CHUNK) {
        bool is_written = false;
        for (uint32_t i = 0; i < KNOWN_CHUNK; i++)
            is_written |= first_reads_has_computed(reads, TT_SPACE_L1, lo + i);
        if (!is_written)
            continue;
        status = ttcap_read(capture, info->checkpoint_count - 1, TT_SPACE_L1, lo, KNOWN_CHUNK, bytes, known, err);
        for (uint32_t i = 0; i < KNOWN_CHUNK && !status; i++)
            *is = *is && (known[i] == UINT8_MAX || !first_reads_has_computed(reads, TT_SPACE_L1, lo + i));
    }
    return status;
}

enum tt_status dependence_find(struct residue *residue, struct trials *trials, struct ttcap *capture,
                               const struct residue_options *options, const struct first_reads *reads,
                               struct tt_error *err)
{
    struct inputs inputs = {0};
    bool is_held = false;
    enum tt_status status = is_all_held(&is_held, capture, reads, err);
    if (status || !is_held)
        return status;
    inputs.watched = mem_calloc(residue->count * RESIDUE_RANGES_MAX + 1, sizeof *inputs.watched);
    inputs.number = mem_calloc(residue->count + 1, sizeof *inputs.number);
    if (!inputs.watched || !inputs.number)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what is followed");
    while (!status && inputs.first < residue->count && !trials_are_spent(trials)) {
        dependence_choose(&inputs, residue);
        status = dependence_follow(&inputs, residue, trials, capture, options, err);
        inputs.first = inputs.next;
    }
    mem_free(inputs.watched);
    mem_free(inputs.number);
    return status;
}
