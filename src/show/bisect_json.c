/* SPDX-License-Identifier: Apache-2.0 */
/* What bisect found as JSON. schemas/bisect.schema.json. */
#include "show/bisect_report.h"

#include "ask/run/address.h"
#include "ask/run/place_text.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "show/json_out.h"

static void put_insn(struct json_out *out, const char *key, enum tt_chip chip, uint64_t seq, unsigned thread,
                     enum tt_unit unit, unsigned instance, bool has_word, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    json_out_object(out, key);
    json_out_uint(out, "event", seq);
    json_out_string(out, "unit", unit_name(unit));
    json_out_uint(out, "instance", instance);
    if (has_word) {
        json_out_uint(out, "thread", thread);
        json_out_uint(out, "word", word);
        json_out_string(out, "instruction", isa_disassemble(chip, word, text));
    }
    json_out_end(out);
}

static void put_first(struct json_out *out, enum tt_chip chip, const struct bisect_place *place)
{
    char text[PLACE_TEXT_MAX], address[ADDRESS_TEXT_MAX];
    json_out_object(out, "first");
    json_out_string(out, "what", bisect_part_name(place->part));
    json_out_string(out, "space", space_name(place->space));
    json_out_uint(out, "lo", place->lo);
    json_out_uint(out, "hi", place->hi);
    json_out_string(out, "address", address_place_text(chip, place->space, place->lo, address));
    const uint32_t bits = (place->held ^ place->replayed) & place->known;
    (void)place_text(chip, place->space, place->lo, bits, text);
    json_out_string(out, "place", text[0] ? text : NULL);
    const bool is_datum = place->part == BISECT_DATUM || place->part == BISECT_SHARED_EXPONENT;
    json_out_string(out, "datum", is_datum ? address_datum_text(place->tile, place->datum, address) : NULL);
    json_out_string(out, "format", place->format == FORMAT_COUNT ? NULL : format_get(place->format)->name);
    json_out_uint(out, "held", place->held);
    json_out_uint(out, "replayed", place->replayed);
    json_out_uint(out, "bits", bits);
    json_out_string(out, "stage", place->stage[0] ? place->stage : NULL);
    if (place->has_origin) {
        json_out_object_line(out, "origin");
        json_out_uint(out, "dst_row", place->origin / 16u);
        json_out_uint(out, "dst_column", place->origin % 16u);
        json_out_end(out);
    } else {
        json_out_null(out, "origin");
    }
    if (place->has_writer)
        put_insn(out, "writer", chip, place->seq, place->thread, place->unit, place->instance, place->has_word,
                 place->word);
    else
        json_out_null(out, "writer");
    json_out_end(out);
}

static void put_change(struct json_out *out, enum tt_chip chip, const struct bisect_change *change)
{
    const struct variant_info *variant = change->is_set ? NULL : variant_get(change->variant);
    json_out_object_line(out, NULL);
    if (variant) {
        json_out_string(out, "variant", variant->key);
        json_out_string(out, "choice", variant->choices[change->choice]);
    } else {
        json_out_string(out, "field", reg_field_get(chip, change->set.field)->name);
        json_out_uint(out, "value", change->set.value);
        json_out_uint(out, "was", change->was);
        if (change->set.has_event)
            json_out_uint(out, "event", change->set.event);
    }
    json_out_end(out);
}

static void put_explanation(struct json_out *out, const char *key, enum tt_chip chip,
                            const struct bisect_explanation *explanation)
{
    json_out_object(out, key);
    json_out_array(out, "changes");
    for (unsigned i = 0; i < explanation->count; i++)
        put_change(out, chip, &explanation->changes[i]);
    json_out_end(out);
    json_out_uint(out, "explained", explanation->explained);
    json_out_uint(out, "broken_bytes", explanation->broken);
    json_out_uint(out, "undecided_bytes", explanation->undecided);
    json_out_end(out);
}

static void put_branch(struct json_out *out, enum tt_chip chip, const struct bisect_branch *branch)
{
    if (!branch->is_found) {
        json_out_null(out, "goes_apart");
        return;
    }
    json_out_object(out, "goes_apart");
    put_insn(out, "instruction", chip, branch->seq, branch->thread, branch->unit, branch->instance, true, branch->word);
    json_out_string(out, "stage", branch->stage[0] ? branch->stage : NULL);
    if (branch->has_value) {
        json_out_object_line(out, "value");
        json_out_uint(out, "number", branch->nth);
        json_out_uint(out, "as_is", branch->as_is);
        json_out_uint(out, "explained", branch->explained);
        json_out_end(out);
    } else {
        json_out_null(out, "value");
    }
    json_out_end(out);
}

static void put_found(struct json_out *out, enum tt_chip chip, const struct bisect_result *result)
{
    static const char *const causes[] = {"not found", "explained", "recording"};
    static const char *const alone[] = {NULL, "differs", "agrees"};
    json_out_object_line(out, "checkpoint");
    json_out_string(out, "id", result->checkpoint);
    json_out_int(out, "after_event", result->after_event);
    json_out_string(out, "clean", result->clean);
    json_out_int(out, "clean_after_event", result->clean_after);
    json_out_end(out);
    json_out_uint(out, "values", result->values);
    json_out_uint(out, "bytes", result->bytes);
    json_out_bool(out, "is_cut", result->is_cut);
    put_first(out, chip, &result->first);
    json_out_string(out, "alone", alone[result->alone]);
    json_out_string(out, "cause", causes[result->cause]);
    json_out_uint(out, "later_bytes", result->later);
    json_out_array(out, "explanations");
    for (unsigned i = 0; i < result->explanation_count; i++)
        put_explanation(out, NULL, chip, &result->explanations[i]);
    json_out_end(out);
    if (result->has_best)
        put_explanation(out, "best_other", chip, &result->best);
    else
        json_out_null(out, "best_other");
    put_branch(out, chip, &result->branch);
}

void bisect_report_json(FILE *file, const struct ttcap_info *info, const struct bisect_result *result)
{
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", info->name);
    json_out_string(&out, "chip", chip_get(info->chip)->name);
    json_out_string(&out, "verdict", verdict_name(result->verdict));
    json_out_uint(&out, "known_bytes", result->summary.facts.bytes.compared);
    json_out_string(&out, "order", order_name(result->order));
    json_out_uint(&out, "stream_faults", result->stream_faults);
    json_out_string(&out, "first_stream_fault", result->stream_faults ? result->first_stream_fault : NULL);
    json_out_uint(&out, "replays", result->replays);
    json_out_bool(&out, "is_budget_spent", result->is_budget_spent);
    if (result->values)
        put_found(&out, info->chip, result);
    json_out_end(&out);
}
