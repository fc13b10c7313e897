/* SPDX-License-Identifier: Apache-2.0 */
/* What a program of a Blackhole tile's cores needs: words of the coprocessor, circular buffers as tt-metal's kernels
 * count them, and what the host has left in L1 (the launch message and the kernel's configuration, tt-metal's
 * dev_msgs.h). docs/how-to/run-a-kernel.md */
#pragma once

#include <stdint.h>

#define AT(addr) (*(volatile uint32_t *)(addr))
#define CFG(word) AT(0xFFEF0000 + 4 * (word))

enum { FACES = 4, DATUMS = 256, BF16 = 5 };

/* ---- what the host leaves ---- */

enum { LAUNCH = 0x70, GO = 0x3F0, GO_SIGNAL = 0x80 };
enum { LAUNCH_CB_OFFSET = 24, LAUNCH_ARGUMENTS = 28, COMPUTE = 2 };

static inline uint32_t half_word(uint32_t addr)
{
    return AT(addr & ~3u) >> (addr & 2 ? 16 : 0) & 0xFFFF;
}

static inline void wait_for_go(void)
{
    while (AT(GO) >> 24 != GO_SIGNAL) {
    }
}

static inline uint32_t kernel_config(void)
{
    return AT(LAUNCH);
}

/* Argument `index` of the three compute cores. */
static inline uint32_t argument(uint32_t index)
{
    return AT(kernel_config() + half_word(LAUNCH + LAUNCH_ARGUMENTS + 4 * COMPUTE) + 4 * index);
}

/* ---- circular buffers ---- */

struct buffer {
    uint32_t number, start, pages, page_bytes;
    uint32_t done, at; /* pages put in or taken out by this core so far; where the next one is */
};

static inline struct buffer buffer_open(uint32_t number)
{
    const uint32_t from = kernel_config() + half_word(LAUNCH + LAUNCH_CB_OFFSET) + 16 * number;
    return (struct buffer){number, AT(from), AT(from + 8), AT(from + 12), 0, AT(from)};
}

/* Pages put in and pages taken: registers of the stream of the buffer's number. */
static inline uint32_t received_at(const struct buffer *buffer)
{
    return 0xFFB40028 + 0x1000 * buffer->number;
}

static inline uint32_t acked_at(const struct buffer *buffer)
{
    return 0xFFB40020 + 0x1000 * buffer->number;
}

static inline void wait_front(const struct buffer *buffer)
{
    while ((uint16_t)(AT(received_at(buffer)) - buffer->done) == 0) {
    }
}

static inline void reserve_back(const struct buffer *buffer)
{
    while ((uint16_t)(buffer->done - AT(acked_at(buffer))) == buffer->pages) {
    }
}

static inline void next_page(struct buffer *buffer)
{
    buffer->done++;
    buffer->at += buffer->page_bytes;
    if (buffer->at == buffer->start + buffer->pages * buffer->page_bytes)
        buffer->at = buffer->start;
}

/* ---- words of the coprocessor ---- */

enum {
    OP_ZEROACC = 0x10,
    OP_ELWADD = 0x28,
    OP_SETRWC = 0x37,
    OP_PACR = 0x41,
    OP_UNPACR = 0x42,
    OP_SETDMAREG = 0x45,
    OP_SETADCXY = 0x51,
    OP_SETADCZW = 0x54,
    OP_SETADCXX = 0x5E,
    OP_STOREREG = 0x67,
    OP_STALLWAIT = 0xA2,
    OP_SEMINIT = 0xA3,
    OP_SEMPOST = 0xA4,
    OP_SEMGET = 0xA5,
    OP_SEMWAIT = 0xA6,
    OP_WRCFG = 0xB0,
    OP_SETC16 = 0xB2,
};
#define OP(opcode) ((uint32_t)(opcode) << 24)
#define SETC16(word, value) (OP(OP_SETC16) | (uint32_t)(word) << 16 | (value))

/* An instruction of the core's own, known when it is compiled: rotated left by two. */
#define TTINSN(word)                                                                                                   \
    __asm__ volatile(".word %0" : : "i"((int)((uint32_t)(word) << 2 | (uint32_t)(word) >> 30)) : "memory")

static inline void push(uint32_t word)
{
    AT(0xFFE40000) = word;
}

static inline void wait_for_pipe(void)
{
    AT(0xFFE80004) = 0;
    (void)AT(0xFFE80004);
}

/* A scalar register, half by half. */
static inline void set_gpr(uint32_t gpr, uint32_t value)
{
    push(OP(OP_SETDMAREG) | (value & 0xFFFF) << 8 | 2 * gpr);
    push(OP(OP_SETDMAREG) | (value >> 16) << 8 | (2 * gpr + 1));
}

static inline void store_register(uint32_t addr, uint32_t gpr)
{
    push(OP(OP_STOREREG) | gpr << 18 | (addr - 0xFFB00000) / 4);
}

/* As the units count L1 addresses: in 16 bytes, less one. */
static inline uint32_t unit_address(uint32_t addr)
{
    return addr / 16 - 1;
}
