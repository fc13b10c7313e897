/* SPDX-License-Identifier: Apache-2.0 */
/* What bisect found, in the order of its steps: the checkpoint, the value, the unit, the cause. 80 columns. */
#include "show/bisect_report.h"

#include "ask/run/address.h"
#include "ask/run/place_text.h"
#include "ask/run/value_text.h"
#include "base/shell.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "order/sets.h"
#include "show/ink.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL = 15, LINE = 1200, CHANGE_TEXT_MAX = 200, WIDTH = 80 };

const char *bisect_part_name(enum bisect_part part)
{
    static const char *const names[] = {[BISECT_DATUM] = "datum",       [BISECT_SHARED_EXPONENT] = "shared exponent",
                                        [BISECT_PADDING] = "padding",   [BISECT_ROW_START] = "row start",
                                        [BISECT_REGISTER] = "register", [BISECT_BYTES] = "bytes"};
    return names[part];
}

char *bisect_explanation_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < explanation->count && at < size; i++) {
        const struct bisect_change *change = &explanation->changes[i];
        const struct variant_info *variant = change->is_set ? NULL : variant_get(change->variant);
        char one[200];
        if (variant)
            (void)snprintf(one, sizeof one, "%s=%s", variant->key, variant->choices[change->choice]);
        else
            (void)replay_set_text(chip, &change->set, one, sizeof one);
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? " and " : "", one);
    }
    return text;
}

/* "packer 2", "matrix unit" */
static const char *unit_text(enum tt_unit unit, unsigned instance, char *text, size_t size)
{
    if (unit == TT_UNIT_PACK)
        (void)snprintf(text, size, "packer %u", instance);
    else
        (void)snprintf(text, size, "%s unit", unit_name(unit));
    return text;
}

static const char *seq_of(enum replay_order order)
{
    return order == REPLAY_EXECUTED ? "event" : "step";
}

static void print_checkpoint(FILE *out, const struct bisect_result *result)
{
    if (result->clean_after < 0)
        wrap_labelled(out, LABEL, "checkpoint", "%s, after event %" PRId64 "; nothing was held before it",
                      result->checkpoint, result->after_event);
    else
        wrap_labelled(out, LABEL, "checkpoint",
                      "%s, after event %" PRId64 "; %s, after event %" PRId64 ", is the last without a difference",
                      result->checkpoint, result->after_event, result->clean, result->clean_after);
    wrap_labelled(out, LABEL, "differs", "%s%" PRIu64 " value%s (%" PRIu64 " byte%s)",
                  result->is_cut ? "the first of more: " : "", result->values, plural(result->values), result->bytes,
                  plural(result->bytes));
}

static void print_writer(FILE *out, enum tt_chip chip, enum replay_order order, const struct bisect_place *place)
{
    char word[ISA_TEXT_MAX], unit[32];
    if (!place->has_writer && place->space == TT_SPACE_STATE)
        wrap_labelled(out, LABEL, "changed by", "no instruction since the start");
    else if (place->has_suspect)
        wrap_labelled(out, LABEL, "written by", "nobody; what should have written may be %s %" PRIu64 ", thread %u: %s",
                      seq_of(order), place->seq, place->thread, isa_disassemble(chip, place->word, word));
    else if (!place->has_writer)
        wrap_labelled(out, LABEL, "written by", "nobody: the replay never wrote there");
    else if (!place->has_word)
        wrap_labelled(out, LABEL, "written by", "%s %" PRIu64 ", a store by a core or from outside the tile",
                      seq_of(order), place->seq);
    else
        wrap_labelled(out, LABEL, "written by", "%s %" PRIu64 ", thread %u, %s: %s", seq_of(order), place->seq,
                      place->thread, unit_text(place->unit, place->instance, unit, sizeof unit),
                      isa_disassemble(chip, place->word, word));
}

static void print_values(FILE *out, const struct bisect_place *place)
{
    char held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX], name[VALUE_TEXT_MAX];
    const int digits = (int)(place->hi - place->lo) * 2;
    const uint32_t bits = (place->held ^ place->replayed) & place->known;
    if (place->format == FORMAT_COUNT || format_get(place->format)->is_block)
        wrap_labelled(out, LABEL, "held", "0x%0*" PRIx32 ", replayed 0x%0*" PRIx32 " (bits 0x%" PRIx32 ")", digits,
                      place->held, digits, place->replayed, bits);
    else
        wrap_labelled(
            out, LABEL, "held", "0x%0*" PRIx32 ", replayed 0x%0*" PRIx32 " (bits 0x%" PRIx32 "); as %s %s and %s",
            digits, place->held, digits, place->replayed, bits, format_text(place->format, name),
            value_text(place->format, place->held, held), value_text(place->format, place->replayed, replayed));
    if (place->stage[0])
        wrap_labelled(out, LABEL, "stage", "%s changed it last", place->stage);
}

static void print_place(FILE *out, enum tt_chip chip, enum replay_order order, const struct bisect_place *place)
{
    char where[ADDRESS_TEXT_MAX], datum[ADDRESS_TEXT_MAX], text[PLACE_TEXT_MAX];
    (void)address_place_text(chip, place->space, place->lo, where);
    if (place->part == BISECT_DATUM || place->part == BISECT_SHARED_EXPONENT)
        wrap_labelled(out, LABEL, "first", "%s %s at %s", bisect_part_name(place->part),
                      address_datum_text(place->tile, place->datum, datum), where);
    else if (place->space == TT_SPACE_CFG || place->space == TT_SPACE_THREAD_CFG)
        wrap_labelled(out, LABEL, "first", "configuration, %s",
                      place_text(chip, place->space, place->lo, (place->held ^ place->replayed) & place->known, text));
    else if (place->space == TT_SPACE_L1 || place->space == TT_SPACE_STATE)
        wrap_labelled(out, LABEL, "first", "%s at %s", bisect_part_name(place->part), where);
    else
        wrap_labelled(out, LABEL, "first", "%s: %s", where, place_text(chip, place->space, place->lo, 0, text));
    print_writer(out, chip, order, place);
    if (place->has_origin)
        wrap_labelled(out, LABEL, "from", "Dst row %u, column %u", place->origin / 16u, place->origin % 16u);
    print_values(out, place);
}

static void print_alone(FILE *out, const struct bisect_result *result)
{
    char unit[32];
    (void)unit_text(result->first.unit, result->first.instance, unit, sizeof unit);
    if (result->alone == BISECT_ALONE_DIFFERS)
        wrap_labelled(out, LABEL, "unit", "%s: run alone, on what the device held, it differs all the same", unit);
    else if (result->alone == BISECT_ALONE_AGREES)
        wrap_labelled(out, LABEL, "unit", "before the %s: run alone, on what the device held, that agrees", unit);
}

static void print_others(FILE *out, enum tt_chip chip, const struct bisect_result *result)
{
    char text[LINE];
    for (unsigned i = 1; i < result->explanation_count; i++)
        wrap_labelled(out, LABEL, i == 1 ? "so does" : "and", "%s",
                      bisect_explanation_text(chip, &result->explanations[i], text, sizeof text));
    if (result->explanation_count == BISECT_EXPLANATIONS_MAX)
        wrap_labelled(out, LABEL, "", "and perhaps more: these are the first");
    if (result->has_best)
        wrap_labelled(out, LABEL, "", "nothing else explains more than %" PRIu64 ": %s%s%s", result->best.explained,
                      bisect_explanation_text(chip, &result->best, text, sizeof text - 64),
                      result->best.broken ? ", which makes others differ" : "",
                      result->best.undecided ? ", and leaves some undecided" : "");
    else if (result->cause == BISECT_EXPLAINED)
        wrap_labelled(out, LABEL, "", "nothing else explains any");
}

static void print_cause(FILE *out, enum tt_chip chip, const struct bisect_result *result, const struct ink *ink)
{
    char text[LINE / 2];
    const struct bisect_explanation *first = &result->explanations[0];
    switch (result->cause) {
    case BISECT_RECORDING:
        wrap_labelled(out, LABEL, "cause",
                      "the recording speaks against itself: %" PRIu64
                      " byte%s that the device made later fit the replayed value, not the recorded one",
                      result->later, plural(result->later));
        return;
    case BISECT_NOTHING_FOUND:
        wrap_labelled(out, LABEL, "cause",
                      "not found: no reading of a step and no single field that the instruction reads explains %s",
                      result->values == 1 ? "it" : "all of it");
        print_others(out, chip, result);
        return;
    case BISECT_EXPLAINED:
        break;
    }
    (void)fprintf(out, "%s", ink->bold);
    wrap_labelled(out, LABEL, "cause", "%s explain%s %" PRIu64 " of %" PRIu64,
                  bisect_explanation_text(chip, first, text, sizeof text), first->count == 1 ? "s" : "",
                  first->explained, result->values);
    (void)fprintf(out, "%s", ink->off);
    if (first->undecided)
        wrap_labelled(out, LABEL, "", "with %s %" PRIu64 " of %" PRIu64 " known bytes decide nothing",
                      first->count == 1 ? "it" : "them", first->undecided, result->summary.facts.bytes.compared);
    for (unsigned i = 0; i < first->count; i++) {
        const struct bisect_change *change = &first->changes[i];
        if (change->is_set)
            wrap_labelled(out, LABEL, "", "the field held %" PRIu32 " (0x%" PRIx32 ")", change->was, change->was);
        else
            wrap_labelled(out, LABEL, "", "%s: %s", variant_get(change->variant)->row,
                          variant_get(change->variant)->doc);
    }
    print_others(out, chip, result);
}

static void print_branch(FILE *out, enum tt_chip chip, enum replay_order order, const struct bisect_branch *branch)
{
    char unit[32], word[ISA_TEXT_MAX];
    if (!branch->is_found)
        return;
    wrap_labelled(out, LABEL, "goes apart", "%s %" PRIu64 ", thread %u, %s, %s%s: %s", seq_of(order), branch->seq,
                  branch->thread, unit_text(branch->unit, branch->instance, unit, sizeof unit),
                  branch->stage[0] ? "stage " : "what it wrote", branch->stage,
                  isa_disassemble(chip, branch->word, word));
    if (branch->has_value)
        wrap_labelled(out, LABEL, "", "value %u of the stage is 0x%" PRIx32 ", and with it 0x%" PRIx32, branch->nth,
                      branch->as_is, branch->explained);
}

/* Whether two texts "KEY=VALUE" have one key. */
static bool is_of_one_key(const char *a, const char *b)
{
    const size_t length = strcspn(a, "=");
    return strncmp(a, b, length + 1) == 0;
}

static void print_option(FILE *out, const char *option, const char *text)
{
    (void)fprintf(out, " \\\n      %s ", option);
    shell_put_word(out, text);
}

/* What was asked for, but for what the explanation says otherwise. */
static void print_asked(FILE *out, const char *option, const char *const *texts, size_t count,
                        char changes[BISECT_PARTS_MAX][CHANGE_TEXT_MAX], unsigned change_count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_changed = false;
        for (unsigned k = 0; k < change_count; k++)
            is_changed |= is_of_one_key(texts[i], changes[k]);
        if (!is_changed)
            print_option(out, option, texts[i]);
    }
}

/* The command that replays as was asked and with the changes, each on a line of its own. */
static void print_replay(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                         const struct bisect_result *result)
{
    const struct bisect_explanation *all = &result->explanations[0];
    const unsigned count = result->cause == BISECT_EXPLAINED ? all->count : 0;
    char changes[BISECT_PARTS_MAX][CHANGE_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        const struct bisect_explanation one = {.changes = {all->changes[i]}, .count = 1};
        (void)bisect_explanation_text(chip, &one, changes[i], sizeof changes[i]);
    }
    (void)fputs("\n  tt-replay replay ", out);
    shell_put_word(out, asked->path);
    if (result->order != REPLAY_EXECUTED)
        (void)fprintf(out, " --order %s", order_name(result->order));
    (void)fputs(" -o RUN.db", out);
    print_asked(out, "--variant", asked->variants, asked->variant_count, changes, count);
    print_asked(out, "--set", asked->sets, asked->set_count, changes, count);
    for (unsigned i = 0; i < count; i++)
        print_option(out, all->changes[i].is_set ? "--set" : "--variant", changes[i]);
    (void)fputc('\n', out);
}

static void print_next(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                       const struct bisect_result *result)
{
    const struct bisect_branch *branch = &result->branch;
    const bool has_branch = branch->is_found;
    const enum tt_unit unit = has_branch ? branch->unit : result->first.unit;
    const bool has_audit = unit == TT_UNIT_PACK || unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1 ||
                           unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
    print_replay(out, asked, chip, result);
    if (has_audit && (has_branch || result->first.has_writer))
        (void)fprintf(out, "  tt-replay audit RUN.db --unit %s --insn %" PRIu64 "\n", unit_name(unit),
                      has_branch ? branch->seq : result->first.seq);
}

void bisect_report_text(FILE *out, const struct bisect_asked *asked, const struct ttcap_info *info,
                        const struct bisect_result *result, bool has_colour)
{
    const struct ink ink = ink_for(has_colour);
    char words[VERDICT_WORDS_MAX], text[VERDICT_WORDS_MAX + 32];
    (void)fprintf(out, "%s%s%s (%s)\n", ink.bold, info->name, ink.off, chip_get(info->chip)->name);
    if (result->stream_faults)
        wrap_labelled(out, LABEL, "streams", "%s", result->first_stream_fault);
    if (result->stream_faults > 1)
        wrap_labelled(out, LABEL, "", "%" PRIu64 " more: tt-replay verify names them", result->stream_faults - 1);
    if (result->verdict == VERDICT_SAME) {
        (void)fprintf(out, "  %sSAME%s: %s\n", ink.green, ink.off, verdict_words(&result->summary.facts, words));
        return;
    }
    if (result->verdict != VERDICT_DIFFERS) {
        (void)snprintf(text, sizeof text, "%s: %s", verdict_name(result->verdict),
                       verdict_words(&result->summary.facts, words));
        (void)fputs("  ", out);
        wrap_text(out, text, 2, WIDTH);
        if (!result->values)
            return;
    }
    if (result->order != REPLAY_EXECUTED)
        wrap_labelled(out, LABEL, "order", "%s", order_name(result->order));
    print_checkpoint(out, result);
    print_place(out, info->chip, result->order, &result->first);
    print_alone(out, result);
    print_cause(out, info->chip, result, &ink);
    print_branch(out, info->chip, result->order, &result->branch);
    wrap_labelled(out, LABEL, "tried", "%" PRIu64 " replays%s", result->replays,
                  result->is_budget_spent ? ", all of the budget: --budget N allows more" : "");
    print_next(out, asked, info->chip, result);
}
