/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of every space as patterns: which bits of which element are the value. */
#include "ask/run/cell_form.h"

#include "base/little.h"
#include "isa/spaces.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"

/* "Integer 8" of ten bits, as a sign and a magnitude of fifteen and back. */
static uint32_t wide_integer(uint32_t int11)
{
    return (int11 >> 10 & 1) << 15 | (int11 & 0x3FF);
}

static uint32_t cell_form_dst_int8(uint32_t cell)
{
    return wide_integer(dst16_to_int11(cell));
}

static uint32_t dst_from_int8(uint32_t pattern)
{
    return dst16_from_int8(pattern >> 15, pattern & 0x7FFF);
}

static uint32_t cell_form_src_int8(uint32_t cell)
{
    return wide_integer(src_to_int11(cell));
}

static uint32_t src_from_wide_int8(uint32_t pattern)
{
    return src_from_int8(pattern >> 15, pattern & 0x7FFF);
}

static uint32_t same(uint32_t bits)
{
    return bits;
}

struct converter {
    uint32_t (*pattern)(uint32_t cell), (*cell)(uint32_t pattern);
};

static const struct converter of_dst[FORMAT_COUNT] = {
    [FORMAT_FP32] = {dst32_to_fp32, dst32_from_fp32},
    [FORMAT_INT32] = {dst32_to_fp32, dst32_from_fp32},
    [FORMAT_BF16] = {dst16_to_bf16, dst16_from_bf16},
    [FORMAT_FP16] = {dst16_to_fp16, dst16_from_fp16},
    [FORMAT_INT16] = {same, same},
    [FORMAT_INT8] = {cell_form_dst_int8, dst_from_int8},
};
static const struct converter of_src[FORMAT_COUNT] = {
    [FORMAT_FP32] = {src_to_fp32, src_from_fp32},    [FORMAT_TF32] = {src_to_fp32, src_from_fp32},
    [FORMAT_BF16] = {src_to_bf16, src_from_bf16},    [FORMAT_FP16] = {src_to_fp16, src_from_fp16},
    [FORMAT_INT16] = {src_to_int16, src_from_int16}, [FORMAT_INT8] = {cell_form_src_int8, src_from_wide_int8},
};
static const struct converter of_lreg[FORMAT_COUNT] = {[FORMAT_FP32] = {same, same}, [FORMAT_INT32] = {same, same}};
static const struct converter as_it_is = {same, same};

/* Null: no such datum in the space. */
static const struct converter *converter(enum tt_space space, enum format format)
{
    static const struct converter *const of_space[TT_SPACE_COUNT] = {
        [TT_SPACE_DST] = of_dst, [TT_SPACE_SRCA] = of_src, [TT_SPACE_SRCB] = of_src, [TT_SPACE_LREG] = of_lreg};
    if (!format_is_datum(format) || (format == FORMAT_TF32_19 && space != TT_SPACE_STAGE))
        return NULL;
    if (space == TT_SPACE_L1 || space == TT_SPACE_STAGE)
        return &as_it_is;
    return of_space[space] && of_space[space][format].cell ? &of_space[space][format] : NULL;
}

bool cell_form_make(struct cell_form *form, enum tt_space space, enum format format)
{
    const bool is_src = space == TT_SPACE_SRCA || space == TT_SPACE_SRCB;
    if (!converter(space, format))
        return false;
    *form = (struct cell_form){.space = space, .format = format, .lattice = format};
    form->is_pair = space == TT_SPACE_DST && format_get(format)->storage_bits == 32;
    form->cell_bits = space == TT_SPACE_L1 ? format_get(format)->storage_bits : space_element_bytes(space) * 8;
    if (is_src && format == FORMAT_FP32)
        form->lattice = FORMAT_TF32;
    if (format == FORMAT_INT8 && space != TT_SPACE_L1 && space != TT_SPACE_STAGE)
        form->lattice = FORMAT_INT16;
    return true;
}

uint32_t cell_low(const struct cell_form *form)
{
    return form->is_pair ? DST_LOW_HALF * DST_COLUMNS * form->cell_bits / 8 : 0;
}

uint32_t cell_load(const struct cell_form *form, const uint8_t *bytes, const uint8_t *low)
{
    const uint32_t cell = load_number(bytes, form->cell_bits / 8);
    return form->is_pair ? cell << 16 | load_number(low, form->cell_bits / 8) : cell;
}

uint32_t cell_pattern(const struct cell_form *form, uint32_t cell)
{
    return converter(form->space, form->format)->pattern(cell);
}

uint32_t cell_of_pattern(const struct cell_form *form, uint32_t pattern)
{
    return converter(form->space, form->format)->cell(pattern);
}

enum format cell_shown_as(const struct cell_form *form)
{
    return form->lattice == FORMAT_TF32 ? FORMAT_FP32 : form->lattice;
}
