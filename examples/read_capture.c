/* SPDX-License-Identifier: Apache-2.0 */
/* What is in a capture, by the capture library: C99, and C++11 too.
 *     cc -std=c99 examples/read_capture.c $(pkg-config --cflags --libs ttcap) -o read_capture
 *     ./read_capture traces/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap */
#include <capture/ttcap.h>

#include <inttypes.h>
#include <stdio.h>

/* Events by kind, and the first instruction word. */
static enum tt_status print_events(struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    for (int kind = 0; kind < TTCAP_KIND_COUNT; kind++)
        if (info->kind_count[kind] > 0)
            printf("%-5s %8" PRIu64 "\n", ttcap_kind_name((enum ttcap_kind)kind), info->kind_count[kind]);
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, info->event_count, err);
    if (status != TT_OK)
        return status;
    do
        status = ttcap_events_next(cursor, &event, err);
    while (status == TT_OK && event.kind != TTCAP_EXEC);
    if (status == TT_OK)
        printf("first word executed: event %" PRIu64 ", thread %d, %08" PRIx32 "\n", event.seq, event.thread,
               event.value);
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

/* How many bytes of a space a checkpoint knows wholly. */
static enum tt_status count_known(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, struct tt_error *err)
{
    static uint8_t bytes[4096], known[4096];
    const uint32_t end = ttcap_space_bytes(ttcap_info(capture)->chip, space);
    uint32_t count = 0, lo = 0, hi;
    enum tt_status status;
    while ((status = ttcap_next_known(capture, checkpoint, space, &lo, &hi, err)) == TT_OK) {
        for (; lo < hi; lo += sizeof bytes) {
            const uint32_t n = hi - lo < sizeof bytes ? hi - lo : (uint32_t)sizeof bytes;
            status = ttcap_read(capture, checkpoint, space, lo, n, bytes, known, err);
            if (status != TT_OK)
                return status;
            for (uint32_t i = 0; i < n; i++)
                count += known[i] == 0xFF;
        }
        lo = hi;
    }
    if (status != TT_END)
        return status;
    if (count > 0)
        printf("%-10s %-10s %8" PRIu32 " of %" PRIu32 " bytes\n", ttcap_checkpoint(capture, checkpoint)->id,
               ttcap_space_name(space), count, end);
    return TT_OK;
}

static enum tt_status print_capture(struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    printf("%s, %s, %" PRIu64 " events, %" PRIu32 " checkpoints\n", info->name, ttcap_chip_name(info->chip),
           info->event_count, info->checkpoint_count);
    enum tt_status status = print_events(capture, err);
    for (uint32_t i = 0; status == TT_OK && i < info->checkpoint_count; i++)
        for (int space = 0; status == TT_OK && space < TT_SPACE_COUNT; space++)
            status = count_known(capture, i, (enum tt_space)space, err);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: read_capture FILE.ttcap\n");
        return 2;
    }
    struct ttcap *capture;
    struct tt_error err;
    enum tt_status status = ttcap_open(&capture, argv[1], &err);
    if (status == TT_OK) {
        status = print_capture(capture, &err);
        ttcap_close(capture);
    }
    if (status != TT_OK)
        fprintf(stderr, "read_capture: %s\n", err.text);
    return status == TT_OK ? 0 : 2;
}
