/* SPDX-License-Identifier: Apache-2.0 */
/* Places of a tile by name, as a boundary case writes them: README.md. */
#pragma once

#include "tile/tile.h"

enum { PLACE_NAME_MAX = 96 };

/* Elements of a space that follow each other, or a field of configuration in all its copies. */
struct place {
    enum tt_space space;
    uint32_t lo, bytes; /* of one element */
    uint32_t mask, shift;
    unsigned copies;      /* how many elements hold the same, */
    uint32_t copy_stride; /* so many bytes apart */
    enum place_form { PLACE_PLAIN, PLACE_BF16, PLACE_FP16, PLACE_FP32 } form;
};

/* False where the chip has no such place. */
bool place_find(enum tt_chip chip, const char *name, struct place *place);

void place_set(struct tile *tile, const struct place *place, uint32_t value);
uint32_t place_get(const struct tile *tile, const struct place *place, unsigned copy);
