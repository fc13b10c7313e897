/* SPDX-License-Identifier: Apache-2.0 */
/* many_captures FOLDER COUNT: so many small captures, no two alike: a core stores words to L1, and the device held
 * them. One of each ten held another word: it differs. */
#include "capture/ttcap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STORES = 32, BASE = 0x1000, DIFFERS_EVERY = 10 };

static uint32_t word_of(unsigned capture, unsigned store)
{
    return (capture * 2654435761u) ^ (store * 0x9E3779B9u);
}

static enum tt_status put_events(struct ttcap_writer *writer, unsigned capture, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned i = 0; !status && i < STORES; i++) {
        const uint32_t word = word_of(capture, i);
        uint8_t bytes[4];
        for (unsigned byte = 0; byte < sizeof bytes; byte++)
            bytes[byte] = (uint8_t)(word >> 8 * byte);
        const struct ttcap_event event = {.seq = i,
                                          .kind = TTCAP_L1W,
                                          .thread = -1,
                                          .addr = BASE + 4 * i,
                                          .bytes = bytes,
                                          .byte_count = sizeof bytes};
        status = ttcap_writer_event(writer, &event, err);
    }
    return status;
}

/* What was stored, as the device held it. */
static enum tt_status put_end(struct ttcap_writer *writer, unsigned capture, struct tt_error *err)
{
    uint8_t held[4 * STORES];
    for (unsigned i = 0; i < sizeof held; i++)
        held[i] = (uint8_t)(word_of(capture, i / 4) >> 8 * (i % 4));
    if (capture % DIFFERS_EVERY == 0)
        held[0] ^= 1;
    enum tt_status status = ttcap_writer_snapshot_begin(writer, "end", err);
    if (!status)
        status = ttcap_writer_put(writer, TT_SPACE_L1, BASE, sizeof held, held, NULL, err);
    return status ? status : ttcap_writer_snapshot_end(writer, err);
}

static enum tt_status make(const char *folder, unsigned capture, struct tt_error *err)
{
    char path[4096], name[32];
    struct ttcap_writer *writer;
    (void)snprintf(path, sizeof path, "%s/%06u.ttcap", folder, capture);
    (void)snprintf(name, sizeof name, "case %u", capture);
    const struct ttcap_meta meta = {
        .chip = capture % 2 ? TT_BLACKHOLE : TT_WORMHOLE_B0, .source = TTCAP_SILICON, .name = name, .description = ""};
    enum tt_status status = ttcap_writer_open(&writer, path, true, &meta, err);
    if (status)
        return status;
    status = ttcap_writer_snapshot_begin(writer, "begin", err);
    if (!status)
        status = ttcap_writer_snapshot_end(writer, err);
    if (!status)
        status = put_events(writer, capture, err);
    if (!status)
        status = put_end(writer, capture, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

int main(int argc, char **argv)
{
    struct tt_error err = {{0}};
    char *end = NULL;
    const unsigned long count = argc == 3 ? strtoul(argv[2], &end, 10) : 0;
    if (!count || *end || count > 1000000) {
        (void)fprintf(stderr, "usage: many_captures FOLDER COUNT\n");
        return 2;
    }
    (void)mkdir(argv[1], 0777);
    for (unsigned i = 0; i < count; i++) {
        if (make(argv[1], i, &err)) {
            (void)fprintf(stderr, "many_captures: %s\n", err.text);
            return 2;
        }
    }
    return 0;
}
