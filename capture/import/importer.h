/* SPDX-License-Identifier: Apache-2.0 */
/* The registry of import sources. A source is a row in IMPORTERS and a file that defines `importer_ROW`: its option,
 * its line of --help, how it is known and how it is read. docs/how-to/add-an-import-source.md */
#pragma once

#include "capture/import/source.h"

struct importer;

/* One thing that a capture is put together from, as a user names it. */
struct import_item {
    const struct importer *importer; /* null: a bundle's folder or a capture, that all the rest is laid over */
    const char *label;               /* "--l1 0x20000=in.bin" */
    const char *path;
    const char *id; /* the id of the checkpoint that it is put into */
    enum tt_core core;
    unsigned thread;
    /* Of a dump of L1; of a program: where the image of the core's own memory is, if has_addr; of a kernel: where it
     * runs. */
    uint32_t addr;
    bool has_addr;
    char place[64], moment[64]; /* of a dump of a part of a space: as they are typed */
    bool is_held;               /* a program whose core stays in reset: another core lets it go */
    bool is_kernel;             /* a program that its core's firmware calls (capture/import/elf_kernel.h) */
};

enum import_group { IMPORT_PROGRAMS = 1, IMPORT_DUMPS, IMPORT_TOOLS }; /* headings of --help */

struct importer {
    const char *option; /* "elf": --elf */
    const char *before; /* the text before the file: "CORE="; null: nothing */
    const char *doc;    /* its line of --help */
    enum import_group group;
    size_t bytes_max;    /* the largest size of a file; a larger one is refused */
    enum tt_space space; /* for dumps: the space that they are of */
    bool says_chip;      /* the file itself names the chip; else it must come from elsewhere */
    bool takes_image;    /* --image applies to it */

    /* Takes the text before '=' into the item; the sentence in err has no option. */
    enum tt_status (*key)(struct import_item *item, const char *text, struct tt_error *err);
    const char *example; /* of the argument with a key: "t0=unpack.elf" */

    /* Whether a file that begins so (a zero byte follows) is one; null: its beginning does not show it. Such a file may
     * be given without its option, unless `lacks` names the option's addition: "an ELF file;", "whose program it is".
     */
    bool (*is)(const char *text, size_t count);
    const char *looks, *lacks;

    /* Puts the file's content into the sink, at the item's checkpoint; a zero byte follows the text. The chip is known,
     * unless the file says it. Messages name the file: import_placed(). */
    enum tt_status (*read)(struct import_sink *sink, const struct import_item *item, const char *text, size_t count,
                           struct tt_error *err);
};

/* The rows, in the order in which the beginning of a file is looked at. */
#define IMPORTERS(row)                                                                                                 \
    row(elf) row(stream) row(l1) row(cfg) row(thread_cfg) row(gpr) row(dst) row(dst_valid) row(srca) row(srcb)         \
        row(lreg) row(state) row(dump) row(llk_json) row(log) row(exalens)

#define IMPORTER_DECLARED(name) extern const struct importer importer_##name;
IMPORTERS(IMPORTER_DECLARED)
#undef IMPORTER_DECLARED
extern const struct importer *const importers[];
extern const size_t importer_count;

/* Puts the item's path before the sentence in err; returns status. */
enum tt_status import_placed(const struct import_item *item, enum tt_status status, struct tt_error *err);

/* Calls importer->read() once the chip is known. */
enum tt_status import_text(struct import_sink *sink, const struct import_item *item, const char *text, size_t count,
                           struct tt_error *err);

/* Which source the file at `path` is of by its beginning; null: of none, so that it may be a capture. TT_BAD_INPUT
 * where it needs an option. */
enum tt_status import_detect(const struct importer **importer, const char *path, struct tt_error *err);

/* Puts `count` items together, a base first, and writes the capture `path`. name: null for that of the base, else of
 * the file. Nothing is left at `path` on failure. */
enum tt_status import_items(const struct import_item *items, size_t count, const struct import_options *options,
                            const char *name, const char *path, bool replace, struct tt_error *err);

/* The text before '=' in options of import: a core, an address. The sentence in err has no option. */
enum tt_status key_core(struct import_item *item, const char *text, struct tt_error *err);
/* Decimal, or hexadecimal with 0x. */
enum tt_status key_addr(uint32_t *addr, const char *text, struct tt_error *err);
