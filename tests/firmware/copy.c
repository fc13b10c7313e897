/* SPDX-License-Identifier: Apache-2.0 */
/* Core B as a kernel that moves pages from circular buffer 0 to 16, on either chip (-DWORMHOLE). Of the launch message
 * it reads where the buffers are, as tile.h does for Blackhole. */
#include <stdint.h>

#define AT(addr) (*(volatile uint32_t *)(addr))

#ifdef WORMHOLE
enum { LAUNCH = 0x20, GO = 0x3A0, RECEIVED = 0xFFB40010u - 0xFFB40000u, ACKED = 0xC };
#else
enum { LAUNCH = 0x70, GO = 0x3F0, RECEIVED = 0x28, ACKED = 0x20 };
#endif
#define COUNTER(buffer, which) AT(0xFFB40000u + 0x1000u * (buffer) + (which))

struct ring {
    uint32_t start, bytes, pages, page_bytes, at;
};

static struct ring ring_of(uint32_t buffer)
{
    const uint32_t from = AT(LAUNCH) + (AT(LAUNCH + 24) & 0xFFFF) + 16 * buffer;
    return (struct ring){AT(from), AT(from + 4), AT(from + 8), AT(from + 12), AT(from)};
}

static void step(struct ring *ring)
{
    ring->at += ring->page_bytes;
    if (ring->at == ring->start + ring->bytes)
        ring->at = ring->start;
}

int main(void)
{
    while (AT(GO) >> 24 != 0x80) {
    }
    struct ring in = ring_of(0), out = ring_of(16);
    const uint32_t pages = AT(AT(LAUNCH) + (AT(LAUNCH + 36) & 0xFFFF));
    for (uint32_t page = 0; page < pages; page++) {
        while ((uint16_t)(COUNTER(0, RECEIVED) - COUNTER(0, ACKED)) == 0) {
        }
        while ((uint16_t)(COUNTER(16, RECEIVED) - COUNTER(16, ACKED)) == out.pages) {
        }
        for (uint32_t i = 0; i < in.page_bytes; i += 4)
            AT(out.at + i) = AT(in.at + i);
        step(&in);
        step(&out);
        COUNTER(0, ACKED) = COUNTER(0, ACKED) + 1;
        COUNTER(16, RECEIVED) = COUNTER(16, RECEIVED) + 1;
    }
    return 0;
}
