/* SPDX-License-Identifier: Apache-2.0 */
/* Reruns a corpus under any compiler: each file of the folders and files given, then each of them cut short and with
 * bytes changed, the same ones every time: about 2,000 changes a folder, an input 200 at most; --changes=N before them
 * says how many. */
#include "fuzz/harness.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { INPUT_MAX = 1 << 20, CHANGES_MAX = 200, CHANGES_A_FOLDER = 2000 };

struct driver {
    bool has_changes; /* said */
    unsigned long changes;
    int count;
};

static void run_copy(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1); /* of its own, so that a sanitizer sees a read beyond it */
    if (!copy)
        abort();
    if (size)
        memcpy(copy, bytes, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void run_changed(const struct driver *driver, uint8_t *bytes, size_t size)
{
    uint64_t random = 88172645463325252u;
    for (unsigned long i = 0; i < driver->changes && size > 0; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        size_t at = (size_t)(random >> 8) % size;
        uint8_t old = bytes[at];
        bytes[at] = (uint8_t)(old ^ (1u << (random & 7)));
        run_copy(bytes, size);
        bytes[at] = (uint8_t)random;
        run_copy(bytes, size);
        bytes[at] = old;
        run_copy(bytes, at);
    }
}

static int run_file(struct driver *driver, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(INPUT_MAX);
    if (!file || !bytes) {
        perror(path);
        free(bytes);
        return 1;
    }
    size_t size = fread(bytes, 1, INPUT_MAX, file);
    (void)fclose(file);
    run_copy(bytes, size);
    run_changed(driver, bytes, size);
    free(bytes);
    driver->count++;
    return 0;
}

/* The more inputs, the fewer changes of each. */
static unsigned long shared_changes(unsigned long inputs)
{
    const unsigned long changes = 1 + CHANGES_A_FOLDER / (inputs + 1);
    return changes < CHANGES_MAX ? changes : CHANGES_MAX;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* By name: what an input meets in the target goes by those before it, and folders have an order of their own on every
 * file system. */
static int run_folder(struct driver *driver, const char *path)
{
    struct dirent **inputs;
    const int count = scandir(path, &inputs, is_input, alphasort);
    if (count < 0) {
        perror(path);
        return 1;
    }
    if (!driver->has_changes)
        driver->changes = shared_changes((unsigned long)count);
    int failed = 0;
    for (int i = 0; i < count; i++) {
        char name[4096];
        (void)snprintf(name, sizeof name, "%s/%s", path, inputs[i]->d_name);
        failed |= run_file(driver, name);
        free(inputs[i]);
    }
    free(inputs);
    return failed;
}

int main(int argc, char **argv)
{
    static const char changes[] = "--changes=";
    struct driver driver = {.changes = CHANGES_MAX};
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat status;
        if (strncmp(argv[i], changes, sizeof changes - 1) == 0) {
            driver.has_changes = true;
            driver.changes = strtoul(argv[i] + sizeof changes - 1, NULL, 10);
        } else if (stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode)) {
            failed |= run_folder(&driver, argv[i]);
        } else {
            failed |= run_file(&driver, argv[i]);
        }
    }
    if (driver.count == 0)
        (void)fprintf(stderr, "%s: no inputs; name files or folders\n", argv[0]);
    return failed || driver.count == 0;
}
