/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words as text: a word a line, or a listing. */
#include "capture/import/stream.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_options options = {.chip = size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE};
    struct tt_error err = {""};
    struct import_sink *sink = import_new(&options);
    char *text = malloc(size + 1);
    if (!sink || !text || import_from(sink, "fuzz", &err))
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (import_stream_text(sink, 2, "input", text, size, &err) && !*err.text)
        abort();
    free(text);
    import_free(sink);
    return 0;
}
