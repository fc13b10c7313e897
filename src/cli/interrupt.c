/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that waits for the signals, which all other threads block. Unlike a handler it may print, and it gets its
 * text without a global variable. */
#include "cli/interrupt.h"

#include "cli/streams.h"

#include <stdio.h>
#include <unistd.h>

static void waited_for(sigset_t *set)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    (void)sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) /* under nohup it stays so */
            (void)sigaddset(set, numbers[i]);
}

static void *interrupt_watch(void *of)
{
    const struct interrupt *interrupt = of;
    sigset_t set;
    int number = 0;
    waited_for(&set);
    if (sigwait(&set, &number) != 0)
        return NULL;
    /* Once it has begun, the end comes: printing is where a thread can be cancelled, too. */
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    if (isatty(STDERR_FILENO))
        streams_draw("");
    (void)fprintf(stderr, "tt-replay: %s\n", interrupt->text);
    (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    (void)raise(number); /* to whoever else handles it, and the end */
    return NULL;
}

void interrupt_begin(struct interrupt *interrupt, const char *text)
{
    sigset_t set;
    *interrupt = (struct interrupt){.text = text};
    waited_for(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, &interrupt->before);
    interrupt->is_watched = pthread_create(&interrupt->thread, NULL, interrupt_watch, interrupt) == 0;
    if (!interrupt->is_watched)
        (void)pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}

void interrupt_end(struct interrupt *interrupt)
{
    if (!interrupt->is_watched)
        return;
    (void)pthread_cancel(interrupt->thread); /* sigwait is where it ends */
    (void)pthread_join(interrupt->thread, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}
