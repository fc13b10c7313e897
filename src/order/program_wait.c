/* SPDX-License-Identifier: Apache-2.0 */
/* How long each core and pipe stood still, and why, for timelines. docs/semantics/program-order.md#waits */
#include "order/program.h"

#include <stdio.h>

static void reason_text(const struct sync_reason *reason, char text[static PROGRAM_WAIT_TEXT])
{
    const unsigned i = reason->index;
    switch (reason->kind) {
    case SYNC_SEMAPHORE_POST:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "semaphore %u (%s) above 0", i, program_semaphore_name(i));
        break;
    case SYNC_SEMAPHORE_GET:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "semaphore %u (%s) below its maximum", i, program_semaphore_name(i));
        break;
    case SYNC_MUTEX:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "mutex %u", i);
        break;
    case SYNC_BANK_TO_MATRIX:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "bank %u of Src%c from unpacker %u", reason->bank, i ? 'B' : 'A', i);
        break;
    case SYNC_STREAM:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "stream %u", i);
        break;
    case SYNC_BANK_TO_UNPACKER:
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "bank %u of Src%c back from the matrix unit", reason->bank,
                       i ? 'B' : 'A');
        break;
    }
}

/* The first of the reasons, and how many more there are. */
static void pipe_text(const struct program *program, unsigned thread, const struct program_word *at,
                      char text[static PROGRAM_WAIT_TEXT])
{
    struct sync_reason reasons[SYNC_REASONS_MAX];
    const size_t count = program_reasons(program, thread, at, reasons);
    if (count == 0) {
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "a word of L1");
        return;
    }
    char first[PROGRAM_WAIT_TEXT];
    reason_text(&reasons[0], first);
    if (count == 1)
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "%s", first);
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
        (void)snprintf(text, PROGRAM_WAIT_TEXT, "an earlier event of no thread");
        break;
    case BLOCK_NONE:
    case BLOCK_WORD_WAITS:
        text[0] = '\0';
        break;
    }
}

static void end_wait(const struct program *program, unsigned thread, bool is_core, struct program_wait *wait)
{
    const struct replay_waited waited = {thread, is_core, wait->first_step, program->step, wait->event, wait->what};
    wait->is_open = false;
    if (program->step > wait->first_step)
        REPLAY_REPORT(program->replay, waited, &waited);
}

void program_wait_change(struct program *program, unsigned number, bool is_core, bool is_waiting)
{
    struct program_thread *thread = &program->threads[number];
    struct program_wait *wait = is_core ? &thread->core_wait : &thread->pipe_wait;
    if (!is_waiting) {
        end_wait(program, number, is_core, wait);
        return;
    }
    wait->is_open = true;
    wait->first_step = program->step;
    const struct program_word at = program_word_waiting(thread);
    wait->event = is_core ? thread->stream.event->seq : at.event;
    if (is_core)
        core_text(thread, wait->what);
    else
        pipe_text(program, number, &at, wait->what);
}

void program_waits_end(struct program *program)
{
    for (unsigned i = 0; i < THREADS; i++) {
        program_wait_note(program, i, true, false);
        program_wait_note(program, i, false, false);
    }
}
