/* SPDX-License-Identifier: Apache-2.0 */
/* A fault of the streams as a sentence. */
#include "order/streams.h"

#include "isa/isa.h"

#include "stream_findings.h"

enum { WORD_NAME_MAX = 64, PLACE_MAX = 64 };

static const char *name_of(enum tt_chip chip, uint32_t word, char text[static WORD_NAME_MAX])
{
    const struct isa_insn *insn = isa_find(chip, word);
    (void)snprintf(text, WORD_NAME_MAX, "%s (word %08" PRIX32 ")", insn ? insn->mnemonic : "no instruction", word);
    return text;
}

/* "event 432", "event 432, core t2 at 0x0e0b4" */
static const char *push_of(const struct stream_fault *fault, char text[static PLACE_MAX])
{
    if (fault->has_pc)
        (void)snprintf(text, PLACE_MAX, "event %" PRIu64 ", core %s at 0x%05" PRIx32, fault->pushed_event,
                       core_name(fault->core), fault->pc);
    else
        (void)snprintf(text, PLACE_MAX, "event %" PRIu64, fault->pushed_event);
    return text;
}

finding_id stream_fault_finding(const struct stream_fault *fault)
{
    static const finding_id ids[] = {[STREAM_MISSING] = FINDING_STREAM_WORD_MISSING,
                                     [STREAM_EXTRA] = FINDING_STREAM_WORD_EXTRA,
                                     [STREAM_CHANGED] = FINDING_STREAM_WORD_CHANGED,
                                     [STREAM_SWAPPED] = FINDING_STREAM_WORDS_SWAPPED};
    return ids[fault->kind];
}

const char *stream_fault_text(enum tt_chip chip, const struct stream_fault *fault, char text[static STREAM_TEXT_MAX])
{
    char pushed[WORD_NAME_MAX], executed[WORD_NAME_MAX], place[PLACE_MAX], where[PLACE_MAX] = "at the end",
                                                                           more[48] = "";
    if (fault->has_executed)
        (void)snprintf(where, sizeof where, "event %" PRIu64, fault->event);
    if (fault->words > 1)
        (void)snprintf(more, sizeof more, " and %" PRIu64 " more behind it", fault->words - 1);
    if (fault->has_pushed)
        (void)name_of(chip, fault->pushed, pushed);
    (void)name_of(chip, fault->executed, executed);
    switch (fault->kind) {
    case STREAM_MISSING:
        (void)snprintf(text, STREAM_TEXT_MAX, "%s%s: thread %u never executed %s%s, which was pushed (%s)",
                       fault->has_executed ? "before " : "", where, fault->thread, pushed, more, push_of(fault, place));
        break;
    case STREAM_EXTRA:
        (void)snprintf(text, STREAM_TEXT_MAX, "%s: thread %u executed %s%s, which no core pushed", where, fault->thread,
                       executed, more);
        break;
    case STREAM_CHANGED:
        (void)snprintf(text, STREAM_TEXT_MAX, "%s: thread %u executed %s, and %s was pushed (%s)", where, fault->thread,
                       executed, pushed, push_of(fault, place));
        break;
    case STREAM_SWAPPED:
        (void)snprintf(text, STREAM_TEXT_MAX, "%s: thread %u executed %s before %s, which was pushed before it (%s)",
                       where, fault->thread, executed, pushed, push_of(fault, place));
        break;
    }
    return text;
}
