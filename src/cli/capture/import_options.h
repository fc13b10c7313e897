/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay import`. */
#pragma once

#include "capture/import/importer.h"

#include "base/text/texts.h"

struct import_arguments {
    struct texts sources;      /* bundles and captures */
    struct import_item *items; /* the overlays; labels are owned */
    size_t item_count, item_capacity;
    struct import_options options;
    const char *output, *name;
    const char *wire;               /* a conversation, of which a program is made */
    const char *at;                 /* checkpoint of the dumps that follow */
    struct import_prefix *prefixes; /* options.prefix_count of them; owned */
    size_t prefix_capacity;
    bool has_image[TT_CORE_COUNT];
    uint32_t image[TT_CORE_COUNT]; /* of a core's own memory, in L1 */
    bool replace;
};

/* The work of the verb, a cli_work: import.c. */
enum tt_status import_do(void *words, int *code, struct tt_error *err);
