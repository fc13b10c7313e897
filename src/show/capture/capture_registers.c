/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --registers`: configuration fields by name, bits that have none, and scalar registers, at a checkpoint. */
#include "isa/registers.h"
#include "isa/spaces.h"
#include "show/capture/capture.h"
#include "show/capture/capture_image.h"
#include "show/parts.h"

/* One field, or the bits of a word that no field names. */
struct row {
    const char *name; /* null: no field */
    const struct reg_field *field;
    enum tt_space space;
    unsigned instance; /* configuration state, or thread */
    uint32_t word;
    unsigned shift, bits;
    uint32_t value, known;
};

enum { PART_INDENT = 29 };

typedef void row_visitor(void *user, const struct row *row);

struct word {
    enum tt_space space;
    unsigned instance;
    uint32_t number, value, known;
};

/* Runs of bits of a word that no field covers, when any is set. */
static void visit_rest(const struct word *word, uint32_t covered, row_visitor *visit, void *user)
{
    uint32_t rest = word->value & ~covered;
    if (!rest)
        return;
    struct row row = {.space = word->space,
                      .instance = word->instance,
                      .word = word->number,
                      .bits = 32,
                      .value = rest,
                      .known = word->known};
    visit(user, &row);
}

static void visit_word(enum tt_chip chip, const struct word *word, bool shows_all, row_visitor *visit, void *user)
{
    enum reg_id ids[32];
    size_t count = reg_fields_of_word(chip, word->space, word->number, ids);
    uint32_t covered = 0;
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        uint32_t ones = (uint32_t)((UINT64_C(1) << field->bits) - 1);
        struct row row = {.name = field->name,
                          .field = field,
                          .space = word->space,
                          .instance = word->instance,
                          .word = word->number,
                          .shift = field->shift,
                          .bits = field->bits,
                          .value = word->value >> field->shift & ones,
                          .known = word->known >> field->shift & ones};
        covered |= ones << field->shift;
        if (shows_all || row.value)
            visit(user, &row);
    }
    visit_rest(word, covered, visit, user);
}

/* Words [0, count) of one configuration state or thread. */
static enum tt_status visit_words(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, unsigned instance,
                                  uint32_t first, uint32_t count, bool shows_all, row_visitor *visit, void *user,
                                  struct tt_error *err)
{
    enum tt_chip chip = ttcap_info(capture)->chip;
    uint32_t width = space_element_bytes(space);
    uint32_t stride = space == TT_SPACE_CFG ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    struct space_image image;
    enum tt_status status =
        image_read(&image, capture, checkpoint, space, (instance * stride + first) * width, count * width, err);
    for (uint32_t i = 0; i < count && status == TT_OK; i++) {
        struct word word = {.space = space,
                            .instance = instance,
                            .number = first + i,
                            .value = load_number(image.bytes + i * width, width),
                            .known = load_number(image.known + i * width, width)};
        visit_word(chip, &word, shows_all, visit, user);
    }
    image_clear(&image);
    return status;
}

/* Every configuration word once: fields that both states show are visited with state 0 alone. */
static enum tt_status visit_all(struct ttcap *capture, uint32_t checkpoint, bool shows_all, row_visitor *visit,
                                void *user, struct tt_error *err)
{
    const struct chip *chip = chip_get(ttcap_info(capture)->chip);
    for (unsigned state = 0; state < CFG_STATES; state++)
        TRY(visit_words(capture, checkpoint, TT_SPACE_CFG, state, 0, state ? chip->cfg_global_base : chip->cfg_words,
                        shows_all, visit, user, err));
    for (unsigned thread = 0; thread < THREADS; thread++)
        TRY(visit_words(capture, checkpoint, TT_SPACE_THREAD_CFG, thread, 0, chip->thread_words, shows_all, visit, user,
                        err));
    return TT_OK;
}

static bool capture_registers_is_known(const struct row *row)
{
    uint32_t ones = (uint32_t)((UINT64_C(1) << row->bits) - 1);
    return row->name ? row->known == ones : true;
}

/* ---- their report ---- */

struct registers_page {
    struct report *report;
    enum tt_space space; /* of the rows before */
    unsigned instance;
    bool has_rows;
};

static void capture_registers_print_row(const struct registers_page *page, const struct row *row)
{
    char bits[8], value[12] = "unknown";
    if (!page->has_rows || page->space != row->space || page->instance != row->instance)
        report_print(page->report, "%s%s %u\n  word   bits       value  field\n", page->has_rows ? "\n" : "",
                     row->space == TT_SPACE_CFG ? "configuration state" : "configuration of thread", row->instance);
    (void)snprintf(bits, sizeof bits, row->bits > 1 ? "%u:%u" : "%u", row->shift + row->bits - 1, row->shift);
    if (capture_registers_is_known(row))
        (void)snprintf(value, sizeof value, "0x%" PRIx32, row->value);
    report_print(page->report, "%6" PRIu32 "  %5s  %10s  %s\n", row->word, bits, value,
                 row->name ? row->name : "(no field)");
}

static void capture_registers_say_row(void *user, const struct row *row)
{
    struct registers_page *page = user;
    capture_registers_print_row(page, row);
    page->has_rows = true;
    page->space = row->space;
    page->instance = row->instance;
    report_object_line(page->report, NULL);
    report_say(page->report, SAY("space", space_name(row->space)),
               SAY(row->space == TT_SPACE_CFG ? "state" : "thread", row->instance), SAY("word", row->word),
               SAY("shift", row->shift), SAY("bits", row->bits), SAY("field", row->name),
               SAY_OR_NULL("value", capture_registers_is_known(row), row->value));
    if (row->field && capture_registers_is_known(row)) {
        say_parts(page->report, row->field, row->value);
        print_parts(page->report, row->field, row->value, PART_INDENT);
    }
    report_close(page->report);
}

static void say_gprs(struct report *report, const struct space_image *image, bool shows_all)
{
    enum { PER_LINE = 5 };
    unsigned on_line = 0, shown = 0;
    for (uint32_t i = 0; i < THREADS * GPRS; i++) {
        const bool is_gpr_known = load_number(image->known + i * 4, 4) == UINT32_MAX;
        const uint32_t value = load_number(image->bytes + i * 4, 4), thread = i / GPRS, number = i % GPRS;
        if (number == 0)
            on_line = 0;
        if (!shows_all && !value)
            continue;
        report_item(report, NULL, SAY("thread", thread), SAY("register", number),
                    SAY_OR_NULL("value", is_gpr_known, value));
        if (shown++ == 0)
            report_print(report, "\nscalar registers");
        if (on_line++ % PER_LINE == 0)
            report_print(report, "\n  T%u", thread);
        if (is_gpr_known)
            report_print(report, "%4u %08" PRIx32, number, value);
        else
            report_print(report, "%4u ........", number);
    }
    if (shown)
        report_print(report, "\n");
}

enum tt_status capture_registers(struct report *report, const char *key, struct ttcap *capture, uint32_t checkpoint,
                                 bool shows_all, struct tt_error *err)
{
    struct registers_page page = {.report = report};
    struct space_image image = {0};
    print_heading(report, capture, checkpoint, "registers");
    report_object(report, key);
    report_say(report, SAY("checkpoint", ttcap_checkpoint(capture, checkpoint)->id));
    report_list(report, "fields");
    enum tt_status status = visit_all(capture, checkpoint, shows_all, capture_registers_say_row, &page, err);
    report_close(report);
    report_list(report, "gpr");
    if (status == TT_OK)
        status = image_read(&image, capture, checkpoint, TT_SPACE_GPR, 0,
                            space_bytes(ttcap_info(capture)->chip, TT_SPACE_GPR), err);
    if (status == TT_OK)
        say_gprs(report, &image, shows_all);
    image_clear(&image);
    report_close(report);
    report_close(report);
    if (!shows_all && status == TT_OK)
        report_print(report, "\nWhat is zero or not known is left out; --all shows it.\n");
    return status;
}
