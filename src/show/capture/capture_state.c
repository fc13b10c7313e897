/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --space state`: counters, semaphores, packer positions and the like, by path. */
#include "isa/spaces.h"
#include "show/capture/capture.h"
#include "show/capture/capture_image.h"

enum { COLUMN = 39 };

/* Two columns, the next entry where there is room for it. Returns where the line stands. */
static int print_word(const struct report *report, int column, const char *path, bool is_known, uint32_t value)
{
    char text[STATE_PATH_MAX + 16];
    int n = is_known ? snprintf(text, sizeof text, "  %s 0x%" PRIx32, path, value)
                     : snprintf(text, sizeof text, "  %s unknown", path);
    int start = column == 0 ? 0 : COLUMN;
    if (column > COLUMN - 1 || start + n > REPORT_WIDTH) {
        report_print(report, "\n");
        column = start = 0;
    }
    report_print(report, "%*s%s", start - column, "", text);
    return start + n;
}

static void capture_state_say_words(struct report *report, const struct space_image *image, bool shows_all)
{
    int column = 0;
    report_object(report, "words");
    for (uint32_t word = 0; word < image->count / 4; word++) {
        const uint32_t value = load_number(image->bytes + word * 4, 4);
        const bool is_known = load_number(image->known + word * 4, 4) == UINT32_MAX;
        char path[STATE_PATH_MAX];
        if ((!shows_all && !value) || (!is_known && word >= STATE_WORDS))
            continue;
        (void)state_path(word, path);
        report_say(report, SAY_OR_NULL(path, is_known, value));
        column = print_word(report, column, path, is_known, value);
    }
    report_close(report);
    report_print(report, "%s%s", column ? "\n" : "",
                 shows_all ? "" : "\nWhat is zero or not known is left out; --all shows it.\n");
}

enum tt_status capture_state(struct report *report, const char *key, struct ttcap *capture, uint32_t checkpoint,
                             bool shows_all, struct tt_error *err)
{
    struct space_image image;
    enum tt_status status = image_read(&image, capture, checkpoint, TT_SPACE_STATE, 0,
                                       space_all_bytes(ttcap_info(capture)->chip, TT_SPACE_STATE), err);
    report_object(report, key);
    report_say(report, SAY("checkpoint", ttcap_checkpoint(capture, checkpoint)->id));
    if (status == TT_OK) {
        print_heading(report, capture, checkpoint, "state");
        capture_state_say_words(report, &image, shows_all);
    }
    report_close(report);
    image_clear(&image);
    return status;
}
