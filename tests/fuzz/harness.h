/* SPDX-License-Identifier: Apache-2.0 */
/* What every fuzz target defines; libFuzzer or driver.c calls it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
