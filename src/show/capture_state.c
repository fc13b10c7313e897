/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --space state`: counters, semaphores, packer positions and the like, by path. */
#include "isa/spaces.h"
#include "show/capture.h"
#include "show/capture_image.h"

#include <inttypes.h>

enum { COLUMN = 39, WIDTH = 80 };

static enum tt_status read_state(struct space_image *image, struct ttcap *capture, uint32_t checkpoint,
                                 struct tt_error *err)
{
    return image_read(image, capture, checkpoint, TT_SPACE_STATE, 0,
                      space_bytes(ttcap_info(capture)->chip, TT_SPACE_STATE), err);
}

/* Two columns, the next entry where there is room for it. */
enum tt_status capture_state_text(const struct report_style *style, struct ttcap *capture, uint32_t checkpoint,
                                  bool shows_all, struct tt_error *err)
{
    struct space_image image;
    enum tt_status status = read_state(&image, capture, checkpoint, err);
    if (status == TT_OK)
        print_heading(style, capture, checkpoint, "state");
    int column = 0;
    for (uint32_t word = 0; word < image.count / 4 && status == TT_OK; word++) {
        uint32_t value = image_element(image.bytes, word * 4, 4);
        bool known = image_element(image.known, word * 4, 4) == UINT32_MAX;
        char path[STATE_PATH_MAX], text[STATE_PATH_MAX + 16];
        if (!shows_all && !value)
            continue;
        (void)state_path(word, path);
        int n = known ? snprintf(text, sizeof text, "  %s 0x%" PRIx32, path, value)
                      : snprintf(text, sizeof text, "  %s unknown", path);
        int start = column == 0 ? 0 : COLUMN;
        if (column > COLUMN - 1 || start + n > WIDTH) {
            (void)fputc('\n', style->out);
            column = start = 0;
        }
        (void)fprintf(style->out, "%*s%s", start - column, "", text);
        column = start + n;
    }
    if (status == TT_OK)
        (void)fprintf(style->out, "%s%s", column ? "\n" : "",
                      shows_all ? "" : "\nWhat is zero or not known is left out; --all shows it.\n");
    image_clear(&image);
    return status;
}

enum tt_status capture_state_json(struct json_out *json, const char *key, struct ttcap *capture, uint32_t checkpoint,
                                  bool shows_all, struct tt_error *err)
{
    struct space_image image;
    enum tt_status status = read_state(&image, capture, checkpoint, err);
    json_out_object(json, key);
    json_out_string(json, "checkpoint", ttcap_checkpoint(capture, checkpoint)->id);
    json_out_object(json, "words");
    for (uint32_t word = 0; word < image.count / 4 && status == TT_OK; word++) {
        uint32_t value = image_element(image.bytes, word * 4, 4);
        bool known = image_element(image.known, word * 4, 4) == UINT32_MAX;
        char path[STATE_PATH_MAX];
        if (!shows_all && !value)
            continue;
        (void)state_path(word, path);
        if (known)
            json_out_uint(json, path, value);
        else
            json_out_null(json, path);
    }
    json_out_end(json);
    json_out_end(json);
    image_clear(&image);
    return status;
}
