/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the units' rules: the element asked for, and how ranges are added. */
#pragma once

#include "isa/chip.h"
#include "observe/depends.h"
#include "observe/depends_index.h"

struct depends_target {
    const struct depends_insn *insn;
    enum tt_space space;
    uint32_t lo, hi;
    struct depends *into;
};

/* Adds a range, whether the instruction read it or not. */
void depends_add_range(const struct depends_target *target, enum tt_space space, uint32_t lo, uint32_t hi);

/* Adds those bytes of [lo, hi) that the instruction read. */
void depends_add(const struct depends_target *target, enum tt_space space, uint32_t lo, uint32_t hi);

/* Adds all that the instruction read of a space. */
void depends_add_space(const struct depends_target *target, enum tt_space space);

/* Adds all that it read. */
void depends_add_all(const struct depends_target *target);

/* The last write that holds the element's first byte; null: it was not written. */
const struct probe_access *depends_write_of(const struct depends_target *target);

/* The datums of an instance; null: not reported. */
const struct depends_datums *depends_datums_of(const struct depends_insn *insn, enum tt_unit unit, uint8_t instance);

/* Bytes from target->lo on that depend on the same: those of a datum. */
uint32_t depends_pack_alike(const struct depends_target *target);

/* Bytes from target->lo on, up to target->hi, of datums that each come from a cell of their own and from nothing else,
 * where the cells are neighbours; adds all of these. 0: it is not as simple. */
uint32_t depends_pack_run(const struct depends_target *target);

/* The rules. */
void depends_of_matrix(const struct depends_target *target);
void depends_of_vector(const struct depends_target *target);
void depends_of_unpack(const struct depends_target *target);
void depends_of_pack(const struct depends_target *target);

enum { DEPENDS_DST_ROW_BYTES = DST_COLUMNS * 2, DEPENDS_SRC_ROW_BYTES = SRC_COLUMNS * 4 };
