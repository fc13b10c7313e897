/* SPDX-License-Identifier: Apache-2.0 */
/* A verdict in words: how many bytes, why, and where it was met first. */
#include "verdict/verdict.h"

#include "isa/isa.h"
#include "isa/spaces.h"

struct words {
    char *text;
    size_t at;
};

TT_PRINTF(2, 3) static void put(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (words->at < VERDICT_WORDS_MAX) {
        const int count = vsnprintf(words->text + words->at, VERDICT_WORDS_MAX - words->at, format, args);
        words->at += count > 0 ? (size_t)count : 0;
    }
    va_end(args);
}

/* "event 12, PACR ... (pack-mask-undefined)" */
static void words_put_place(struct words *words, const struct verdict_facts *facts, const struct verdict_place *place)
{
    put(words, "%s %" PRIu64, facts->counts_steps ? "step" : "event", place->event);
    if (place->has_word) {
        const struct isa_insn *insn = isa_find(facts->chip, place->word);
        put(words, ", %s (word %08" PRIX32 ")", insn ? insn->mnemonic : "no instruction", place->word);
    }
    put(words, ": %s", finding_get(place->finding)->code);
}

static void put_undecided(struct words *words, const struct verdict_facts *facts)
{
    if (facts->bytes.undecided)
        put(words, "; %" PRIu64 " of %" PRIu64 " known bytes are undecided", facts->bytes.undecided,
            facts->bytes.compared);
}

/* "cfg=reset, dst=zero" */
static void put_assumed(struct words *words, const struct verdict_facts *facts)
{
    const char *before = ", assuming ";
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (!(facts->assumed >> space & 1))
            continue;
        put(words, "%s%s=%s", before, space_name((enum tt_space)space),
            facts->assumed_zero >> space & 1 ? "zero" : "reset");
        before = ", ";
    }
}

/* Configuration always has some bits that a recorder does not hold; below seven bits a byte the words say it. */
enum { COVERED_BITS = 7 };

/* The parts of the tile that the bytes of a verdict leave out. */
static void put_coverage(struct words *words, const struct verdict_facts *facts)
{
    if (facts->bytes.bits && facts->bytes.bits / COVERED_BITS < facts->bytes.compared)
        put(words, "; of their %" PRIu64 " bits %" PRIu64 " are known", 8 * facts->bytes.compared, facts->bytes.bits);
    if (facts->is_masked)
        put(words, "; configuration counts as far as the recorder's mask (cfg-mask.json) holds it");
    if (*facts->behind)
        put(words, "; %s", facts->behind);
}

/* "; 128 bytes of SrcA and 64 of SrcB that nothing reads are undecided" */
static void put_unread(struct words *words, const struct verdict_facts *facts)
{
    const struct {
        uint64_t bytes;
        const char *of;
    } unread[] = {{facts->unread_srca, "SrcA"},
                  {facts->unread_srcb, "SrcB"},
                  {facts->unread_dst, "lower halves of Dst under debug bit 11"}};
    const char *before = "; ";
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
        if (!unread[i].bytes)
            continue;
        put(words, "%s%" PRIu64 "%s of %s", before, unread[i].bytes, *before == ';' ? " bytes" : "", unread[i].of);
        before = " and ";
    }
    if (verdict_unread(facts))
        put(words, " that nothing reads are undecided");
}

/* "; 64 windows of 65536 bytes, known by hash alone: 62 are equal, 2 differ, the first l1 0x20000 to 0x203ff" */
static void put_windows(struct words *words, const struct verdict_facts *facts)
{
    const struct verdict_windows *windows = &facts->windows;
    if (windows->compared) {
        put(words, "%s%" PRIu64 " window%s of %" PRIu64 " bytes, known by hash alone: ", words->at ? "; " : "",
            windows->compared, windows->compared == 1 ? "" : "s", windows->bytes);
        if (windows->equal != windows->compared)
            put(words, "%" PRIu64 " ", windows->equal);
        put(words, "equal");
    }
    if (windows->differing)
        put(words, ", %" PRIu64 " differing, the first %s 0x%" PRIX32 " to 0x%" PRIX32, windows->differing,
            space_name(windows->space), windows->lo, windows->hi - 1);
    if (windows->undecided)
        put(words, ", %" PRIu64 " undecided", windows->undecided);
    if (windows->left_out)
        put(words, "%s%" PRIu64 " window%s known by hash %s not compared: these units do not make all of %s",
            words->at ? "; " : "", windows->left_out, windows->left_out == 1 ? "" : "s",
            windows->left_out == 1 ? "is" : "are", windows->left_out == 1 ? "it" : "them");
}

static void put_same(struct words *words, const struct verdict_facts *facts)
{
    if (facts->bytes.compared || !facts->windows.compared)
        put(words, "all %" PRIu64 " %sknown bytes are what the %s", facts->bytes.equal,
            verdict_unread(facts) ? "other " : "",
            facts->is_of_reference ? "reference has"
            : facts->is_derived    ? "recording holds, which is not a device's"
                                   : "device held");
    put_assumed(words, facts);
    if (facts->waived)
        put(words, ", but for what is waived: %" PRIu64 " difference%s", facts->waived, facts->waived == 1 ? "" : "s");
    put_unread(words, facts);
    put_coverage(words, facts);
}

static void put_cut(struct words *words, const struct verdict_facts *facts)
{
    put(words, "the run was ended before %s %" PRIu64 ", as asked", facts->counts_steps ? "step" : "event",
        facts->stopped.event);
}

static void put_differs(struct words *words, const struct verdict_facts *facts)
{
    if (facts->bytes.compared || !facts->windows.compared)
        put(words, "%" PRIu64 " of %" PRIu64 " known bytes", facts->bytes.differing, facts->bytes.compared);
    put_assumed(words, facts);
    if (facts->bytes.undecided)
        put(words, "; %" PRIu64 " more are undecided", facts->bytes.undecided);
    if (facts->is_stopped && facts->is_cut) {
        put(words, "; ");
        put_cut(words, facts);
    }
    put_coverage(words, facts);
}

static void put_unsupported(struct words *words, const struct verdict_facts *facts)
{
    put(words, "tt-replay does not do all of the work, the first at ");
    words_put_place(words, facts, &facts->first_unsupported);
    if (*facts->unsupported_detail && !facts->first_unsupported.has_word)
        put(words, ", %s", facts->unsupported_detail);
    if (facts->unsupported > 1)
        put(words, " (%" PRIu64 " times in all)", facts->unsupported);
    put_undecided(words, facts);
}

/* All bytes are equal, and yet the request is not met. */
static void put_weak(struct words *words, const struct verdict_facts *facts)
{
    put(words, "all %" PRIu64 " known bytes are equal, but rest on weaker evidence than was asked for, the first at ",
        facts->bytes.compared);
    words_put_place(words, facts, &facts->first_weak);
    put(words, ", %s", facts->weak_detail);
    if (facts->weak > 1)
        put(words, " (%" PRIu64 " in all)", facts->weak);
}

static void put_none(struct words *words, const struct verdict_facts *facts)
{
    if (facts->is_stopped && facts->is_cut) {
        put_cut(words, facts);
        put(words, "; ");
        if (facts->checkpoints)
            put(words, "%" PRIu64 " of %" PRIu64 " known bytes before it are equal", facts->bytes.equal,
                facts->bytes.compared);
        else
            put(words, "no checkpoint lies before it");
    } else if (facts->is_stopped) {
        put(words, "stopped at ");
        words_put_place(words, facts, &facts->stopped);
    } else if (!facts->checkpoints) {
        put(words, "no checkpoint to compare with");
    } else if (facts->is_unjudged) {
        put(words, "nothing ran before the last checkpoint, so that nothing is judged");
        put_coverage(words, facts);
    } else if (!facts->bytes.compared && !facts->windows.compared) {
        put(words, "the recording holds nothing that these units produce");
    } else if (facts->weak && facts->bytes.equal == facts->bytes.compared &&
               (!facts->undefined || facts->is_undefined_followed)) {
        put_weak(words, facts);
        return;
    } else if (facts->undefined) {
        put(words, "the compared bytes rest on undefined behaviour, the first at ");
        words_put_place(words, facts, &facts->first_undefined);
    } else if (facts->unknown_read & 1u << TT_SPACE_DST) {
        put(words, "the packed values came from Dst, which the recording does not hold");
        if (*facts->without_dst)
            put(words, " (checkpoint %s)", facts->without_dst);
    } else {
        put(words, "the compared bytes came from state that the recording does not hold");
    }
    put_undecided(words, facts);
}

static void words_put_bytes(struct words *words, const struct verdict_facts *facts, enum verdict verdict)
{
    if (verdict == VERDICT_SAME)
        put_same(words, facts);
    else if (verdict == VERDICT_DIFFERS)
        put_differs(words, facts);
    else if (verdict == VERDICT_UNSUPPORTED)
        put_unsupported(words, facts);
    else
        put_none(words, facts);
}

const char *verdict_words(const struct verdict_facts *facts, char text[static VERDICT_WORDS_MAX])
{
    struct words words = {text, 0};
    struct verdict_facts whole = *facts;
    whole.is_damaged = false;
    const enum verdict verdict = verdict_of(facts), of_bytes = verdict_of_bytes(&whole);
    *text = '\0';
    if (verdict == VERDICT_DAMAGED) {
        put(&words, "the capture is cut, and only its whole chunks were replayed: ");
        put(&words, "%s, ", verdict_name(of_bytes));
    } else if (verdict == VERDICT_HUNG && verdict_has_no_end(facts->end) && !facts->bytes.compared) {
        put(&words, facts->end == VERDICT_HANGS_UNLIKE_DEVICE
                        ? "the device reached the end, the replay does not"
                        : "the replay does not reach the end; the capture does not say whether the device did");
        return text;
    } else if (verdict == VERDICT_HUNG) {
        put(&words, "nothing could go on%s; up to there: %s, ",
            facts->end == VERDICT_HANGS_AS_DEVICE ? ", as on the device" : "", verdict_name(of_bytes));
    } else if (facts->end == VERDICT_ENDS_UNLIKE_DEVICE) {
        put(&words, "the device hung, the replay reaches the end; ");
    }
    words_put_bytes(&words, facts, of_bytes);
    put_windows(&words, facts);
    return text;
}
