/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that another operation left: since a checkpoint, a packer or an unpacker was set to another format, but what
 * goes with the format was last written before it, and is not off. */
#include "ask/lint/lint_internal.h"

#include <inttypes.h>
#include <string.h>

/* $ is the group of the packer's or unpacker's section. */
static const char *const pack_names[] = {
    "$_Exp_section_size",   "$_Row_start_section_size", "$_Pack_L1_Acc", "$_Exp_threshold_en", "$_Downsample_mask",
    "STACC_RELU_ApplyRelu", "STACC_RELU_ReluThreshold",
};
static const char *const unpack_names[] = {
    "$_REG2_Haloize_mode",
    "$_REG2_Tileize_mode",
    "$_REG2_Upsample_rate",
    "$_REG2_Upsample_and_interleave",
};

/* The section is left out of L1 only for formats whose code has bit 1 set (pack.md P-9.7). */
static bool is_used(const char *name, uint32_t out_format)
{
    return strcmp(name, "$_Exp_section_size") != 0 || (out_format & 2);
}

static bool lookup(const struct lint_work *work, unsigned thread, const char *group, const char *name,
                   struct lint_field *out)
{
    return *name == '$' ? lint_field(work, thread, out, "%s%s", group, name + 1)
                        : lint_field(work, thread, out, "%s", name);
}

/* The last checkpoint between two events; -1 when there is none. */
static int64_t checkpoint_between(const struct lint_work *work, uint64_t first, uint64_t last)
{
    for (size_t i = work->checkpoint_count; i-- > 0;) {
        const int64_t at = work->checkpoints[i];
        if (at >= 0 && (uint64_t)at >= first && (uint64_t)at < last)
            return at;
    }
    return -1;
}

static void look(struct lint_work *work, const struct results_insn_row *insn, const struct lint_formats *now,
                 unsigned instance, const char *group, int64_t checkpoint)
{
    const bool is_pack = insn->unit == TT_UNIT_PACK;
    const char *const *names = is_pack ? pack_names : unpack_names;
    const size_t count = is_pack ? sizeof pack_names / sizeof *names : sizeof unpack_names / sizeof *names;
    struct lint_field old[LINT_FIELDS_MAX];
    unsigned old_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct lint_field field;
        if ((!is_pack || is_used(names[i], now->out)) && lookup(work, insn->thread, group, names[i], &field) &&
            field.value && (field.writer == LINT_FROM_START || field.writer <= (uint64_t)checkpoint))
            old[old_count++] = field;
    }
    if (!old_count)
        return;
    struct lint_item *item = lint_add(work, FINDING_LINT_STALE_CONFIGURATION, insn, instance,
                                      "the format was changed after event %" PRId64
                                      ", where a checkpoint ends the operation before, and these fields were not",
                                      checkpoint);
    if (!item)
        return;
    memcpy(item->fields, old, old_count * sizeof *old);
    item->field_count = old_count;
    if (is_pack) {
        lint_show(work, item, "%s_In_data_format", group);
        lint_show(work, item, "%s_Out_data_format", group);
    } else {
        lint_show(work, item, "%s_REG0_TileDescriptor", group);
        lint_show(work, item, "%s_REG2_Out_data_format", group);
    }
}

void lint_stale(struct lint_work *work, const struct results_insn_row *insn, unsigned instance)
{
    char group[LINT_GROUP_MAX] = "THCON_SEC0";
    struct lint_formats now = {.is_set = true, .seq = insn->seq};
    if (insn->unit == TT_UNIT_PACK) {
        lint_pack_group(instance, group);
        now.in = lint_value(work, insn->thread, "%s_In_data_format", group);
        now.out = lint_value(work, insn->thread, "%s_Out_data_format", group);
    } else {
        group[strlen(group) - 1] = insn->unit == TT_UNIT_UNPACK1 ? '1' : '0';
        now.in = lint_value(work, insn->thread, "%s_REG0_TileDescriptor", group) & 15;
        now.out = lint_value(work, insn->thread, "%s_REG2_Out_data_format", group);
    }
    struct lint_formats *before = &work->formats[insn->unit][instance];
    const bool is_changed = before->is_set && (before->in != now.in || before->out != now.out);
    const int64_t checkpoint = is_changed ? checkpoint_between(work, before->seq, insn->seq) : -1;
    if (checkpoint >= 0)
        look(work, insn, &now, instance, group, checkpoint);
    *before = now;
}
