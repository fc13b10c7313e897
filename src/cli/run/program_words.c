/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the host's writes, each tried as another: code, arguments, launch messages, operands. A trial is a process
 * that branches off where the host makes that write, so that what came before runs once. docs/formats/program.md#words
 */
#include "cli/run/program_run.h"

#include "base/child.h"
#include "base/guard/limits.h"
#include "base/little.h"
#include "base/memory.h"
#include "base/search.h"
#include "base/text/text.h"
#include "cli/progress.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/riscv.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BUDGET = 2000,
    WORD = 4,
    BITS = 32,
    FOUND_SAID = 8,
    ELSEWHERE_MAX = 4,  /* values of one place in other writes */
    ADDRESSES_MAX = 32, /* of memory that the host reads and writes */
    PROCESSES_MAX = 8,
    ROUNDS_MORE = 4096, /* a trial may take twice what was left of the run, and so many more */
    LABEL = 15,
    FEW_TILES = 8, /* of so many each is asked, whether it sent requests or not */
};

enum word_use { WORD_UNUSED, WORD_OPERAND, WORD_LOADED, WORD_EXECUTED, WORD_USES };
static const char *const word_uses[WORD_USES] = {"", "operand", "loaded", "executed"};

/* A word of a tile's L1, as its cores use it. */
struct word_used {
    enum word_use use;
    enum tt_core core;
    uint32_t pc, code;
    uint64_t last; /* the core's step, of the last time */
};

/* A word of a host's write. */
struct word_candidate {
    size_t number; /* of the operation */
    uint32_t offset, pc;
    uint64_t last;
    uint8_t x, y;
    enum word_use use;
    enum tt_core core;
    uint8_t bytes;   /* of an operand: a bit each, those that matter */
    bool is_kernels; /* what used it was written once firmware was up, itself */
};

struct word_trial {
    size_t number, candidate; /* by operation, then by candidate */
    uint32_t value;
};

/* The steps of the search: the first that finds something is the last. */
enum word_step {
    STEP_ELSEWHERE, /* what other writes have in that place */
    STEP_OPERANDS,
    STEP_LOADED,
    STEP_EXECUTED,
    STEP_BOOT_LOADED, /* of firmware */
    STEP_BOOT_EXECUTED,
    STEPS
};

struct words {
    struct program_run *run;
    struct word_candidate *candidates;
    size_t candidate_count, candidate_capacity;
    struct word_trial *trials; /* of a step */
    size_t trial_count, trial_capacity, next;
    enum word_step step;
    uint64_t planned[STEPS], done[STEPS]; /* trials */
    bool is_begun[STEPS];
    uint64_t until; /* of limit_used_ms(); 0: no end of its own */
    struct word_trial *found;
    size_t found_count, found_capacity;
    struct {
        pid_t pid;
        size_t trial;
    } children[PROCESSES_MAX];
    size_t child_count, child_most;
    uint64_t tried, budget;
    bool has_budget; /* asked for */
    size_t booted;   /* operations before are of firmware, that boots */
    bool is_child;
    struct conversation *conversation; /* of the pass */
    struct progress progress;
    struct tt_error *err;
};

/* ---- the words that cores use ---- */

static void used_note(struct word_used *used, uint32_t words, uint32_t addr, const struct word_used *as)
{
    if (addr / WORD >= words || used[addr / WORD].use == WORD_EXECUTED ||
        (used[addr / WORD].use == as->use && used[addr / WORD].last > as->last))
        return;
    used[addr / WORD] = *as;
}

static bool is_l1_load(uint32_t code)
{
    return riscv_opcode(code) == RISCV_LOAD || riscv_opcode(code) == RISCV_LOAD_FP || riscv_opcode(code) == RISCV_AMO;
}

/* `iram`: of what core NC of Wormhole executes from its own memory. */
static void used_by_cores(const struct core_trace *trace, struct word_used *l1, uint32_t l1_words,
                          struct word_used *iram)
{
    for (int core = 0; core < TT_CORE_COUNT; core++)
        for (size_t i = 0; i < trace->core[core].count; i++) {
            const struct core_instruction *one = &trace->core[core].list[i];
            struct word_used as = {WORD_EXECUTED, (enum tt_core)core, one->pc, one->code, one->seq};
            if (one->pc >= MMIO_IRAM)
                used_note(iram, NC_IRAM_BYTES / WORD, one->pc - MMIO_IRAM, &as);
            else
                used_note(l1, l1_words, one->pc, &as);
            as.use = WORD_LOADED;
            if (is_l1_load(one->code))
                used_note(l1, l1_words, one->addr, &as);
        }
}

static bool is_kernels(const struct words *words, const struct wire_op *to, uint32_t pc)
{
    for (size_t i = words->booted; i < words->run->wire.count; i++) {
        const struct wire_op *op = &words->run->wire.ops[i];
        if (op->kind == WIRE_WRITE && op->x == to->x && op->y == to->y && pc >= op->addr && pc - op->addr < op->size)
            return true;
    }
    return pc >= MMIO_IRAM;
}

static enum tt_status words_add(struct words *words, size_t number, uint32_t offset, const struct word_used *used,
                                uint8_t bytes)
{
    const struct wire_op *op = &words->run->wire.ops[number];
    const struct word_candidate made = {number, offset,    used->pc,   used->last, op->x,
                                        op->y,  used->use, used->core, bytes,      is_kernels(words, op, used->pc)};
    NEED(MEM_PUSH(words->candidates, words->candidate_count, words->candidate_capacity, made), words->err,
         "no memory for the words of the host");
    return TT_OK;
}

/* The words of one write to a tile. Core NC of Wormhole executes its kernel in a memory of its own: the words of a
 * write with the same code in the same places. */
static enum tt_status words_of_write(struct words *words, size_t number, const struct word_used *l1, uint32_t l1_words,
                                     const struct word_used *iram)
{
    const struct wire_op *op = &words->run->wire.ops[number];
    for (uint32_t at = (uint32_t)-op->addr % WORD; at + WORD <= op->size; at += WORD) {
        const uint64_t word = (op->addr + at) / WORD;
        const struct word_used *used = word < l1_words ? &l1[word] : NULL;
        if (number >= words->booted && at / WORD < NC_IRAM_BYTES / WORD && (!used || !used->use))
            used = iram[at / WORD].code == load_u32(op->bytes + at) ? &iram[at / WORD] : NULL;
        if (used && used->use)
            TRY(words_add(words, number, at, used, 0));
    }
    return TT_OK;
}

static enum tt_status words_of_tile(struct words *words, struct program_followed *tile)
{
    const uint32_t l1_words = chip_get(words->run->chip)->l1_bytes / WORD;
    TRY(program_trace(tile, words->err));
    if (!tile->trace)
        return TT_OK;
    struct word_used *l1 OWNED(mem_free_at) = mem_calloc(l1_words, sizeof *l1);
    struct word_used *iram OWNED(mem_free_at) = mem_calloc(NC_IRAM_BYTES / WORD, sizeof *iram);
    NEED(l1 && iram, words->err, "no memory for the words of tile %u,%u", tile->x, tile->y);
    used_by_cores(tile->trace, l1, l1_words, iram);
    for (size_t i = 0; i < words->run->wire.count; i++) {
        const struct wire_op *op = &words->run->wire.ops[i];
        if (op->kind == WIRE_WRITE && device_is_one(words->run->device, op->x, op->y, tile->x, tile->y))
            TRY(words_of_write(words, i, l1, l1_words, iram));
    }
    return TT_OK;
}

/* Bytes that why of a difference ended at. */
static enum tt_status words_of_operands(struct words *words)
{
    const struct program_run *run = words->run;
    for (size_t i = 0; i < run->operand_count; i++) {
        const uint32_t offset = run->operands[i].offset, byte = run->operands[i].is_word ? 15 : 1U << offset % WORD;
        const struct wire_op *op = FIND(run->wire.ops, run->wire.count, item->line == run->operands[i].line);
        if (!op || op->kind != WIRE_WRITE || (offset & ~(WORD - 1U)) + WORD > op->size)
            continue;
        const size_t number = (size_t)(op - run->wire.ops);
        struct word_candidate *there = FIND(words->candidates, words->candidate_count,
                                            item->number == number && item->offset == (offset & ~(WORD - 1U)));
        if (there)
            there->bytes |= (uint8_t)byte;
        else
            TRY(words_add(words, number, offset & ~(WORD - 1U), &(struct word_used){.use = WORD_OPERAND},
                          (uint8_t)byte));
    }
    return TT_OK;
}

static bool tile_takes_part(const struct program_run *run, const struct device_tile *tile)
{
    const struct conversation *conversation = &run->conversation;
    return tile->requests || device_summary(run->device).tiles <= FEW_TILES ||
           ANY(i, conversation->wait_count, conversation->waits[i].x == tile->x && conversation->waits[i].y == tile->y);
}

/* Firmware is up when the host has read its answer: before the first read, where tiles are written to behind it. */
static size_t words_booted(const struct words *words)
{
    const struct wire *wire = &words->run->wire;
    const struct wire_op *read = FIND(wire->ops, wire->count, item->kind == WIRE_READ);
    const struct wire_op *end = wire->ops + wire->count;
    for (const struct wire_op *op = read; op && op < end; op++)
        if (op->kind == WIRE_WRITE && device_kind_at(words->run->device, op->x, op->y) == DEVICE_WORKER)
            return (size_t)(read - wire->ops);
    return 0;
}

static enum tt_status words_collect(struct words *words)
{
    struct device_tile tile;
    struct program_run *run = words->run;
    words->booted = words_booted(words);
    TRY(words_of_operands(words));
    for (uint64_t i = 0; device_tile(run->device, i, &tile); i++) {
        struct program_followed *followed = program_followed(run, tile.x, tile.y);
        if (followed && tile_takes_part(run, &tile))
            TRY(words_of_tile(words, followed));
    }
    return TT_OK;
}

/* ---- the values ---- */

static uint32_t word_here(const struct words *words, const struct word_candidate *of)
{
    return load_u32(words->run->wire.ops[of->number].bytes + of->offset);
}

static enum tt_status words_try(struct words *words, size_t candidate, uint32_t value)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const struct word_trial made = {of->number, candidate, value};
    if (value == word_here(words, of))
        return TT_OK;
    NEED(MEM_PUSH(words->trials, words->trial_count, words->trial_capacity, made), words->err,
         "no memory for the words to be tried");
    return TT_OK;
}

/* The values of this place in other writes of as many bytes to that address, of any tile. */
static enum tt_status words_elsewhere(struct words *words, size_t candidate)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const struct wire *wire = &words->run->wire;
    const struct wire_op *op = &wire->ops[of->number];
    uint32_t values[ELSEWHERE_MAX];
    size_t count = 0;
    for (size_t i = 0; i < wire->count && count < ELSEWHERE_MAX; i++) {
        const struct wire_op *other = &wire->ops[i];
        if (other == op || other->kind != WIRE_WRITE || other->addr != op->addr || other->size != op->size)
            continue;
        const uint32_t value = load_u32(other->bytes + of->offset);
        if (ANY(k, count, values[k] == value))
            continue;
        values[count++] = value;
        TRY(words_try(words, candidate, value));
    }
    return TT_OK;
}

static enum tt_status words_turned(struct words *words, size_t candidate)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const uint32_t here = word_here(words, of);
    for (unsigned bit = 0; bit < BITS; bit++) {
        const uint32_t value = here ^ 1U << bit;
        const bool is_left_out = of->use == WORD_EXECUTED ? !riscv_is_push(value) && !riscv_find(value)
                                                          : of->bytes && !(of->bytes >> bit / 8 & 1);
        if (!is_left_out)
            TRY(words_try(words, candidate, value));
    }
    return TT_OK;
}

/* Arguments and messages: one more, one less, and where else the host reads and writes. */
static enum tt_status words_other(struct words *words, size_t candidate)
{
    const struct wire *wire = &words->run->wire;
    const uint32_t here = word_here(words, &words->candidates[candidate]);
    uint32_t addresses[ADDRESSES_MAX];
    size_t count = 0;
    TRY(words_try(words, candidate, here + 1));
    TRY(words_try(words, candidate, here - 1));
    for (size_t i = words->booted; i < wire->count && count < ADDRESSES_MAX; i++) {
        const struct wire_op *op = &wire->ops[i];
        if (device_kind_at(words->run->device, op->x, op->y) != DEVICE_DRAM ||
            ANY(k, count, addresses[k] == (uint32_t)op->addr))
            continue;
        addresses[count++] = (uint32_t)op->addr;
        TRY(words_try(words, candidate, (uint32_t)op->addr));
    }
    return TT_OK;
}

static bool is_of_step(const struct words *words, const struct word_candidate *of, enum word_step step)
{
    const bool is_boot = of->number < words->booted;
    switch (step) {
    case STEP_ELSEWHERE:
        return !is_boot && of->use != WORD_OPERAND;
    case STEP_OPERANDS:
        return of->bytes != 0;
    case STEP_LOADED:
        return !is_boot && of->use == WORD_LOADED;
    case STEP_EXECUTED:
        return !is_boot && of->use == WORD_EXECUTED;
    case STEP_BOOT_LOADED:
        return is_boot && of->use == WORD_LOADED;
    case STEP_BOOT_EXECUTED:
        return is_boot && of->use == WORD_EXECUTED;
    case STEPS:
        break;
    }
    return false;
}

ORDER(by_last_use, struct word_candidate, FALLING(is_kernels) ?: FALLING(last) ?: RISING(number) ?: RISING(offset))
ORDER(by_trial, struct word_trial, RISING(candidate) ?: RISING(value))
ORDER(by_operation, struct word_trial, RISING(number) ?: RISING(candidate) ?: RISING(value))

/* By operation, each once; *room: at most so many. */
static void words_order(struct words *words, uint64_t room)
{
    size_t left = 0;
    if (words->trial_count)
        qsort(words->trials, words->trial_count, sizeof *words->trials, by_trial);
    for (size_t i = 0; i < words->trial_count; i++)
        if (!left || by_trial(&words->trials[left - 1], &words->trials[i]) != 0)
            words->trials[left++] = words->trials[i];
    words->planned[words->step] = left;
    words->is_begun[words->step] = true;
    words->trial_count = left < room ? left : (size_t)room;
    if (words->trial_count)
        qsort(words->trials, words->trial_count, sizeof *words->trials, by_operation);
}

/* The trials of a step: those of the words that were used last. A step may take half of what is left, since the next
 * ones are as likely; the last may take all. */
static enum tt_status words_plan(struct words *words, enum word_step step)
{
    enum { MS = 1000 };
    const uint64_t share = step + 1 < STEPS ? 2 : 1, all = limit_search_seconds() * MS, used = limit_used_ms();
    words->trial_count = words->next = 0;
    words->step = step;
    words->until = words->has_budget || used >= all ? 0 : used + (all - used) / share;
    for (size_t i = 0; i < words->candidate_count; i++) {
        if (!is_of_step(words, &words->candidates[i], step))
            continue;
        if (step == STEP_ELSEWHERE || step >= STEP_BOOT_LOADED)
            TRY(words_elsewhere(words, i));
        if (step != STEP_ELSEWHERE)
            TRY(words_turned(words, i));
        if (step == STEP_LOADED)
            TRY(words_other(words, i));
    }
    words_order(words, (words->budget - words->tried) / share);
    return TT_OK;
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
    progress_show(&words->progress, words->tried, words->tried + words->trial_count - trial);
    if (!failed && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SAME)
        NEED(MEM_PUSH(words->found, words->found_count, words->found_capacity, words->trials[trial]), words->err,
             "no memory for the words that were found");
    return TT_OK;
}

/* In the child the conversation goes on with the other word. */
static void words_become(struct words *words, const struct device *device, const struct word_trial *trial)
{
    const struct wire_op *op = &words->run->wire.ops[trial->number];
    const uint64_t all = device_summary(words->run->device).rounds, now = device_summary(device).rounds;
    words->is_child = true;
    store_u32((uint8_t *)op->bytes + words->candidates[trial->candidate].offset, trial->value);
    words->conversation->ends_at_difference = true;
    words->conversation->max_rounds = all + (all > now ? all - now : 0) + ROUNDS_MORE;
}

static bool words_is_late(const struct words *words)
{
    return words->has_budget ? limit_is_near(NULL)
                             : limit_of_search(NULL) || (words->until && limit_used_ms() >= words->until);
}

static enum tt_status words_writes_now(void *user, const struct device *device, size_t number)
{
    struct words *words = user;
    while (!words->is_child && words->next < words->trial_count && words->trials[words->next].number == number) {
        if (words_is_late(words)) {
            words->trial_count = words->next;
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
    return words->is_child || words->next < words->trial_count ? TT_OK : TT_END;
}

static enum tt_status words_pass(struct words *words)
{
    struct program_run other OWNED(program_run_clear) = program_again(words->run, words->run->words);
    words->conversation = &other.conversation;
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

/* ---- the answer ---- */

static void words_say_found(const struct words *words, struct report *report)
{
    for (size_t i = 0; i < words->found_count; i++) {
        const struct word_trial *one = &words->found[i];
        const struct word_candidate *of = &words->candidates[one->candidate];
        const struct wire_op *op = &words->run->wire.ops[of->number];
        const uint32_t here = word_here(words, of);
        const bool has_core = of->use != WORD_OPERAND;
        report_item(report, NULL, SAY("line", op->line), SAY("x", of->x), SAY("y", of->y),
                    SAY("address", op->addr + of->offset), SAY("offset", of->offset), SAY("here", here),
                    SAY("instead", one->value), SAY("use", word_uses[of->use]),
                    SAY_OR_NULL("core", has_core, core_name(of->core)), SAY_OR_NULL("pc", has_core, of->pc));
        if (i >= FOUND_SAID)
            continue;
        report_print(report,
                     "  word         line %" PRIu32 ", byte %" PRIu32 " of the host's write to %u,%u:0x%" PRIx64
                     ": 0x%08" PRIx32 "\n",
                     op->line, of->offset, of->x, of->y, op->addr, here);
        if (has_core)
            report_print(report, "               %s by core %s%s 0x%" PRIx32 "\n", word_uses[of->use],
                         core_name(of->core), of->use == WORD_LOADED ? ", the last time at" : " at", of->pc);
        report_print(report, "               with 0x%08" PRIx32 " each answer is as it was recorded\n", one->value);
    }
}

static const char *const step_names[STEPS] = {
    [STEP_ELSEWHERE] = "values of other writes",
    [STEP_OPERANDS] = "operands",
    [STEP_LOADED] = "loaded words",
    [STEP_EXECUTED] = "code",
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
    words_say_found(words, report);
    report_close(report);
    report_say(report, SAY("words_tried", words->tried), SAY("words_left", left));
    if (words->found_count > FOUND_SAID)
        report_print(report, "               and %zu more, which --json has\n", words->found_count - FOUND_SAID);
    if (words->found_count > 1)
        report_print(report, "               any one of these would do: none is called the cause\n");
    report_label(report, LABEL, words->found_count ? "" : "words",
                 "%" PRIu64 " value%s tried in place of single words of the host%s%s", words->tried,
                 plural(words->tried), which, words->found_count ? "" : ": none leaves each answer as it was recorded");
    if (left)
        report_label(report, LABEL, "", "%" PRIu64 " more of those kinds were left out: --budget N, --max-time S",
                     left);
}

static void words_clear(struct words *words)
{
    mem_free(words->candidates);
    mem_free(words->trials);
    mem_free(words->found);
}

static struct words words_of(struct program_run *run, struct tt_error *err)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct words){.run = run,
                          .budget = run->words->budget ? run->words->budget : BUDGET,
                          .has_budget = run->words->budget != 0,
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
    if (words.candidate_count)
        qsort(words.candidates, words.candidate_count, sizeof *words.candidates, by_last_use);
    progress_begin(&words.progress, "words", "trials");
    enum tt_status status = TT_OK;
    for (int step = 0; step < STEPS && !words.found_count && !status; step++) {
        status = words_plan(&words, (enum word_step)step);
        if (!status && words.trial_count)
            status = words_pass(&words);
    }
    progress_end(&words.progress);
    TRY(status);
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
        TRY(words_try(words, words->candidate_count - 1, value));
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
    TRY(words_pass(&words));
    words_say(&words, report, ", as the other has them");
    return TT_OK;
}
