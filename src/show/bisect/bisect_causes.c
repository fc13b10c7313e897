/* SPDX-License-Identifier: Apache-2.0 */
/* The change that explains a difference, and others that do: changed words, fields, readings, operands. */
#include "show/bisect/bisect_report.h"
#include "show/parts.h"

#include "ask/bisect/cause_text.h"
#include "ask/run/address.h"
#include "base/little.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/riscv_text.h"
#include "isa/spaces.h"
#include "show/wrap.h"

enum { LINE = BISECT_CAUSE_TEXT_MAX };

static const char *class_name(enum bisect_class class)
{
    static const char *const names[BISECT_CLASSES] = {
        [BISECT_CLASS_SHOWN] = "configuration that checkpoints show",
        [BISECT_CLASS_READINGS] = "readings of steps",
        [BISECT_CLASS_FIELDS] = "likely values of fields of the unit that wrote it",
        [BISECT_CLASS_TOGETHER] = "several of these at once",
        [BISECT_CLASS_INPUTS] = "whole inputs",
        [BISECT_CLASS_OPERANDS] = "operands",
        [BISECT_CLASS_WORDS] = "recorded words and stores of cores",
        [BISECT_CLASS_UPSTREAM] = "likely values of the other units' fields",
        [BISECT_CLASS_CODE] = "the cores' own code",
        [BISECT_CLASS_ORDERS] = "other orders of the threads"};
    return names[class];
}

static const char *extent_name(enum bisect_extent extent)
{
    static const char *const names[] = {
        [BISECT_NOT_SEARCHED] = "no", [BISECT_IN_PART] = "in part", [BISECT_WHOLE] = "whole"};
    return names[extent];
}

/* In the other orders what came when is recorded, or the cores decide. */
static bool has_class(const struct bisect_result *result, enum bisect_class class)
{
    return class != BISECT_CLASS_ORDERS || result->order == REPLAY_PROGRAM;
}

/* "operands, readings of steps": the classes that were searched so far; "" where none was. */
static const char *classes_text(const struct bisect_result *result, enum bisect_extent extent, char text[static LINE])
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < BISECT_CLASSES && at < LINE; i++)
        if (result->searched[i] == extent && has_class(result, (enum bisect_class)i))
            at += (size_t)snprintf(text + at, LINE - at, "%s%s", at ? ", " : "", class_name((enum bisect_class)i));
    return text;
}

/* The classes of which "nothing else" and "not found" are said. */
void bisect_print_searched(struct report *report, const struct bisect_result *result)
{
    static const char *const labels[] = {
        [BISECT_WHOLE] = "searched", [BISECT_IN_PART] = "in part", [BISECT_NOT_SEARCHED] = "not searched"};
    for (int extent = BISECT_WHOLE; extent >= BISECT_NOT_SEARCHED; extent--) {
        char text[LINE];
        if (*classes_text(result, (enum bisect_extent)extent, text))
            report_label(report, BISECT_LABEL, labels[extent], "%s", text);
    }
}

void bisect_say_searched(struct report *report, const struct bisect_result *result)
{
    report_list(report, "searched");
    for (int i = 0; i < BISECT_CLASSES && has_class(result, (enum bisect_class)i); i++) /* orders come last */
        report_item(report, NULL, SAY("class", class_name((enum bisect_class)i)),
                    SAY("extent", extent_name(result->searched[i])));
    report_close(report);
}

/* Other changes that explain something, where one change alone explains all. */
static void print_best_other(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    char text[LINE];
    if (result->has_best)
        report_label(report, BISECT_LABEL, "", "of what else was tried whole the best explains %" PRIu64 ": %s%s",
                     result->best.explained, bisect_explanation_text(chip, &result->best, text, sizeof text),
                     result->best.broken ? ", but it makes other values differ" : "");
    else if (result->cause == BISECT_EXPLAINED && result->explanation_count == 1 && !result->set_aside &&
             !result->explanations[0].changes[0].alike)
        report_label(report, BISECT_LABEL, "", "nothing else that was tried explains all of them");
}

/* Null: the explanation is another one, or more than that. */
static const struct fact *erratum_of(const struct bisect_explanation *explanation)
{
    const struct bisect_change *change = &explanation->changes[0];
    return explanation->count == 1 && change->kind == BISECT_READING ? variant_erratum(change->variant) : NULL;
}

static void print_set(struct report *report, enum tt_chip chip, enum replay_order order,
                      const struct bisect_change *change)
{
    char since[48] = "", held[VALUE_TEXT_MAX], is[VALUE_TEXT_MAX];
    const struct reg_field *field = reg_field_get(chip, change->set.field);
    const char *was = field_value_text(field, change->was, true, held);
    if (change->has_writer)
        (void)snprintf(since, sizeof since, ", as %s %" PRIu64 " left it", seq_name(order_name(order)), change->writer);
    else if (change->is_unwritten)
        (void)snprintf(since, sizeof since, ": nothing had written it");
    if (change->is_shown)
        report_label(report, BISECT_LABEL, "", "a checkpoint holds this value; the replay has %s there%s%s", was, since,
                     change->is_too_many ? ", without which all is explained, too" : "");
    else
        report_label(report, BISECT_LABEL, "", "the field held %s instead of %s%s", was,
                     field_value_text(field, change->set.value, true, is), since);
}

/* Others that would do as well at the same place: how many, and which is one of them. */
static void print_beside(struct report *report, enum tt_chip chip, const struct bisect_change *change)
{
    char code[RISCV_TEXT_MAX], word[ISA_TEXT_MAX];
    const bool has_word = change->beside && (change->is_code || !bisect_change_is_stored(change));
    const char *const beside = !has_word         ? ""
                               : change->is_code ? riscv_disassemble(chip, change->beside, change->operand.lo, code)
                                                 : isa_disassemble(chip, change->beside, word);
    report_label(report, BISECT_LABEL, "", "%" PRIu32 " other change%s there would explain as much%s%s%s",
                 change->alike, plural(change->alike), has_word ? ": would be " : "", beside,
                 has_word && change->alike > 1 ? ", and others" : "");
}

static void print_alike(struct report *report, enum tt_chip chip, const struct bisect_change *change)
{
    if (change->kind == BISECT_SET && change->alike)
        report_label(report, BISECT_LABEL, "", "%" PRIu32 " other value%s of the field would explain as much",
                     change->alike, plural(change->alike));
    else if (change->kind != BISECT_READING && change->alike)
        print_beside(report, chip, change);
}

/* The changes of an explanation, and the differences they leave. */
static void print_explanation(struct report *report, enum tt_chip chip, const struct bisect_result *result,
                              const struct bisect_explanation *explanation)
{
    if (explanation->undecided)
        report_label(report, BISECT_LABEL, "", "with %s %" PRIu64 " of %" PRIu64 " known bytes are undecided",
                     explanation->count == 1 ? "it" : "them", explanation->undecided,
                     result->summary.facts.bytes.compared);
    if (explanation->is_by_parts)
        report_label(report, BISECT_LABEL, "",
                     "two faults at once: no change that was tried explains all, and each of these alone explains its "
                     "part: %" PRIu64 " and %" PRIu64 "; one replay with both differs nowhere",
                     explanation->parts[0], explanation->parts[1]);
    const uint64_t both = explanation->explained - explanation->parts[0] - explanation->parts[1];
    if (explanation->is_by_parts && both)
        report_label(report, BISECT_LABEL, "", "%" PRIu64 " of the values need%s both", both, both == 1 ? "s" : "");
    for (unsigned i = 0; i < explanation->count; i++) {
        const struct bisect_change *change = &explanation->changes[i];
        if (change->kind == BISECT_SET)
            print_set(report, chip, result->order, change);
        else if (change->kind == BISECT_READING)
            report_label(report, BISECT_LABEL, "", "%s: %s", variant_get(change->variant)->row,
                         variant_get(change->variant)->doc);
        if (change->kind == BISECT_WORD && change->is_shown && change->fault == BISECT_CHANGED)
            report_label(report, BISECT_LABEL, "", "a checkpoint holds what it would leave");
        print_alike(report, chip, change);
    }
}

/* "explains 62 of 62", "lets all that was recorded happen, and be the same" */
static const char *explains_text(const struct bisect_result *result, const struct bisect_explanation *explanation,
                                 char text[static 100])
{
    const enum bisect_change_kind kind = explanation->changes[0].kind;
    if (!result->values && result->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE)
        return "; with that it hangs as the device did, and all bytes are equal";
    if (result->ends_alone)
        return "; with that corrected, every thread ends: how, the capture does not hold";
    if (result->ends_otherwise)
        return "; with that corrected, every thread ends, and bytes differ from what was recorded, which may be of the "
               "device as it hung";
    if (!result->values)
        return "; with that corrected, every thread ends and all bytes are equal";
    const char *const which = explanation->is_by_parts ? "; corrected, they explain"
                              : kind == BISECT_WORD    ? "; corrected, it explains"
                              : kind == BISECT_OPERAND || kind == BISECT_INPUT || kind == BISECT_ORDER
                                  ? "; that explains"
                              : explanation->count == 1 ? " explains"
                                                        : " explain";
    (void)snprintf(text, 100, "%s %" PRIu64 " of %" PRIu64, which, explanation->explained, result->values);
    return text;
}

/* How many explanations are printed: a store that was made up stands once, whichever thread it is of. */
static unsigned bisect_shown_count(const struct bisect_result *result)
{
    unsigned made = 0;
    for (unsigned i = 0; i < result->explanation_count; i++)
        made += result->explanations[i].changes[0].is_store;
    return result->explanation_count - (made ? made - 1 : 0);
}

/* All that differs is older than its last write: whatever explains it, that write did not arrive there. */
static bool has_not_arrived(const struct bisect_result *result)
{
    return result->older_last && result->older == result->bytes;
}

/* It is said first, unless the first explanation says so itself, or a checkpoint shows it. */
static bool leads_not_arrived(const struct bisect_result *result)
{
    const struct bisect_change *first = &result->explanations[0].changes[0];
    const bool is_said =
        first->kind == BISECT_WORD && (first->fault == BISECT_EXTRA || first->fault == BISECT_DOUBLED ||
                                       first->fault == BISECT_UNWRITTEN || first->fault == BISECT_LOST);
    return result->cause == BISECT_POSSIBLE && has_not_arrived(result) && !is_said && !first->is_shown;
}

static void print_not_arrived(struct report *report, const struct bisect_result *result, const char *label)
{
    char older[BISECT_OLDER_TEXT_MAX];
    if (has_not_arrived(result))
        report_label(report, BISECT_LABEL, label,
                     "what %s wrote there did not arrive in the device: all that differs is as it was before",
                     bisect_older_writers(result, older));
}

/* Before explanation nth: the first is the cause, or one of several; an invented store has the effect of the first. */
static const char *label_of(const struct bisect_result *result, unsigned nth)
{
    const struct bisect_change *first = &result->explanations[0].changes[0],
                               *change = &result->explanations[nth].changes[0];
    const bool is_operand = (change->kind == BISECT_OPERAND || change->kind == BISECT_INPUT) && !change->is_code &&
                            first->kind != change->kind;
    if (nth || leads_not_arrived(result))
        return change->is_store || is_operand ? "or perhaps" : "or";
    return result->cause == BISECT_EXPLAINED ? "cause" : bisect_shown_count(result) > 1 ? "either" : "perhaps";
}

void bisect_print_explained(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    char text[LINE], explains[100];
    const unsigned shown = bisect_shown_count(result) + leads_not_arrived(result);
    if (result->cause == BISECT_POSSIBLE && shown > 1)
        report_label(report, BISECT_LABEL, result->is_weak ? "perhaps" : "cause",
                     "one of %u, each of which %s; the recording does not say which", shown,
                     result->ends_alone || result->ends_otherwise ? "lets all of it run" : "explains all");
    if (leads_not_arrived(result))
        print_not_arrived(report, result, "either");
    for (unsigned i = 0, stores = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation *one = &result->explanations[i];
        stores += one->changes[0].is_store;
        if (i && one->changes[0].is_store && stores > 1)
            continue; /* the same in other threads */
        report_print(report, "%s", i ? "" : report->ink.bold);
        const struct fact *erratum = erratum_of(one);
        report_label(report, BISECT_LABEL, label_of(result, i), "%s%s%s%s%s%s", erratum ? "erratum " : "",
                     bisect_explanation_text(chip, one, text, sizeof text), erratum ? " (" : "",
                     erratum ? erratum->source : "", erratum ? ")" : "", explains_text(result, one, explains));
        report_print(report, "%s", i ? "" : report->ink.off);
        if (i == 0 || one->undecided)
            print_explanation(report, chip, result, one);
        else
            print_alike(report, chip, &one->changes[0]);
        bisect_print_source(report, &result->sources[i]);
    }
    if (shown == 1 && bisect_unsure_text(result))
        report_label(report, BISECT_LABEL, "", "not certain: %s", bisect_unsure_text(result));
    if (result->explanation_count == BISECT_EXPLANATIONS_MAX)
        report_label(report, BISECT_LABEL, "", "and perhaps more: these are the first");
    if (result->values)
        print_best_other(report, chip, result);
}

void bisect_print_first(struct report *report, enum tt_chip chip, const struct bisect_result *result,
                        const struct bisect_explanation *explanation)
{
    char text[LINE], explains[100];
    report_label(report, BISECT_LABEL, "so far", "%s%s; the search goes on",
                 bisect_explanation_text(chip, explanation, text, sizeof text),
                 explains_text(result, explanation, explains));
}

static void bisect_causes_print_lead(struct report *report, const struct bisect_result *result)
{
    const struct bisect_input *blank = &result->blank;
    if (result->device.fault)
        report_label(report, BISECT_LABEL, "perhaps", "%s",
                     result->device.fault == BISECT_DEVICE_CLEARED
                         ? "these were cleared in the device, or not written, as the pattern above shows"
                         : "the device's own fault, which the pattern above shows");
    else if (result->values == 1 && !result->is_of_array)
        report_label(report, BISECT_LABEL, "perhaps",
                     "the device's own fault, in this one value: nothing else that is compared differs");
    print_not_arrived(report, result, "perhaps");
    for (unsigned i = 0; i < BISECT_NEEDED_MAX && result->needed[i].part.count; i++) {
        const struct bisect_input *needed = &result->needed[i].part;
        report_label(report, BISECT_LABEL, i ? "or" : "perhaps",
                     "an input is another one: all that differs depends on %" PRIu32 " byte%s of the start that "
                     "unpackers read, l1:0x%" PRIx32 " to 0x%" PRIx32 ", and of %" PRIu64 " bytes that do %" PRIu64
                     " differ; what belongs there was not found",
                     needed->count, plural(needed->count), needed->lo, needed->lo + needed->count - 1,
                     result->needed[i].by, result->bytes);
    }
    if (blank->count)
        report_label(report, BISECT_LABEL, "perhaps",
                     "an input is missing: the %" PRIu32 " bytes from l1:0x%" PRIx32 " on that unpackers read are %s "
                     "at the start, and all that differs depends on them; what belongs there was not found",
                     blank->count, blank->lo, blank->from ? "0xff" : "zero");
}

void bisect_print_cause(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    switch (result->cause) {
    case BISECT_RECORDING:
        report_label(report, BISECT_LABEL, "cause",
                     "the recording contradicts itself: %" PRIu64
                     " byte%s that the device held later fit the replayed value, not the recorded one",
                     result->later, plural(result->later));
        return;
    case BISECT_LAYOUT:
        report_label(report, BISECT_LABEL, "cause",
                     "the order of the array's elements, as above; with that layout it can be searched");
        return;
    case BISECT_NOTHING_FOUND:
        report_label(report, BISECT_LABEL, "cause", "not found: nothing that was tried explains %s",
                     result->values == 1 ? "it" : "all of it");
        bisect_causes_print_lead(report, result);
        print_best_other(report, chip, result);
        return;
    case BISECT_EXPLAINED:
    case BISECT_POSSIBLE:
        bisect_print_explained(report, chip, result);
        if (result->cause == BISECT_POSSIBLE && !leads_not_arrived(result))
            print_not_arrived(report, result, "or perhaps");
    }
}

static void say_word_change(struct report *report, enum tt_chip chip, const struct bisect_change *change)
{
    const struct replay_edit *edit = &change->edit;
    const bool has_word = change->fault != BISECT_DOUBLED && change->fault != BISECT_EXTRA;
    char recorded[ISA_TEXT_MAX], word[ISA_TEXT_MAX], element[ADDRESS_TEXT_MAX];
    struct bisect_changed_field fields[BISECT_FIELDS_MAX];
    const unsigned count = bisect_changed_fields(chip, change, fields);
    report_object(report, NULL);
    report_say(
        report, SAY("fault", bisect_fault_name(change->fault)), SAY("thread", edit->thread),
        SAY("first_event", change->first_event), SAY("last_event", change->last_event),
        SAY_IF("other_event", change->fault == BISECT_SWAPPED, edit->other),
        SAY_IF("other_thread", change->fault == BISECT_SWAPPED, edit->other_thread),
        SAY_IF("recorded_word", change->fault != BISECT_LOST, change->recorded),
        SAY_IF("recorded", change->fault != BISECT_LOST && !bisect_change_is_stored(change),
               isa_disassemble(chip, change->recorded, recorded)),
        SAY_IF("word", has_word, edit->word),
        SAY_IF("instruction", has_word && !bisect_change_is_stored(change), isa_disassemble(chip, edit->word, word)),
        SAY("alike", change->alike),
        SAY_IF("store", bisect_change_is_stored(change), ttcap_kind_name(change->event_kind)),
        SAY_IF("address", bisect_change_is_stored(change), change->addr),
        SAY_IF("to", bisect_change_is_stored(change) && edit->addr != change->addr, edit->addr),
        SAY_IF("writer", change->has_writer, change->writer), SAY_IF("times", edit->where, change->times),
        SAY_IF("from", change->fault == BISECT_MOVED, edit->other), SAY_IF("words", edit->run_count, edit->run_count),
        SAY_IF("unwritten", change->fault == BISECT_UNWRITTEN, space_name(edit->space)),
        SAY_IF("element", change->fault == BISECT_MISWROTE, address_place_text(chip, edit->space, edit->lo, element)),
        SAY_IF("bits", change->fault == BISECT_MISWROTE, edit->bits));
    report_list(report, "fields");
    for (unsigned i = 0; i < count; i++)
        report_item(report, NULL, SAY("name", fields[i].name), SAY("was", fields[i].was),
                    SAY("value", fields[i].value));
    report_close(report);
    report_close(report);
}

static void bisect_causes_say_operand(struct report *report, enum tt_chip chip, const struct replay_operand *operand)
{
    char place[ADDRESS_TEXT_MAX];
    report_item(report, NULL, SAY("operand", address_place_text(chip, operand->space, operand->lo, place)),
                SAY("bytes", operand->count), SAY("was", load_number(operand->recorded, operand->count)),
                SAY("value", load_number(operand->value, operand->count)));
}

static void bisect_causes_say_code(struct report *report, enum tt_chip chip, const struct bisect_change *change)
{
    char was[RISCV_TEXT_MAX], is[RISCV_TEXT_MAX];
    const struct replay_operand *code = &change->operand;
    report_item(report, NULL, SAY("core", core_name(change->core)), SAY("pc", code->lo),
                SAY("recorded", riscv_disassemble(chip, load_number(code->recorded, code->count), code->lo, was)),
                SAY("instruction", riscv_disassemble(chip, load_number(code->value, code->count), code->lo, is)));
}

static void bisect_causes_say_change(struct report *report, enum tt_chip chip, const struct bisect_change *change)
{
    const struct variant_info *variant = change->kind == BISECT_READING ? variant_get(change->variant) : NULL;
    const struct fact *erratum = variant ? variant_erratum(change->variant) : NULL;
    char text[BISECT_CHANGE_TEXT_MAX], wait[ISA_TEXT_MAX];
    if (change->kind == BISECT_WORD)
        say_word_change(report, chip, change);
    else if (change->kind == BISECT_ORDER)
        report_item(report, NULL, SAY("order", bisect_change_text(chip, change, text, sizeof text)),
                    SAY_IF("missing", change->order->has_wait, isa_disassemble(chip, change->order->wait, wait)),
                    SAY_IF("word", change->order->has_wait, change->order->wait),
                    SAY_IF("thread", change->order->has_wait, change->order->later.thread),
                    SAY_IF("first_event", change->order->has_wait, change->order->behind));
    else if (change->kind == BISECT_INPUT)
        report_item(report, NULL, SAY("input", bisect_change_text(chip, change, text, sizeof text)),
                    SAY("first", change->input.lo), SAY("bytes", change->input.count),
                    SAY_IF("from", change->input.fault != BISECT_INPUT_ZERO, change->input.from));
    else if (change->is_code)
        bisect_causes_say_code(report, chip, change);
    else if (change->kind == BISECT_OPERAND)
        bisect_causes_say_operand(report, chip, &change->operand);
    else if (variant)
        report_item(report, NULL, SAY("variant", variant->key), SAY("choice", variant->choices[change->choice]),
                    SAY_IF("erratum", erratum != NULL, erratum->source));
    else
        report_item(report, NULL, SAY("field", reg_field_get(chip, change->set.field)->name),
                    SAY("value", change->set.value), SAY("was", change->was),
                    SAY_IF("event", change->set.has_event, change->set.event),
                    SAY_IF("writer", change->has_writer, change->writer),
                    SAY_IF("is_too_many", change->is_too_many, change->is_too_many), SAY("is_shown", change->is_shown));
}

void bisect_say_explanation(struct report *report, const char *key, enum tt_chip chip,
                            const struct bisect_explanation *explanation, const struct bisect_branch *branch,
                            const struct word_source *source)
{
    char text[BISECT_CAUSE_TEXT_MAX];
    report_object(report, key);
    report_say(report, SAY("text", bisect_explanation_text(chip, explanation, text, sizeof text)));
    report_list(report, "changes");
    for (unsigned i = 0; i < explanation->count; i++)
        bisect_causes_say_change(report, chip, &explanation->changes[i]);
    report_close(report);
    if (explanation->is_by_parts) {
        report_list(report, "parts");
        for (unsigned i = 0; i < 2; i++)
            report_item(report, NULL, SAY("explained", explanation->parts[i]));
        report_close(report);
    }
    report_say(report, SAY("explained", explanation->explained), SAY("broken_bytes", explanation->broken),
               SAY("undecided_bytes", explanation->undecided));
    if (source && source->is_known)
        say_frames(report, "source", source->core, source->pc, source->frames, source->frame_count);
    if (branch && branch->is_found)
        bisect_say_branch(report, chip, branch);
    report_close(report);
}

/* All of them, as a member. */
void bisect_say_explanations(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    report_say(report, SAY_IF("unsure", bisect_unsure_text(result) != NULL, bisect_unsure_text(result)));
    report_list(report, "explanations");
    for (unsigned i = 0; i < result->explanation_count; i++)
        bisect_say_explanation(report, NULL, chip, &result->explanations[i],
                               i < BISECT_BRANCHES_MAX ? &result->branches[i] : NULL, &result->sources[i]);
    report_close(report);
}
