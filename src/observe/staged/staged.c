/* SPDX-License-Identifier: Apache-2.0 */
#include "observe/staged/staged.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/isa.h"

unsigned staged_bytes(enum format format)
{
    const struct format_info *info = format_get(format);
    return info->is_block ? 2 : info->storage_bits < 8 ? 1 : info->storage_bits / 8;
}

bool staged_init(struct staged *staged, uint32_t count)
{
    staged->count = count;
    staged->values = mem_calloc(count, sizeof *staged->values);
    staged_begin(staged);
    return staged->values;
}

void staged_clear(struct staged *staged)
{
    mem_free(staged->values);
    mem_free(staged->insns);
    *staged = (struct staged){0};
}

void staged_begin(struct staged *staged)
{
    staged->made = 0;
    staged->insn_count = 0;
    staged->made_format = FORMAT_COUNT;
    staged->made_bytes = 0;
    staged->is_mixed = staged->is_out_of_memory = false;
}

unsigned staged_wants(const struct staged *staged)
{
    const bool is_of_words = staged->unit < TT_UNIT_UNPACK0;
    return PROBE_INSN | PROBE_STAGE | (is_of_words ? PROBE_ACCESS | PROBE_WORDS : 0u);
}

static void begin_insn(struct staged *staged, uint64_t seq)
{
    if (staged->insn_count && staged->insns[staged->insn_count - 1].seq == seq)
        return;
    staged->is_out_of_memory |= !MEM_PUSH(staged->insns, staged->insn_count, staged->insn_capacity,
                                          (struct staged_insn){seq, (uint32_t)staged->made, 0});
}

void staged_take(struct staged *staged, uint64_t seq, const struct probe_stage *stage)
{
    if (stage->unit != staged->unit || stage->stage != staged->stage ||
        (staged->instance < PROBE_INSTANCES && stage->instance != staged->instance) ||
        (!staged->is_all && seq != staged->event) || !stage->count)
        return;
    if (staged->made < staged->count)
        begin_insn(staged, seq);
    const unsigned bytes = staged_bytes((enum format)stage->format);
    if (staged->made_format == FORMAT_COUNT)
        staged->made_format = (enum format)stage->format;
    if (bytes > staged->made_bytes)
        staged->made_bytes = (uint8_t)bytes;
    staged->is_mixed |= staged->made_format != stage->format;
    for (uint32_t i = 0; i < stage->count && staged->made + i < staged->count; i++)
        staged->values[staged->made + i] = number_at(stage->values, stage->value_bytes, i);
    staged->made += stage->count;
}

void staged_end(struct staged *staged, uint64_t seq, origin_set origins)
{
    struct staged_insn *last = staged->insn_count ? &staged->insns[staged->insn_count - 1] : NULL;
    if (last && last->seq == seq)
        last->origins |= origins;
}

const struct staged_insn *staged_insn_of(const struct staged *staged, uint32_t nth)
{
    const size_t behind = nth < staged->made ? SEARCH_FIRST(staged->insns, staged->insn_count, item->first <= nth) : 0;
    return behind ? &staged->insns[behind - 1] : NULL;
}

enum tt_status staged_check(const struct staged *staged, struct tt_error *err)
{
    unsigned stages;
    const char *unit = unit_name(staged->unit), *stage = unit_stages(staged->unit, &stages)[staged->stage].name;
    NEED(!staged->is_out_of_memory, err, "no memory for the values of %s.%s", unit, stage);
    const char *made = staged->made ? format_get(staged->made_format)->name : "";
    REFUSE_IF(staged->made != staged->count, err,
              "%s.%s: the reference has %" PRIu32 " values, and the run made %" PRIu64 "%s", unit, stage, staged->count,
              staged->made, staged->is_all ? "" : " in that instruction (audit --unit lists them)");
    REFUSE_IF(staged->format != FORMAT_COUNT && staged->is_mixed, err,
              "%s.%s: the values of these instructions are not all %s: hold them as bits, or name the "
              "instructions one by one (--insn EVENT)",
              unit, stage, format_get(staged->format)->name);
    REFUSE_IF(staged->format != FORMAT_COUNT && staged->format != staged->made_format, err,
              "%s.%s: its values are %s, and --format says %s", unit, stage, made, format_get(staged->format)->name);
    REFUSE_IF(staged->value_bytes < staged->made_bytes, err,
              "%s.%s: its values are %s, of %u bytes each, and the array's elements have %u", unit, stage, made,
              staged->made_bytes, staged->value_bytes);
    return TT_OK;
}
