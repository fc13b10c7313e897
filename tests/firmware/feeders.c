/* SPDX-License-Identifier: Apache-2.0 */
/* Who fills and empties the circular buffers of examples/add_pages: B copies pages from L1 into buffers 0 and 1, NC
 * those of buffer 16 to where the sum is looked for. -DCORE=0 is B, which plays the host too; 4 is NC. */
#include "examples/add_pages/tile.h"

enum { PAGES = 7, PAGE_BYTES = 2048, RING = 3 };
enum { A = 0x20000, B = 0x40000, SUM = 0x60000, RINGS = 0x80000, CONFIG = 0x9F00, ARGUMENT = 0x400 };

static inline void copy(uint32_t to, uint32_t from)
{
    for (uint32_t i = 0; i < PAGE_BYTES; i += 4)
        AT(to + i) = AT(from + i);
}

#if CORE == 0

static void describe(uint32_t buffer, uint32_t start)
{
    const uint32_t words[4] = {start, RING * PAGE_BYTES, RING, PAGE_BYTES};
    for (uint32_t i = 0; i < 4; i++)
        AT(CONFIG + 16 * buffer + 4 * i) = words[i];
}

static void launch(void)
{
    describe(0, RINGS);
    describe(1, RINGS + 0x8000);
    describe(16, RINGS + 0x10000);
    AT(CONFIG + ARGUMENT) = PAGES;
    AT(LAUNCH) = CONFIG;
    AT(LAUNCH + LAUNCH_CB_OFFSET) = 0;
    AT(LAUNCH + LAUNCH_ARGUMENTS + 4 * COMPUTE) = ARGUMENT;
    AT(GO) = (uint32_t)GO_SIGNAL << 24;
}

static void put(struct buffer *buffer, uint32_t from)
{
    while ((uint16_t)(AT(received_at(buffer)) - AT(acked_at(buffer))) == buffer->pages) {
    }
    copy(buffer->at, from);
    next_page(buffer);
    AT(received_at(buffer)) = AT(received_at(buffer)) + 1;
}

int main(void)
{
    launch();
    struct buffer a = buffer_open(0), b = buffer_open(1);
    for (uint32_t page = 0; page < PAGES; page++) {
        put(&a, A + page * PAGE_BYTES);
        put(&b, B + page * PAGE_BYTES);
    }
    return 0;
}

#else

int main(void)
{
    wait_for_go();
    struct buffer sum = buffer_open(16);
    for (uint32_t page = 0; page < PAGES; page++) {
        while ((uint16_t)(AT(received_at(&sum)) - AT(acked_at(&sum))) == 0) {
        }
        copy(SUM + page * PAGE_BYTES, sum.at);
        next_page(&sum);
        AT(acked_at(&sum)) = AT(acked_at(&sum)) + 1;
    }
    return 0;
}

#endif
