/* SPDX-License-Identifier: Apache-2.0 */
#include "base/new_folder.h"

#include "base/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100 };

/* A hidden name beside the place. */
enum tt_status new_folder_make(struct new_folder *folder, const char *place, struct tt_error *err)
{
    size_t length = strlen(place);
    while (length > 1 && place[length - 1] == '/')
        length--;
    size_t name = length;
    while (name > 0 && place[name - 1] != '/')
        name--;
    *folder = (struct new_folder){.place = place, .slot = -1};
    for (int i = 0; i < TRIES; i++) {
        const int count = snprintf(folder->path, sizeof folder->path, "%.*s.%.*s.%d.%d", (int)name, place,
                                   (int)(length - name), place + name, (int)getpid(), i);
        REFUSE_IF(count < 0 || (size_t)count >= sizeof folder->path, err, "%.80s...: the path is too long", place);
        if (mkdir(folder->path, 0777) == 0) {
            folder->is_made = true;
            folder->slot = temporary_add_tree(folder->path);
            return TT_OK;
        }
        if (errno != EEXIST)
            break;
    }
    return tt_fail(err, TT_IO, "%s: cannot be created: %s", place, strerror(errno));
}

enum tt_status new_folder_put(struct new_folder *folder, bool replace, struct tt_error *err)
{
    if (replace)
        tree_remove(folder->place);
    if (rename(folder->path, folder->place) != 0)
        return tt_fail(err, TT_IO, "%s: cannot be put in place: %s", folder->place, strerror(errno));
    folder->is_made = false;
    return TT_OK;
}

void new_folder_clear(struct new_folder *folder)
{
    if (folder->is_made)
        tree_remove(folder->path);
    if (folder->place)
        temporary_drop(folder->slot);
    *folder = (struct new_folder){.place = NULL};
}
