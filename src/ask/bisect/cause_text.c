/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/cause_text.h"

#include "ask/run/address.h"
#include "base/little.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/riscv_text.h"
#include "isa/rules.h"
#include "isa/spaces.h"
#include "order/sets.h"

#include "insn_ids.h"

const char *bisect_cause_name(enum bisect_cause cause)
{
    static const char *const names[] = {[BISECT_NOTHING_FOUND] = "not found",
                                        [BISECT_EXPLAINED] = "explained",
                                        [BISECT_POSSIBLE] = "possible",
                                        [BISECT_LAYOUT] = "layout",
                                        [BISECT_RECORDING] = "recording"};
    return names[cause];
}

const char *bisect_unsure_text(const struct bisect_result *result)
{
    static const char *const texts[BISECT_UNSURES] = {
        [BISECT_UNSURE_SEVERAL] = "several changes at once: one that was not tried may do all of it",
        [BISECT_UNSURE_INPUT] = "an address may do as much as other bytes of the input",
        [BISECT_UNSURE_MADE_UP] = "what it stores stands nowhere in the recording",
        [BISECT_UNSURE_SETTING] = "a word that was not tried may do as much as the field",
        [BISECT_UNSURE_CHANCE] = "few bits differ, and of thousands of changes one may fit by chance",
        [BISECT_UNSURE_BUDGET] = "the search ended before all others were tried",
        [BISECT_UNSURE_ORDER] = "words of other threads or cores may do as much, and were tried in part"};
    return result->cause == BISECT_POSSIBLE && result->explanation_count == 1 ? texts[result->unsure] : NULL;
}

const char *bisect_fault_name(enum bisect_word_fault fault)
{
    static const char *const names[] = {
        [BISECT_LOST] = "lost",       [BISECT_DOUBLED] = "doubled",         [BISECT_EXTRA] = "extra",
        [BISECT_CHANGED] = "changed", [BISECT_SWAPPED] = "swapped",         [BISECT_UNWRITTEN] = "unwritten",
        [BISECT_MOVED] = "moved",     [BISECT_MISWROTE] = "wrote otherwise"};
    return names[fault];
}

/* "event 453", "one of events 450 to 453"; "the start" where `behind` nothing. */
static const char *place_text(const struct bisect_change *change, char text[static 80])
{
    if (change->edit.where)
        (void)snprintf(text, 80, "event %" PRId64 " and %" PRIu32 " more from there on", change->first_event,
                       change->times - 1);
    else if (change->first_event < 0 && change->last_event < 0)
        (void)snprintf(text, 80, "the start");
    else if (change->first_event == change->last_event)
        (void)snprintf(text, 80, "event %" PRId64, change->last_event);
    else
        (void)snprintf(text, 80, "one of events %" PRId64 " to %" PRId64,
                       change->first_event < 0 ? 0 : change->first_event, change->last_event);
    return text;
}

enum { FIELDS_TEXT_MAX = 200 };

struct changed_values {
    uint32_t was, is;
};

static unsigned add_changed_field(const struct changed_values *values, const char *name, unsigned low, unsigned bits,
                                  struct bisect_changed_field *fields, unsigned count)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << bits) - 1);
    const uint32_t was = values->was >> low & mask, is = values->is >> low & mask;
    if (was != is && count < BISECT_FIELDS_MAX)
        fields[count++] = (struct bisect_changed_field){name, was, is};
    return count;
}

/* Of a word of configuration. */
static unsigned changed_fields_of_register(enum tt_chip chip, enum tt_space space, uint32_t word,
                                           const struct changed_values *values, struct bisect_changed_field *fields)
{
    enum reg_id ids[32];
    unsigned count = 0;
    const size_t all = reg_fields_of_word(chip, space, word, ids);
    for (size_t i = 0; i < all; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        count = add_changed_field(values, field->name, field->shift, field->bits, fields, count);
    }
    return count;
}

/* The fields of configuration that SETC16 and RMWCIB write at once. */
static unsigned changed_fields_written(enum tt_chip chip, uint32_t was, uint32_t is,
                                       struct bisect_changed_field *fields)
{
    static const insn_id of_bytes[] = {INSN_RMWCIB0, INSN_RMWCIB1, INSN_RMWCIB2, INSN_RMWCIB3};
    const uint32_t changed = was ^ is;
    const insn_id id = isa_id(chip, was);
    for (unsigned byte = 0; byte < 4; byte++) {
        const uint32_t mask = was >> 16 & 0xFF;
        const struct changed_values values = {(was >> 8 & mask) << 8 * byte, (is >> 8 & mask) << 8 * byte};
        if (id == of_bytes[byte] && !(changed & 0xFFFF00FF))
            return changed_fields_of_register(chip, TT_SPACE_CFG, was & 0xFF, &values, fields);
    }
    const struct changed_values values = {was & 0xFFFF, is & 0xFFFF};
    if (id != INSN_SETC16 || changed >> 16)
        return 0;
    return changed_fields_of_register(chip, TT_SPACE_THREAD_CFG, was >> 16 & 0xFF, &values, fields);
}

/* Those of the word in which SETDMAREG's register is put; none where another register is the wrong one. */
static unsigned changed_fields_fed(enum tt_chip chip, const struct bisect_change *change,
                                   struct bisect_changed_field *fields)
{
    enum { NUMBER = 8, BITS = 16, REGISTER = 0xFF };
    const unsigned shift = change->recorded & 1 ? BITS : 0;
    const struct changed_values values = {(change->recorded >> NUMBER & UINT16_MAX) << shift,
                                          (change->edit.word >> NUMBER & UINT16_MAX) << shift};
    return (change->recorded ^ change->edit.word) & REGISTER
               ? 0
               : changed_fields_of_register(chip, TT_SPACE_CFG, change->fed, &values, fields);
}

unsigned bisect_changed_fields(enum tt_chip chip, const struct bisect_change *change,
                               struct bisect_changed_field fields[static BISECT_FIELDS_MAX])
{
    const struct changed_values values = {change->recorded, change->edit.word};
    if (change->kind != BISECT_WORD || change->fault != BISECT_CHANGED)
        return 0;
    if (bisect_change_is_stored(change))
        return change->event_kind == TTCAP_CFGW
                   ? changed_fields_of_register(chip, TT_SPACE_CFG, change->addr, &values, fields)
                   : 0;
    unsigned count = changed_fields_written(chip, values.was, values.is, fields);
    if (change->has_fed)
        count = changed_fields_fed(chip, change, fields);
    const struct isa_insn *insn = count ? NULL : isa_find(chip, change->recorded);
    for (unsigned i = 0; insn && i < insn->field_count; i++)
        count =
            add_changed_field(&values, insn->fields[i].name, insn->fields[i].low, insn->fields[i].bits, fields, count);
    return count;
}

/* " (setc16_value 64, would be 128)"; "" where no field that has a name differs. */
static const char *fields_text(enum tt_chip chip, const struct bisect_change *change, char text[static FIELDS_TEXT_MAX])
{
    struct bisect_changed_field fields[BISECT_FIELDS_MAX];
    const unsigned count = bisect_changed_fields(chip, change, fields);
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count && at < FIELDS_TEXT_MAX; i++)
        at += (size_t)snprintf(text + at, FIELDS_TEXT_MAX - at, "%s%s %" PRIu32 ", would be %" PRIu32 "%s",
                               i ? "; " : " (", fields[i].name, fields[i].was, fields[i].value,
                               i + 1 == count ? ")" : "");
    return text;
}

bool bisect_change_is_stored(const struct bisect_change *change)
{
    return change->kind == BISECT_WORD && change->event_kind != TTCAP_EXEC && change->event_kind != TTCAP_PUSH;
}

/* The value that a core stored. */
static void cause_text_put_stored(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size)
{
    char fields[FIELDS_TEXT_MAX], place[80], later[48] = "";
    const char *const kind = ttcap_kind_name(change->event_kind);
    const bool is_later = change->has_writer && (int64_t)change->writer < change->first_event;
    if (change->has_writer)
        (void)snprintf(later, sizeof later, ", which event %" PRIu64 " %s", change->writer,
                       is_later ? "recorded" : "stores");
    if (change->fault == BISECT_SWAPPED)
        (void)snprintf(text, size,
                       "values of two stores by a core exchanged, at events %" PRId64 " and %" PRId64 ": %s[%" PRIu32
                       "] was 0x%" PRIx32 ", %s[%" PRIu32 "] was 0x%" PRIx32,
                       change->edit.event, change->edit.other, kind, change->addr, change->recorded, kind,
                       change->edit.addr, change->edit.word);
    else if (change->fault == BISECT_LOST)
        (void)snprintf(text, size, "a core's store %s behind %s: %s[%" PRIu32 "] would be 0x%" PRIx32 "%s",
                       is_later             ? "came later than recorded,"
                       : change->has_writer ? "lost or too late"
                                            : "lost",
                       place_text(change, place), kind, change->addr, change->edit.word, later);
    else if (change->fault == BISECT_EXTRA)
        (void)snprintf(text, size, "a core's store too many at %s: %s[%" PRIu32 "] = 0x%" PRIx32,
                       place_text(change, place), kind, change->addr, change->recorded);
    else if (change->addr != change->edit.addr)
        (void)snprintf(text, size,
                       "a core's store to another place at event %" PRId64 ": 0x%" PRIx32 " went to %s[%" PRIu32
                       "], would go to %s[%" PRIu32 "]",
                       change->edit.event, change->recorded, kind, change->addr, kind, change->edit.addr);
    else
        (void)snprintf(text, size,
                       "a core's store changed at event %" PRId64 ": %s[%" PRIu32 "] was 0x%" PRIx32
                       ", would be 0x%" PRIx32 "%s",
                       change->edit.event, kind, change->addr, change->recorded, change->edit.word,
                       fields_text(chip, change, fields));
}

static void cause_text_put_word(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size)
{
    const struct replay_edit *edit = &change->edit;
    char place[80], is[ISA_TEXT_MAX], was[ISA_TEXT_MAX];
    if (bisect_change_is_stored(change)) {
        cause_text_put_stored(chip, change, text, size);
        return;
    }
    (void)place_text(change, place);
    (void)isa_disassemble(chip, edit->word, is);
    (void)isa_disassemble(chip, change->recorded, was);
    if (edit->run_count && edit->last == REPLAY_EDIT_TO_END) {
        (void)snprintf(text, size, "thread %u ended before %s, its last %" PRIu32 " words too many: from %.150s",
                       edit->thread, place, edit->run_count, is);
        return;
    }
    if (edit->run_count) {
        (void)snprintf(text, size, "%" PRIu32 " words of thread %u %s %s, from %.150s to %.150s", edit->run_count,
                       edit->thread, change->fault == BISECT_LOST ? "lost behind" : "too many from", place, is,
                       isa_disassemble(chip, edit->run[edit->run_count - 1], was));
        return;
    }
    switch (change->fault) {
    case BISECT_LOST:
        (void)snprintf(text, size, "a word of thread %u lost %s %s: %.200s", edit->thread,
                       edit->where ? "before" : "behind", place, is);
        break;
    case BISECT_DOUBLED:
        (void)snprintf(text, size, "a word of thread %u doubled at %s: %.200s", edit->thread, place, is);
        break;
    case BISECT_EXTRA:
        (void)snprintf(text, size, "a word of thread %u too many at %s: %.200s", edit->thread, place, is);
        break;
    case BISECT_CHANGED: {
        char fields[FIELDS_TEXT_MAX];
        (void)snprintf(text, size, "a word of thread %u changed at %s%s: %.200s, recorded as %.200s%s", edit->thread,
                       place, bisect_change_is_of_insn(change) ? ", all of that instruction" : "", is, was,
                       fields_text(chip, change, fields));
        break;
    }
    case BISECT_UNWRITTEN:
        (void)snprintf(text, size, "a word of thread %u left %s as it was, at %s: %.200s", edit->thread,
                       space_name(edit->space), place, was);
        break;
    case BISECT_MISWROTE: {
        char where[ADDRESS_TEXT_MAX];
        (void)snprintf(text, size,
                       "the device's own fault, in what a word of thread %u left at %s: bits 0x%" PRIx32
                       " of %s turned over: %.200s",
                       edit->thread, place, edit->bits, address_place_text(chip, edit->space, edit->lo, where), was);
        break;
    }
    case BISECT_MOVED:
        (void)snprintf(text, size, "a word of thread %u came too %s at event %" PRId64 ", would come behind %s: %.200s",
                       edit->thread, edit->other < change->first_event ? "early" : "late", edit->other, place, was);
        break;
    case BISECT_SWAPPED:
        (void)snprintf(text, size,
                       "words swapped at events %" PRId64 " and %" PRId64 ": of thread %u %.200s, of thread %u %.200s",
                       edit->event, edit->other, edit->other_thread, was, edit->thread, is);
        break;
    }
}

/* "core t2's code at 0xe0ec was li a5,4 (0x00400793), would be li a5,5" */
static void put_code(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size)
{
    char was[RISCV_TEXT_MAX], is[RISCV_TEXT_MAX];
    const struct replay_operand *code = &change->operand;
    const uint32_t word = load_number(code->recorded, code->count), other = load_number(code->value, code->count);
    (void)snprintf(text, size, "core %s's code at 0x%" PRIx32 " was %s, would be %s", core_name(change->core), code->lo,
                   riscv_disassemble(chip, word, code->lo, was), riscv_disassemble(chip, other, code->lo, is));
}

static void put_operand(enum tt_chip chip, const struct replay_operand *operand, char *text, size_t size)
{
    char place[ADDRESS_TEXT_MAX];
    const int digits = 2 * operand->count;
    (void)snprintf(text, size, "operand %s was 0x%0*" PRIx32 ", would be 0x%0*" PRIx32,
                   address_place_text(chip, operand->space, operand->lo, place), digits,
                   load_number(operand->recorded, operand->count), digits, load_number(operand->value, operand->count));
}

/* "input l1:0x20000 to 0x207ff would be what stands at 0x21000" */
static void cause_text_put_input(enum tt_chip chip, const struct bisect_input *input, char *text, size_t size)
{
    static const char *const would[BISECT_INPUT_FAULTS] = {
        [BISECT_INPUT_OTHER] = "would be what the start has from",
        [BISECT_INPUT_ROTATED] = "would be the same bytes rotated, from",
        [BISECT_INPUT_QUARTERS] = "would have its second and third quarter exchanged",
        [BISECT_INPUT_EXCHANGED] = "would be exchanged with as many bytes from",
        [BISECT_INPUT_ZERO] = "would be zero"};
    const bool has_from = input->fault != BISECT_INPUT_QUARTERS && input->fault != BISECT_INPUT_ZERO;
    char place[ADDRESS_TEXT_MAX], from[ADDRESS_TEXT_MAX];
    (void)snprintf(text, size, "input %s to 0x%" PRIx32 " %s%s%s%s",
                   address_place_text(chip, TT_SPACE_L1, input->lo, place), input->lo + input->count - 1,
                   would[input->fault], has_from ? " " : "",
                   has_from ? address_place_text(chip, TT_SPACE_L1, input->from, from) : "", has_from ? " on" : "");
}

/* The program allows it: who came too soon, and the wait that is missing. */
static void cause_text_put_order(enum tt_chip chip, const struct bisect_order *order, char *text, size_t size)
{
    char later[SCHEDULES_MOVE_TEXT_MAX], earlier[SCHEDULES_MOVE_TEXT_MAX], wait[ISA_TEXT_MAX];
    const struct finding_rule *rule = order->is_unit ? finding_rule_get(order->delayed.id) : NULL;
    if (order->is_unit)
        (void)snprintf(text, size, "another order: %.150s %s %.100s before %.150s%s", order->delayed.who,
                       order->delayed.is_read ? "reads" : "rewrites", order->delayed.what, order->delayed.other,
                       order->delayed.is_read ? " has written it" : " is done with it");
    else
        (void)snprintf(text, size, "another order: %.200s came before %.200s",
                       schedules_move_text(chip, &order->later, later),
                       schedules_move_text(chip, &order->earlier, earlier));
    const size_t at = strlen(text);
    if (order->has_wait)
        (void)snprintf(text + at, size - at, "; missing before it, behind event %" PRId64 ": %.150s", order->behind,
                       isa_disassemble(chip, order->wait, wait));
    else if (rule && rule->mend)
        (void)snprintf(text + at, size - at, "; missing: %.150s", rule->mend);
}

char *bisect_change_text(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size)
{
    switch (change->kind) {
    case BISECT_READING:
        (void)snprintf(text, size, "%s=%s", variant_get(change->variant)->key,
                       variant_get(change->variant)->choices[change->choice]);
        break;
    case BISECT_SET:
        (void)replay_set_text(chip, &change->set, text, size);
        break;
    case BISECT_WORD:
        cause_text_put_word(chip, change, text, size);
        break;
    case BISECT_ORDER:
        cause_text_put_order(chip, change->order, text, size);
        break;
    case BISECT_INPUT:
        cause_text_put_input(chip, &change->input, text, size);
        break;
    case BISECT_OPERAND:
        if (change->is_code)
            put_code(chip, change, text, size);
        else
            put_operand(chip, &change->operand, text, size);
        break;
    }
    return text;
}

static char *text_without_event(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size)
{
    struct bisect_change anywhere = *change;
    char is[ISA_TEXT_MAX], was[ISA_TEXT_MAX];
    anywhere.set.has_event = false;
    if (change->kind != BISECT_WORD || bisect_change_is_stored(change)) {
        return bisect_change_text(chip, &anywhere, text, size);
    }
    if (change->edit.run_count) {
        (void)snprintf(text, size, "%" PRIu32 " words of thread %u %s", change->edit.run_count, change->edit.thread,
                       bisect_fault_name(change->fault));
        return text;
    }
    (void)isa_disassemble(chip, change->edit.word, is);
    (void)isa_disassemble(chip, change->recorded, was);
    if (change->fault == BISECT_LOST || change->fault == BISECT_DOUBLED || change->fault == BISECT_EXTRA ||
        change->fault == BISECT_UNWRITTEN || change->fault == BISECT_MISWROTE || change->fault == BISECT_MOVED)
        (void)snprintf(text, size, "a word of thread %u %s: %.200s", change->edit.thread,
                       bisect_fault_name(change->fault), is);
    else
        (void)snprintf(text, size, "a word of thread %u %s: %.200s, recorded as %.200s", change->edit.thread,
                       bisect_fault_name(change->fault), is, was);
    return text;
}

typedef char *change_text(enum tt_chip chip, const struct bisect_change *change, char *text, size_t size);

static char *all_changes(enum tt_chip chip, const struct bisect_explanation *explanation, change_text *text_of,
                         char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < explanation->count && at < size; i++) {
        char one[BISECT_CHANGE_TEXT_MAX];
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? " and " : "",
                               text_of(chip, &explanation->changes[i], one, sizeof one));
    }
    return text;
}

char *bisect_explanation_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size)
{
    return all_changes(chip, explanation, bisect_change_text, text, size);
}

char *bisect_cause_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size)
{
    return all_changes(chip, explanation, text_without_event, text, size);
}
