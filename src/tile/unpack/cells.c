/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns in IEEE order to cells of a source register or of Dst. U-6; F-3.1 to F-3.3 */
#include "numeric/cells.h"

#include "base/guard/built_wide.h"
#include "numeric/from_l1.h"
#include "tile/unpack/unpack_internal.h"

static uint32_t cells_src_int8(uint32_t b)
{
    return src_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
}

static uint32_t src_uint8(uint32_t b)
{
    return src_from_int8(0, int8_magnitude(b, 1));
}

static uint32_t cells_dst_int8(uint32_t b)
{
    return dst16_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
}

static uint32_t dst_uint8(uint32_t b)
{
    return dst16_from_int8(0, int8_magnitude(b, 1));
}

#define MAKER(NAME, FUNCTION)                                                                                          \
    BUILT_WIDE static void NAME(uint32_t *values, uint32_t count)                                                      \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
MAKER(src_cells_tf32, src_from_tf32)
MAKER(src_cells_bf16, src_from_bf16)
MAKER(src_cells_fp16, src_from_fp16)
MAKER(src_cells_int16, src_from_int16)
MAKER(src_cells_int8, cells_src_int8)
MAKER(src_cells_uint8, src_uint8)
MAKER(dst_cells_32, dst32_from_fp32)
MAKER(dst_cells_bf16, dst16_from_bf16)
MAKER(dst_cells_fp16, dst16_from_fp16)
MAKER(dst_cells_int8, cells_dst_int8)
MAKER(dst_cells_uint8, dst_uint8)
#undef MAKER

static void cells_as_they_are(uint32_t *values, uint32_t count)
{
    (void)values, (void)count;
}

static const struct {
    enum format format;
    unpack_make_cells *src, *dst;
} makers[] = {
    {FORMAT_TF32_19, src_cells_tf32, NULL},
    {FORMAT_FP32, NULL, dst_cells_32},
    {FORMAT_INT32, NULL, dst_cells_32},
    {FORMAT_BF16, src_cells_bf16, dst_cells_bf16},
    {FORMAT_FP16, src_cells_fp16, dst_cells_fp16},
    {FORMAT_INT16, src_cells_int16, cells_as_they_are},
    {FORMAT_INT8, src_cells_int8, dst_cells_int8},
    {FORMAT_UINT8, src_cells_uint8, dst_cells_uint8},
};

unpack_make_cells *unpack_cells_of(enum format format, enum unpack_target target)
{
    const bool is_src = target == UNPACK_TO_SRCA || target == UNPACK_TO_SRCB;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (makers[i].format == format)
            return is_src ? makers[i].src : makers[i].dst;
    }
    return cells_as_they_are;
}
