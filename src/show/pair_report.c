/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions, configuration, data: in this order, since each explains what comes after it. 80 columns. */
#include "show/pair_report.h"

#include "ask/run/address.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { LABEL = 17, WIDTH = 80 };

static void print_word(FILE *out, const char *label, enum tt_chip chip, bool has, uint64_t event, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    if (has)
        wrap_labelled(out, LABEL, label, "event %" PRIu64 ": %s", event, isa_disassemble(chip, word, text));
    else
        wrap_labelled(out, LABEL, label, "ends here");
}

static void print_words(FILE *out, enum tt_chip chip, const struct pair_words *words)
{
    const char *kind = words->is_pushed ? "pushed" : "executed";
    if (!words->differs) {
        wrap_labelled(out, LABEL, "instructions", "the same: %" PRIu64 " words %s", words->compared, kind);
        return;
    }
    wrap_labelled(out, LABEL, "instructions", "differ: word %" PRIu64 " %s by thread %u", words->number, kind,
                  words->thread);
    print_word(out, "  good", chip, words->has_good, words->good_event, words->good_word);
    print_word(out, "  bad", chip, words->has_bad, words->bad_event, words->bad_word);
}

static void print_fields(FILE *out, enum tt_chip chip, const struct pair_fields *fields)
{
    char text[ISA_TEXT_MAX];
    if (!fields->differs) {
        wrap_labelled(out, LABEL, "configuration", "the same to each of %" PRIu64 " instructions", fields->compared);
        return;
    }
    wrap_labelled(out, LABEL, "configuration",
                  "differs for thread %u, %s: %s (good event %" PRIu64 ", bad event %" PRIu64 ")", fields->thread,
                  unit_name(fields->unit), isa_disassemble(chip, fields->word, text), fields->good_event,
                  fields->bad_event);
    for (unsigned i = 0; i < fields->field_count; i++)
        wrap_labelled(out, LABEL, "", "%s: good %" PRIu32 " (0x%" PRIx32 "), bad %" PRIu32 " (0x%" PRIx32 ")",
                      reg_field_get(chip, fields->fields[i].field)->name, fields->fields[i].good,
                      fields->fields[i].good, fields->fields[i].bad, fields->fields[i].bad);
    if (fields->field_count == PAIR_FIELDS_MAX)
        wrap_labelled(out, LABEL, "", "and perhaps more");
}

static void print_data(FILE *out, enum tt_chip chip, const struct pair_data *data)
{
    char place[ADDRESS_TEXT_MAX];
    if (!data->differs)
        wrap_labelled(out, LABEL, "data", "the same: %" PRIu64 " bytes that both know", data->compared);
    else
        wrap_labelled(out, LABEL, "data",
                      "differs at checkpoint %s: %s, good 0x%02x, bad 0x%02x; %" PRIu64 " byte%s of %s there",
                      data->checkpoint, address_place_text(chip, data->space, data->addr, place), data->good, data->bad,
                      data->bytes, plural(data->bytes), space_name(data->space));
}

void pair_report_text(FILE *out, const char *good, const char *bad, enum tt_chip chip, const struct pair_result *result)
{
    char text[1200];
    (void)snprintf(text, sizeof text, "%s and %s (%s)", good, bad, chip_get(chip)->name);
    wrap_text(out, text, 0, WIDTH);
    print_words(out, chip, &result->words);
    print_fields(out, chip, &result->fields);
    print_data(out, chip, &result->data);
}

/* ---- JSON ---- */

static void put_word(struct json_out *out, const char *key, enum tt_chip chip, bool has, uint64_t event, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    if (!has) {
        json_out_null(out, key);
        return;
    }
    json_out_object_line(out, key);
    json_out_uint(out, "event", event);
    json_out_uint(out, "word", word);
    json_out_string(out, "instruction", isa_disassemble(chip, word, text));
    json_out_end(out);
}

static void put_words(struct json_out *out, enum tt_chip chip, const struct pair_words *words)
{
    json_out_object(out, "instructions");
    json_out_bool(out, "differs", words->differs);
    json_out_uint(out, "compared", words->compared);
    json_out_string(out, "of", words->is_pushed ? "push" : "exec");
    if (words->differs) {
        json_out_uint(out, "thread", words->thread);
        json_out_uint(out, "number", words->number);
        put_word(out, "good", chip, words->has_good, words->good_event, words->good_word);
        put_word(out, "bad", chip, words->has_bad, words->bad_event, words->bad_word);
    }
    json_out_end(out);
}

static void put_fields(struct json_out *out, enum tt_chip chip, const struct pair_fields *fields)
{
    char text[ISA_TEXT_MAX];
    json_out_object(out, "configuration");
    json_out_bool(out, "differs", fields->differs);
    json_out_uint(out, "compared", fields->compared);
    if (fields->differs) {
        json_out_uint(out, "thread", fields->thread);
        json_out_string(out, "unit", unit_name(fields->unit));
        json_out_uint(out, "good_event", fields->good_event);
        json_out_uint(out, "bad_event", fields->bad_event);
        json_out_string(out, "instruction", isa_disassemble(chip, fields->word, text));
        json_out_array(out, "fields");
        for (unsigned i = 0; i < fields->field_count; i++) {
            json_out_object_line(out, NULL);
            json_out_string(out, "field", reg_field_get(chip, fields->fields[i].field)->name);
            json_out_uint(out, "good", fields->fields[i].good);
            json_out_uint(out, "bad", fields->fields[i].bad);
            json_out_end(out);
        }
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_data(struct json_out *out, enum tt_chip chip, const struct pair_data *data)
{
    char place[ADDRESS_TEXT_MAX];
    json_out_object(out, "data");
    json_out_bool(out, "differs", data->differs);
    json_out_uint(out, "compared", data->compared);
    if (data->differs) {
        json_out_string(out, "checkpoint", data->checkpoint);
        json_out_string(out, "place", address_place_text(chip, data->space, data->addr, place));
        json_out_uint(out, "good", data->good);
        json_out_uint(out, "bad", data->bad);
        json_out_uint(out, "bytes", data->bytes);
    }
    json_out_end(out);
}

void pair_report_json(FILE *file, const char *good, const char *bad, enum tt_chip chip,
                      const struct pair_result *result)
{
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "good", good);
    json_out_string(&out, "bad", bad);
    json_out_string(&out, "chip", chip_get(chip)->name);
    put_words(&out, chip, &result->words);
    put_fields(&out, chip, &result->fields);
    put_data(&out, chip, &result->data);
    json_out_end(&out);
}
