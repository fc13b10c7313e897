/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's multiply-add by numbers, not bits: V30 to V32. Written from the page. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

uint32_t ref_vector_mad(bool is_wormhole, uint32_t x, uint32_t y, uint32_t z);
