/* SPDX-License-Identifier: Apache-2.0 */
/* One thing that a capture is put together from, as a user names it. docs/how-to/capture-from-dumps.md */
#pragma once

#include "capture/import/source.h"

enum import_item_kind {
    IMPORT_BASE,   /* a bundle's folder or a capture, that all the rest is laid over */
    IMPORT_ELF,    /* core */
    IMPORT_DUMP,   /* space, addr, id */
    IMPORT_STREAM, /* thread */
    /* What other tools print, each: id */
    IMPORT_LLK_JSON,
    IMPORT_EXALENS,
    IMPORT_LOG,
};

struct import_item {
    enum import_item_kind kind;
    const char *label; /* "--l1 0x20000=in.bin" */
    const char *path;
    enum tt_core core;
    enum tt_space space;
    uint32_t addr; /* of a dump of L1; of a program: where the image of the core's own memory is, if has_addr */
    bool has_addr;
    const char *id; /* of the checkpoint */
    unsigned thread;
};

/* What the file at `path` is by its beginning: one of the tools' texts, or, anything else, IMPORT_BASE. */
enum tt_status import_detect(enum import_item_kind *kind, const char *path, struct tt_error *err);

/* Puts `count` items together, a base first, and writes the capture `path`. name: null for that of the base, else of
 * the file. Nothing is left at `path` on failure. */
enum tt_status import_items(const struct import_item *items, size_t count, const struct import_options *options,
                            const char *name, const char *path, bool replace, struct tt_error *err);
