/* SPDX-License-Identifier: Apache-2.0 */
/* A drawn program of cores on this tile. */
#include "fuzz/fuzz_internal.h"

#include <unistd.h>

/* The end of a program on the tile. */
struct leaving {
    struct fuzz_work *work;
    const char *path; /* of the capture that it goes into; null: none */
    uint64_t state;   /* a sum of it */
    enum tt_status status;
    struct tt_error *err;
};

static void cores_leave(void *user, const struct tile *tile)
{
    struct leaving *leaving = user;
    const struct fuzz_end end = {tile, NULL};
    leaving->state = fuzz_state_but_code(tile);
    if (leaving->path)
        leaving->status = fuzz_capture(leaving->work->program, &leaving->work->options->variants, &end, leaving->path,
                                       true, leaving->err);
}

static enum tt_status cores_run(const char *path, struct leaving *leaving, bool *is_legal, struct tt_error *err)
{
    struct fuzz_work *work = leaving->work;
    const struct variant_set *variants = &work->options->variants;
    const struct fuzz_end nothing = {NULL, NULL};
    const struct fuzz_replay how = {variants, fuzz_limit_of(work), cores_leave, leaving};
    struct replay_summary summary;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    TRY(fuzz_capture(work->program, variants, &nothing, path, true, err));
    TRY(ttcap_open(&capture, path, err));
    TRY(fuzz_replay(capture, &how, is_legal, &summary, err));
    return leaving->status;
}

/* Whether it ends as it did where any one of the cores begins later. */
static enum tt_status look_for_races(struct fuzz_work *work, uint64_t state, bool *has_one_end, struct tt_error *err)
{
    struct draw_program *whole = mem_alloc(sizeof *whole);
    char path[FUZZ_PATH];
    enum tt_status status = whole ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
    (void)snprintf(path, sizeof path, "%s/later.ttcap", work->folder);
    *has_one_end = true;
    if (!status)
        *whole = *work->program;
    for (uint32_t core = 0; !status && *has_one_end && core < whole->core_count; core++) {
        struct leaving leaving = {.work = work, .err = err};
        draw_begin_later(work->program, core);
        status = cores_run(path, &leaving, has_one_end, err);
        *has_one_end = *has_one_end && leaving.state == state;
        *work->program = *whole;
    }
    (void)unlink(path);
    mem_free(whole);
    return status;
}

/* As it is drawn none of its cores can be too fast; the rest may have lost a wait. */
enum tt_status fuzz_run_cores(struct fuzz_work *work, bool is_first, const char *path, bool *is_legal,
                              struct tt_error *err)
{
    struct leaving leaving = {.work = work, .path = path, .err = err};
    TRY(cores_run(path, &leaving, is_legal, err));
    return *is_legal && !is_first && work->program->core_count > 1 ? look_for_races(work, leaving.state, is_legal, err)
                                                                   : TT_OK;
}
