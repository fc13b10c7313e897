/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the host's writes, each tried as another: code, arguments, launch messages, operands. A trial is a process
 * that branches off where the host makes that write, so that what came before runs once. docs/formats/program.md#words
 */
#include "cli/run/program_words.h"

#include "base/child.h"
#include "base/guard/limits.h"
#include "base/little.h"
#include "base/search.h"
#include "base/text/text.h"
#include "isa/riscv_text.h"
#include "show/wrap.h"

#include <sys/wait.h>
#include <unistd.h>

enum {
    BUDGET = 40000,
    TRIALS_MAX = 2048, /* from one beginning of the conversation */
    FOUND_SAID = 8,
    ALIKE_SAID = 3,
    ROUNDS_MORE = 4096,   /* a trial may take twice what was left of the run, and so many more */
    ROUNDS_HUNG = 100000, /* so many where the run did not come to its end: a kernel may take them */
    LABEL = 15,
};

static const char *const word_uses[WORD_USES] = {"", "operand", "loaded", "executed"};

ORDER(by_last_use, struct word_candidate,
      FALLING(is_suspect) ?: FALLING(is_kernels) ?: FALLING(last) ?: RISING(number) ?: RISING(offset))
ORDER(by_trial, struct word_trial, RISING(candidate) ?: RISING(value) ?: RISING(with) ?: RISING(likelihood))
ORDER(by_likelihood, struct word_trial, RISING(likelihood) ?: RISING(candidate) ?: RISING(value))
ORDER(by_operation, struct word_trial, RISING(number) ?: RISING(candidate) ?: RISING(value))
ORDER(by_plausibility, struct word_trial,
      RISING(likelihood) ?: RISING(step) ?: RISING(candidate) ?: RISING(bits) ?: RISING(value))

static bool is_one_trial(const struct word_trial *one, const struct word_trial *other)
{
    return one->candidate == other->candidate && one->value == other->value && one->with == other->with;
}

/* The likely ones first, each once; at most as many as the budget has room for. */
static void words_order(struct words *words, uint64_t room)
{
    size_t left = 0;
    if (words->trial_count)
        qsort(words->trials, words->trial_count, sizeof *words->trials, by_trial);
    for (size_t i = 0; i < words->trial_count; i++)
        if (!left || !is_one_trial(&words->trials[left - 1], &words->trials[i]))
            words->trials[left++] = words->trials[i];
    words->planned[words->step] = left;
    words->is_begun[words->step] = true;
    words->trial_count = left < room ? left : (size_t)room;
    if (left)
        qsort(words->trials, left, sizeof *words->trials, by_likelihood);
}

/* ---- the trials ---- */

/* The trial that began first: it left each answer as it was recorded, or not. */
static enum tt_status words_wait(struct words *words)
{
    int status = 0;
    const size_t trial = words->children[0].trial;
    const int failed = child_wait(words->children[0].pid, CHILD_NO_DEADLINE, &status);
    memmove(&words->children[0], &words->children[1], --words->child_count * sizeof words->children[0]);
    words->tried++;
    words->done[words->step]++;
    progress_show(&words->progress, words->tried,
                  words->tried + words->planned[words->step] - words->done[words->step]);
    if (!failed && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SAME)
        NEED(MEM_PUSH(words->found, words->found_count, words->found_capacity, words->trials[trial]), words->err,
             "no memory for the words that were found");
    return TT_OK;
}

/* In the child the conversation goes on with the other word. */
static void words_become(struct words *words, const struct device *device, const struct word_trial *trial)
{
    const struct wire_op *op = &words->run->wire.ops[trial->number];
    const struct conversation *hung = words->run->conversation.is_hung ? &words->run->conversation : NULL;
    const uint64_t all = hung ? hung->waited_from : device_summary(words->run->device).rounds,
                   now = device_summary(device).rounds;
    const struct word_candidate *of = &words->candidates[trial->candidate];
    words->is_child = true;
    if (trial->with != WITH_NONE)
        store_u32((uint8_t *)op->bytes + trial->with, word_here(words, of));
    store_u32((uint8_t *)op->bytes + of->offset, trial->value);
    words->pass->conversation.ends_at_difference = true;
    words->pass->conversation.max_rounds = all + (all > now ? all - now : 0) + (hung ? ROUNDS_HUNG : ROUNDS_MORE);
}

/* Each trial would run them to where they wait, and copy what they hold. */
static void words_drop_idle(struct words *words, size_t number)
{
    for (size_t i = 0; i < words->idle_count && !words->has_dropped && number >= words->booted; i++)
        device_drop_tile(words->pass->device, words->idle[i].x, words->idle[i].y);
    if (!words->has_dropped && number >= words->booted)
        mem_give_back();
    words->has_dropped |= number >= words->booted;
}

static bool words_is_late(const struct words *words)
{
    return limit_is_near(NULL) || limit_used_ms() >= words->until;
}

static enum tt_status words_writes_now(void *user, const struct device *device, size_t number)
{
    struct words *words = user;
    while (!words->is_child && words->next < words->last && words->trials[words->next].number == number) {
        words_drop_idle(words, number);
        if (words_is_late(words)) {
            words->last = words->next;
            break;
        }
        if (words->child_count == words->child_most)
            TRY(words_wait(words));
        const pid_t child = child_fork();
        NEED(child >= 0, words->err, "no process for a trial of a word");
        if (!child) {
            words_become(words, device, &words->trials[words->next]);
            return TT_OK;
        }
        words->children[words->child_count].pid = child;
        words->children[words->child_count++].trial = words->next++;
    }
    return words->is_child || words->next < words->last ? TT_OK : TT_END;
}

/* Trials that stand one behind the other. */
static enum tt_status words_pass(struct words *words, size_t first, size_t count)
{
    struct program_run other OWNED(program_run_clear) = program_again(words->run, words->run->words);
    qsort(words->trials + first, count, sizeof *words->trials, by_operation);
    words->next = first;
    words->last = first + count;
    words->pass = &other;
    words->has_dropped = false;
    other.conversation.writes_now = words_writes_now;
    other.conversation.user = words;
    enum tt_status status = program_do(&other, words->err);
    if (words->is_child)
        _exit(status ? EXIT_TROUBLE : verdict_exit(verdict_of(&other.conversation.facts)));
    while (words->child_count) {
        const enum tt_status waited = words_wait(words);
        status = status ? status : waited;
    }
    return status;
}

static enum tt_status words_passes(struct words *words)
{
    for (size_t at = 0; at < words->trial_count && !words_is_late(words); at += TRIALS_MAX)
        TRY(words_pass(words, at, words->trial_count - at < TRIALS_MAX ? words->trial_count - at : TRIALS_MAX));
    return TT_OK;
}

/* A step may take half of what is left, since the next ones are as likely, and where something is found less, but for
 * what leads to what went wrong; the last may take all. */
static enum tt_status words_do(struct words *words, enum word_step step)
{
    const uint64_t share = words->found_count && step != STEP_SUSPECTS ? 6
                           : step + 1 < STEPS                          ? 2
                                                                       : 1,
                   used = limit_used_ms();
    words->trial_count = 0;
    words->step = step;
    words->until = words->end == UINT64_MAX || used >= words->end ? words->end : used + (words->end - used) / share;
    TRY(words_plan(words, step));
    words_order(words, (words->budget - words->tried) / share);
    return words_passes(words);
}

/* ---- the answer ---- */

static void word_say_code(const struct words *words, struct report *report, const struct word_candidate *of,
                          const char *label, uint32_t word)
{
    char text[RISCV_TEXT_MAX];
    if (of->use == WORD_EXECUTED)
        report_label(report, LABEL, "", "%s %s", label, riscv_disassemble(words->run->chip, word, of->pc, text));
}

static const char *words_right(const struct words *words)
{
    return words->run->expected_count ? "expected" : "it was recorded";
}

/* The values of one place, of which the first is the most plausible. */
static void word_say_place(const struct words *words, struct report *report, const struct word_trial *list,
                           size_t count)
{
    const struct word_candidate *of = &words->candidates[list->candidate];
    const struct wire_op *op = &words->run->wire.ops[of->number];
    struct text others OWNED(text_clear) = {0};
    report_print(report,
                 "  perhaps      line %" PRIu32 ", byte %" PRIu32 " of the host's write to %u,%u:0x%" PRIx64
                 ": 0x%08" PRIx32 "\n",
                 op->line, of->offset, of->x, of->y, op->addr, word_here(words, of));
    if (of->use != WORD_OPERAND)
        report_print(report, "               %s by core %s%s 0x%" PRIx32 "\n", word_uses[of->use], core_name(of->core),
                     of->use == WORD_LOADED ? ", the last time at" : " at", of->pc);
    word_say_code(words, report, of, "it is", word_here(words, of));
    word_say_code(words, report, of, "would be", list->value);
    if (list->with != WITH_NONE)
        report_label(report, LABEL, "", "exchanged with byte %" PRIu32 ", 0x%08" PRIx32 ", each answer is as %s",
                     list->with, list->value, words_right(words));
    else
        report_print(report, "               with 0x%08" PRIx32 " each answer is as %s\n", list->value,
                     words_right(words));
    for (size_t i = 1; i < count && i <= ALIKE_SAID; i++)
        text_add(&others, "%s0x%08" PRIx32, i > 1 ? ", " : "", list[i].value);
    if (count > ALIKE_SAID + 1)
        text_add(&others, " and %zu more", count - ALIKE_SAID - 1);
    if (count > 1)
        report_label(report, LABEL, "", "or with %s", text_of(&others));
}

/* Beside the first value of a place the others of it. */
static void words_join(struct words *words)
{
    struct word_trial *found = words->found;
    if (words->found_count)
        qsort(found, words->found_count, sizeof *found, by_plausibility);
    for (size_t i = 0, behind = 1; i < words->found_count; i = behind++)
        for (size_t k = behind; k < words->found_count; k++)
            if (found[k].candidate == found[i].candidate) {
                const struct word_trial one = found[k];
                memmove(&found[behind + 1], &found[behind], (k - behind) * sizeof *found);
                found[behind++] = one;
            }
}

/* How many places; those that are said. */
static size_t words_say_found(const struct words *words, struct report *report)
{
    size_t places = 0;
    for (size_t i = 0, count; i < words->found_count; i += count) {
        const size_t first = i;
        for (count = 1;
             i + count < words->found_count && words->found[i + count].candidate == words->found[first].candidate;)
            count++;
        for (size_t k = 0; k < count; k++) {
            const struct word_trial *one = &words->found[i + k];
            const struct word_candidate *of = &words->candidates[one->candidate];
            const struct wire_op *op = &words->run->wire.ops[of->number];
            const bool has_core = of->use != WORD_OPERAND;
            report_item(report, NULL, SAY("line", op->line), SAY("x", of->x), SAY("y", of->y),
                        SAY("address", op->addr + of->offset), SAY("offset", of->offset),
                        SAY("here", word_here(words, of)), SAY("instead", one->value), SAY("use", word_uses[of->use]),
                        SAY_OR_NULL("core", has_core, core_name(of->core)), SAY_OR_NULL("pc", has_core, of->pc),
                        SAY_OR_NULL("exchanged_with", one->with != WITH_NONE, one->with));
        }
        if (places++ < FOUND_SAID)
            word_say_place(words, report, &words->found[i], count);
    }
    return places;
}

static const char *const step_names[STEPS] = {
    [STEP_ELSEWHERE] = "values of other writes",
    [STEP_EXCHANGED] = "exchanged words",
    [STEP_NUMBERS] = "numbers",
    [STEP_OPERANDS] = "operands",
    [STEP_SUSPECTS] = "code that leads to it",
    [STEP_CODE] = "code",
    [STEP_BITS] = "bits of loaded words",
    [STEP_OTHER_CODE] = "other code",
    [STEP_BOOT_LOADED] = "what firmware loaded",
    [STEP_BOOT_EXECUTED] = "firmware's code",
};

enum words_extent { WORDS_NOT, WORDS_IN_PART, WORDS_WHOLE, WORDS_EXTENTS };

static enum words_extent step_extent(const struct words *words, int step)
{
    if (words->is_begun[step] && words->done[step] == words->planned[step])
        return WORDS_WHOLE;
    return words->done[step] ? WORDS_IN_PART : WORDS_NOT;
}

/* Whether it is known that there are some, or not yet known. */
static bool step_has_words(const struct words *words, int step)
{
    return !words->is_begun[step] || words->planned[step];
}

static void words_say_searched(const struct words *words, struct report *report)
{
    static const char *const labels[] = {"not searched", "in part", "searched"}, *const names[] = {"no", "in part",
                                                                                                   "whole"};
    for (int extent = WORDS_WHOLE; extent >= WORDS_NOT; extent--) {
        struct text line OWNED(text_clear) = {0};
        for (int step = 0; step < STEPS; step++)
            if (step_has_words(words, step) && step_extent(words, step) == (enum words_extent)extent)
                text_add(&line, "%s%s", line.count ? ", " : "", step_names[step]);
        if (line.count)
            report_label(report, LABEL, labels[extent], "%s", text_of(&line));
    }
    report_list(report, "searched");
    for (int step = 0; step < STEPS; step++)
        report_item(report, NULL, SAY("class", step_names[step]), SAY("extent", names[step_extent(words, step)]));
    report_close(report);
}

static void words_say(const struct words *words, struct report *report, const char *which)
{
    uint64_t left = 0;
    for (int step = 0; step < STEPS; step++)
        left += words->planned[step] - words->done[step];
    report_list(report, "words");
    const size_t places = words_say_found(words, report);
    report_close(report);
    report_say(report, SAY("words_tried", words->tried), SAY("words_left", left));
    if (places > FOUND_SAID)
        report_print(report, "               and %zu more, which --json has\n", places - FOUND_SAID);
    if (words->found_count > 1)
        report_print(report, "               any one of these would do: none is called the cause\n");
    report_label(report, LABEL, words->found_count ? "" : "words",
                 "%" PRIu64 " value%s tried in place of single words of the host%s%s%s", words->tried,
                 plural(words->tried), which, words->found_count ? "" : ": none leaves each answer as ",
                 words->found_count ? "" : words_right(words));
    if (left)
        report_label(report, LABEL, "", "%" PRIu64 " more of those kinds were left out: --budget N, --max-time S",
                     left);
}

static void words_clear(struct words *words)
{
    mem_free(words->candidates);
    mem_free(words->idle);
    mem_free(words->trials);
    mem_free(words->found);
}

static struct words words_of(struct program_run *run, struct tt_error *err)
{
    enum { MS = 1000 };
    const uint64_t seconds = run->words->budget ? 0 : limit_search_seconds();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct words){.run = run,
                          .budget = run->words->budget ? run->words->budget : BUDGET,
                          .until = UINT64_MAX,
                          .end = seconds ? limit_used_ms() + seconds * MS : UINT64_MAX,
                          .child_most = (size_t)(processors < 1               ? 1
                                                 : processors < PROCESSES_MAX ? processors
                                                                              : PROCESSES_MAX),
                          .err = err};
}

enum tt_status program_say_words(struct program_run *run, struct report *report, struct tt_error *err)
{
    struct words words OWNED(words_clear) = words_of(run, err);
    /* A capture of a tile has seen the words that were written. */
    if (verdict_of(&run->conversation.facts) == VERDICT_SAME || run->difference_count)
        return TT_OK;
    TRY(words_collect(&words));
    device_empty(run->device); /* trials need the room */
    if (words.candidate_count)
        qsort(words.candidates, words.candidate_count, sizeof *words.candidates, by_last_use);
    progress_begin(&words.progress, "words", "trials");
    enum tt_status status = TT_OK;
    for (int step = 0; step < STEPS && (step < STEP_BITS || !words.found_count) && !status; step++)
        status = words_do(&words, (enum word_step)step);
    progress_end(&words.progress);
    TRY(status);
    words_join(&words);
    words_say(&words, report, "");
    words_say_searched(&words, report);
    return TT_OK;
}

/* ---- two conversations ---- */

static int key_order(const struct wire_op *one, const struct wire_op *other)
{
    return COMPARE(one->kind, other->kind) ?: COMPARE(one->x, other->x) ?: COMPARE(one->y, other->y)
           ?: COMPARE(one->addr, other->addr) ?: COMPARE(one->size, other->size);
}

ORDER(by_key, struct wire_op *, key_order(*a, *b) ?: COMPARE(*a, *b))

/* The operations of a conversation, those of one kind, place, address and size together. */
static struct wire_op **sorted_ops(const struct wire *wire)
{
    struct wire_op **made = mem_calloc(wire->count, sizeof *made);
    for (size_t i = 0; made && i < wire->count; i++)
        made[i] = &wire->ops[i];
    if (made)
        qsort(made, wire->count, sizeof *made, by_key);
    return made;
}

static size_t alike_ops(struct wire_op *const *ops, size_t count, size_t i)
{
    size_t n = 1;
    while (i + n < count && key_order(ops[i], ops[i + n]) == 0)
        n++;
    return n;
}

/* An operation and its partner: of a read the answer is the other's; of a write each word that differs is tried. */
static enum tt_status words_pair(struct words *words, struct wire_op *op, const struct wire_op *good)
{
    if (op->kind == WIRE_READ && op->bytes && good->bytes)
        op->bytes = good->bytes;
    for (uint32_t at = 0; op->kind == WIRE_WRITE && at + WORD <= op->size; at += WORD) {
        const uint32_t value = load_u32(good->bytes + at);
        if (value == load_u32(op->bytes + at))
            continue;
        TRY(words_add(words, (size_t)(op - words->run->wire.ops), at, &(struct word_used){.use = WORD_OPERAND}, 0));
        TRY(words_add_trial(words, words->candidate_count - 1, value));
    }
    return TT_OK;
}

/* *lone: operations of either that have no partner, since there are not as many alike in the other. */
static enum tt_status words_pairs(struct words *words, const struct wire *good, uint64_t *lone)
{
    const struct wire *bad = &words->run->wire;
    struct wire_op **ones OWNED(mem_free_at) = sorted_ops(bad), **others OWNED(mem_free_at) = sorted_ops(good);
    NEED(ones && others, words->err, "no memory to compare two conversations");
    for (size_t i = 0, k = 0; i < bad->count || k < good->count;) {
        const size_t left = i < bad->count ? alike_ops(ones, bad->count, i) : 0;
        const size_t right = k < good->count ? alike_ops(others, good->count, k) : 0;
        const int order = !left ? 1 : !right ? -1 : key_order(ones[i], others[k]);
        const bool is_pair = order == 0 && left == right;
        for (size_t n = 0; is_pair && n < left; n++)
            TRY(words_pair(words, ones[i + n], others[k + n]));
        *lone += is_pair ? 0 : (order <= 0 ? left : 0) + (order >= 0 ? right : 0);
        i += order <= 0 ? left : 0;
        k += order >= 0 ? right : 0;
    }
    return TT_OK;
}

enum tt_status program_say_pair(struct program_run *run, const struct wire *good, struct report *report,
                                struct tt_error *err)
{
    struct words words OWNED(words_clear) = words_of(run, err);
    uint64_t lone = 0;
    TRY(words_pairs(&words, good, &lone));
    TRY(program_do(run, err));
    const struct program_view view = program_view_of(run);
    const uint64_t differing = words.trial_count;
    program_report_verdict(report, &view);
    report_say(report, SAY("differing_words", differing), SAY("without_partner", lone));
    report_label(report, 15, "writes",
                 "%" PRIu64 " words of the host's writes differ; operations of either without a partner of their kind, "
                 "place and size: %" PRIu64,
                 differing, lone);
    report_list(report, "causes");
    report_close(report);
    if (verdict_of(&run->conversation.facts) == VERDICT_SAME || !differing)
        return TT_OK;
    words_order(&words, words.budget);
    TRY(words_passes(&words));
    words_say(&words, report, ", as the other has them");
    return TT_OK;
}
