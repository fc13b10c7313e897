/* SPDX-License-Identifier: Apache-2.0 */
/* From a wrong byte back to the instruction: plants known faults into recorded kernels, goes on to the first checkpoint
 * that shows one, and steps back by the last writer of its first differing byte, twice where the fault is a setting of
 * that writer.
 *
 *     debug_plants COUNT FOLDER...    COUNT of each kind, over the captures and bundles of the folders
 *
 * Exit 0: each is found; 1: one is not; 2: trouble; 77: there are no captures. */
#include "base/memory.h"
#include "debug/session.h"
#include "isa/spaces.h"
#include "plant/drawn.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES_BYTES = 64 << 20 };

static struct folders captures;

struct tally {
    uint64_t made, found, watches, unwritten;
};

static enum tt_status go_back(struct session *session, const struct address_place *place, struct tally *tally,
                              struct tt_error *err)
{
    tally->watches++;
    return session_last_writer(session, place, err);
}

/* To the last writer of the first byte that differs and that anything wrote at all: a wrong setting also leaves bytes
 * that should have been written. */
static enum tt_status go_to_writer(const struct plant *plant, struct session *session, struct tally *tally,
                                   struct tt_error *err)
{
    const uint64_t here = engine_at(session->engine);
    const unsigned count = plant->kind == PLANT_FIELD ? session->difference_count : 1;
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < count && !status; i++) {
        const struct debug_difference *difference = &session->differences[i];
        const struct address_place place = {.space = difference->space, .lo = difference->lo, .hi = difference->lo + 1};
        status = go_back(session, &place, tally, err);
        if (session->stop.reached == ENGINE_HIT)
            return status;
        if (!status)
            status = session_go(session, here, err);
    }
    return status;
}

/* Whether the first difference leads to the fault. */
static enum tt_status find(const struct plant *plant, struct session *session, bool *is_found, struct tally *tally,
                           struct tt_error *err)
{
    *is_found = false;
    enum tt_status status = session_next_difference(session, err);
    if (status || !session->stop.is_difference)
        return status;
    const struct debug_difference *first = &session->differences[0];
    const bool is_byte = plant->kind == PLANT_OUTPUT || plant->kind == PLANT_DST;
    const bool is_there = !is_byte || (first->space == plant->space && first->lo == plant->addr);
    status = go_to_writer(plant, session, tally, err);
    if (status || !is_there || (is_byte && !session->stop.is_point))
        return status;
    tally->unwritten += !session->stop.is_point; /* where it stands then: at the checkpoint */
    if (is_byte) {
        *is_found = engine_at(session->engine) == plant->seq && session->stop.unit == plant->unit;
        return TT_OK;
    }
    char name[ADDRESS_TEXT_MAX];
    struct address_place field;
    (void)snprintf(name, sizeof name, "cfg:%s", reg_field_get(session->chip, plant->field)->name);
    status = address_place_parse(&field, session->chip, name, err);
    if (!status)
        status = go_back(session, &field, tally, err);
    *is_found = !status && session->stop.reached == ENGINE_HIT && engine_at(session->engine) == plant->inserted;
    return status;
}

static enum tt_status look(const struct plant *plant, const char *path, const char *from, struct tally *tally,
                           struct tt_error *err)
{
    struct ttcap *capture;
    struct session *session = NULL;
    struct replay_options options;
    bool is_found = false;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options, ttcap_info(capture));
    status = session_open(&session, capture, &options, FRAMES_BYTES, err);
    if (!status)
        status = find(plant, session, &is_found, tally, err);
    if (!status) {
        tally->made++;
        tally->found += is_found;
    }
    if (!status && !is_found)
        (void)printf("%s: %s: at step %" PRIu64 ", not found\n", from, plant->text, engine_at(session->engine));
    session_close(session);
    ttcap_close(capture);
    return status;
}

static enum tt_status plant_and_look(enum plant_kind kind, uint64_t seed, const char *scratch, struct tally *tally,
                                     struct tt_error *err)
{
    struct plant plant;
    const char *name;
    bool is_made;
    const enum tt_status status = plant_make_drawn(&plant, &is_made, &name, kind, seed, &captures, scratch, err);
    return status || !is_made ? status : look(&plant, scratch, name, tally, err);
}

int main(int argc, char **argv)
{
    static const enum plant_kind kinds[] = {PLANT_OUTPUT, PLANT_DST, PLANT_FIELD};
    char scratch[PATH_MAX - 16];
    const char *base = getenv("TMPDIR");
    struct tt_error err;
    mem_keep_freed();
    const uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; i++)
        folders_list(&captures, argv[i]);
    if (captures.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&captures);
    (void)snprintf(scratch, sizeof scratch, "%s/tt-replay-debug.%ld.ttcap", base && *base ? base : "/tmp",
                   (long)getpid());
    int code = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && code < 2; i++) {
        struct tally tally = {0};
        for (uint64_t seed = 1; code < 2 && tally.made < wanted && seed < 20 * wanted + 100; seed++) {
            if (!plant_and_look(kinds[i], seed, scratch, &tally, &err))
                continue;
            (void)fprintf(stderr, "%s\n", err.text);
            code = 2;
        }
        (void)printf("%-12s %" PRIu64 " planted, %" PRIu64 " found, %" PRIu64
                     " times back to a last writer, of %" PRIu64 " nothing wrote what differs\n",
                     plant_kind_name(kinds[i]), tally.made, tally.found, tally.watches, tally.unwritten);
        if (code < 2 && (tally.made < wanted || tally.found < tally.made))
            code = 1;
    }
    (void)unlink(scratch);
    folders_clear(&captures);
    return code;
}
