/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock in words: what each thread waits for, and who could bring it about (F17 to F24).
 * docs/semantics/program-order.md#deadlock */
#include "base/text/text.h"
#include "isa/cores.h"
#include "isa/effects.h"
#include "order/program.h"

#include "deadlock_findings.h"
#include "name_texts.h"

enum { ACT_TEXT_MAX = 32 };

/* Their names in the vendor's kernel library (tt-llk, ckernel_structs.h). */
static const char *const semaphore_names[SEMAPHORES] = {
    "FPU_SFPU",  "MATH_PACK",   "UNPACK_TO_DEST",   "UNPACK_OPERAND_SYNC",
    "PACK_DONE", "UNPACK_SYNC", "UNPACK_MATH_DONE", "MATH_DONE"};

static unsigned party_bit(unsigned party)
{
    return 1u << party;
}

unsigned replay_wait_party(const struct replay_wait *wait)
{
    if (wait->code[0])
        return (unsigned)wait->core;
    return wait->is_core ? TT_CORE_T0 + wait->thread : PARTY_PIPES + wait->thread;
}

const char *replay_party_text(unsigned party, char text[static PARTY_TEXT_MAX])
{
    if (party < PARTY_PIPES)
        (void)snprintf(text, PARTY_TEXT_MAX, "core %s", core_name((enum tt_core)party));
    else
        (void)snprintf(text, PARTY_TEXT_MAX, "T%u's pipe", (party - PARTY_PIPES) % THREADS);
    return text;
}

const char *replay_parties_text(unsigned parties, char text[static PARTIES_TEXT_MAX])
{
    size_t at = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < PARTIES; i++) {
        char name[PARTY_TEXT_MAX];
        if (parties >> i & 1)
            at +=
                (size_t)snprintf(text + at, PARTIES_TEXT_MAX - at, "%s%s", at ? ", " : "", replay_party_text(i, name));
    }
    return text;
}

/* Whether an effect would bring about what is wanted. */
static bool effect_releases(const struct isa_effect *effect, uint32_t word, const struct program_wanted *wanted)
{
    const enum isa_extent extent = (enum isa_extent)effect->extent;
    const unsigned valid = wanted->index ? WHAT_SRC_VALID_B : WHAT_SRC_VALID_A;
    switch (wanted->by) {
    case BY_POST:
        return (extent == EXTENT_POST || extent == EXTENT_SET) && effect_field(effect, word) >> wanted->index & 1;
    case BY_GET:
        return (extent == EXTENT_GET || extent == EXTENT_SET) && effect_field(effect, word) >> wanted->index & 1;
    case BY_MUTEX:
        return extent == EXTENT_GIVE && effect_field(effect, word) == wanted->index;
    case BY_UNPACKER:
        return effect->what == valid && extent == EXTENT_TO_MATRIX;
    case BY_MATRIX:
        return effect->what == valid && (extent == EXTENT_TO_UNPACKERS || extent == EXTENT_CLEAR);
    case BY_STREAM: /* by what is stored there, which words do not say */
    case BY_PIPE:
    case BY_NOBODY:
        break;
    }
    return false;
}

bool program_word_releases(enum tt_chip chip, uint32_t word, const struct program_wanted *wanted)
{
    const struct isa_insn *insn = isa_find(chip, word);
    for (unsigned i = 0; insn && i < insn->write_count; i++)
        if (effect_holds(&insn->writes[i], word) && effect_releases(&insn->writes[i], word, wanted))
            return true;
    return false;
}

bool program_store_releases(const struct ttcap_event *event, const struct program_wanted *wanted)
{
    return event->kind == TTCAP_SEMW && event->addr == wanted->index &&
           ((wanted->by == BY_POST && event->value == 0) || (wanted->by == BY_GET && event->value != 0));
}

/* The rest of a thread behind its gate, on a tile of its own: the expanders make words there of those that were pushed.
 */
struct rest {
    struct tile *tile;
    struct pipe pipe;
    const struct program_wanted *wanted;
};

static bool rest_open(struct rest *rest, const struct program *program, unsigned number)
{
    uint8_t state[4 * STATE_WORDS];
    rest->tile = tile_new(program->replay->info->chip);
    if (!rest->tile)
        return false;
    tile_load(program->replay->tile, TT_SPACE_STATE, 0, sizeof state, state);
    tile_store(rest->tile, TT_SPACE_STATE, 0, sizeof state, state, NULL);
    rest->pipe = program->threads[number].pipe;
    return true;
}

static void rest_close(struct rest *rest)
{
    tile_free(rest->tile);
}

/* Whether any word releases that the expanders still have. */
static bool rest_releases(struct rest *rest)
{
    uint32_t word;
    while (pipe_next(rest->tile, &rest->pipe, &word))
        if (program_word_releases(tile_chip(rest->tile), word, rest->wanted))
            return true;
    return false;
}

static bool rest_push(struct rest *rest, uint32_t word, bool is_behind)
{
    if (is_behind)
        pipe_push_behind(&rest->pipe, word);
    else
        pipe_push(rest->tile, &rest->pipe, word);
    return rest_releases(rest);
}

/* An event still to come: a store by a core, or a pushed word. */
static bool rest_take(struct rest *rest, unsigned number, const struct ttcap_event *event)
{
    unsigned thread = number;
    const bool is_of_b = event->kind == TTCAP_PUSH && event->has_pc && event->core == TT_CORE_B;
    bool is_window = false;
    if (event->kind == TTCAP_SEMW)
        return program_store_releases(event, rest->wanted);
    if (event->kind != TTCAP_MOPW && program_pushes(event, &thread, &is_window))
        return thread == number && rest_push(rest, event->value, is_of_b || is_window);
    if (event->kind == TTCAP_MOPW || event->kind == TTCAP_MMIO)
        replay_apply_store(rest->tile, event, NULL);
    return false;
}

/* The first event of a thread that is still to come and releases; false without one (or where it cannot be read). */
static bool find_event(const struct program *program, unsigned thread, struct rest *rest, uint64_t *at)
{
    const struct program_stream *stream_of_thread = &program->threads[thread].stream;
    struct program_stream stream = {0};
    struct tt_error err;
    bool is_found = false;
    if (!stream_of_thread->has_event)
        return false;
    enum tt_status status =
        program_stream_open(&stream, program->replay->capture, (int)thread, stream_of_thread->event->seq, &err);
    while (!status && stream.has_event && !is_found) {
        is_found = rest_take(rest, thread, stream.event);
        *at = stream.event->seq;
        status = program_stream_next(&stream, &err);
    }
    program_stream_close(&stream);
    return is_found;
}

/* Words under way behind the thread's gate: in its expanders, or pushed and not yet there. */
static bool is_under_way(const struct program *program, unsigned number, struct rest *rest)
{
    const struct program_thread *thread = &program->threads[number];
    bool is_found = rest_releases(rest);
    for (unsigned i = 0; i < thread->fifo_count && !is_found; i++) {
        const struct pushed_word *pushed = &thread->fifo[(thread->fifo_first + i) % PIPE_WORDS];
        is_found = rest_push(rest, pushed->word, pushed->is_behind);
    }
    return is_found;
}

void program_name_lost(const struct program *program, unsigned index, bool is_post, char text[static WAIT_TEXT_MAX])
{
    const struct listener_lost *lost = &program->replay->listener->lost[index + (is_post ? SYNC_POST_LOST : 0)];
    if (!lost->is_there)
        return;
    if (lost->thread < 0)
        wait_text_add(text, "; a core of no thread");
    else
        wait_text_add(text, "; thread %d%s", lost->thread, lost->is_core ? "'s core" : "");
    wait_text_add(text, " %s at step %" PRIu64 ", which was lost", is_post ? "posted it at 15" : "took from it at 0",
                  lost->seq);
}

/* "posts it", "hands a bank of SrcA over". Returns text. */
static const char *act_text(const struct program_wanted *wanted, char text[static ACT_TEXT_MAX])
{
    static const char *const acts[BY_PIPE] = {
        [BY_POST] = "posts it", [BY_GET] = "takes from it", [BY_MUTEX] = "gives it back", [BY_STREAM] = "stores there"};
    if (wanted->by == BY_UNPACKER || wanted->by == BY_MATRIX)
        return text_print(text, ACT_TEXT_MAX, "hands a bank of Src%c %s", wanted->index ? 'B' : 'A',
                          wanted->by == BY_UNPACKER ? "over" : "back");
    return acts[wanted->by];
}

/* A thread that brings about what is wanted with what is left of it: its bit, or 0. */
static unsigned name_releaser(const struct program *program, unsigned number, const struct program_wanted *wanted,
                              const char *before, char text[static WAIT_TEXT_MAX])
{
    const struct program_thread *thread = &program->threads[number];
    const bool is_behind = thread->latch.is_open && program_is_stopped(thread);
    const bool has_it = thread->has_word && program_word_releases(program->replay->info->chip, thread->word, wanted);
    struct rest rest OWNED(rest_close) = {.wanted = wanted};
    char act[ACT_TEXT_MAX];
    uint64_t at = 0;
    if (has_it && !is_behind) {
        wait_text_add(text, "%sthread %u %s next, but waits itself", before, number, act_text(wanted, act));
    } else if (!has_it && !rest_open(&rest, program, number)) {
        wait_text_add(text, "%sno memory to look at what is left of thread %u", before, number);
    } else if (has_it || is_under_way(program, number, &rest)) {
        wait_text_add(text, "%sthread %u %s in words behind the one it waits at", before, number,
                      act_text(wanted, act));
    } else if (find_event(program, number, &rest, &at)) {
        wait_text_add(text, "%sthread %u %s from event %" PRIu64 " on, which it does not reach", before, number,
                      act_text(wanted, act), at);
        return party_bit(TT_CORE_T0 + number); /* which has not pushed it */
    } else {
        return 0;
    }
    return party_bit(PARTY_PIPES + number);
}

/* How often it was stepped since it was set, which hazards follow. */
static void name_steps(const struct program *program, unsigned index, char text[static WAIT_TEXT_MAX])
{
    if (!program->hazards)
        return;
    const struct hazard_semaphore *semaphore = &program->hazards->semaphores[index];
    const uint64_t posts = semaphore->posts.count, gets = semaphore->gets.count;
    wait_text_add(text, "; from %" PRIu32 " on it was posted %" PRIu64 " time%s and taken %" PRIu64 " time%s",
                  semaphore->start, posts, posts == 1 ? "" : "s", gets, gets == 1 ? "" : "s");
}

unsigned program_name_releasers(const struct program *program, const struct program_wanted *wanted,
                                char text[static WAIT_TEXT_MAX])
{
    char act[ACT_TEXT_MAX];
    unsigned by = 0;
    if (wanted->by >= BY_PIPE)
        return wanted->by == BY_PIPE ? party_bit(PARTY_PIPES + wanted->index) : 0;
    for (unsigned i = 0; i < THREADS; i++)
        by |= name_releaser(program, i, wanted, by ? "; " : "", text);
    if (!by && program->replay->options->order == REPLAY_FIRMWARE)
        wait_text_add(text,
                      "no word that is pushed and still to run %s; code that no core has come to is not looked at",
                      act_text(wanted, act));
    else if (!by)
        wait_text_add(text, "nothing that is left of any thread %s", act_text(wanted, act));
    if (!by && (wanted->by == BY_POST || wanted->by == BY_GET))
        name_steps(program, wanted->index, text);
    if (wanted->by == BY_POST || wanted->by == BY_GET)
        program_name_lost(program, wanted->index, wanted->by == BY_POST, text);
    return by;
}

static void load_small(const struct program *program, struct small_state *small)
{
    tile_load_numbers(program->replay->tile, TT_SPACE_STATE, 0, STATE_WORDS, small);
}

struct program_wanted program_wanted_of(const struct sync_reason *reason)
{
    static const enum program_release by[] = {
        [SYNC_SEMAPHORE_POST] = BY_POST,     [SYNC_SEMAPHORE_GET] = BY_GET,       [SYNC_MUTEX] = BY_MUTEX,
        [SYNC_BANK_TO_MATRIX] = BY_UNPACKER, [SYNC_BANK_TO_UNPACKER] = BY_MATRIX, [SYNC_STREAM] = BY_STREAM,
    };
    return (struct program_wanted){by[reason->kind], reason->index};
}

void program_name_reason(const struct sync_reason *reason, const struct small_state *small,
                         char text[static WAIT_TEXT_MAX])
{
    const unsigned i = reason->index;
    switch (reason->kind) {
    case SYNC_SEMAPHORE_POST:
    case SYNC_SEMAPHORE_GET:
        wait_text_add(text, "semaphore %u (%s) %s", i, semaphore_names[i],
                      reason->kind == SYNC_SEMAPHORE_POST ? "above 0" : "below its maximum");
        if (small)
            wait_text_add(text, "; it stands at %u of %u",
                          reason->kind == SYNC_SEMAPHORE_POST ? 0 : (unsigned)small->sem[i].value,
                          (unsigned)small->sem[i].max);
        return;
    case SYNC_MUTEX:
        wait_text_add(text, "mutex %u", i);
        if (small && i < sizeof small->mutex / sizeof *small->mutex && small->mutex[i])
            wait_text_add(text, ", which thread %u holds", (unsigned)small->mutex[i] - 1);
        else if (small)
            wait_text_add(text, ", which does not exist");
        return;
    case SYNC_BANK_TO_MATRIX:
        wait_text_add(text, "bank %u of Src%c from unpacker %u", reason->bank, i ? 'B' : 'A', i);
        return;
    case SYNC_STREAM:
        wait_text_add(text, "stream %u%s", i, small ? " to be as far as " INSN_TEXT_STREAMWAIT " says" : "");
        return;
    case SYNC_BANK_TO_UNPACKER:
        break;
    }
    wait_text_add(text, "bank %u of Src%c back from the matrix unit", reason->bank, i ? 'B' : 'A');
}

/* The banks that a word waits for: the matrix unit until they are its own, all others until they are the unpackers'. */
static size_t bank_reasons(const struct small_state *small, const struct isa_insn *insn, uint32_t word,
                           struct sync_reason reasons[static 2])
{
    const uint32_t math[2] = {small->src_bank.math_a & 1, small->src_bank.math_b & 1};
    const uint32_t unp[2] = {small->src_bank.unp_a & 1, small->src_bank.unp_b & 1};
    const uint32_t *const valid[2] = {small->src_valid.a, small->src_valid.b};
    const bool is_matrix = isa_unit_of(insn, word) == TT_UNIT_MATRIX;
    size_t count = 0;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned what = i ? WHAT_SRC_VALID_B : WHAT_SRC_VALID_A;
        const bool waits = word_reads_as(insn, word, what, EXTENT_WAIT);
        const bool waits_behind = word_reads_as(insn, word, what, EXTENT_WAIT_BEHIND);
        const uint32_t bank = is_matrix || waits_behind ? math[i] : unp[i];
        if ((waits || waits_behind) && (valid[i][bank] != 0) != is_matrix)
            reasons[count++] = (struct sync_reason){is_matrix ? SYNC_BANK_TO_MATRIX : SYNC_BANK_TO_UNPACKER, i, bank};
    }
    return count;
}

size_t program_reasons(const struct program *program, unsigned thread, const struct program_word *at,
                       struct sync_reason reasons[static SYNC_REASONS_MAX])
{
    struct small_state small;
    size_t count = sync_reasons(program->replay->tile, thread, at->insn, at->word, reasons);
    if (count)
        return count;
    load_small(program, &small);
    return bank_reasons(&small, at->insn, at->word, reasons);
}

const char *program_semaphore_name(unsigned index)
{
    return semaphore_names[index % SEMAPHORES];
}

/* Returns by whom, as replay_wait has it. */
static unsigned explain_pipe(const struct program *program, unsigned thread, const struct program_word *at,
                             char what[static WAIT_TEXT_MAX], char who[static WAIT_TEXT_MAX])
{
    unsigned by = 0;
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct small_state small;
    load_small(program, &small);
    const size_t count = program_reasons(program, thread, at, reasons);
    for (size_t i = 0; i < count; i++) {
        wait_text_add(what, "%s", i ? " and " : "");
        const struct program_wanted wanted = program_wanted_of(&reasons[i]);
        program_name_reason(&reasons[i], &small, what);
        wait_text_add(who, "%s", i ? "; " : "");
        by |= program_name_releasers(program, &wanted, who);
    }
    if (count == 0) {
        wait_text_add(what, "a word of L1");
        wait_text_add(who, "a store to it");
    }
    return by;
}

struct program_wanted program_core_wanted(const struct program *program, unsigned number)
{
    const struct program_thread *thread = &program->threads[number];
    const struct ttcap_event *event = thread->stream.event;
    struct small_state small;
    switch (thread->core_block) {
    case BLOCK_SEMAPHORE:
        if (event->addr >= SEMAPHORES)
            break;
        load_small(program, &small);
        return (struct program_wanted){small.sem[event->addr].value < event->value ? BY_POST : BY_GET, event->addr};
    case BLOCK_FIFO_FULL:
    case BLOCK_PIPE_DRY:
    case BLOCK_MACRO_OP:
        return (struct program_wanted){BY_PIPE, number};
    case BLOCK_EARLIER:
    case BLOCK_NONE:
        break;
    }
    return (struct program_wanted){BY_NOBODY, 0};
}

static unsigned explain_core(const struct program *program, unsigned number, char what[static WAIT_TEXT_MAX],
                             char who[static WAIT_TEXT_MAX])
{
    const struct program_thread *thread = &program->threads[number];
    const struct program_wanted wanted = program_core_wanted(program, number);
    const struct ttcap_event *event = thread->stream.event;
    struct small_state small;
    load_small(program, &small);
    switch (thread->core_block) {
    case BLOCK_SEMAPHORE: {
        if (event->addr >= SEMAPHORES) {
            wait_text_add(what, "the register at 0x%08" PRIx32 " to come to %" PRIu32 "; it stands at %" PRIu32,
                          event->addr, event->value, tile_register(program->replay->tile, event->addr));
            wait_text_add(who, "a store there, or " INSN_TEXT_STOREREG " of a pipe");
            break;
        }
        const uint32_t value = small.sem[event->addr].value;
        wait_text_add(what, "semaphore %u (%s) at %u; it stands at %u", (unsigned)event->addr,
                      semaphore_names[event->addr], (unsigned)event->value, (unsigned)value);
        break;
    }
    case BLOCK_FIFO_FULL:
        wait_text_add(what, "room in front of its pipe");
        wait_text_add(who, "that pipe, which waits itself or is behind");
        break;
    case BLOCK_PIPE_DRY:
    case BLOCK_MACRO_OP:
        wait_text_add(what, "its own %s to be empty",
                      thread->core_block == BLOCK_PIPE_DRY ? "pipe" : "macro-op expander");
        wait_text_add(who, "that pipe, which waits itself or is behind");
        break;
    case BLOCK_EARLIER:
        if (program->reads)
            wait_text_add(what, "a store whose value it has read, or an event that comes behind all before it");
        else
            wait_text_add(what, "event %" PRIu64 ", which belongs to no thread and waits for all cores before it",
                          program->others.event->seq);
        wait_text_add(who, "the cores of the other threads");
        break;
    case BLOCK_NONE:
        break;
    }
    return program_name_releasers(program, &wanted, who);
}

bool replay_wants_waiting(const struct replay *replay)
{
    return REPLAY_HAS(replay, waiting) || replay->listener->next;
}

void replay_waits_add(void *user, const struct replay_wait *wait)
{
    struct replay_waits *waits = user;
    if (waits->count < REPLAY_WAITS_MAX)
        waits->items[waits->count++] = *wait;
}

void replay_report_waiting(struct replay *replay, const struct replay_wait *wait)
{
    REPLAY_REPORT(replay, waiting, wait);
    if (!replay->summary->is_deadlocked)
        return;
    char detail[WAIT_TEXT_MAX + 64];
    const bool is_firmware = *wait->code;
    if (is_firmware)
        (void)snprintf(detail, sizeof detail, "core %s at 0x%" PRIx32 " waits for %s", core_name(wait->core), wait->pc,
                       wait->what);
    else
        (void)snprintf(detail, sizeof detail, "thread %u: its %s waits for %s", wait->thread,
                       wait->is_core ? "core" : "pipe", wait->what);
    const struct probe_finding finding = {
        .id = FINDING_DEADLOCK,
        .unit = wait->is_core ? TT_UNIT_CORE : TT_UNIT_SYNC,
        .instance = (uint8_t)(is_firmware ? (unsigned)wait->core : wait->thread),
        .detail = detail,
    };
    replay->listener->probe.finding(replay->listener->probe.user, &finding);
}

static void report_pipe(struct program *program, unsigned thread, const struct program_word *at)
{
    struct replay_wait wait = {.thread = thread,
                               .event = at->event,
                               .word = at->word,
                               .has_pc = at->push.has_pc,
                               .core = at->push.core,
                               .pc = at->push.pc};
    wait.by = explain_pipe(program, thread, at, wait.what, wait.who);
    replay_report_waiting(program->replay, &wait);
}

void program_report_deadlock(struct program *program)
{
    if (!replay_wants_waiting(program->replay))
        return;
    for (unsigned i = 0; i < THREADS; i++) {
        const struct program_thread *thread = &program->threads[i];
        const struct program_word at_gate = program_word_at_gate(thread);
        if (thread->latch.is_open)
            report_pipe(program, i, &thread->latch.at);
        if (thread->has_word && !(thread->latch.is_open && program_is_stopped(thread)))
            report_pipe(program, i, &at_gate);
        if (thread->stream.has_event && thread->core_block != BLOCK_NONE) {
            const struct ttcap_event *event = thread->stream.event;
            struct replay_wait wait = {.thread = i,
                                       .is_core = true,
                                       .is_poll = thread->core_block == BLOCK_SEMAPHORE,
                                       .event = event->seq,
                                       .has_pc = event->has_pc,
                                       .core = event->core,
                                       .pc = event->pc};
            wait.by = explain_core(program, i, wait.what, wait.who);
            replay_report_waiting(program->replay, &wait);
        }
    }
}
