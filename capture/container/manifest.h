/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest of a capture: JSON in the first frame of the file. */
#pragma once

#include "base/text/texts.h"
#include "capture/file/bytes.h"
#include "capture/json/json.h"
#include "capture/ttcap.h"

/* Where cores start: each once. */
struct boot_list {
    struct ttcap_boot items[TT_CORE_COUNT];
    size_t count;
};

struct manifest {
    enum tt_chip chip;
    enum ttcap_source source;
    char *name, *description, *recorder;
    struct texts tags, inputs;
    struct boot_list boot;
};

enum { SOURCE_COUNT = TTCAP_DERIVED + 1 };
json_choice source_names;
json_take boot_take; /* one of them, into a struct boot_list */

/* Appends the text for meta; TT_BAD_INPUT where it is longer than a manifest may be. */
enum tt_status manifest_write(struct byte_buffer *out, const struct ttcap_meta *meta, struct tt_error *err);
/* The sentence in err has no file. On failure nothing is held. */
enum tt_status manifest_read(struct manifest *manifest, const uint8_t *text, size_t count, struct tt_error *err);
void manifest_clear(struct manifest *manifest);
