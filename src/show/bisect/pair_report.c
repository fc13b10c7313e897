/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions, stores, configuration, data: in this order, since each explains the next ones. 80 columns;
 * schemas/pair.schema.json. */
#include "show/reports.h"

#include "ask/run/address.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/wrap.h"

enum { PAIR_LABEL = 17 };

static void pair_report_say_word(struct report *report, const char *key, enum tt_chip chip,
                                 const struct pair_event *event)
{
    char text[ISA_TEXT_MAX], label[16];
    (void)snprintf(label, sizeof label, "  %s", key);
    if (!event->has) {
        report_label(report, PAIR_LABEL, label, "ends here");
        report_say(report, SAY_NULL(key));
        return;
    }
    report_label(report, PAIR_LABEL, label, "event %" PRIu64 ": %s", event->event,
                 isa_disassemble(chip, event->word, text));
    report_item(report, key, SAY("event", event->event), SAY("word", event->word),
                SAY("instruction", isa_disassemble(chip, event->word, text)));
}

static void pair_report_say_words(struct report *report, enum tt_chip chip, const struct pair_words *words)
{
    static const char *const kinds[] = {"executed", "pushed", "that the replays execute"};
    static const char *const of[] = {"exec", "push", "replay"};
    report_object(report, "instructions");
    report_say(report, SAY("differs", words->differs), SAY("compared", words->compared), SAY("of", of[words->of]));
    if (words->differs) {
        report_label(report, PAIR_LABEL, "instructions", "differ: word %" PRIu64 " of thread %u %s", words->number,
                     words->thread, kinds[words->of]);
        report_say(report, SAY("thread", words->thread), SAY("number", words->number));
        pair_report_say_word(report, "good", chip, &words->good);
        pair_report_say_word(report, "bad", chip, &words->bad);
    } else {
        report_label(report, PAIR_LABEL, "instructions", "the same: %" PRIu64 " words %s", words->compared,
                     kinds[words->of]);
    }
    report_close(report);
}

/* "cfgw[70] = 0x561", "l1w[0x1a000] = 0x00000001, 16 bytes from there", "semw[3]: get" */
static const char *pair_store_text(const struct pair_event *store, char text[static 96])
{
    const char *name = ttcap_kind_name(store->kind);
    const bool is_far = store->kind == TTCAP_L1W || store->kind == TTCAP_MMIO;
    char state[24] = "", bytes[40] = "";
    if (store->kind == TTCAP_CFGW && store->index)
        (void)snprintf(state, sizeof state, " of state %u", store->index);
    if (store->kind == TTCAP_L1W)
        (void)snprintf(bytes, sizeof bytes, ", %" PRIu32 " byte%s from there", store->bytes, plural(store->bytes));
    if (store->kind == TTCAP_SEMW)
        (void)snprintf(text, 96, "%s[%" PRIu32 "]: %s", name, store->addr, store->word ? "get" : "post");
    else
        (void)snprintf(text, 96,
                       is_far ? "%s[0x%" PRIx32 "]%s = 0x%" PRIx32 "%s" : "%s[%" PRIu32 "]%s = 0x%" PRIx32 "%s", name,
                       store->addr, state, store->word, bytes);
    return text;
}

static void pair_report_say_store(struct report *report, const char *key, const struct pair_event *store)
{
    char label[16], text[96];
    (void)snprintf(label, sizeof label, "  %s", key);
    if (!store->has) {
        report_label(report, PAIR_LABEL, label, "ends here");
        report_say(report, SAY_NULL(key));
        return;
    }
    report_label(report, PAIR_LABEL, label, "event %" PRIu64 ": %s", store->event, pair_store_text(store, text));
    report_item(report, key, SAY("event", store->event), SAY("kind", ttcap_kind_name(store->kind)),
                SAY("addr", store->addr), SAY("value", store->word),
                SAY_IF("state", store->kind == TTCAP_CFGW, store->index),
                SAY_IF("bytes", store->kind == TTCAP_L1W, store->bytes));
}

static void pair_report_say_stores(struct report *report, const struct pair_words *stores)
{
    static const char *const sources[] = {"core t0", "core t1", "core t2", "core b", "core nc", "none of the cores"};
    report_object(report, "stores");
    report_say(report, SAY("differs", stores->differs), SAY("compared", stores->compared));
    if (stores->differs) {
        report_label(report, PAIR_LABEL, "stores", "differ: store %" PRIu64 " by %s", stores->number,
                     sources[stores->thread]);
        report_say(report, SAY_OR_NULL("thread", stores->thread < THREADS, stores->thread),
                   SAY("by", sources[stores->thread]), SAY("number", stores->number));
        pair_report_say_store(report, "good", &stores->good);
        pair_report_say_store(report, "bad", &stores->bad);
    } else {
        report_label(report, PAIR_LABEL, "stores", "the same: %" PRIu64 " recorded store%s", stores->compared,
                     plural(stores->compared));
    }
    report_close(report);
}

static void say_fields(struct report *report, enum tt_chip chip, const struct pair_fields *fields)
{
    char text[ISA_TEXT_MAX];
    report_object(report, "configuration");
    report_say(report, SAY("differs", fields->differs), SAY("compared", fields->compared));
    if (!fields->differs) {
        report_label(report, PAIR_LABEL, "configuration", "the same to each of %" PRIu64 " instructions",
                     fields->compared);
        report_close(report);
        return;
    }
    report_label(report, PAIR_LABEL, "configuration",
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
        report_label(report, PAIR_LABEL, "", "%s: good %" PRIu32 " (0x%" PRIx32 "), bad %" PRIu32 " (0x%" PRIx32 ")",
                     name, good, good, bad, bad);
        report_item(report, NULL, SAY("field", name), SAY("good", good), SAY("bad", bad));
    }
    report_close(report);
    if (fields->field_count == PAIR_FIELDS_MAX)
        report_label(report, PAIR_LABEL, "", "and perhaps more");
    report_close(report);
}

static void say_data(struct report *report, enum tt_chip chip, const struct pair_data *data)
{
    char place[ADDRESS_TEXT_MAX];
    report_object(report, "data");
    report_say(report, SAY("differs", data->differs), SAY("compared", data->compared),
               SAY_IF("not_compared", data->alone, data->alone));
    if (data->window) {
        (void)address_place_text(chip, data->space, data->addr, place);
        report_label(report, PAIR_LABEL, "data",
                     "differs at checkpoint %s: the hashes of the window of %" PRIu32 " bytes from %s on",
                     data->checkpoint, data->window, place);
        report_say(report, SAY("checkpoint", data->checkpoint), SAY("place", place), SAY("window", data->window));
    } else if (data->differs) {
        (void)address_place_text(chip, data->space, data->addr, place);
        report_label(report, PAIR_LABEL, "data",
                     "differs at checkpoint %s: %s, good 0x%02x, bad 0x%02x; %" PRIu64 " byte%s of %s there",
                     data->checkpoint, place, data->good, data->bad, data->bytes, plural(data->bytes),
                     space_name(data->space));
        report_say(report, SAY("checkpoint", data->checkpoint), SAY("place", place), SAY("good", data->good),
                   SAY("bad", data->bad), SAY("bytes", data->bytes));
    } else {
        report_label(report, PAIR_LABEL, "data", "the same: %" PRIu64 " bytes that both know", data->compared);
    }
    if (data->alone)
        report_label(report, PAIR_LABEL, "",
                     "not compared: %" PRIu32
                     " checkpoint%s or window%s known by hash, without a like one in the other capture",
                     data->alone, plural(data->alone), plural(data->alone));
    report_close(report);
}

void pair_report(FILE *out, enum report_form form, const char *good, const char *bad, enum tt_chip chip,
                 const struct pair_result *result)
{
    struct report report;
    report_begin(&report, out, form);
    report_say(&report, SAY("good", good), SAY("bad", bad), SAY("chip", chip_get(chip)->name),
               SAY("boots_differ", result->boots_differ));
    report_wrap(&report, 0, "%s and %s (%s)", good, bad, chip_get(chip)->name);
    if (result->boots_differ)
        report_label(&report, PAIR_LABEL, "cores", "differ: others leave reset, or start elsewhere (tt-replay info)");
    pair_report_say_words(&report, chip, &result->words);
    pair_report_say_stores(&report, &result->stores);
    say_fields(&report, chip, &result->fields);
    say_data(&report, chip, &result->data);
    report_end(&report);
}
