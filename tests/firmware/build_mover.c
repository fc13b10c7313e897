/* SPDX-License-Identifier: Apache-2.0 */
/* A data-movement kernel of core B: brings page after page of a tensor from the banks of DRAM into circular buffer 0,
 * and takes one out of buffer 5 to another tensor for each. Its arguments are where their headers say, which the host
 * finds by name: kernel_args_generated.h, kernel_bindings_generated.h. */
#include "launch.h"

#include "../../examples/grid_matmul/words.h"

enum { PAGE_BYTES = 256, IN = 0, OUT = 5, NUM_PAGES = 1, SOURCE = 0, TARGET = 1, BANKS_MOST = BANKS };
enum {
    READ = 0,
    WRITE = 2,
    ANSWERED = 1 << 4,
    COUNTERS = 0x200,
    WRITES_ANSWERED = 4,
    READS_ANSWERED = 8,
    NODE_ID = NODE
};
#define NOC(at) AT(0xFFB20000 + (at))

extern uint16_t dram_bank_to_noc_xy[2][BANKS];
extern int32_t bank_to_dram_offset[BANKS];

/* Where a page stands: its bank's name and the address there. */
struct far {
    uint32_t xy, addr;
};

static struct far page_of(uint32_t tensor, uint32_t page)
{
    const uint32_t bank = page % BANKS_MOST;
    const uint32_t name = dram_bank_to_noc_xy[0][bank] >> (CHIP == 0 ? 0 : 4);
    return (struct far){XY(name & 63, name >> 6),
                        tensor + (uint32_t)bank_to_dram_offset[bank] + page / BANKS_MOST * PAGE_BYTES};
}

static void request(uint32_t from, uint32_t from_xy, uint32_t to, uint32_t to_xy, uint32_t ctrl, uint32_t counter)
{
    const uint32_t before = NOC(COUNTERS + counter);
    NOC(TARG) = from;
    NOC(TARG_XY) = from_xy;
    NOC(RET) = to;
    NOC(RET_XY) = to_xy;
    NOC(CTRL) = ctrl | ANSWERED;
    NOC(LENGTH) = PAGE_BYTES;
    NOC(SEND) = 1;
    while (NOC(COUNTERS + counter) != before + 1) {
    }
}

static uint32_t at_of(uint32_t number, uint32_t page)
{
    const uint32_t row = config_at + CONFIG.local_cb_offset + 16 * number;
    return AT(row) + page % AT(row + 8) * AT(row + 12);
}

void kernel_main(void)
{
    const uint32_t id = NOC(NODE_ID), own = XY(id & 63, id >> 6 & 63);
    const uint32_t own_arguments = config_at + CONFIG.rta_offset[0].rta_offset;
    const uint32_t common = config_at + CONFIG.rta_offset[0].crta_offset;
    for (uint32_t page = 0; page < AT(own_arguments + 4 * NUM_PAGES); page++) {
        const struct far from = page_of(AT(common + 4 * SOURCE), page), to = page_of(AT(common + 4 * TARGET), page);
        while ((uint16_t)(COUNTER(RECEIVED, IN) - COUNTER(ACKED, IN)) == AT(config_at + CONFIG.local_cb_offset + 8)) {
        }
        request(from.addr, from.xy, at_of(IN, page), own, READ, READS_ANSWERED);
        COUNTER(RECEIVED, IN) = COUNTER(RECEIVED, IN) + 1;
        while ((uint16_t)(COUNTER(RECEIVED, OUT) - COUNTER(ACKED, OUT)) == 0) {
        }
        request(at_of(OUT, page), own, to.addr, to.xy, WRITE, WRITES_ANSWERED);
        COUNTER(ACKED, OUT) = COUNTER(ACKED, OUT) + 1;
    }
}
