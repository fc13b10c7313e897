/* SPDX-License-Identifier: Apache-2.0 */
/* BLOBs that are compressed: a byte that says how, then the bytes as they are, or a Zstandard frame of the planes of
 * numbers: all first bytes, then all second ones, and so on, since they are alike. docs/formats/results.md#squeezed */
#pragma once

#include "base/error.h"
#include "results/series.h"

/* What is retained from one BLOB to the next; zero is empty. */
struct squeezer {
    void *compressor, *decompressor; /* Zstandard's */
    struct bytes planes;
};

void squeezer_clear(struct squeezer *squeezer);

/* Replaces `out` by the BLOB of `size` bytes, which are numbers of `width` bytes (1, 2 or 4). 0, or -1 without memory.
 */
int squeeze(struct squeezer *squeezer, const void *bytes, size_t size, unsigned width, struct bytes *out);

/* How many bytes come of a BLOB of ours; false: it is none, or holds more than any of ours. Empty: none. */
bool unsqueezed_size(const void *blob, size_t size, size_t *bytes);
/* Those, into `to`, which has room for them. TT_BAD_INPUT: it is none; TT_NO_MEMORY. */
enum tt_status unsqueeze(struct squeezer *squeezer, const void *blob, size_t size, void *to, size_t bytes);
/* Those behind what is in `out`; likewise. */
enum tt_status unsqueeze_append(struct squeezer *squeezer, const void *blob, size_t size, struct bytes *out);
