/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of circular buffers as a NumPy array of 32x32 values each. */
#include "show/export/export_array.h"

#include "numeric/host_page.h"

enum tt_status export_pages(FILE *out, const char *path, enum format format, const uint8_t *pages, uint64_t count,
                            struct tt_error *err)
{
    const struct export_request request = {.path = path};
    struct export_summary summary;
    struct exporter exporter = {.request = &request, .summary = &summary, .out = out, .err = err};
    struct array_file file = {.exporter = &exporter};
    array_begin(&file);
    for (uint64_t page = 0; page < count; page++) {
        uint32_t bits[HOST_DATUMS];
        host_page_decode(format, pages + page * host_page_bytes(format), bits);
        for (unsigned i = 0; i < HOST_DATUMS; i++)
            array_put_value(&file, NPY_F4, format, bits[i]);
    }
    return array_end(&file, NPY_F4, HOST_DATUMS, HOST_SIDE);
}
