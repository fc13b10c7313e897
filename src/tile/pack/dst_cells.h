/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of a Dst row. high and low are the cells of the row and, for 32-bit data, of the one 8 below. */
#pragma once

#include <stdint.h>

void read_bf16_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values);
void read_fp16_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values);
void read_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values);
/* FP32, and INT32 as sign and magnitude, which Dst permutes alike. */
void read_fp32_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values);
