/* SPDX-License-Identifier: Apache-2.0 */
/* What the vector unit makes of single values, by value: V20 to V46. Written from the facts. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* V24: a 16-bit cell of Dst, by load mode 1 (FP16) or 2 (BF16). V26: the cell that a store makes. */
uint32_t ref_vector_load16(int mode, uint32_t cell);
uint32_t ref_vector_store16(int mode, uint32_t value);

/* V33, V34: the coefficients of eight and of sixteen bits, as FP32. */
uint32_t ref_vector_coefficient8(uint32_t x);
uint32_t ref_vector_coefficient16(uint32_t x);

/* V36: the approximate reciprocal and the exponential of a magnitude. */
uint32_t ref_vector_reciprocal(uint32_t u);
uint32_t ref_vector_exponential(uint32_t u);

/* V41: sign and magnitude to FP32, to nearest. */
uint32_t ref_vector_cast(uint32_t x);

/* V42, to nearest: forms 0 and 1 (10 and 7 bits of mantissa), 2, 3, 6, 7 (integers). */
uint32_t ref_vector_round(int form, uint32_t x);
