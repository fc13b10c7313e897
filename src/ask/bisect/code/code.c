/* SPDX-License-Identifier: Apache-2.0 */
/* A replay reports from which places of the code stores and words came, and which instructions ran; what they store was
 * made shortly before, as a rule. */
#include "ask/bisect/code/code_changes.h"
#include "ask/bisect/code/hung_addresses.h"
#include "ask/bisect/explain_internal.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/isa.h"
#include "isa/riscv.h"
#include "isa/spaces.h"
#include "tile/riscv/cores.h"

#include "insn_ids.h"

enum { CODE_BACK = 16 /* instructions */ };

/* Places that the first difference came from, and at which cores stand in a run that hangs, come first; then other
 * stores and pushes; then the rest that ran. */
enum code_rank { CODE_ON_CHAIN, CODE_LEAVES, CODE_RAN, CODE_RANKS };

struct code_place {
    enum tt_core core;
    uint32_t pc;
    enum code_rank rank; /* the best, of any time that it was there */
    bool is_vain;        /* what it waits for has happened */
    uint32_t last;       /* when it ran last; of RAN */
};

struct code {
    struct search *search;
    struct code_place *places; /* each once for each rank, as they came first; RAN the other way round */
    size_t count, capacity;
    uint8_t *is_there, *is_tried; /* by word of L1; is_there: a rank, 0: none */
    uint32_t *last;               /* likewise: when it ran last; 0: never */
    uint8_t *core;                /* by which core */
    uint32_t ran;
    uint32_t size; /* of L1; code elsewhere is not searched */
    struct hung_addresses addresses;
    bool is_out_of_memory;
    enum tt_status status;
};

static void code_list(struct code *code, const struct code_place *place)
{
    code->is_out_of_memory |= mem_grow(&code->places, &code->capacity, code->count + 1, sizeof *code->places) != 0;
    if (!code->is_out_of_memory)
        code->places[code->count++] = *place;
}

static void code_on_came_from(void *user, const struct replay_origin *origin)
{
    struct code *code = user;
    if (origin->pc >= code->size)
        return;
    const enum code_rank rank = chain_has_step(&code->search->chain, origin->seq) ? CODE_ON_CHAIN : CODE_LEAVES;
    uint8_t *is_there = &code->is_there[origin->pc / CODE_WORD];
    if (*is_there >> rank & 1 || code->is_out_of_memory)
        return;
    *is_there |= (uint8_t)(1u << rank);
    code_list(code, &(struct code_place){.core = origin->core, .pc = origin->pc, .rank = rank});
}

static void code_on_core(void *user, enum tt_core core, const struct cores *cores, uint64_t seq)
{
    struct code *code = user;
    const uint32_t pc = cores_core(cores, core)->pc;
    (void)seq;
    hung_addresses_note(&code->addresses, core, cores);
    if (pc >= code->size)
        return;
    code->last[pc / CODE_WORD] = ++code->ran;
    code->core[pc / CODE_WORD] = (uint8_t)core;
}

ORDER(code_by_last, struct code_place, RISING(last))

static void code_list_ran(struct code *code)
{
    const size_t first = code->count;
    for (uint32_t i = 0; i < code->size / CODE_WORD && !code->is_out_of_memory; i++)
        if (code->last[i])
            code_list(code, &(struct code_place){.core = (enum tt_core)code->core[i],
                                                 .pc = i * CODE_WORD,
                                                 .rank = CODE_RAN,
                                                 .last = code->last[i]});
    if (code->count > first)
        qsort(code->places + first, code->count - first, sizeof *code->places, code_by_last);
}

/* Where each core stands in a run that hangs: what it waits at, and the branch of that loop. */
static void code_list_stands(struct code *code)
{
    enum { LOOP = 2 * CODE_WORD /* behind a load */ };
    uint32_t at[TT_CORE_COUNT] = {0};
    for (uint32_t i = 0; i < code->size / CODE_WORD; i++)
        if (code->last[i] && (!at[code->core[i]] || code->last[i] > code->last[at[code->core[i]]]))
            at[code->core[i]] = i;
    for (unsigned core = 0; core < TT_CORE_COUNT; core++)
        if (at[core])
            code_list(code, &(struct code_place){
                                .core = (enum tt_core)core, .pc = at[core] * CODE_WORD + LOOP, .rank = CODE_ON_CHAIN});
}

/* The place that pushed the word at which a pipe waits. */
static void code_on_waiting(void *user, const struct replay_wait *wait)
{
    struct code *code = user;
    if (wait->has_pc && !wait->is_core && wait->pc < code->size)
        code_list(code, &(struct code_place){.core = wait->core, .pc = wait->pc, .rank = CODE_ON_CHAIN});
}

static enum tt_status code_read(struct code *code)
{
    struct search *search = code->search;
    const struct replay_observer observer = {
        .user = code, .came_from = code_on_came_from, .core = code_on_core, .waiting = code_on_waiting};
    struct replay_summary summary;
    code->size = space_bytes(ttcap_info(search->capture)->chip, TT_SPACE_L1);
    const uint32_t words = code->size / CODE_WORD + 1;
    code->is_there = mem_calloc(words, 1);
    code->is_tried = mem_calloc(words, 1);
    code->core = mem_calloc(words, 1);
    code->last = mem_calloc(words, sizeof *code->last);
    if (!code->is_there || !code->is_tried || !code->core || !code->last)
        return tt_fail(search->err, TT_NO_MEMORY, "no memory for the cores' code");
    search->result->replays++;
    struct replay_options options = search->options->replay;
    options.frames = NULL;
    const enum tt_status status = replay_run(search->capture, &options, NULL, &observer, &summary, search->err);
    if (!status && summary.is_deadlocked)
        code_list_stands(code);
    if (!status)
        code_list_ran(code);
    return !status && code->is_out_of_memory ? tt_fail(search->err, TT_NO_MEMORY, "no memory for the cores' code")
                                             : status;
}

/* Whether an instruction is an act that may be missing: of one that computes, another number is likelier. */
static bool code_is_act(uint32_t word)
{
    return riscv_is_push(word) || riscv_writes_memory(word);
}

/* Whether a core runs the same word elsewhere. */
static bool code_is_elsewhere(const struct code *code, const struct replay_operand *place, uint32_t word)
{
    bool is = false;
    for (uint32_t i = 0; i < code->size / CODE_WORD && !is; i++) {
        uint8_t bytes[CODE_WORD], known[CODE_WORD];
        is = code->last[i] && i != place->lo / CODE_WORD &&
             !ttcap_read(code->search->capture, 0, TT_SPACE_L1, i * CODE_WORD, CODE_WORD, bytes, known,
                         code->search->err) &&
             load_u32(bytes) == word;
    }
    return is;
}

/* Whether of two changes of one place the later one says more: it leaves less where the run hangs; it did not run,
 * which says as much as all others; or it is a word that stands elsewhere, where the former does not. */
static bool code_says_more(const struct code *code, const struct bisect_explanation *one,
                           const struct bisect_explanation *other)
{
    const struct replay_operand *is = &one->changes[0].operand, *would = &other->changes[0].operand;
    const uint32_t recorded = load_u32(is->recorded), value = load_u32(would->value);
    if (one->left != other->left)
        return other->left < one->left;
    return (value == RISCV_NOP && code_is_act(recorded)) ||
           (riscv_is_push(recorded) && code_is_elsewhere(code, is, value) &&
            !code_is_elsewhere(code, is, load_u32(is->value)));
}

/* Of those that explain all one for each place: which of its bits is the wrong one, nothing says. */
static void code_join(const struct code *code, unsigned before)
{
    struct bisect_result *result = code->search->result;
    if (result->explanation_count == before)
        return;
    const struct bisect_explanation other = result->explanations[before];
    const struct replay_operand *place = &other.changes[0].operand;
    for (unsigned i = 0; i < before; i++) {
        struct bisect_explanation *one = &result->explanations[i];
        struct bisect_change *change = &one->changes[0];
        if (!change->is_code || change->operand.lo != place->lo)
            continue;
        const uint32_t was = load_u32(change->operand.value), is = load_u32(place->value);
        const bool is_again = is == was || is == change->beside;
        const bool is_first = !is_again && code_says_more(code, one, &other);
        const uint32_t alike = change->alike + !is_again, beside = change->alike ? change->beside : is_again ? 0 : is;
        if (is_first)
            *one = other;
        change->beside = is_first ? was : beside;
        change->alike = alike;
        result->explanation_count = before;
        return;
    }
}

static enum tt_status code_try_word(struct code *code, const struct code_place *at, uint32_t is, uint32_t word)
{
    struct search *search = code->search;
    const unsigned before = search->result->explanation_count;
    struct bisect_explanation explanation = {.count = 1};
    struct bisect_change *change = &explanation.changes[0];
    *change = (struct bisect_change){.kind = BISECT_OPERAND,
                                     .is_code = true,
                                     .is_vain = at->is_vain,
                                     .core = at->core,
                                     .operand = {.space = TT_SPACE_L1, .lo = at->pc, .count = CODE_WORD}};
    store_number(change->operand.recorded, CODE_WORD, is);
    store_number(change->operand.value, CODE_WORD, word);
    const enum tt_status status = explain_screen(search, &explanation);
    code_join(code, before);
    return status;
}

struct code_word {
    struct code *code;
    const struct code_place *at;
    uint32_t is;
    enum tt_status status;
};

static bool code_try_other(void *user, uint32_t other)
{
    struct code_word *word = user;
    word->status = code_try_word(word->code, word->at, word->is, other);
    return !word->status && !explain_is_spent(word->code->search);
}

/* The words that its core runs, and how far away. */
static enum tt_status code_near(const struct code *code, const struct code_place *at, struct code_near *near,
                                size_t *count)
{
    struct search *search = code->search;
    const uint32_t own = at->pc / CODE_WORD;
    *count = 0;
    for (uint32_t i = 0; i < code->size / CODE_WORD && *count < CODE_NEAR_MAX; i++) {
        uint8_t bytes[CODE_WORD], known[CODE_WORD];
        if (!code->last[i] || code->core[i] != at->core)
            continue;
        TRY(ttcap_read(search->capture, 0, TT_SPACE_L1, i * CODE_WORD, CODE_WORD, bytes, known, search->err));
        near[(*count)++] = (struct code_near){load_number(bytes, CODE_WORD), i < own ? own - i : i - own};
    }
    return TT_OK;
}

/* The words that may stand there in place of an instruction. */
static enum tt_status code_try_at(struct code *code, const struct code_place *at, enum code_level level)
{
    struct search *search = code->search;
    uint8_t bytes[CODE_WORD], known[CODE_WORD];
    TRY(ttcap_read(search->capture, 0, TT_SPACE_L1, at->pc, CODE_WORD, bytes, known, search->err));
    struct code_word word = {.code = code, .at = at, .is = load_number(bytes, CODE_WORD)};
    struct code_changes changes = {
        .chip = ttcap_info(search->capture)->chip, .landing = &search->landing, .user = &word, .try = code_try_other};
    if (load_number(known, CODE_WORD) != UINT32_MAX)
        return TT_OK;
    struct code_near *near OWNED(mem_free_at) = NULL;
    if (code_is_nop(changes.chip, word.is)) {
        changes.near = near = mem_calloc(CODE_NEAR_MAX, sizeof *near);
        NEED(near, search->err, "no memory for the cores' code");
        TRY(code_near(code, at, near, &changes.near_count));
    }
    (void)code_changes(&changes, word.is, level);
    return word.status;
}

static enum tt_status code_try_places(struct code *code, enum code_level level, enum code_rank rank)
{
    const uint32_t most = rank == CODE_RAN ? 1 : CODE_BACK;
    enum tt_status status = TT_OK;
    for (size_t i = code->count; i-- > 0 && !status;) {
        if (code->places[i].rank != rank)
            continue;
        for (uint32_t back = 0; back < most && !status; back++) {
            const struct code_place at = {.core = code->places[i].core, .pc = code->places[i].pc - back * CODE_WORD};
            if (at.pc > code->places[i].pc || at.pc + CODE_WORD > code->size)
                break;
            uint8_t *is_tried = &code->is_tried[at.pc / CODE_WORD];
            if (*is_tried >> level & 1)
                continue;
            *is_tried |= (uint8_t)(1u << level);
            status = code_try_at(code, &at, level);
            if (!status && explain_is_spent(code->search))
                return TT_OK;
        }
    }
    return status;
}

static void code_clear(struct code *code)
{
    mem_free(code->places);
    mem_free(code->is_there);
    mem_free(code->is_tried);
    mem_free(code->core);
    mem_free(code->last);
}

static bool code_try_address(void *user, enum tt_core core, uint32_t pc, uint32_t is, uint32_t word)
{
    struct code *code = user;
    const struct riscv_op *op = riscv_find(is);
    const bool is_branch = op && op->immediate == RISCV_IMMEDIATE_B;
    const struct code_place at = {.core = core, .pc = pc, .is_vain = is_branch};
    struct code_word tried = {.code = code, .at = &at, .is = is};
    const bool goes_on = code_try_other(&tried, word);
    code->status = tried.status;
    return goes_on;
}

/* Beside what explains all other values and instructions left out are tried of all ranks: they may do as much. */
enum tt_status code_try(struct search *search)
{
    struct code code = {.search = search};
    const unsigned before = search->result->explanation_count;
    enum tt_status status = explain_chain(search);
    if (!status)
        status = code_read(&code);
    if (!status && search->base->summary.is_deadlocked)
        status = hung_addresses_try(&code.addresses, search, &code, code_try_address);
    status = status ? status : code.status;
    for (int rank = 0; rank < CODE_RANKS && !status; rank++)
        for (int level = 0; level < CODE_OTHERS && !status; level++)
            status = code_try_places(&code, (enum code_level)level, (enum code_rank)rank);
    const bool is_found = search->result->explanation_count > before && !search->result->ends_alone;
    for (int rank = 0; rank < CODE_RANKS && !status && !is_found; rank++)
        status = code_try_places(&code, CODE_OTHERS, (enum code_rank)rank);
    search->is_cut = true; /* of two bits or instructions at once nothing is tried, nor what is missing */
    code_clear(&code);
    return status;
}
