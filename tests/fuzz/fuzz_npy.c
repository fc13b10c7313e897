/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a NumPy array: what is taken is what the bytes hold. */
#include "capture/import/npy.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct npy npy;
    struct tt_error err = {""};
    char text[NPY_SHAPE_MAX];
    if (npy_read(&npy, data, size, &err)) {
        require(*err.text);
        return 0;
    }
    uint64_t items = 1;
    require(npy_is(data, size) && npy.dimensions <= NPY_DIMENSIONS_MAX);
    for (unsigned i = 0; i < npy.dimensions; i++)
        items *= npy.shape[i];
    require(items == npy.items && strlen(npy.dtype) > 0);
    require(npy.item_bytes == 1 || npy.item_bytes == 2 || npy.item_bytes == 4 || npy.item_bytes == 8);
    require(npy.data_at <= size && npy.items <= size && npy.items * npy.item_bytes == size - npy.data_at);
    require(npy_shape_text(npy.shape, npy.dimensions, text)[0] == '(');
    return 0;
}
