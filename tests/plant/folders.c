/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/folders.h"

#include "capture/bundle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A capture, or a folder that is a bundle. */
static void add(struct folders *folders, const char *folder, const char *name)
{
    const size_t length = strlen(name), size = strlen(folder) + length + 2;
    const bool is_capture = length > 6 && strcmp(name + length - 6, ".ttcap") == 0;
    char *path = malloc(size);
    if (!path)
        abort();
    (void)snprintf(path, size, "%s/%s", folder, name);
    if (folders->count < FOLDERS_MAX && *name != '.' && (is_capture || bundle_is(path)))
        folders->paths[folders->count++] = path;
    else
        free(path);
}

void folders_list(struct folders *folders, const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        add(folders, folder, entry->d_name);
    if (entries)
        (void)closedir(entries);
}

void folders_sort(struct folders *folders)
{
    qsort(folders->paths, folders->count, sizeof *folders->paths, by_name);
}

void folders_clear(struct folders *folders)
{
    for (size_t i = 0; i < folders->count; i++)
        free(folders->paths[i]);
    folders->count = 0;
}

enum tt_status folders_open(struct ttcap **out, const char *path, const char *scratch, struct tt_error *err)
{
    const bool is_bundle = bundle_is(path);
    enum tt_status status = is_bundle ? bundle_import(path, scratch, true, err) : TT_OK;
    if (!status)
        status = ttcap_open(out, is_bundle ? scratch : path, err);
    if (is_bundle)
        (void)unlink(scratch);
    return status;
}
