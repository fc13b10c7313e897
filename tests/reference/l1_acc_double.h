/* SPDX-License-Identifier: Apache-2.0 */
/* P-10.3 and P-10.4 to the letter, in the host's double and float: for a host whose arithmetic is IEEE 754. */
#pragma once

#include <stdint.h>

uint32_t letter_acc_bf16(uint32_t d, uint32_t x);
uint32_t letter_acc_fp16(uint32_t d, uint32_t x);
