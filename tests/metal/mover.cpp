// SPDX-License-Identifier: Apache-2.0
// A data-movement kernel on tt-metal's API whose transfer stays inside the tile: L1 to L1 by the network, and behind it a
// word of the kernel's own initialised data.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

static volatile uint32_t mark = 0x12345678;

void kernel_main()
{
    const uint32_t from = get_arg_val<uint32_t>(0), to = get_arg_val<uint32_t>(1), bytes = get_arg_val<uint32_t>(2);
    noc_async_read(get_noc_addr(my_x[noc_index], my_y[noc_index], from), to, bytes);
    noc_async_read_barrier();
    *(volatile uint32_t *)(to + bytes) = mark;
}
