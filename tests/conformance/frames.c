/* SPDX-License-Identifier: Apache-2.0 */
/* A replay that goes on from a frame ends as one that runs from the start: recorded kernels with random words edited,
 * up to random checkpoints, under other readings, with undefined behaviour followed or not; a half of them with an
 * unknown start. And one that is screened differs just where it does.
 *
 *     frames EDITS FOLDER...    EDITS of each capture and bundle of the folders
 *
 * Exit 0: all alike, and frames were used; 1: not; 2: trouble; 77: there are no captures. */
#include "order/frames.h"
#include "ask/bisect/difference.h"
#include "base/memory.h"
#include "plant/folders.h"
#include "plant/plant.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct words {
    uint64_t *seqs;
    uint32_t *values;
    uint8_t *threads;
    size_t count;
};

struct counts {
    uint64_t replays, resumed, wrong;
};

static uint64_t random_state;

static uint64_t draw(uint64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % below;
}

static enum tt_status read_words(struct words *words, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const size_t room = info->kind_count[TTCAP_EXEC] + 1;
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    words->seqs = mem_calloc(room, sizeof *words->seqs);
    words->values = mem_calloc(room, sizeof *words->values);
    words->threads = mem_calloc(room, 1);
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, info->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        if (event.kind != TTCAP_EXEC)
            continue;
        words->seqs[words->count] = event.seq;
        words->values[words->count] = event.value;
        words->threads[words->count++] = event.thread < 0 ? 0 : (uint8_t)event.thread;
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

static void draw_edit(struct replay_edit *edit, const struct words *words)
{
    const size_t at = draw(words->count), other = draw(words->count);
    *edit = (struct replay_edit){.kind = (enum replay_edit_kind)draw(4),
                                 .event = (int64_t)words->seqs[at],
                                 .other = -1,
                                 .thread = words->threads[at],
                                 .word = words->values[other]};
    if (edit->kind == REPLAY_EDIT_CHANGE && draw(2))
        edit->word = words->values[at] ^ UINT32_C(1) << draw(24);
    if (edit->kind == REPLAY_EDIT_INSERT && draw(8) == 0)
        edit->event = -1;
    const bool is_moved = edit->kind == REPLAY_EDIT_INSERT && draw(2);
    if (edit->kind == REPLAY_EDIT_DROP && draw(2)) {
        edit->run_count = 2;
        edit->last = edit->event + (int64_t)draw(40);
    }
    if (edit->kind == REPLAY_EDIT_INSERT && !is_moved && draw(2)) {
        edit->run_count = 2;
        edit->run[0] = words->values[at];
        edit->run[1] = words->values[other];
    }
    if (is_moved || edit->kind == REPLAY_EDIT_SWAP)
        edit->other = (int64_t)words->seqs[other];
    if (edit->kind != REPLAY_EDIT_SWAP)
        return;
    edit->thread = words->threads[other];
    edit->other_thread = words->threads[at];
    edit->other_word = words->values[at];
}

static bool is_alike(const struct difference *a, const struct difference *b)
{
    const struct replay_summary *x = &a->summary, *y = &b->summary;
    bool is_same = a->count == b->count && a->total == b->total && a->undecided_count == b->undecided_count &&
                   x->verdict == y->verdict && x->executed == y->executed && x->events == y->events &&
                   x->unsupported == y->unsupported && x->findings == y->findings && x->checkpoints == y->checkpoints &&
                   x->facts.unknown_read == y->facts.unknown_read &&
                   memcmp(&x->facts.bytes, &y->facts.bytes, sizeof x->facts.bytes) == 0;
    for (size_t i = 0; i < a->count && is_same; i++)
        is_same = a->bytes[i].addr == b->bytes[i].addr && a->bytes[i].replayed == b->bytes[i].replayed &&
                  a->bytes[i].checkpoint == b->bytes[i].checkpoint && a->bytes[i].space == b->bytes[i].space;
    for (size_t i = 0; i < a->undecided_count && is_same; i++)
        is_same = a->undecided[i].lo == b->undecided[i].lo && a->undecided[i].hi == b->undecided[i].hi &&
                  a->undecided[i].checkpoint == b->undecided[i].checkpoint;
    return is_same;
}

static bool is_undecided_in(const struct difference *base, const struct differing_byte *byte)
{
    for (size_t i = 0; i < base->undecided_count; i++) {
        const struct undecided_range *range = &base->undecided[i];
        if (range->checkpoint == byte->checkpoint && range->space == byte->space && range->lo <= byte->addr &&
            byte->addr < range->hi)
            return true;
    }
    return false;
}

/* What a screened replay says of one that ran whole: that it differs where it does; nothing else unless more bytes are
 * undecided in it than in the base. */
static bool is_screened_well(const struct difference *base, const struct difference *whole, bool differs)
{
    for (size_t i = 0; i < whole->count; i++)
        if (!is_undecided_in(base, &whole->bytes[i]))
            return differs;
    return !differs || whole->summary.facts.bytes.undecided > base->summary.facts.bytes.undecided ||
           base->undecided_count;
}

/* One edited replay, from a frame and from the start. */
static enum tt_status hold(struct ttcap *capture, const struct replay_options *base, const struct words *words,
                           struct difference *from_frame, struct counts *counts, struct tt_error *err)
{
    struct difference whole = {0};
    struct replay_options options = *base;
    struct replay_edit edit;
    draw_edit(&edit, words);
    options.edit = draw(10) ? &edit : NULL;
    options.follows_undefined = base->follows_undefined ^ (draw(8) == 0);
    if (draw(8) == 0)
        options.variants.choice[0] ^= 1;
    if (draw(2)) {
        const uint32_t checkpoint = 1 + (uint32_t)draw(ttcap_info(capture)->checkpoint_count - 1);
        const int64_t after = ttcap_checkpoint(capture, checkpoint)->after_event;
        options.last = after < 0 ? UINT64_MAX : (uint64_t)after + 1;
    }
    enum difference_screened outcome = SCREENED_SAME;
    enum tt_status status = difference_run(from_frame, capture, &options, NULL, err);
    if (!status)
        status = difference_screen(from_frame->before, capture, &options, &outcome, err);
    options.frames = NULL;
    if (!status)
        status = difference_run(&whole, capture, &options, NULL, err);
    counts->replays++;
    const bool differs = outcome == SCREENED_DIFFERS;
    if (!status && !is_screened_well(from_frame->before, &whole, differs)) {
        counts->wrong++;
        (void)printf("edit %d at %" PRId64 ": %zu differing bytes, screened %d\n", (int)edit.kind, edit.event,
                     whole.count, (int)differs);
    }
    if (!status && !is_alike(from_frame, &whole)) {
        counts->wrong++;
        (void)printf("edit %d at %" PRId64 ", %" PRId64 ": %zu differing bytes from a frame, %zu from the start\n",
                     (int)edit.kind, edit.event, edit.other, from_frame->count, whole.count);
    }
    difference_clear(&whole);
    return status;
}

static enum tt_status run(struct ttcap *capture, uint64_t edits, struct counts *counts, struct tt_error *err)
{
    struct words words = {0};
    struct difference base = {0}, other = {.before = &base};
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.takes_all = true;
    options.frames = replay_frames_new();
    options.fills_frames = true;
    options.follows_undefined = draw(2);
    enum tt_status status = read_words(&words, capture, err);
    if (!status)
        status = difference_run(&base, capture, &options, NULL, err);
    options.follows_undefined |= base.summary.facts.is_undefined_followed;
    options.fills_frames = false;
    for (uint64_t i = 0; i < edits && !status && words.count; i++)
        status = hold(capture, &options, &words, &other, counts, err);
    counts->resumed += other.resumed;
    difference_clear(&base);
    difference_clear(&other);
    replay_frames_free(options.frames);
    mem_free(words.seqs);
    mem_free(words.values);
    mem_free(words.threads);
    return status;
}

/* As it was recorded, or as one derived from that, of which the start is not all known. */
static enum tt_status run_path(const char *path, const char *scratch, uint64_t edits, struct counts *counts,
                               struct tt_error *err)
{
    struct ttcap *from = NULL, *derived = NULL;
    struct plant plant;
    bool is_made = false;
    enum tt_status status = folders_open(&from, path, scratch, err);
    if (!status && draw(2))
        status = plant_make(&plant, &is_made, PLANT_OUTPUT, draw(1000), from, scratch, err);
    if (!status && is_made)
        status = ttcap_open(&derived, scratch, err);
    if (!status)
        status = run(derived ? derived : from, edits, counts, err);
    ttcap_close(derived);
    ttcap_close(from);
    (void)unlink(scratch);
    return status;
}

int main(int argc, char **argv)
{
    char scratch[PATH_MAX];
    const char *base = getenv("TMPDIR");
    struct folders folders = {.count = 0};
    struct counts counts = {0};
    struct tt_error err;
    mem_keep_freed();
    const uint64_t edits = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; i++)
        folders_list(&folders, argv[i]);
    if (folders.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&folders);
    (void)snprintf(scratch, sizeof scratch, "%s/tt-replay-frames.%ld.ttcap", base && *base ? base : "/tmp",
                   (long)getpid());
    for (size_t i = 0; i < folders.count; i++) {
        random_state = 88172645463325252U + i;
        if (run_path(folders.paths[i], scratch, edits, &counts, &err)) {
            (void)fprintf(stderr, "%s: %s\n", folders.paths[i], err.text);
            return 2;
        }
    }
    (void)printf("%" PRIu64 " edited replays, %" PRIu64 " from behind the start: %" PRIu64 " end otherwise\n",
                 counts.replays, counts.resumed, counts.wrong);
    folders_clear(&folders);
    return counts.wrong || counts.resumed * 2 < counts.replays;
}
