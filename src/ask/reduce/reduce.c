/* SPDX-License-Identifier: Apache-2.0 */
/* A capture as a list of parts that may go: events, and pieces of the known state of its checkpoints. */
#include "ask/reduce/reduce.h"

#include "ask/reduce/check.h"
#include "ask/reduce/copy.h"
#include "base/new_file.h"
#include "base/scratch.h"
#include "base/search.h"
#include "isa/spaces.h"

/* A piece of the known state of a checkpoint. */
struct piece {
    uint32_t checkpoint, lo, hi;
    enum tt_space space;
};

struct reducer {
    struct ttcap *capture;
    const struct reduce_options *options;
    struct reduce_result *result;
    struct scratch scratch; /* for a candidate */
    bool *event_is_left;
    uint64_t event_count;
    struct piece *pieces; /* by checkpoint, space, address */
    bool *piece_is_left;
    size_t piece_count;
    bool is_of_events; /* the items being taken away */
    const char *what;
    /* of the current copy */
    struct reduce_size size;
};

/* ---- a candidate ---- */

static bool keeps_event(void *user, uint64_t seq)
{
    struct reducer *reducer = user;
    reducer->size.events += reducer->event_is_left[seq];
    return reducer->event_is_left[seq];
}

/* The first piece that ends after an address. */
static size_t piece_after(const struct reducer *reducer, uint32_t checkpoint, enum tt_space space, uint32_t addr)
{
    return SEARCH_FIRST(reducer->pieces, reducer->piece_count,
                        item->checkpoint != checkpoint ? item->checkpoint < checkpoint
                        : item->space != space         ? item->space < space
                                                       : item->hi <= addr);
}

static void change_known(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                         uint8_t *bytes, uint8_t *known)
{
    struct reducer *reducer = user;
    uint32_t at = lo;
    (void)bytes;
    for (size_t i = piece_after(reducer, checkpoint, space, lo); i < reducer->piece_count && at < lo + count; i++) {
        const struct piece *piece = &reducer->pieces[i];
        if (piece->checkpoint != checkpoint || piece->space != space || piece->lo >= lo + count)
            break;
        if (!reducer->piece_is_left[i])
            continue;
        const uint32_t from = piece->lo > at ? piece->lo : at;
        memset(known + (at - lo), 0, from - at);
        at = piece->hi < lo + count ? piece->hi : lo + count;
    }
    memset(known + (at - lo), 0, lo + count - at);
    for (uint32_t i = 0; i < count; i++)
        reducer->size.known_bytes += known[i] != 0;
}

/* A checkpoint after the start goes with the last that it knows. */
static bool keeps_checkpoint(void *user, uint32_t checkpoint)
{
    struct reducer *reducer = user;
    bool keeps = checkpoint == 0;
    for (size_t i = piece_after(reducer, checkpoint, (enum tt_space)0, 0); i < reducer->piece_count && !keeps; i++) {
        if (reducer->pieces[i].checkpoint != checkpoint)
            break;
        keeps = reducer->piece_is_left[i];
    }
    reducer->size.checkpoints += keeps;
    return keeps;
}

static enum tt_status write_candidate(struct reducer *reducer, const char *path, bool replaces, struct tt_error *err)
{
    const struct copy_edit edit = {.user = reducer,
                                   .keeps_event = keeps_event,
                                   .keeps_checkpoint = keeps_checkpoint,
                                   .change_known = change_known};
    reducer->size = (struct reduce_size){0};
    return capture_copy(reducer->capture, path, replaces, &edit, err);
}

static enum tt_status check(struct reducer *reducer, int *code, struct tt_error *err)
{
    TRY(write_candidate(reducer, reducer->scratch.file, true, err));
    TRY(check_run(reducer->options->check, reducer->scratch.file, code, err));
    reducer->result->checks++;
    return TT_OK;
}

static enum tt_status reduce_holds(void *user, const bool *is_left, bool *does, struct tt_error *err)
{
    struct reducer *reducer = user;
    int code = 0;
    enum tt_status status = check(reducer, &code, err);
    *does = !status && code == reducer->options->wanted;
    if (!status && reducer->options->progress) {
        const uint64_t of = reducer->is_of_events ? reducer->event_count : reducer->piece_count;
        uint64_t left = 0;
        for (uint64_t i = 0; i < of; i++)
            left += is_left[i];
        reducer->options->progress(reducer->options->user, reducer->what, left, of, reducer->result->checks);
    }
    return status;
}

static bool reduce_is_spent(void *user)
{
    struct reducer *reducer = user;
    reducer->result->is_budget_spent |= reducer->result->checks >= reducer->options->budget;
    return reducer->result->is_budget_spent;
}

/* ---- the lists ---- */

static enum tt_status take_events(struct reducer *reducer, const char *what, struct tt_error *err)
{
    const struct ddmin_test test = {reducer, reduce_holds, reduce_is_spent};
    reducer->is_of_events = true;
    reducer->what = what;
    return ddmin(reducer->event_is_left, reducer->event_count, &test, err);
}

static enum tt_status take_pieces(struct reducer *reducer, const char *what, struct tt_error *err)
{
    const struct ddmin_test test = {reducer, reduce_holds, reduce_is_spent};
    reducer->is_of_events = false;
    reducer->what = what;
    return ddmin(reducer->piece_is_left, reducer->piece_count, &test, err);
}

/* Replaces the list by another, all of which is left. */
static enum tt_status set_pieces(struct reducer *reducer, struct piece *pieces, size_t count, struct tt_error *err)
{
    bool *is_left = mem_calloc(count + 1, sizeof *is_left);
    if (!is_left) {
        mem_free(pieces);
        return tt_fail(err, TT_NO_MEMORY, "no memory for %zu pieces", count);
    }
    memset(is_left, 1, count);
    mem_free(reducer->pieces);
    mem_free(reducer->piece_is_left);
    reducer->pieces = pieces;
    reducer->piece_is_left = is_left;
    reducer->piece_count = count;
    return TT_OK;
}

static enum tt_status add_piece(struct piece **pieces, size_t *capacity, size_t *count, const struct piece *piece,
                                struct tt_error *err)
{
    NEED(!mem_grow(pieces, capacity, *count + 1, sizeof **pieces), err, "no memory for %zu pieces", *count);
    (*pieces)[(*count)++] = *piece;
    return TT_OK;
}

/* Everything that any checkpoint knows, in stretches of pages. */
static enum tt_status list_regions(struct reducer *reducer, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(reducer->capture);
    struct piece *pieces = NULL;
    size_t capacity = 0, count = 0;
    enum tt_status status = TT_OK;
    for (uint32_t checkpoint = 0; checkpoint < info->checkpoint_count && !status; checkpoint++) {
        for (int space = 0; space < TT_SPACE_COUNT && !status; space++) {
            uint32_t lo = 0, hi = 0;
            const uint32_t size = space_bytes(info->chip, (enum tt_space)space);
            while (!status && lo < size) {
                status = ttcap_next_known(reducer->capture, checkpoint, (enum tt_space)space, &lo, &hi, err);
                const struct piece piece = {checkpoint, lo, hi, (enum tt_space)space};
                status = status ?: add_piece(&pieces, &capacity, &count, &piece, err);
                lo = hi;
            }
            if (status == TT_END)
                status = TT_OK;
        }
    }
    if (!status)
        return set_pieces(reducer, pieces, count, err);
    mem_free(pieces);
    return status;
}

/* Cuts the rest into pieces of `grain` bytes. */
static enum tt_status cut_pieces(struct reducer *reducer, uint32_t grain, struct tt_error *err)
{
    struct piece *pieces = NULL;
    size_t capacity = 0, count = 0;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < reducer->piece_count && !status; i++) {
        struct piece piece = reducer->pieces[i];
        const uint32_t end = piece.hi;
        for (uint32_t lo = piece.lo; lo < end && reducer->piece_is_left[i] && !status; lo = piece.hi) {
            piece.lo = lo;
            piece.hi = lo - lo % grain + grain < end ? lo - lo % grain + grain : end;
            status = add_piece(&pieces, &capacity, &count, &piece, err);
        }
    }
    if (!status)
        return set_pieces(reducer, pieces, count, err);
    mem_free(pieces);
    return status;
}

/* ---- the whole ---- */

static enum tt_status reduce_begin(struct reducer *reducer, struct tt_error *err)
{
    int code = 0;
    enum tt_status status = list_regions(reducer, err);
    reducer->event_count = ttcap_info(reducer->capture)->event_count;
    reducer->event_is_left = mem_calloc(reducer->event_count + 1, sizeof *reducer->event_is_left);
    if (status)
        return status;
    NEED(reducer->event_is_left, err, "no memory for %llu events", (unsigned long long)reducer->event_count);
    memset(reducer->event_is_left, 1, reducer->event_count);
    status = check(reducer, &code, err);
    reducer->result->before = reducer->size;
    REFUSE_IF(!status && code != reducer->options->wanted, err,
              "the check does not hold for the capture as it is: '%s' exits with %d, expected %d",
              reducer->options->check, code, reducer->options->wanted);
    return status;
}

static enum tt_status reduce(struct reducer *reducer, struct tt_error *err)
{
    static const struct {
        uint32_t bytes;
        const char *what;
    } grains[] = {{4096, "pages"}, {256, "blocks of 256 bytes"}, {16, "blocks of 16 bytes"}, {4, "words"}};
    TRY(take_pieces(reducer, "regions", err));
    TRY(take_events(reducer, "events", err));
    for (size_t i = 0; i < sizeof grains / sizeof grains[0] && !reduce_is_spent(reducer); i++) {
        TRY(cut_pieces(reducer, grains[i].bytes, err));
        TRY(take_pieces(reducer, grains[i].what, err));
    }
    return !reduce_is_spent(reducer) ? take_events(reducer, "events again", err) : TT_OK;
}

/* Whether the output can be written, before hours go into it. */
static enum tt_status try_output(const char *output, bool replaces, struct tt_error *err)
{
    struct new_file *file;
    TRY(new_file_open(&file, output, replaces, err));
    new_file_abandon(file);
    return TT_OK;
}

enum tt_status reduce_run(struct ttcap *capture, const char *output, const struct reduce_options *options,
                          struct reduce_result *result, struct tt_error *err)
{
    struct reducer reducer = {.capture = capture, .options = options, .result = result};
    *result = (struct reduce_result){0};
    REFUSE_IF(!strstr(options->check, "{}"), err, "the check '%s' has no {}, where the capture's name goes",
              options->check);
    enum tt_status status = try_output(output, options->replaces, err);
    status = status ?: scratch_make_named(&reducer.scratch, "candidate.ttcap", err);
    status = status ?: reduce_begin(&reducer, err);
    status = status ?: reduce(&reducer, err);
    status = status ?: write_candidate(&reducer, output, options->replaces, err);
    result->after = reducer.size;
    scratch_remove(&reducer.scratch);
    mem_free(reducer.event_is_left);
    mem_free(reducer.pieces);
    mem_free(reducer.piece_is_left);
    return status;
}
