/* SPDX-License-Identifier: Apache-2.0 */
/* A stage block out of a page of groups. docs/formats/results.md#stage-pages */
#include "results/block.h"

#include "base/little.h"
#include "base/memory.h"

/* The nearest block from a stage down that says it. */
static const struct paged_block *nearest(const struct stage_page *page, const struct paged_group *group, unsigned stage,
                                         bool wants_cells)
{
    const struct paged_block *blocks = stage_page_blocks(page, group), *found = NULL;
    for (size_t i = 0; i < group->block_count && blocks[i].stage <= stage; i++)
        if (wants_cells ? blocks[i].has_cells : blocks[i].has_counts)
            found = &blocks[i];
    return found;
}

static enum tt_status block_paged_take_counts(struct block *block, const struct stage_page *page,
                                              const struct paged_block *from)
{
    uint64_t sum = 0;
    block->counts = mem_calloc(block->row.insn_count, sizeof *block->counts);
    if (!block->counts)
        return TT_NO_MEMORY;
    if (!from || !series_get_counts((const uint8_t *)page->head.data + from->counts_at, from->counts_size,
                                    block->counts, block->row.insn_count))
        return TT_BAD_INPUT;
    for (uint32_t i = 0; i < block->row.insn_count; i++)
        sum += block->counts[i];
    block->row.counts = block->counts;
    return sum == block->row.count ? TT_OK : TT_BAD_INPUT;
}

/* None, or reported for another number of values: it says nothing about these. */
static enum tt_status block_paged_take_cells(struct block *block, const struct stage_page *page,
                                             const struct paged_block *from)
{
    if (!from || from->count != block->row.count)
        return TT_OK;
    block->origin = mem_calloc((size_t)from->count + 1, sizeof *block->origin);
    if (!block->origin)
        return TT_NO_MEMORY;
    block->row.origin = block->origin;
    return series_get_cells((const uint8_t *)page->cells.data + from->cells_at, from->cells_size, block->origin,
                            from->count)
               ? TT_OK
               : TT_BAD_INPUT;
}

static enum tt_status block_paged_take_values(struct block *block, const struct stage_page *page,
                                              const struct paged_block *from)
{
    const size_t size = (size_t)from->count * from->width;
    block->values = mem_alloc(size + 1);
    if (!block->values)
        return TT_NO_MEMORY;
    if (size)
        copy_numbers(block->values, (const uint8_t *)page->values[paged_width(from->width)].data + from->values_at,
                     from->count, from->width);
    block->row.values = block->values;
    return TT_OK;
}

enum tt_status block_take_paged(struct block *block, const struct stage_page *page, const struct paged_group *group,
                                unsigned stage)
{
    if (!(group->stages >> stage & 1))
        return TT_END;
    const struct paged_block *from = stage_page_block(page, group, stage);
    *block = (struct block){.stages = group->stages, .stored_stage = from->stage};
    block->row = (struct results_block_row){.id = group->id * STAGES_MAX + stage,
                                            .unit = page->unit,
                                            .instance = group->instance,
                                            .stage = (uint8_t)stage,
                                            .format = from->format,
                                            .value_bytes = from->width,
                                            .tile = group->tile,
                                            .first_datum = group->first_datum,
                                            .is_changed = from->stage == stage,
                                            .first_seq = group->first_seq,
                                            .last_seq = group->last_seq,
                                            .insn_count = group->insns,
                                            .count = from->count};
    block->seqs = mem_calloc(group->insns, sizeof *block->seqs);
    if (!block->seqs)
        return TT_NO_MEMORY;
    memcpy(block->seqs, stage_page_seqs(page, group), group->insns * sizeof *block->seqs);
    block->row.seqs = block->seqs;
    enum tt_status status = block_paged_take_values(block, page, from);
    if (!status)
        status = block_paged_take_counts(block, page, nearest(page, group, stage, false));
    return status ? status : block_paged_take_cells(block, page, nearest(page, group, stage, true));
}
