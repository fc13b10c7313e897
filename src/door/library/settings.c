/* SPDX-License-Identifier: Apache-2.0 */
#include "door/library/settings.h"

#include "base/input.h"
#include "base/path.h"
#include "isa/chip.h"

#include <ctype.h>
#include <dlfcn.h>
#include <sys/stat.h>

enum { LINE_MAX_BYTES = 256, RECORDS_MAX = 100000 };

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* "arch_name: WORMHOLE_B0" of the description beside the library. */
static bool arch_beside(char *name, size_t size, char *path, size_t path_size)
{
    Dl_info here;
    char line[LINE_MAX_BYTES];
    if (!dladdr((void *)library_settings_read, &here) || !here.dli_fname)
        return false;
    const int folder = (int)(path_name(here.dli_fname) - here.dli_fname);
    (void)snprintf(path, path_size, "%.*ssoc_descriptor.yaml", folder, here.dli_fname);
    struct tt_error none;
    FILE *file = NULL;
    bool is_found = false;
    if (input_stream(&file, path, &none))
        return false;
    while (!is_found && fgets(line, sizeof line, file))
        is_found = sscanf(line, " arch_name : \"%31[A-Za-z0-9_]", name) == 1 ||
                   sscanf(line, " arch_name : %31[A-Za-z0-9_]", name) == 1;
    (void)fclose(file);
    for (size_t i = 0; is_found && i < size && name[i]; i++)
        name[i] = (char)tolower((unsigned char)name[i]);
    return is_found;
}

const char *library_settings_behind(void)
{
    return variable("TT_REPLAY_DEVICE");
}

static enum tt_status settings_chip(enum tt_chip *chip, struct tt_error *err)
{
    char name[32] = "", path[LIBRARY_PATH_MAX] = "soc_descriptor.yaml";
    const char *given = variable("TT_REPLAY_ARCH");
    if (!given && *chip != TT_CHIP_COUNT)
        return TT_OK;
    REFUSE_IF(!given && !arch_beside(name, sizeof name, path, sizeof path), err,
              "%s: names no arch_name, and TT_REPLAY_ARCH is not set", path);
    *chip = chip_find(given ? given : name);
    return *chip != TT_CHIP_COUNT ? TT_OK
                                  : tt_fail(err, TT_BAD_INPUT, "%s: chip '%s', expected blackhole or wormhole_b0",
                                            given ? "TT_REPLAY_ARCH" : path, given ? given : name);
}

static enum tt_status settings_record(char *path, struct tt_error *err)
{
    const char *name = variable("TT_REPLAY_WIRE");
    name = name ? name : "tt-replay.wire";
    for (unsigned i = 1; i < RECORDS_MAX; i++) {
        const int length =
            i == 1 ? snprintf(path, LIBRARY_PATH_MAX, "%s", name) : snprintf(path, LIBRARY_PATH_MAX, "%s.%u", name, i);
        if (length >= LIBRARY_PATH_MAX)
            break;
        struct stat at;
        if (stat(path, &at) < 0)
            return TT_OK;
        if (!S_ISREG(at.st_mode)) /* /dev/null: nobody means /dev/null.2 */
            return tt_fail(err, TT_BAD_INPUT, "TT_REPLAY_WIRE: %.200s is no regular file, expected a file's name",
                           path);
    }
    return tt_fail(err, TT_BAD_INPUT, "TT_REPLAY_WIRE: no free name behind %.200s", name);
}

enum tt_status library_settings_read(struct library_settings *settings, enum tt_chip chip, struct tt_error *err)
{
    const char *coords = variable("TT_REPLAY_COORDS");
    *settings = (struct library_settings){.door = {.is_translated = true, .name = "so"}};
    settings->door.is_strict = variable("TT_REPLAY_STRICT") != NULL;
    settings->door.is_elsewhere = library_settings_behind() != NULL;
    settings->door.record = settings->record;
    if (coords && strcmp(coords, "noc0") == 0)
        settings->door.is_translated = false;
    else if (coords && strcmp(coords, WIRE_TRANSLATED) != 0)
        return tt_fail(err, TT_BAD_INPUT, "TT_REPLAY_COORDS: '%s', expected translated or noc0", coords);
    settings->door.chip = chip;
    TRY(settings_record(settings->record, err));
    return settings_chip(&settings->door.chip, err);
}
