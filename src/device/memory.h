/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes by a 32-bit address, of which few were ever written: a bank of DRAM, L1 of a tile whose cores do not run. Reads
 * zero where nothing was written. */
#pragma once

#include "base/usual.h"

struct memory;

struct memory *memory_new(void); /* null without memory */
void memory_free(struct memory *memory);

/* addr + count is at most 2^32. */
enum tt_status memory_write(struct memory *memory, uint64_t addr, const uint8_t *bytes, uint32_t count,
                            struct tt_error *err);
void memory_read(const struct memory *memory, uint64_t addr, uint8_t *bytes, uint32_t count);
/* Bytes that are written with what nobody can know, a flag each; and those that were: whether there are any. */
void memory_lose(struct memory *memory, uint64_t addr, uint32_t count, const uint8_t *flags);
bool memory_unknown(const struct memory *memory, uint64_t addr, uint32_t count, uint8_t *flags);
/* How many of these bytes were written ever. */
uint32_t memory_written(const struct memory *memory, uint64_t addr, uint32_t count);
/* The first bytes at or after *addr that were written, up to the end of their page: false: there are none. */
bool memory_next(const struct memory *memory, uint64_t *addr, uint32_t *count);
