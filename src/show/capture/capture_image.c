/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of a snapshot for printing. */
#include "show/capture/capture_image.h"

enum tt_status image_read(struct space_image *image, struct ttcap *capture, uint32_t checkpoint, enum tt_space space,
                          uint32_t lo, uint32_t count, struct tt_error *err)
{
    *image = (struct space_image){.lo = lo, .count = count};
    image->bytes = mem_calloc(count, 1);
    image->known = mem_calloc(count, 1);
    NEED(image->bytes && image->known, err, "no memory");
    return ttcap_read(capture, checkpoint, space, lo, count, image->bytes, image->known, err);
}

void image_clear(struct space_image *image)
{
    mem_free(image->bytes);
    mem_free(image->known);
    *image = (struct space_image){0};
}
