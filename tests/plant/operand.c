/* SPDX-License-Identifier: Apache-2.0 */
/* Of the bytes of L1 that unpackers read as they stood at the start one is taken, and one of its bits turned over at
 * every checkpoint. */
#include "plant/operand.h"

#include "ask/reduce/copy.h"
#include "isa/spaces.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 40, WRITTEN = 1, READ = 2 };

struct reads {
    uint8_t *flags; /* of each byte of L1 */
    uint32_t size;
};

static void on_access(void *user, const struct probe_access *access)
{
    const struct reads *reads = user;
    const bool is_unpack = access->unit == TT_UNIT_UNPACK0 || access->unit == TT_UNIT_UNPACK1;
    for (uint32_t at = access->lo; access->space == TT_SPACE_L1 && at < access->hi && at < reads->size; at++)
        if (access->is_write)
            reads->flags[at] |= WRITTEN;
        else if (is_unpack && !(reads->flags[at] & WRITTEN))
            reads->flags[at] |= READ;
}

static void flip(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                 uint8_t *known)
{
    const struct plant *plant = user;
    (void)checkpoint, (void)known;
    if (space == TT_SPACE_L1 && plant->addr >= lo && plant->addr < lo + count)
        bytes[plant->addr - lo] ^= (uint8_t)(1u << plant->bit);
}

enum tt_status plant_operand(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                             struct tt_error *err)
{
    struct reads reads = {.size = space_bytes(ttcap_info(from)->chip, TT_SPACE_L1)};
    struct replay_options options;
    struct replay_summary summary;
    const struct probe probe = {.user = &reads, .wants = PROBE_ACCESS, .access = on_access};
    const struct copy_edit edit = {.user = plant, .change_known = flip};
    uint32_t count = 0;
    reads.flags = calloc(reads.size, 1);
    uint32_t *places = calloc(reads.size, sizeof *places);
    if (!reads.flags || !places)
        abort();
    replay_options_init(&options, ttcap_info(from));
    enum tt_status status = replay_run(from, &options, &probe, NULL, &summary, err);
    for (uint32_t at = 0; at < reads.size; at++) /* what is overwritten later would be a fault of two values */
        if (reads.flags[at] == READ)
            places[count++] = at;
    plant->space = TT_SPACE_L1;
    for (int i = 0; i < TRIES && count && !status && !*is_made; i++) {
        plant->addr = places[plant_draw(state) % count];
        plant->bit = plant_draw(state) % 8;
        status = capture_copy(from, path, true, &edit, err);
        if (!status)
            status = plant_is_shown(is_made, path, err);
    }
    (void)snprintf(plant->text, sizeof plant->text, "bit %u of l1 byte 0x%" PRIx32 ", an operand", plant->bit,
                   plant->addr);
    free(reads.flags);
    free(places);
    return status;
}
