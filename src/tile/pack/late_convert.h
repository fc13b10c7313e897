/* SPDX-License-Identifier: Apache-2.0 */
/* The late conversions as loops over a block, for the tables of late_convert.c. */
#pragma once

#include "tile/pack/pack_internal.h"

pack_convert late_fp32_to_tf32, late_fp32_to_bf16, late_fp32_to_fp16, late_tf32_to_container, late_tf32_to_bf16,
    late_tf32_to_fp16, late_bf16_to_fp32, late_bf16_to_fp16, late_fp16_to_fp32, late_fp16_to_bf16, late_fp16_to_e5m2,
    late_fp16_to_e5m7, late_fp16_to_e4m3;

/* The conversion that stands in for `convert` under the tile's variants; `convert` itself without one. */
pack_convert *late_reading(const struct tile *tile, pack_convert *convert);
