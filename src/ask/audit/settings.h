/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration fields of a packer, an unpacker, the matrix or the vector unit as they stood at an instruction, out
 * of a run's accesses and its capture. */
#pragma once

#include "isa/registers.h"
#include "results/results.h"

struct setting {
    const struct reg_field *field; /* of the chip's table; lives for ever */
    enum reg_id id;
    uint32_t value;
};

struct settings {
    struct setting *items;
    size_t count, capacity;
    unsigned state_id;     /* the copy of the configuration that the thread used */
    bool start_is_unknown; /* words never written since the start read as reset: the capture is not available */
};

/* Fields that an instruction of the unit and `thread` uses: those common to all packers or unpackers and those of its
 * section. unit: TT_UNIT_PACK, _UNPACK0, _UNPACK1, _MATRIX or _VECTOR. */
enum tt_status settings_read(struct settings *settings, struct results *results, enum tt_unit unit, unsigned section,
                             unsigned thread, uint64_t seq, struct tt_error *err);
void settings_clear(struct settings *settings);
