// SPDX-License-Identifier: Apache-2.0
// A data-movement kernel on tt-metal's API: brings pages from L1 into a circular buffer, or takes them out to there, by the
// network. PAGES_IN: into; without: out of.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main()
{
    const uint32_t buffer = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1), bytes = get_arg_val<uint32_t>(2);
    uint32_t at = get_arg_val<uint32_t>(3);
    for (uint32_t page = 0; page < count; page++, at += bytes) {
        const uint64_t there = get_noc_addr(my_x[noc_index], my_y[noc_index], at);
#ifdef PAGES_IN
        cb_reserve_back(buffer, 1);
        noc_async_read(there, get_write_ptr(buffer), bytes);
        noc_async_read_barrier();
        cb_push_back(buffer, 1);
#else
        cb_wait_front(buffer, 1);
        noc_async_write(get_read_ptr(buffer), there, bytes);
        noc_async_write_barrier();
        cb_pop_front(buffer, 1);
#endif
    }
}
