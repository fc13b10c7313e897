/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that belong to an earlier operation: since a checkpoint a packer or an unpacker was set to another format,
 * but fields that depend on the format were last written before, and are not off. */
#include "ask/lint/lint_internal.h"

#include "lint_findings.h"
#include "reg_parts.h"

enum { PACK_SETTINGS = 7, UNPACK_SETTINGS = 4 };

/* The fields that go with the formats, of each packer, and of each unpacker. */
static const enum reg_id pack_settings[PACK_SETTINGS][PACKERS_MAX] = {
    LINT_OF_PACKERS(Exp_section_size),
    LINT_OF_PACKERS(Row_start_section_size),
    LINT_OF_PACKERS(Pack_L1_Acc),
    LINT_OF_PACKERS(Exp_threshold_en),
    LINT_OF_PACKERS(Downsample_mask),
    {REG_STACC_RELU_ApplyRelu, REG_STACC_RELU_ApplyRelu, REG_STACC_RELU_ApplyRelu, REG_STACC_RELU_ApplyRelu},
    {REG_STACC_RELU_ReluThreshold, REG_STACC_RELU_ReluThreshold, REG_STACC_RELU_ReluThreshold,
     REG_STACC_RELU_ReluThreshold}};
static const enum reg_id unpack_settings[UNPACK_SETTINGS][UNPACKERS_MAX] = {
    LINT_OF_UNPACKERS(REG2_Haloize_mode), LINT_OF_UNPACKERS(REG2_Tileize_mode), LINT_OF_UNPACKERS(REG2_Upsample_rate),
    LINT_OF_UNPACKERS(REG2_Upsample_and_interleave)};

/* The exponent section, first in the list, is left out of L1 only for formats whose code has bit 1 set (P-9.7).
 */
static bool is_used(size_t setting, uint32_t out_format)
{
    return setting != 0 || (out_format & 2);
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

static void lint_stale_look(struct lint_work *work, const struct results_insn_row *insn, const struct lint_formats *now,
                            unsigned instance, int64_t checkpoint)
{
    const bool is_pack = insn->unit == TT_UNIT_PACK;
    const unsigned unpacker = insn->unit == TT_UNIT_UNPACK1;
    const size_t count = is_pack ? PACK_SETTINGS : UNPACK_SETTINGS;
    struct lint_field old[LINT_FIELDS_MAX];
    unsigned old_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct lint_field field;
        const enum reg_id id = is_pack ? pack_settings[i][instance % PACKERS_MAX] : unpack_settings[i][unpacker];
        if ((!is_pack || is_used(i, now->out)) && lint_field(work, insn->thread, &field, id) && field.value &&
            (field.writer == LINT_FROM_START || field.writer <= (uint64_t)checkpoint))
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
    lint_show(work, item, is_pack ? lint_pack_in[instance % PACKERS_MAX] : lint_unpack_in[unpacker]);
    lint_show(work, item, is_pack ? lint_pack_out[instance % PACKERS_MAX] : lint_unpack_out[unpacker]);
}

void lint_stale(struct lint_work *work, const struct results_insn_row *insn, unsigned instance)
{
    const unsigned unpacker = insn->unit == TT_UNIT_UNPACK1;
    struct lint_formats now = {.is_set = true, .seq = insn->seq};
    if (insn->unit == TT_UNIT_PACK) {
        now.in = lint_value(work, insn->thread, lint_pack_in[instance % PACKERS_MAX]);
        now.out = lint_value(work, insn->thread, lint_pack_out[instance % PACKERS_MAX]);
    } else {
        now.in = part_TileDescriptor_InDataFormat(lint_value(work, insn->thread, lint_unpack_in[unpacker]));
        now.out = lint_value(work, insn->thread, lint_unpack_out[unpacker]);
    }
    struct lint_formats *before = &work->formats[insn->unit][instance];
    const bool is_changed = before->is_set && (before->in != now.in || before->out != now.out);
    const int64_t checkpoint = is_changed ? checkpoint_between(work, before->seq, insn->seq) : -1;
    if (checkpoint >= 0)
        lint_stale_look(work, insn, &now, instance, checkpoint);
    *before = now;
}
