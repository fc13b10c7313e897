/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed table, so that a handler needs no memory and no lock; each slot changes hands by one atomic exchange. */
#include "base/temporary.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* A replay has three at once: its database, its recording, a bundle's capture; threads and runs side by side more. */
enum { SLOTS = 64 };

/* Noted, then made; going: the program ends. Of what is noted and not known to be made, its maker says when it is not
 * there: left turns to going. */
enum slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_NOTED, SLOT_MADE, SLOT_LEFT, SLOT_GOING };

struct slot {
    atomic_int state; /* enum slot_state */
    pid_t owner;      /* a child has the table, but the files are its parent's */
    pthread_t maker;
    char path[PATH_MAX];
};

static struct slot slots[SLOTS];
static atomic_int is_ending; /* nothing new may begin */

static int change(int slot, enum slot_state from, enum slot_state to)
{
    int expected = (int)from;
    return atomic_compare_exchange_strong(&slots[slot].state, &expected, (int)to);
}

/* What is going, once more: a file may have been renamed to one of the names since, but not twice, as the name it had
 * is going, too. Then folders, which are empty by now. */
static void remove_rest(void)
{
    const pid_t self = getpid();
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load(&slots[i].state) == SLOT_GOING && slots[i].owner == self)
            (void)unlink(slots[i].path);
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load(&slots[i].state) == SLOT_GOING && slots[i].owner == self)
            (void)rmdir(slots[i].path);
}

/* A handler of another thread was here: takes along what has come to stand there since, and says so. */
static void leave(int slot)
{
    (void)unlink(slots[slot].path);
    atomic_store(&slots[slot].state, SLOT_GOING);
    remove_rest();
    for (;;)
        (void)pause();
}

int temporary_add(const char *path)
{
    const size_t size = strlen(path) + 1;
    if (size > PATH_MAX)
        return -1;
    for (int i = 0; i < SLOTS; i++) {
        if (!change(i, SLOT_FREE, SLOT_TAKEN))
            continue;
        memcpy(slots[i].path, path, size);
        slots[i].owner = getpid();
        slots[i].maker = pthread_self();
        atomic_store(&slots[i].state, SLOT_NOTED);
        /* Either this is seen here, or the note there. */
        if (atomic_load(&is_ending))
            leave(i);
        return i;
    }
    return -1;
}

void temporary_made(int slot)
{
    if (slot >= 0 && !change(slot, SLOT_NOTED, SLOT_MADE))
        leave(slot);
}

void temporary_drop(int slot)
{
    if (slot >= 0 && !change(slot, SLOT_MADE, SLOT_FREE) && !change(slot, SLOT_NOTED, SLOT_FREE))
        leave(slot);
}

/* Whether another thread may still be making something. */
static int is_making(void)
{
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load(&slots[i].state) == SLOT_LEFT && slots[i].owner == getpid() &&
            !pthread_equal(slots[i].maker, pthread_self()))
            return 1;
    return 0;
}

void temporaries_remove(void)
{
    enum { TRIES = 1000 };
    static const struct timespec moment = {0, 1000000};
    const pid_t self = getpid();
    atomic_store(&is_ending, 1);
    for (int i = 0; i < SLOTS; i++)
        if ((change(i, SLOT_MADE, SLOT_GOING) || change(i, SLOT_NOTED, SLOT_LEFT)) && slots[i].owner == self)
            (void)unlink(slots[i].path);
    for (int i = 0; i < TRIES && is_making(); i++)
        (void)nanosleep(&moment, NULL);
    for (int i = 0; i < SLOTS; i++)
        (void)change(i, SLOT_LEFT, SLOT_GOING); /* what this thread was at when the signal came */
    remove_rest();
}
