/* SPDX-License-Identifier: Apache-2.0 */
/* Which unit's rule says what an element depends on, and the ranges that come of it. */
#include "observe/depends_internal.h"

#include "base/memory.h"

static void add_range(struct depends *into, enum tt_space space, uint32_t lo, uint32_t hi)
{
    for (size_t i = into->count; i-- > 0;)
        if (into->items[i].space == space && into->items[i].lo <= lo && into->items[i].hi >= hi)
            return;
    void *items = into->items;
    if (mem_grow(&items, &into->capacity, into->count + 1, sizeof *into->items)) {
        into->is_out_of_memory = true;
        return;
    }
    into->items = items;
    into->items[into->count++] = (struct depends_range){space, lo, hi};
}

void depends_add(const struct depends_target *target, enum tt_space space, uint32_t lo, uint32_t hi)
{
    for (size_t i = 0; i < target->insn->access_count; i++) {
        const struct depends_access *access = &target->insn->accesses[i];
        if (access->is_write || access->space != space || access->lo >= hi || access->hi <= lo)
            continue;
        add_range(target->into, space, access->lo > lo ? access->lo : lo, access->hi < hi ? access->hi : hi);
    }
}

void depends_add_space(const struct depends_target *target, enum tt_space space)
{
    depends_add(target, space, 0, UINT32_MAX);
}

void depends_add_all(const struct depends_target *target)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        depends_add_space(target, (enum tt_space)space);
}

const struct depends_access *depends_write_of(const struct depends_target *target)
{
    for (size_t i = target->insn->access_count; i-- > 0;) {
        const struct depends_access *access = &target->insn->accesses[i];
        if (access->is_write && access->space == target->space && access->lo <= target->lo && target->lo < access->hi)
            return access;
    }
    return NULL;
}

uint32_t depends_bytes(const struct depends_insn *insn, enum tt_space space, bool is_write)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct depends_access *access = &insn->accesses[i];
        if (access->space == space && access->is_write == is_write)
            bytes += access->hi - access->lo;
    }
    return bytes;
}

bool depends_reaches(const struct depends_insn *insn, enum tt_space space, uint32_t lo, bool is_write)
{
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct depends_access *access = &insn->accesses[i];
        if (access->space == space && access->is_write == is_write && access->lo < lo + DEPENDS_DST_ROW_BYTES &&
            access->hi > lo)
            return true;
    }
    return false;
}

const struct depends_datums *depends_datums_of(const struct depends_insn *insn, enum tt_unit unit, uint8_t instance)
{
    for (size_t i = 0; i < insn->datums_count; i++)
        if (insn->datums[i].unit == unit && insn->datums[i].instance == instance)
            return &insn->datums[i];
    return NULL;
}

void depends_of(const struct depends_insn *insn, enum tt_space space, uint32_t lo, uint32_t hi, struct depends *depends)
{
    const struct depends_target target = {insn, space, lo, hi, depends};
    switch (insn->unit) {
    case TT_UNIT_MATRIX:
        depends_of_matrix(&target);
        return;
    case TT_UNIT_VECTOR:
        depends_of_vector(&target);
        return;
    case TT_UNIT_UNPACK0:
    case TT_UNIT_UNPACK1:
        depends_of_unpack(&target);
        return;
    case TT_UNIT_PACK:
        depends_of_pack(&target);
        return;
    case TT_UNIT_FRONTEND:
    case TT_UNIT_SYNC:
    case TT_UNIT_CONFIG:
    case TT_UNIT_SCALAR:
    case TT_UNIT_ADC:
    case TT_UNIT_MOVER:
    case TT_UNIT_CORE:
    case TT_UNIT_COUNT:
        break;
    }
    depends_add_all(&target);
}

void depends_clear(struct depends *depends)
{
    mem_free(depends->items);
    *depends = (struct depends){0};
}
