/* SPDX-License-Identifier: Apache-2.0 */
/* Many captures of a few, hardly two alike: `farm_captures FOLDER COUNT CAPTURE...`. A copy ends at one of its source's
 * checkpoints and knows a few bytes less of L1 and Dst there; in every eighth a byte that a packer wrote is another
 * one. */
#include "ask/reduce/copy.h"
#include "base/error.h"
#include "plant/plant.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PLANTED_EVERY = 8, COPIES_A_FOLDER = 50 };

/* One copy: up to which checkpoint, and how many bytes of each page of L1 and Dst it has forgotten there. */
struct cut {
    uint32_t last;
    int64_t last_event;
    uint32_t unknown;
};

static bool keeps_event(void *user, uint64_t seq)
{
    const struct cut *cut = user;
    return (int64_t)seq <= cut->last_event;
}

static bool keeps_checkpoint(void *user, uint32_t checkpoint)
{
    const struct cut *cut = user;
    return checkpoint <= cut->last;
}

static void forget(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                   uint8_t *known)
{
    const struct cut *cut = user;
    (void)bytes;
    (void)lo;
    if (checkpoint != cut->last || (space != TT_SPACE_L1 && space != TT_SPACE_DST))
        return;
    for (uint32_t i = 0, forgotten = 0; i < count && forgotten < cut->unknown; i++) {
        forgotten += known[i] != 0;
        known[i] = 0;
    }
}

static enum tt_status make_cut(struct ttcap *from, const char *path, uint32_t round, struct tt_error *err)
{
    const uint32_t checkpoints = ttcap_info(from)->checkpoint_count;
    struct cut cut = {.last = checkpoints - 1 - round % (checkpoints - 1), .unknown = round / (checkpoints - 1)};
    cut.last_event = ttcap_checkpoint(from, cut.last)->after_event;
    const struct copy_edit edit = {
        .user = &cut, .keeps_event = keeps_event, .keeps_checkpoint = keeps_checkpoint, .change_known = forget};
    return capture_copy(from, path, true, &edit, err);
}

static enum tt_status make(struct ttcap *from, const char *path, uint32_t number, uint32_t round, struct tt_error *err)
{
    struct plant plant;
    bool is_made = false;
    enum tt_status status = TT_OK;
    if (number % PLANTED_EVERY == 0)
        status = plant_make(&plant, &is_made, PLANT_OUTPUT, number, from, path, err);
    return status || is_made ? status : make_cut(from, path, round, err);
}

static enum tt_status make_from(const char *folder, uint32_t number, uint32_t round, const char *source,
                                struct tt_error *err)
{
    char path[1024];
    struct ttcap *from;
    enum tt_status status = ttcap_open(&from, source, err);
    if (status)
        return status;
    (void)snprintf(path, sizeof path, "%s/%u", folder, number / COPIES_A_FOLDER);
    (void)mkdir(path, 0777); /* it may be there */
    (void)snprintf(path, sizeof path, "%s/%u/%03u.ttcap", folder, number / COPIES_A_FOLDER, number);
    if (ttcap_info(from)->checkpoint_count < 2)
        status = tt_fail(err, TT_BAD_INPUT, "%s: holds nothing but the start", source);
    if (!status)
        status = make(from, path, number, round, err);
    ttcap_close(from);
    return status;
}

int main(int argc, char **argv)
{
    struct tt_error err;
    if (argc < 4) {
        (void)fprintf(stderr, "usage: farm_captures FOLDER COUNT CAPTURE...\n");
        return 2;
    }
    const uint32_t count = (uint32_t)strtoul(argv[2], NULL, 10), sources = (uint32_t)argc - 3;
    for (uint32_t i = 0; i < count; i++) {
        if (make_from(argv[1], i, i / sources, argv[3 + i % sources], &err) == TT_OK)
            continue;
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    return 0;
}
