/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions, stores, configuration, data: in this order, since each explains the next ones. 80 columns;
 * schemas/pair.schema.json. */
#include "show/reports.h"

#include "ask/run/address.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { LABEL = 17 };

static void pair_report_say_word(struct report *report, const char *key, enum tt_chip chip, bool has, uint64_t event,
                                 uint32_t word)
{
    char text[ISA_TEXT_MAX], label[16];
    (void)snprintf(label, sizeof label, "  %s", key);
    if (!has) {
        report_label(report, LABEL, label, "ends here");
        report_say(report, SAY_NULL(key));
        return;
    }
    report_label(report, LABEL, label, "event %" PRIu64 ": %s", event, isa_disassemble(chip, word, text));
    report_item(report, key, SAY("event", event), SAY("word", word),
                SAY("instruction", isa_disassemble(chip, word, text)));
}

static void pair_report_say_words(struct report *report, enum tt_chip chip, const struct pair_words *words)
{
    const char *kind = words->is_pushed ? "pushed" : "executed";
    report_object(report, "instructions");
    report_say(report, SAY("differs", words->differs), SAY("compared", words->compared),
               SAY("of", words->is_pushed ? "push" : "exec"));
    if (words->differs) {
        report_label(report, LABEL, "instructions", "differ: word %" PRIu64 " %s by thread %u", words->number, kind,
                     words->thread);
        report_say(report, SAY("thread", words->thread), SAY("number", words->number));
        pair_report_say_word(report, "good", chip, words->has_good, words->good_event, words->good_word);
        pair_report_say_word(report, "bad", chip, words->has_bad, words->bad_event, words->bad_word);
    } else {
        report_label(report, LABEL, "instructions", "the same: %" PRIu64 " words %s", words->compared, kind);
    }
    report_close(report);
}

static void pair_report_say_store(struct report *report, const char *key, bool has, enum ttcap_kind kind, uint32_t addr,
                                  uint64_t event, uint32_t value)
{
    char label[16];
    (void)snprintf(label, sizeof label, "  %s", key);
    if (!has) {
        report_label(report, LABEL, label, "ends here");
        report_say(report, SAY_NULL(key));
        return;
    }
    report_label(report, LABEL, label, "event %" PRIu64 ": %s[%" PRIu32 "] = 0x%" PRIx32, event, ttcap_kind_name(kind),
                 addr, value);
    report_item(report, key, SAY("event", event), SAY("kind", ttcap_kind_name(kind)), SAY("addr", addr),
                SAY("value", value));
}

static void pair_report_say_stores(struct report *report, const struct pair_words *stores)
{
    report_object(report, "stores");
    report_say(report, SAY("differs", stores->differs), SAY("compared", stores->compared));
    if (stores->differs) {
        report_label(report, LABEL, "stores", "differ: store %" PRIu64 " by core t%u", stores->number, stores->thread);
        report_say(report, SAY("thread", stores->thread), SAY("number", stores->number));
        pair_report_say_store(report, "good", stores->has_good, stores->good_kind, stores->good_addr,
                              stores->good_event, stores->good_word);
        pair_report_say_store(report, "bad", stores->has_bad, stores->bad_kind, stores->bad_addr, stores->bad_event,
                              stores->bad_word);
    } else {
        report_label(report, LABEL, "stores", "the same: %" PRIu64 " stores by cores", stores->compared);
    }
    report_close(report);
}

static void say_fields(struct report *report, enum tt_chip chip, const struct pair_fields *fields)
{
    char text[ISA_TEXT_MAX];
    report_object(report, "configuration");
    report_say(report, SAY("differs", fields->differs), SAY("compared", fields->compared));
    if (!fields->differs) {
        report_label(report, LABEL, "configuration", "the same to each of %" PRIu64 " instructions", fields->compared);
        report_close(report);
        return;
    }
    report_label(report, LABEL, "configuration",
                 "differs for thread %u, %s: %s (good event %" PRIu64 ", bad event %" PRIu64 ")", fields->thread,
                 unit_name(fields->unit), isa_disassemble(chip, fields->word, text), fields->good_event,
                 fields->bad_event);
    report_say(report, SAY("thread", fields->thread), SAY("unit", unit_name(fields->unit)),
               SAY("good_event", fields->good_event), SAY("bad_event", fields->bad_event),
               SAY("instruction", isa_disassemble(chip, fields->word, text)));
    report_list(report, "fields");
    for (unsigned i = 0; i < fields->field_count; i++) {
        const char *name = reg_field_get(chip, fields->fields[i].field)->name;
        const uint32_t good = fields->fields[i].good, bad = fields->fields[i].bad;
        report_label(report, LABEL, "", "%s: good %" PRIu32 " (0x%" PRIx32 "), bad %" PRIu32 " (0x%" PRIx32 ")", name,
                     good, good, bad, bad);
        report_item(report, NULL, SAY("field", name), SAY("good", good), SAY("bad", bad));
    }
    report_close(report);
    if (fields->field_count == PAIR_FIELDS_MAX)
        report_label(report, LABEL, "", "and perhaps more");
    report_close(report);
}

static void say_data(struct report *report, enum tt_chip chip, const struct pair_data *data)
{
    char place[ADDRESS_TEXT_MAX];
    report_object(report, "data");
    report_say(report, SAY("differs", data->differs), SAY("compared", data->compared));
    if (data->differs) {
        (void)address_place_text(chip, data->space, data->addr, place);
        report_label(report, LABEL, "data",
                     "differs at checkpoint %s: %s, good 0x%02x, bad 0x%02x; %" PRIu64 " byte%s of %s there",
                     data->checkpoint, place, data->good, data->bad, data->bytes, plural(data->bytes),
                     space_name(data->space));
        report_say(report, SAY("checkpoint", data->checkpoint), SAY("place", place), SAY("good", data->good),
                   SAY("bad", data->bad), SAY("bytes", data->bytes));
    } else {
        report_label(report, LABEL, "data", "the same: %" PRIu64 " bytes that both know", data->compared);
    }
    report_close(report);
}

void pair_report(FILE *out, enum report_form form, const char *good, const char *bad, enum tt_chip chip,
                 const struct pair_result *result)
{
    struct report report;
    report_begin(&report, out, form);
    report_say(&report, SAY("good", good), SAY("bad", bad), SAY("chip", chip_get(chip)->name));
    report_wrap(&report, 0, "%s and %s (%s)", good, bad, chip_get(chip)->name);
    pair_report_say_words(&report, chip, &result->words);
    pair_report_say_stores(&report, &result->stores);
    say_fields(&report, chip, &result->fields);
    say_data(&report, chip, &result->data);
    report_end(&report);
}
