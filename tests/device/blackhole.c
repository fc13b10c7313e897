/* SPDX-License-Identifier: Apache-2.0 */
/* Core B of the tile 1,2 of a Blackhole, in blackhole.wire (blackhole.py): waits until it is asked, reads a word of
 * DRAM by network 0, sends its sum by network 1 to another place of that bank, which is named as the device translates
 * it, and to the tile 16,11, and says by which name it goes. */
#include <stdint.h>

#define AT(addr) (*(volatile uint32_t *)(addr))
#define NOC(network, at) AT(0xFFB20000 + 0x10000 * (network) + (at))

enum { ASKED = 0x1000, DONE = 0x1010, NAMES = 0x1020, IN = 0x2000, OUT = 0x2040, XY_17_12 = 17 | 12 << 6 };
enum {
    TARG = 0,
    TARG_XY = 8,
    RET = 12,
    RET_XY = 20,
    CTRL = 28,
    LENGTH = 32,
    SEND = 0x40,
    LOGICAL = 0x148,
    COUNTER = 0x200
};
enum { READ = 0, WRITE = 2, ANSWERED = 16, OWN = 1 | 2 << 6 };

static void request(unsigned network, uint32_t from, uint32_t from_xy, uint32_t to, uint32_t to_xy, uint32_t ctrl)
{
    NOC(network, TARG) = from;
    NOC(network, TARG_XY) = from_xy;
    NOC(network, RET) = to;
    NOC(network, RET_XY) = to_xy;
    NOC(network, CTRL) = ctrl | ANSWERED;
    NOC(network, LENGTH) = 64;
    NOC(network, SEND) = 1;
    while (NOC(network, SEND) != 0) {
    }
}

__attribute__((noreturn, section(".start"))) void _start(void)
{
    while (AT(ASKED) == 0) {
    }
    request(0, 0x200000, XY_17_12, IN, OWN, READ);
    while (NOC(0, COUNTER + 4 * 2) != 1) { /* answered reads */
    }
    for (unsigned i = 0; i < 64; i += 4)
        AT(OUT + i) = AT(IN + i) + AT(ASKED);
    request(1, OUT, OWN, 0x200100, 17 | 14 << 6, WRITE);
    request(1, OUT, OWN, OUT, 16 | 11 << 6, WRITE);
    AT(NAMES) = NOC(0, LOGICAL);
    AT(NAMES + 4) = NOC(1, LOGICAL);
    AT(DONE) = 0;
    for (;;) {
    }
}
