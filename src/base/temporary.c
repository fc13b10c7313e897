/* SPDX-License-Identifier: Apache-2.0 */
/* A table that only grows, so that a handler needs no memory and no lock; each slot changes hands by one atomic
 * exchange. */
#include "base/temporary.h"

#include "base/new_file.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* Of a block; a replay has three at once: its database, its recording, a bundle's capture. More come as they are
 * needed. */
enum { SLOTS = 64 };

/* Noted, then made; going: the program ends. For a noted file that may not have been made its maker reports when it is
 * not there: left turns to going. */
enum slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_NOTED, SLOT_MADE, SLOT_LEFT, SLOT_GOING };

struct slot {
    atomic_int state; /* enum slot_state */
    pid_t owner;      /* a child has the table, but the files are its parent's */
    pthread_t maker;
    int is_tree;
    char path[PATH_MAX];
};

struct block {
    struct slot slots[SLOTS];
    _Atomic(struct block *) next; /* once there it stays: a handler may be looking */
};

static struct block first;
static atomic_int is_ending; /* nothing new may begin */

/* The slot of that number; null: there is none. */
static struct slot *slot_at(int number)
{
    struct block *block = &first;
    for (; block && number >= SLOTS; number -= SLOTS)
        block = atomic_load(&block->next);
    return block ? &block->slots[number] : NULL;
}

/* A block behind the last; false without memory. Of two threads that come here at once one gives its block back. */
static int add_block(void)
{
    struct block *made = mem_calloc(1, sizeof *made), *last = &first, *none = NULL;
    if (!made)
        return 0;
    while (!atomic_compare_exchange_strong(&last->next, &none, made)) {
        last = none;
        none = NULL;
    }
    return 1;
}

static int change(struct slot *slot, enum slot_state from, enum slot_state to)
{
    int expected = (int)from;
    return atomic_compare_exchange_strong(&slot->state, &expected, (int)to);
}

/* The file that goes, once more: a file may have been renamed to one of the names since, but not twice, as the name it
 * had is going, too. Then folders, which are empty by now. */
static void remove_rest(void)
{
    const pid_t self = getpid();
    struct slot *slot;
    for (int i = 0; (slot = slot_at(i)); i++)
        if (atomic_load(&slot->state) == SLOT_GOING && slot->owner == self)
            (void)unlink(slot->path);
    for (int i = 0; (slot = slot_at(i)); i++)
        if (atomic_load(&slot->state) == SLOT_GOING && slot->owner == self) {
            if (slot->is_tree)
                tree_remove(slot->path);
            else
                (void)rmdir(slot->path);
        }
}

/* A handler of another thread was here: takes along a file that has come there since, and says so. */
static void temporary_leave(struct slot *slot)
{
    (void)unlink(slot->path);
    atomic_store(&slot->state, SLOT_GOING);
    remove_rest();
    for (;;)
        (void)pause();
}

static int temporary_note(const char *path, int is_tree)
{
    const size_t size = strlen(path) + 1;
    if (size > PATH_MAX)
        return -1;
    for (int i = 0;; i++) {
        struct slot *slot = slot_at(i);
        if (!slot && !add_block())
            return -1;
        slot = slot_at(i);
        if (!change(slot, SLOT_FREE, SLOT_TAKEN))
            continue;
        memcpy(slot->path, path, size);
        slot->owner = getpid();
        slot->is_tree = is_tree;
        slot->maker = pthread_self();
        atomic_store(&slot->state, SLOT_NOTED);
        /* Either this is seen here, or the note there. */
        if (atomic_load(&is_ending))
            temporary_leave(slot);
        return i;
    }
}

int temporary_add(const char *path)
{
    return temporary_note(path, 0);
}

int temporary_add_tree(const char *path)
{
    const int slot = temporary_note(path, 1);
    temporary_made(slot);
    return slot;
}

void temporary_made(int slot)
{
    if (slot >= 0 && !change(slot_at(slot), SLOT_NOTED, SLOT_MADE))
        temporary_leave(slot_at(slot));
}

void temporary_drop(int slot)
{
    if (slot >= 0 && !change(slot_at(slot), SLOT_MADE, SLOT_FREE) && !change(slot_at(slot), SLOT_NOTED, SLOT_FREE))
        temporary_leave(slot_at(slot));
}

/* Whether another thread may still be making something. */
static int is_making(void)
{
    struct slot *slot;
    for (int i = 0; (slot = slot_at(i)); i++)
        if (atomic_load(&slot->state) == SLOT_LEFT && slot->owner == getpid() &&
            !pthread_equal(slot->maker, pthread_self()))
            return 1;
    return 0;
}

void temporaries_remove(void)
{
    enum { TRIES = 1000 };
    static const struct timespec moment = {0, 1000000};
    const pid_t self = getpid();
    struct slot *slot;
    atomic_store(&is_ending, 1);
    for (int i = 0; (slot = slot_at(i)); i++)
        if ((change(slot, SLOT_MADE, SLOT_GOING) || change(slot, SLOT_NOTED, SLOT_LEFT)) && slot->owner == self)
            (void)unlink(slot->path);
    for (int i = 0; i < TRIES && is_making(); i++)
        (void)nanosleep(&moment, NULL);
    for (int i = 0; (slot = slot_at(i)); i++)
        (void)change(slot, SLOT_LEFT, SLOT_GOING); /* the file that this thread worked on when the signal came */
    remove_rest();
}
