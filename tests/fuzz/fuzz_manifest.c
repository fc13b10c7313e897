/* SPDX-License-Identifier: Apache-2.0 */
/* A capture's manifest: what is read is what it says when it is written again. */
#include "capture/container/manifest.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <string.h>

static void check_texts(const struct texts *a, const struct texts *b)
{
    require(a->count == b->count);
    for (size_t i = 0; i < a->count; i++)
        require(strcmp(a->items[i], b->items[i]) == 0);
}

static void check_same(const struct manifest *a, const struct manifest *b)
{
    require(a->chip == b->chip && a->source == b->source && a->boot.count == b->boot.count);
    require(strcmp(a->name, b->name) == 0 && strcmp(a->description, b->description) == 0);
    check_texts(&a->tags, &b->tags);
    check_texts(&a->inputs, &b->inputs);
    for (size_t i = 0; i < a->boot.count; i++)
        require(a->boot.items[i].core == b->boot.items[i].core && a->boot.items[i].pc == b->boot.items[i].pc);
}

static void write_again(const struct manifest *manifest)
{
    const struct ttcap_meta meta = {.chip = manifest->chip,
                                    .source = manifest->source,
                                    .name = manifest->name,
                                    .description = manifest->description,
                                    .tags = manifest->tags.items,
                                    .tag_count = manifest->tags.count,
                                    .boot = manifest->boot.items,
                                    .boot_count = manifest->boot.count,
                                    .inputs = manifest->inputs.items,
                                    .input_count = manifest->inputs.count};
    struct byte_buffer out = {0};
    struct manifest again;
    struct tt_error err = {""};
    if (manifest_write(&out, &meta, &err) == TT_OK) {
        require(manifest_read(&again, out.data, out.size, &err) == TT_OK);
        check_same(manifest, &again);
        manifest_clear(&again);
    }
    buffer_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct manifest manifest;
    struct tt_error err = {""};
    if (manifest_read(&manifest, data, size, &err)) {
        require(*err.text);
        return 0;
    }
    require(manifest.chip < TT_CHIP_COUNT && manifest.boot.count <= TT_CORE_COUNT);
    write_again(&manifest);
    manifest_clear(&manifest);
    return 0;
}
