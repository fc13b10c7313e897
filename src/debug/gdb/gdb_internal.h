/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the gdb server. */
#pragma once

#include "debug/gdb/gdb.h"
#include "debug/gdb/packets.h"

/* Threads are numbered from 1 in the protocol, from 0 here. */
struct gdb {
    struct session *session;
    struct packets packets;
    unsigned looks_at, runs; /* threads that registers and memory, and steps, are of */
    bool hides_end;          /* the last run came to the end, which is not reported */
    bool is_over, has_lost;  /* gdb left; the other side has closed */
    struct text features, threads, map, elf;
    bool has_elf;
    bool is_open; /* the file that is served */
};

/* The answer to one packet. */
void gdb_reply(struct gdb *gdb, const char *format, ...) TT_PRINTF(2, 3);
void gdb_reply_bytes(struct gdb *gdb, const char *bytes, size_t count);
void gdb_reply_text(struct gdb *gdb, struct text *text); /* which is empty then */
void gdb_reply_nothing(struct gdb *gdb);                 /* "not known here" */
void gdb_reply_error(struct gdb *gdb, const struct tt_error *err);

/* A hexadecimal number at *from, which moves on behind it; false: there is none, or it is above `most`. */
bool gdb_number(const char **from, uint64_t most, uint64_t *value);
bool gdb_thread(const struct gdb *gdb, const char **from, int64_t *thread); /* -1: all */

/* ---- gdb_run.c ---- */

void gdb_reply_stop(struct gdb *gdb);
void gdb_run(struct gdb *gdb, const char *packet);
void gdb_point(struct gdb *gdb, const char *packet);

/* ---- gdb_look.c ---- */

void gdb_registers(struct gdb *gdb, const char *packet);
void gdb_memory(struct gdb *gdb, const char *packet);

/* ---- gdb_query.c ---- */

void gdb_query(struct gdb *gdb, const char *packet);

/* ---- gdb_file.c ---- */

#define GDB_FILE_NAME "/case.elf"
bool gdb_has_program(struct gdb *gdb);
void gdb_file(struct gdb *gdb, const char *packet);
