/* SPDX-License-Identifier: Apache-2.0 */
/* A packer's exponent section against the format and the packed datums (P-9.7), and address bits that are dropped
 * (P-9.4). */
#include "ask/lint/lint_internal.h"
#include "numeric/format.h"

#include "lint_findings.h"

enum { BLOCK = 16, FACE_GROUPS = 16, EXPONENT_BIT = 2 };

static const char *lint_pack_format_name(uint32_t format)
{
    const struct format_info *info = format_get((enum format)format);
    return info ? info->name : "unassigned";
}

/* The settings as the tile began; nothing where the item is null. */
void lint_pack_fields(struct lint_item *item, const struct lint_tile *tile)
{
    const struct lint_field *const fields[] = {&tile->section, &tile->format, &tile->dest};
    for (size_t i = 0; item && i < sizeof fields / sizeof *fields; i++) {
        if (fields[i]->field)
            item->fields[item->field_count++] = *fields[i];
    }
}

/* Exponents are one a group of 16 datums, and those of a tile stand together. */
void lint_pack_tile(struct lint_work *work, const struct lint_tile *tile)
{
    if (!tile->section.field || !tile->format.field || !tile->has_data)
        return;
    const uint32_t section = tile->section.value, used = tile->exponent_hi - tile->exponent_lo;
    const uint32_t need = (used + BLOCK - 1) / BLOCK;
    struct lint_item *item = NULL;
    if (!tile->has_exponents && (tile->format.value & EXPONENT_BIT) && section)
        item = lint_add(work, FINDING_LINT_EXPONENT_SECTION_UNUSED, &tile->insn, tile->packer,
                        "%s has no shared exponents, but its datums begin %u bytes later for them",
                        lint_pack_format_name(tile->format.value), (unsigned)(BLOCK * section));
    else if (tile->has_exponents && section < need)
        item = lint_add(work, FINDING_LINT_EXPONENT_SECTION_SMALL, &tile->insn, tile->packer,
                        "%u exponents of %s (%u faces and %u rows of 16) need %u times 16 bytes, but datums begin "
                        "after %u",
                        (unsigned)used, lint_pack_format_name(tile->format.value), (unsigned)(used / FACE_GROUPS),
                        (unsigned)(used % FACE_GROUPS), (unsigned)need, (unsigned)section);
    else if (tile->has_exponents && section > need)
        item = lint_add(work, FINDING_LINT_EXPONENT_SECTION_LARGE, &tile->insn, tile->packer,
                        "%u exponents of %s (%u faces and %u rows of 16) need %u times 16 bytes, but datums begin "
                        "after %u",
                        (unsigned)used, lint_pack_format_name(tile->format.value), (unsigned)(used / FACE_GROUPS),
                        (unsigned)(used % FACE_GROUPS), (unsigned)need, (unsigned)section);
    lint_pack_fields(item, tile);
}

void lint_pack_address(struct lint_work *work, const struct results_insn_row *insn, unsigned packer)
{
    static const enum reg_id steps[] = {REG_PCK0_ADDR_BASE_REG_1_Base, REG_PCK0_ADDR_CTRL_XY_REG_1_Ystride,
                                        REG_PCK0_ADDR_CTRL_ZW_REG_1_Zstride, REG_PCK0_ADDR_CTRL_ZW_REG_1_Wstride};
    uint32_t low = 0;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        low |= lint_value(work, insn->thread, steps[i]) % BLOCK;
    if (!low)
        return;
    struct lint_item *item = lint_add(
        work, FINDING_LINT_ADDRESS_BITS_DROPPED, insn, packer,
        "the steps of the output address are not all multiples of 16; the low four bits of their sum are lost");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        lint_show(work, item, steps[i]);
}
