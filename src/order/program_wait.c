/* SPDX-License-Identifier: Apache-2.0 */
/* How long each core and pipe stood still, and why, for timelines. docs/semantics/program-order.md#waits */
#include "order/program.h"

/* The first of the reasons, and how many more there are. */
static void pipe_text(const struct program *program, unsigned thread, const struct program_word *at,
                      struct program_wait *wait)
{
    struct sync_reason reasons[SYNC_REASONS_MAX];
    char *text = wait->what;
    const size_t count = program_reasons(program, thread, at, reasons);
    wait->wanted_count = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        wait->wanted[i] = program_wanted_of(&reasons[i]);
    if (count == 0) {
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "a word of L1");
        return;
    }
    char first[WAIT_TEXT_MAX] = "";
    program_name_reason(&reasons[0], NULL, first);
    if (count == 1)
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "%.95s", first);
    else
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "%.64s and %u more", first, (unsigned)(count - 1));
}

static void core_text(const struct program_thread *thread, char text[static PROGRAM_WAIT_TEXT])
{
    const unsigned semaphore = thread->stream.event->addr;
    switch (thread->core_block) {
    case BLOCK_FIFO_FULL:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "room in front of its pipe");
        break;
    case BLOCK_SEMAPHORE:
        if (semaphore < SEMAPHORES)
            (void)snprintf(text, PROGRAM_WAIT_TEXT, "semaphore %u (%s), polled", semaphore,
                           program_semaphore_name(semaphore));
        else
            (void)snprintf(text, PROGRAM_WAIT_TEXT, "the register at 0x%08x, polled", semaphore);
        break;
    case BLOCK_PIPE_DRY:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "its own pipe to be empty");
        break;
    case BLOCK_MACRO_OP:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "its macro-op expander to be empty");
        break;
    case BLOCK_EARLIER:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "an earlier event of another core");
        break;
    case BLOCK_NONE:
        text[0] = '\0';
        break;
    }
}

static void note_release(struct program_wait *wait, unsigned party, uint64_t step)
{
    wait->by = 1u << party;
    wait->by_step = step;
}

void program_wait_hear(struct program *program, unsigned number, const uint32_t *word, const struct ttcap_event *store)
{
    const enum tt_chip chip = program->replay->info->chip;
    for (unsigned i = 0; i < 2 * THREADS; i++) {
        struct program_thread *thread = &program->threads[i / 2];
        struct program_wait *wait = i % 2 ? &thread->core_wait : &thread->pipe_wait;
        for (unsigned j = 0; wait->is_open && j < wait->wanted_count; j++) {
            const struct program_wanted *wanted = &wait->wanted[j];
            if (word && (wanted->by == BY_PIPE ? wanted->index == number : program_word_releases(chip, *word, wanted)))
                note_release(wait, PARTY_PIPES + number, program->step);
            else if (store && store->thread >= 0 && program_store_releases(store, wanted))
                note_release(wait, TT_CORE_T0 + (unsigned)store->thread, program->step - 1);
        }
    }
}

/* Of semaphores this knows words alone: where cores run, they store to them too, and no one is named. */
static bool program_wait_is_followed(const struct program *program, const struct program_wait *wait)
{
    for (unsigned i = 0; i < wait->wanted_count; i++)
        if (wait->wanted[i].by <= BY_GET && program->replay->options->order == REPLAY_FIRMWARE)
            return false;
    return true;
}

/* is_over: with the run. */
static void end_wait(const struct program *program, unsigned thread, bool is_core, bool is_over,
                     struct program_wait *wait)
{
    struct replay_waited waited = {thread, is_core, wait->first_step, program->step, wait->event, wait->what, 0,
                                   false,  0};
    char who[WAIT_TEXT_MAX] = "";
    wait->is_open = false;
    if (!is_over && program_wait_is_followed(program, wait)) {
        waited.by = wait->by;
        waited.has_by_step = wait->by != 0;
        waited.by_step = wait->by_step;
    }
    for (unsigned i = 0; is_over && i < wait->wanted_count; i++)
        waited.by |= program_name_releasers(program, &wait->wanted[i], who);
    if (program->step > wait->first_step)
        REPLAY_REPORT(program->replay, waited, &waited);
}

void program_wait_change(struct program *program, unsigned number, bool is_core, bool is_waiting)
{
    struct program_thread *thread = &program->threads[number];
    struct program_wait *wait = is_core ? &thread->core_wait : &thread->pipe_wait;
    if (!is_waiting) {
        end_wait(program, number, is_core, false, wait);
        return;
    }
    wait->is_open = true;
    wait->first_step = program->step;
    wait->by = 0;
    wait->wanted_count = 1;
    const struct program_word at = program_word_waiting(thread);
    wait->event = is_core ? thread->stream.event->seq : at.event;
    if (is_core) {
        core_text(thread, wait->what);
        wait->wanted[0] = program_core_wanted(program, number);
    } else {
        pipe_text(program, number, &at, wait);
    }
}

void program_waits_end(struct program *program)
{
    for (unsigned i = 0; i < 2 * THREADS; i++) {
        struct program_thread *thread = &program->threads[i / 2];
        struct program_wait *wait = i % 2 ? &thread->pipe_wait : &thread->core_wait;
        if (wait->is_open)
            end_wait(program, i / 2, i % 2 == 0, true, wait);
    }
}
