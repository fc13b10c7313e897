/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the unit's rule for what an element depends on, and gathers the ranges that it gives. */
#include "observe/depends_internal.h"

#include "base/search.h"
#include "isa/registers.h"
#include "tile/tile.h"

static void depends_append_range(struct depends *into, enum tt_space space, uint32_t lo, uint32_t hi)
{
    into->is_out_of_memory |=
        !MEM_PUSH(into->items, into->count, into->capacity, (struct depends_range){space, lo, hi});
}

static void observe_depends_add_range(struct depends *into, enum tt_space space, uint32_t lo, uint32_t hi)
{
    for (size_t i = into->count; i-- > 0;)
        if (into->items[i].space == space && into->items[i].lo <= lo && into->items[i].hi >= hi)
            return;
    depends_append_range(into, space, lo, hi);
}

void depends_add_range(const struct depends_target *target, enum tt_space space, uint32_t lo, uint32_t hi)
{
    observe_depends_add_range(target->into, space, lo, hi);
}

void depends_add(const struct depends_target *target, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct depends_index *index = target->insn->index;
    if (!depends_index_overlaps(index, space, lo, hi)) {
        target->into->is_out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < index->hit_count; i++) {
        const struct depends_read *read = &index->reads[index->hits[i]];
        const uint32_t from = (uint32_t)read->lo, to = (uint32_t)read->hi;
        observe_depends_add_range(target->into, space, from > lo ? from : lo, to < hi ? to : hi);
    }
}

void depends_add_space(const struct depends_target *target, enum tt_space space)
{
    target->into->spaces |= UINT32_C(1) << space;
}

void depends_add_all(const struct depends_target *target)
{
    target->into->spaces |= (UINT32_C(1) << TT_SPACE_COUNT) - 1;
}

const struct probe_access *depends_write_of(const struct depends_target *target)
{
    const uint32_t writer = depends_index_writer(target->insn->index, target->space, target->lo);
    return writer ? &target->insn->accesses[writer - 1] : NULL;
}

const struct depends_datums *depends_datums_of(const struct depends_insn *insn, enum tt_unit unit, uint8_t instance)
{
    return FIND(insn->datums, insn->datums_count, item->unit == unit && item->instance == instance);
}

void depends_of(const struct depends_insn *insn, enum tt_space space, uint32_t lo, uint32_t hi, struct depends *depends)
{
    const struct depends_target target = {insn, space, lo, hi, depends};
    if (!depends_index_prepare(insn)) {
        depends->is_out_of_memory = true;
        return;
    }
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

uint32_t depends_alike(const struct depends_insn *insn, uint32_t lo, uint32_t hi)
{
    const struct depends_target target = {insn, TT_SPACE_L1, lo, hi, NULL};
    if (insn->unit != TT_UNIT_PACK || !insn->index->is_ready)
        return 1;
    return depends_index_writer_bytes(insn->index, TT_SPACE_L1, lo, depends_pack_alike(&target));
}

uint32_t depends_run(const struct depends_insn *insn, uint32_t lo, uint32_t hi, struct depends *depends)
{
    const struct depends_target target = {insn, TT_SPACE_L1, lo, hi, depends};
    return insn->unit == TT_UNIT_PACK && depends_index_prepare(insn) ? depends_pack_run(&target) : 0;
}

/* Ordered by place; a range that lies within another is left out. */
void depends_expand(const struct depends_insn *insn, struct depends *depends)
{
    for (unsigned space = 0; space < TT_SPACE_COUNT && depends->spaces; space++) {
        struct depends_index *index = insn->index;
        if (!(depends->spaces >> space & 1))
            continue;
        depends->spaces &= ~(UINT32_C(1) << space);
        uint64_t reach = 0;
        for (uint32_t i = index->first[space]; i < index->first[space + 1]; i++) {
            const struct depends_read *read = &index->reads[i];
            const bool is_within = i > index->first[space] && read->hi <= reach;
            if (!is_within)
                depends_append_range(depends, (enum tt_space)space, (uint32_t)read->lo, (uint32_t)read->hi);
            reach = read->hi > reach ? read->hi : reach;
        }
    }
}

static bool depends_config_bit(const struct tile *tile, uint32_t state, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    uint32_t word = 0;
    if (field->name && field->space == TT_SPACE_CFG)
        tile_load_numbers(tile, TT_SPACE_CFG, 4 * (state * chip_get(tile_chip(tile))->cfg_words + field->word), 1,
                          &word);
    return word >> field->shift & 1;
}

void depends_order(const struct tile *tile, unsigned thread, bool *has_remap, bool *has_swizzle)
{
    uint16_t id;
    tile_load_numbers(tile, TT_SPACE_THREAD_CFG,
                      2 * (thread < THREADS ? thread : 0) * chip_get(tile_chip(tile))->thread_words, 1, &id);
    *has_remap = depends_config_bit(tile, id & 1, REG_DEST_ACCESS_CFG_remap_addrs);
    *has_swizzle = depends_config_bit(tile, id & 1, REG_DEST_ACCESS_CFG_swizzle_32b);
}

void depends_clear(struct depends *depends)
{
    mem_free(depends->items);
    *depends = (struct depends){0};
}
