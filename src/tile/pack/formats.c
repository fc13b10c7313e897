/* SPDX-License-Identifier: Apache-2.0 */
/* How the values between the packer's stages are laid out: sign, exponent, magnitude. docs/semantics/formats.md */
#include "tile/pack/pack_internal.h"

struct pack_value pack_value_of(enum format format)
{
    static const struct pack_value values[FORMAT_COUNT] = {
        [FORMAT_FP32] = {0x80000000, 0x7FFFFFFF, 23, 0xFF, 4},
        [FORMAT_TF32] = {0x80000000, 0x7FFFFFFF, 23, 0xFF, 4},
        [FORMAT_TF32_19] = {1u << 18, (1u << 18) - 1, 10, 0xFF, 4},
        [FORMAT_INT32] = {0x80000000, 0x7FFFFFFF, 23, 0xFF, 4},
        [FORMAT_BF16] = {0x8000, 0x7FFF, 7, 0xFF, 2},
        [FORMAT_E8M6] = {0x8000, 0x7FFF, 7, 0xFF, 2},
        [FORMAT_FP16] = {0x8000, 0x7FFF, 10, 0x1F, 2},
        [FORMAT_E5M7] = {0x8000, 0x7FFF, 10, 0x1F, 2},
        [FORMAT_E5M6] = {0x8000, 0x7FFF, 10, 0x1F, 2},
        [FORMAT_INT16] = {0x8000, 0x7FFF, 0, 0xFF, 2},
        [FORMAT_INT8] = {0x80, 0x7F, 0, 0xFF, 1},
        [FORMAT_UINT8] = {0, 0xFF, 0, 0xFF, 1},
        [FORMAT_FP8_E5M2] = {0x80, 0x7F, 2, 0x1F, 1},
        [FORMAT_FP8_E4M3] = {0x80, 0x7F, 3, 0xF, 1},
        /* A block datum is reported with its exponent in the upper byte. */
        [FORMAT_BFP8] = {0x80, 0x7F, 8, 0xFF, 2},
        [FORMAT_BFP8A] = {0x80, 0x7F, 8, 0xFF, 2},
        [FORMAT_BFP4] = {0x8, 0x7, 8, 0xFF, 2},
        [FORMAT_BFP4A] = {0x8, 0x7, 8, 0xFF, 2},
        [FORMAT_BFP2] = {0x2, 0x1, 8, 0xFF, 2},
        [FORMAT_BFP2A] = {0x2, 0x1, 8, 0xFF, 2},
    };
    return values[format];
}
