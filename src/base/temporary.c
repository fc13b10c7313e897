/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed table, so that a handler needs no memory and no lock; each slot changes hands by one atomic exchange. */
#include "base/temporary.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* A replay has three at once: its database, its recording, a bundle's capture; threads and runs side by side more. */
enum { SLOTS = 64 };

enum slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_NOTED, SLOT_GOING };

struct slot {
    atomic_int state; /* enum slot_state */
    pid_t owner;      /* a child has the table, but the files are its parent's */
    char path[PATH_MAX];
};

static struct slot slots[SLOTS];
static atomic_int is_ending; /* nothing new may begin */

static int change(int slot, enum slot_state from, enum slot_state to)
{
    int expected = (int)from;
    return atomic_compare_exchange_strong(&slots[slot].state, &expected, (int)to);
}

static void wait_for_the_end(void)
{
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
        atomic_store(&slots[i].state, SLOT_NOTED);
        /* Either this is seen here, or the note there. */
        if (atomic_load(&is_ending))
            wait_for_the_end();
        return i;
    }
    return -1;
}

/* Of what is going: those that are folders and empty by now. */
static void remove_folders(void)
{
    const pid_t self = getpid();
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load(&slots[i].state) == SLOT_GOING && slots[i].owner == self)
            (void)rmdir(slots[i].path);
}

void temporary_made(int slot)
{
    if (slot < 0 || atomic_load(&slots[slot].state) == SLOT_NOTED)
        return;
    /* A handler was here between the note and the file. */
    (void)unlink(slots[slot].path);
    remove_folders();
    wait_for_the_end();
}

void temporary_drop(int slot)
{
    if (slot >= 0 && !change(slot, SLOT_NOTED, SLOT_FREE))
        wait_for_the_end();
}

void temporaries_remove(void)
{
    const pid_t self = getpid();
    atomic_store(&is_ending, 1);
    for (int i = 0; i < SLOTS; i++)
        if (change(i, SLOT_NOTED, SLOT_GOING) && slots[i].owner == self)
            (void)unlink(slots[i].path);
    remove_folders();
}
