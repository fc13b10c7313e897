/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --registers`: configuration fields by name, bits that have none, and scalar registers, at a checkpoint. */
#include "isa/registers.h"
#include "isa/spaces.h"
#include "show/capture.h"
#include "show/capture_image.h"

#include <inttypes.h>

/* One field, or the bits of a word that no field names. */
struct row {
    const char *name; /* null: no field */
    enum tt_space space;
    unsigned instance; /* configuration state, or thread */
    uint32_t word;
    unsigned shift, bits;
    uint32_t value, known;
};

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
                            .value = image_element(image.bytes, i * width, width),
                            .known = image_element(image.known, i * width, width)};
        visit_word(chip, &word, shows_all, visit, user);
    }
    image_clear(&image);
    return status;
}

/* Every configuration word once: what both states show is visited with state 0 alone. */
static enum tt_status visit_all(struct ttcap *capture, uint32_t checkpoint, bool shows_all, row_visitor *visit,
                                void *user, struct tt_error *err)
{
    const struct chip *chip = chip_get(ttcap_info(capture)->chip);
    enum tt_status status = TT_OK;
    for (unsigned state = 0; state < CFG_STATES && status == TT_OK; state++)
        status = visit_words(capture, checkpoint, TT_SPACE_CFG, state, 0,
                             state ? chip->cfg_global_base : chip->cfg_words, shows_all, visit, user, err);
    for (unsigned thread = 0; thread < THREADS && status == TT_OK; thread++)
        status = visit_words(capture, checkpoint, TT_SPACE_THREAD_CFG, thread, 0, chip->thread_words, shows_all, visit,
                             user, err);
    return status;
}

static bool is_known(const struct row *row)
{
    uint32_t ones = (uint32_t)((UINT64_C(1) << row->bits) - 1);
    return row->name ? row->known == ones : true;
}

/* ---- text ---- */

struct text_page {
    const struct report_style *style;
    enum tt_space space; /* of the rows before */
    unsigned instance;
    bool has_rows;
};

static void print_row(void *user, const struct row *row)
{
    struct text_page *page = user;
    FILE *out = page->style->out;
    if (!page->has_rows || page->space != row->space || page->instance != row->instance)
        (void)fprintf(out, "%s%s %u\n  word   bits       value  field\n", page->has_rows ? "\n" : "",
                      row->space == TT_SPACE_CFG ? "configuration state" : "configuration of thread", row->instance);
    page->has_rows = true;
    page->space = row->space;
    page->instance = row->instance;
    char bits[8], value[12] = "unknown";
    (void)snprintf(bits, sizeof bits, row->bits > 1 ? "%u:%u" : "%u", row->shift + row->bits - 1, row->shift);
    if (is_known(row))
        (void)snprintf(value, sizeof value, "0x%" PRIx32, row->value);
    (void)fprintf(out, "%6" PRIu32 "  %5s  %10s  %s\n", row->word, bits, value, row->name ? row->name : "(no field)");
}

static void print_gprs(const struct report_style *style, const struct space_image *image, bool shows_all)
{
    enum { PER_LINE = 5 };
    unsigned on_line = 0, shown = 0;
    for (uint32_t i = 0; i < THREADS * GPRS; i++) {
        bool known = image_element(image->known, i * 4, 4) == UINT32_MAX;
        uint32_t value = image_element(image->bytes, i * 4, 4);
        if (i % GPRS == 0)
            on_line = 0;
        if (!shows_all && !value)
            continue;
        if (shown++ == 0)
            (void)fprintf(style->out, "\nscalar registers");
        if (on_line++ % PER_LINE == 0)
            (void)fprintf(style->out, "\n  T%u", (unsigned)(i / GPRS));
        if (known)
            (void)fprintf(style->out, "%4u %08" PRIx32, (unsigned)(i % GPRS), value);
        else
            (void)fprintf(style->out, "%4u ........", (unsigned)(i % GPRS));
    }
    if (shown)
        (void)fputc('\n', style->out);
}

enum tt_status capture_registers_text(const struct report_style *style, struct ttcap *capture, uint32_t checkpoint,
                                      bool shows_all, struct tt_error *err)
{
    struct text_page page = {.style = style};
    print_heading(style, capture, checkpoint, "registers");
    enum tt_status status = visit_all(capture, checkpoint, shows_all, print_row, &page, err);
    if (status)
        return status;
    struct space_image image;
    status = image_read(&image, capture, checkpoint, TT_SPACE_GPR, 0,
                        space_bytes(ttcap_info(capture)->chip, TT_SPACE_GPR), err);
    if (status == TT_OK)
        print_gprs(style, &image, shows_all);
    image_clear(&image);
    if (!shows_all && status == TT_OK)
        (void)fprintf(style->out, "\nWhat is zero or not known is left out; --all shows it.\n");
    return status;
}

/* ---- JSON ---- */

static void put_row(void *user, const struct row *row)
{
    struct json_out *json = user;
    json_out_object_line(json, NULL);
    json_out_string(json, "space", space_name(row->space));
    json_out_uint(json, row->space == TT_SPACE_CFG ? "state" : "thread", row->instance);
    json_out_uint(json, "word", row->word);
    json_out_uint(json, "shift", row->shift);
    json_out_uint(json, "bits", row->bits);
    json_out_string(json, "field", row->name);
    if (is_known(row))
        json_out_uint(json, "value", row->value);
    else
        json_out_null(json, "value");
    json_out_end(json);
}

enum tt_status capture_registers_json(struct json_out *json, const char *key, struct ttcap *capture,
                                      uint32_t checkpoint, bool shows_all, struct tt_error *err)
{
    json_out_object(json, key);
    json_out_string(json, "checkpoint", ttcap_checkpoint(capture, checkpoint)->id);
    json_out_array(json, "fields");
    enum tt_status status = visit_all(capture, checkpoint, shows_all, put_row, json, err);
    json_out_end(json);
    json_out_array(json, "gpr");
    struct space_image image = {0};
    if (status == TT_OK)
        status = image_read(&image, capture, checkpoint, TT_SPACE_GPR, 0,
                            space_bytes(ttcap_info(capture)->chip, TT_SPACE_GPR), err);
    for (uint32_t i = 0; i < THREADS * GPRS && status == TT_OK; i++) {
        uint32_t value = image_element(image.bytes, i * 4, 4);
        bool known = image_element(image.known, i * 4, 4) == UINT32_MAX;
        if (!shows_all && !value)
            continue;
        json_out_object_line(json, NULL);
        json_out_uint(json, "thread", i / GPRS);
        json_out_uint(json, "register", i % GPRS);
        if (known)
            json_out_uint(json, "value", value);
        else
            json_out_null(json, "value");
        json_out_end(json);
    }
    image_clear(&image);
    json_out_end(json);
    json_out_end(json);
    return status;
}
