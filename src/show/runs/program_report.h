/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a conversation (schemas/program.schema.json). */
#pragma once

#include "capture/program/index.h"
#include "device/conversation.h"
#include "show/report.h"

/* Differences of a program that runs again from its captures. */
enum program_what {
    PROGRAM_MESSAGE, /* an event of a tile: what came to it */
    PROGRAM_STATE,   /* the content of a tile at the end */
    PROGRAM_DRAM_BYTES,
};
struct program_difference {
    enum program_what what;
    uint8_t x, y;
    enum tt_space space;
    uint64_t seq;         /* of a message: the event of the capture */
    uint32_t count, addr; /* bytes; the first of them */
    uint8_t recorded, here;
    size_t before; /* transfers that had taken place */
    int64_t step;  /* of the tile */
};

/* A tile that does other things than its capture has, though nothing that the host read differs: from that event on
 * nothing of the capture is compared. */
struct program_apart {
    uint8_t x, y;
    uint64_t event;
};

struct program_view {
    const char *path;   /* of the conversation */
    const char *output; /* null: no capture was asked for */
    uint64_t seed;      /* of a drawn timing; 0: none was */
    const struct conversation *conversation;
    const struct device *device;
    enum tt_chip chip;
    const struct program_difference *differences;
    size_t difference_count;
    const struct program_apart *apart;
    size_t apart_count;
    bool is_of_arrays; /* held to arrays of one's own */
};

/* The content of a program, without running it (schemas/program_info.schema.json). */
void program_info_report(FILE *out, enum report_form form, const struct program *program, const struct wire *wire);
/* The members of the report. */
void program_say(struct report *report, const struct program_view *view);
void program_report(FILE *out, enum report_form form, const struct program_view *view);
/* Of these the verdict, who waits for what where it hangs, and hazards. */
void program_report_verdict(struct report *report, const struct program_view *view);
