/* SPDX-License-Identifier: Apache-2.0 */
/* One replay notes reads of places that nothing in it wrote before. Then groups of it are marked as unknown, each as
 * one input: a group is not the cause if all differing bytes would be decided without it. */
#include "ask/bisect/operand/operands.h"

#include "base/search.h"
#include "isa/spaces.h"

enum { WRITTEN = 1, READ = 2, DATUM = 4 };
enum { ROUNDS_MAX = 5 };

static const enum tt_space spaces[] = {TT_SPACE_L1,   TT_SPACE_GPR,  TT_SPACE_DST,
                                       TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_LREG};
enum { SPACES = sizeof spaces / sizeof spaces[0] };

/* ---- reads ---- */

struct reads {
    uint8_t *flags[TT_SPACE_COUNT]; /* of each byte; null: not one of these spaces */
    uint32_t size[TT_SPACE_COUNT];
    uint8_t *start[TT_SPACE_COUNT]; /* the value there */
};

static void operand_list_on_started(void *user, const struct tile *tile)
{
    struct reads *reads = user;
    for (int i = 0; i < SPACES; i++)
        tile_load(tile, spaces[i], 0, reads->size[spaces[i]], reads->start[spaces[i]]);
}

static void operand_list_on_access(void *user, const struct probe_access *access)
{
    struct reads *reads = user;
    uint8_t *flags = reads->flags[access->space];
    for (uint32_t at = access->lo; flags && at < access->hi && at < reads->size[access->space]; at++)
        flags[at] |= access->is_write ? WRITTEN : flags[at] & WRITTEN ? 0 : READ;
}

/* Stage 0 of an unpacker: where in L1 each datum begins. */
static void operand_list_on_stage(void *user, const struct probe_stage *stage)
{
    struct reads *reads = user;
    const uint32_t *addrs = stage->values;
    if ((stage->unit != TT_UNIT_UNPACK0 && stage->unit != TT_UNIT_UNPACK1) || stage->stage != 0 ||
        stage->value_bytes != sizeof *addrs)
        return;
    for (uint32_t i = 0; i < stage->count; i++)
        if (addrs[i] < reads->size[TT_SPACE_L1])
            reads->flags[TT_SPACE_L1][addrs[i]] |= DATUM;
}

static bool reads_new(struct reads *reads, enum tt_chip chip)
{
    bool has_all = true;
    for (int i = 0; i < SPACES; i++) {
        const enum tt_space space = spaces[i];
        reads->size[space] = space_bytes(chip, space);
        reads->flags[space] = mem_calloc(reads->size[space], 1);
        reads->start[space] = mem_calloc(reads->size[space], 1);
        has_all = has_all && reads->flags[space] && reads->start[space];
    }
    return has_all;
}

static void reads_clear(struct reads *reads)
{
    for (int i = 0; i < SPACES; i++) {
        mem_free(reads->flags[spaces[i]]);
        mem_free(reads->start[spaces[i]]);
    }
}

/* Bytes of the element at `lo`: of L1 those up to the next datum, a power of two. */
static uint8_t width_at(const struct reads *reads, enum tt_space space, uint32_t lo)
{
    const uint8_t *flags = reads->flags[space];
    uint8_t width = 1;
    if (space != TT_SPACE_L1)
        return (uint8_t)space_element_bytes(space);
    while (flags[lo] & DATUM && width < OPERAND_BYTES_MAX && lo + width < reads->size[space] &&
           !(flags[lo + width] & DATUM) && (flags[lo + width] & READ))
        width++;
    return width == 3 ? 2 : width;
}

/* The known part of a start that leaves something out. */
static enum tt_status operand_list_is_known(bool *is, struct search *search, enum tt_space space, uint32_t lo,
                                            uint8_t count)
{
    uint8_t held[OPERAND_BYTES_MAX], known[OPERAND_BYTES_MAX];
    *is = true;
    if (ttcap_info(search->capture)->unlisted_start_is_reset)
        return TT_OK;
    const enum tt_status status = ttcap_read(search->capture, 0, space, lo, count, held, known, search->err);
    for (uint8_t i = 0; i < count; i++)
        *is = *is && known[i] == 0xFF;
    return status;
}

static enum tt_status add_space(struct operand_list *list, struct search *search, const struct reads *reads,
                                enum tt_space space)
{
    uint8_t width;
    for (uint32_t lo = 0; lo < reads->size[space]; lo += width) {
        bool is = false;
        width = width_at(reads, space, lo);
        if (!(reads->flags[space][lo] & READ))
            continue;
        const enum tt_status status = operand_list_is_known(&is, search, space, lo, width);
        if (status)
            return status;
        if (!is)
            continue;
        if (mem_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
            return tt_fail(search->err, TT_NO_MEMORY, "no memory for what is read");
        struct replay_operand *operand = &list->items[list->count++];
        *operand = (struct replay_operand){.space = space, .lo = lo, .count = width};
        memcpy(operand->recorded, reads->start[space] + lo, width);
        memcpy(operand->value, operand->recorded, width);
    }
    return TT_OK;
}

enum tt_status operand_list_read(struct operand_list *list, struct search *search)
{
    struct reads reads = {.flags = {NULL}};
    struct replay_options until = search->options->replay;
    struct replay_summary summary;
    const struct probe probe = {.user = &reads,
                                .wants = PROBE_ACCESS | PROBE_STAGE,
                                .access = operand_list_on_access,
                                .stage = operand_list_on_stage};
    const struct replay_observer observer = {.user = &reads, .started = operand_list_on_started};
    bisect_end_behind(&until, (uint64_t)search->result->after_event);
    enum tt_status status = TT_OK;
    if (!reads_new(&reads, search->fields.chip))
        status = tt_fail(search->err, TT_NO_MEMORY, "no memory for what is read");
    if (!status)
        status = replay_run(search->capture, &until, &probe, &observer, &summary, search->err);
    search->result->replays++;
    for (int i = 0; i < SPACES && !status; i++)
        status = add_space(list, search, &reads, spaces[i]);
    reads_clear(&reads);
    return status;
}

void operand_list_clear(struct operand_list *list)
{
    mem_free(list->items);
    *list = (struct operand_list){0};
}

/* ---- the inputs on which every differing byte depends ---- */

/* The differing bytes of the first checkpoint, in the order reported: how many are meant, how many of these are
 * undecided, and the inputs that all of them depend on. */
struct shared {
    const struct difference *base;
    const struct bisect_place *alone; /* null: all are meant */
    size_t count, meant, met;
    origin_set inputs;
};

static size_t operand_list_first_at(const struct shared *shared, enum tt_space space, uint32_t addr)
{
    return SEARCH_FIRST(shared->base->bytes, shared->count,
                        item->space < space || (item->space == space && item->addr < addr));
}

static bool operand_list_is_meant(const struct shared *shared, size_t i)
{
    const struct bisect_place *alone = shared->alone;
    const struct differing_byte *byte = &shared->base->bytes[i];
    return !alone || (byte->space == alone->space && byte->addr >= alone->lo && byte->addr < alone->hi);
}

static void operand_list_on_undecided(void *user, const struct replay_undecided *run)
{
    struct shared *shared = user;
    const struct differing_byte *bytes = shared->base->bytes;
    if (run->checkpoint != bytes[0].checkpoint)
        return;
    for (size_t i = operand_list_first_at(shared, run->space, run->lo);
         i < shared->count && bytes[i].space == run->space && bytes[i].addr < run->hi; i++) {
        if (!operand_list_is_meant(shared, i))
            continue;
        shared->met++;
        shared->inputs &= run->origins;
    }
}

static size_t operand_list_group_of(const struct operand_list *list, size_t nth, size_t groups)
{
    return nth * groups / list->count;
}

/* The groups of the list that all of them depend on. */
static enum tt_status find_groups(const struct operand_list *list, struct search *search,
                                  const struct bisect_place *alone, size_t groups, origin_set *on)
{
    struct shared shared = {.base = search->base, .alone = alone, .inputs = ~(origin_set)0};
    struct replay_watched *watched = mem_calloc(list->count, sizeof *watched);
    struct replay_options options = search->options->replay;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = &shared, .undecided = operand_list_on_undecided};
    NEED(watched, search->err, "no memory for what is followed");
    while (shared.count < search->base->count &&
           search->base->bytes[shared.count].checkpoint == search->base->bytes[0].checkpoint)
        shared.meant += operand_list_is_meant(&shared, shared.count++);
    for (size_t i = 0; i < list->count; i++) {
        const struct replay_operand *operand = &list->items[i];
        watched[i] = (struct replay_watched){operand->space, operand->lo, operand->lo + operand->count,
                                             (unsigned)operand_list_group_of(list, i, groups)};
    }
    options.watched = watched;
    options.watched_count = list->count;
    options.frames = NULL;
    bisect_end_behind(&options, (uint64_t)search->result->after_event);
    const enum tt_status status = replay_run(search->capture, &options, NULL, &observer, &summary, search->err);
    search->result->replays++;
    *on = shared.met == shared.meant ? shared.inputs : 0;
    mem_free(watched);
    return status;
}

enum tt_status operand_list_narrow(struct operand_list *list, struct search *search, const struct bisect_place *alone)
{
    enum tt_status status = TT_OK;
    for (int round = 0; round < ROUNDS_MAX && list->count && !status && !explain_is_spent(search); round++) {
        const size_t groups = list->count < WATCHED_MAX ? list->count : WATCHED_MAX, before = list->count;
        origin_set on = 0;
        size_t left = 0;
        status = find_groups(list, search, alone, groups, &on);
        for (size_t i = 0; i < before && !status; i++)
            if (origin_is_in(on, (unsigned)operand_list_group_of(list, i, groups)))
                list->items[left++] = list->items[i];
        list->count = left;
        if (groups == before || left == before)
            break;
    }
    return status;
}
