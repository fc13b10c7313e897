/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of three threads: hand-overs by semaphores and mutexes, and words of several threads at once. */
#include "draw/draw_internal.h"

#include "base/search.h"
#include "insn_ids.h"

enum { MAXIMUM = 2, AT_ZERO = 1, AT_MAXIMUM = 2 };
enum { JOINS_1 = 6, JOINS_2 = 7 }; /* semaphores that no template has */

/* ---- semaphores and mutexes ---- */

static void put_semaphore(struct draw_build *build, insn_id id, uint32_t semaphore)
{
    build_insn(build, id, {"sem_sel", 1u << semaphore});
}

static void put_semwait(struct draw_build *build, uint32_t semaphore, uint32_t condition)
{
    build_insn(build, INSN_SEMWAIT, {"sem_sel", 1u << semaphore}, {"wait_sem_cond", condition},
               {"stall_res", EVERYTHING});
    build_step(build, false);
}

static void threads_await(struct draw_build *build, uint32_t semaphore)
{
    put_semwait(build, semaphore, AT_ZERO);
}

static void threads_room(struct draw_build *build, uint32_t semaphore)
{
    put_semwait(build, semaphore, AT_MAXIMUM);
}

/* Only once the work before it is done. */
static void post(struct draw_build *build, uint32_t semaphore)
{
    build_wait(build);
    put_semaphore(build, INSN_SEMPOST, semaphore);
    build_step(build, false);
}

static void threads_get(struct draw_build *build, uint32_t semaphore)
{
    build_wait(build);
    put_semaphore(build, INSN_SEMGET, semaphore);
    build_step(build, false);
}

static void threads_take(struct draw_build *build, uint32_t semaphore)
{
    threads_await(build, semaphore);
    threads_get(build, semaphore);
}

static void put_mutex(struct draw_build *build, insn_id id, uint32_t mutex)
{
    build_wait(build);
    build_insn(build, id, {"mutex_index", mutex});
}

/* One step up to `unlock`: of threads at once no other word stands in between. */
static void lock(struct draw_build *build, uint32_t mutex)
{
    build_step(build, false);
    build->is_locked = true;
    put_mutex(build, INSN_ATGETM, mutex);
}

static void unlock(struct draw_build *build, uint32_t mutex)
{
    put_mutex(build, INSN_ATRELM, mutex);
    build->is_locked = false;
    build_step(build, false);
}

/* ---- words of several threads at once ---- */

static void on(struct draw_build *build, uint32_t thread)
{
    build->thread = (uint8_t)(thread % THREADS);
}

static void together(struct draw_build *build, uint32_t nothing)
{
    (void)nothing;
    build->is_together = true;
    build->together = build->program->step_count;
}

/* The thread's first step from `at` on that is not behind `end`. */
static uint32_t threads_next_step(const struct draw_program *program, uint8_t thread, uint32_t at, uint32_t end)
{
    while (at < end && program->threads[program->steps[at].first] != thread)
        at++;
    return at;
}

/* Steps since `together` in another order, each thread's in its own. */
static void apart(struct draw_build *build, uint32_t nothing)
{
    struct draw_program *program = build->program;
    const uint32_t first = build->together, end = program->step_count;
    const struct draw_program before = *program;
    uint32_t next[THREADS], to = first < end ? program->steps[first].first : 0;
    (void)nothing;
    build->is_together = false;
    for (uint8_t thread = 0; thread < THREADS; thread++)
        next[thread] = threads_next_step(&before, thread, first, end);
    for (uint32_t at = first; at < end; at++) {
        uint8_t thread = (uint8_t)build_below(build, THREADS);
        while (next[thread] == end)
            thread = (uint8_t)((thread + 1) % THREADS);
        struct draw_step step = before.steps[next[thread]];
        memcpy(&program->words[to], &before.words[step.first], step.count * sizeof *program->words);
        memset(&program->threads[to], thread, step.count);
        step.first = (uint16_t)to;
        to += step.count;
        program->steps[at] = step;
        next[thread] = threads_next_step(&before, thread, next[thread] + 1, end);
    }
}

/* ---- lines ---- */

const struct build_threads_line *build_threads_line(const char *name)
{
    static const struct build_threads_line lines[] = {{"on", on, true},
                                                      {"post", post, true},
                                                      {"take", threads_take, true},
                                                      {"await", threads_await, true},
                                                      {"get", threads_get, true},
                                                      {"room", threads_room, true},
                                                      {"lock", lock, true},
                                                      {"unlock", unlock, true},
                                                      {"apart", apart, false},
                                                      {"together", together, false}};
    return FIND(lines, sizeof lines / sizeof *lines, strcmp(item->name, name) == 0);
}

void build_threads_do(struct draw_build *build, const struct build_threads_line *line, uint32_t value)
{
    build_settings(build);
    build_step(build, false);
    line->build(build, value);
}

/* ---- begin and end ---- */

void build_begin_threads(struct draw_build *build)
{
    for (uint8_t thread = THREADS - 1; thread > 0; thread--) {
        build->thread = thread;
        build_begin_thread(build);
    }
    build->thread = 0;
    build_begin(build);
    for (uint32_t i = 0; i < SEMAPHORES; i++) {
        build_insn(build, INSN_SEMINIT, {"sem_sel", 1u << i}, {"max_value", MAXIMUM});
    }
    build_step(build, true);
}

void build_join_threads(struct draw_build *build)
{
    build_settings(build);
    build->thread = 1;
    post(build, JOINS_1);
    build->thread = 2;
    post(build, JOINS_2);
    build->thread = 0;
    threads_take(build, JOINS_1);
    threads_take(build, JOINS_2);
}
