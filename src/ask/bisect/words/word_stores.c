/* SPDX-License-Identifier: Apache-2.0 */
/* SETC16, RMWCIB, WRCFG and SETDMAREG of a value that is known; SEMPOST and SEMGET of a semaphore. */
#include "ask/bisect/words/word_stores.h"

#include "ask/bisect/cause_text.h"
#include "ask/bisect/fields.h"
#include "base/little.h"
#include "base/search.h"
#include "isa/isa.h"
#include "order/sets.h"
#include "tile/state.h"

#include "insn_ids.h"

enum { TARGETS_MAX = 16, WORDS_OF_WIDE = 4, THCON_WORDS = 128 /* that REG2FLOP reaches */ };

/* A register that has to hold a value. */
struct target {
    enum tt_space space;
    uint32_t lo, value, mask; /* bits set in mask alone */
};

struct targets {
    struct target items[TARGETS_MAX];
    unsigned count;
};

static void add_store(struct word_list *list, unsigned thread, uint32_t word)
{
    for (unsigned i = 0; i < list->store_count[thread]; i++)
        if (list->stores[thread][i] == word)
            return;
    if (list->store_count[thread] < WORD_STORES_MAX)
        list->stores[thread][list->store_count[thread]++] = word;
}

static void add_to_all(struct word_list *list, uint32_t word)
{
    for (unsigned thread = 0; thread < THREADS; thread++)
        add_store(list, thread, word);
}

/* The word of an instruction whose fields hold these values: pairs of a name and a value, then null. */
struct operand {
    const char *name;
    uint32_t value;
};
static uint32_t word_stores_word_of(enum tt_chip chip, insn_id id, const struct operand *operands, unsigned count)
{
    const struct isa_insn *insn = isa_get(chip, id);
    uint32_t word = isa_word(chip, id);
    for (unsigned i = 0; insn && i < count; i++)
        (void)isa_put_field(insn, operands[i].name, operands[i].value, &word);
    return word;
}

/* ---- the values that have to be stored ---- */

static bool has_target(const struct targets *targets, enum tt_space space, uint32_t lo)
{
    return ANY(i, targets->count, targets->items[i].space == space && targets->items[i].lo == lo) ||
           targets->count == TARGETS_MAX;
}

static enum tt_status word_stores_add_held(struct targets *targets, struct search *search)
{
    const struct difference *base = search->base;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < base->count && !status && targets->count < TARGETS_MAX; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        const enum tt_space space = (enum tt_space)byte->space;
        const uint32_t width = space == TT_SPACE_THREAD_CFG ? 2 : 4, lo = byte->addr - byte->addr % width;
        uint8_t held[4] = {0}, known[4] = {0};
        if ((space != TT_SPACE_CFG && space != TT_SPACE_THREAD_CFG && space != TT_SPACE_GPR &&
             space != TT_SPACE_STATE) ||
            has_target(targets, space, lo))
            continue;
        status = ttcap_read(search->capture, byte->checkpoint, space, lo, width, held, known, search->err);
        if (!status)
            targets->items[targets->count++] =
                (struct target){space, lo, load_number(held, width), load_number(known, width)};
    }
    return status;
}

/* A register is stored whole. */
static uint32_t whole_word(const struct fields *fields, const struct reg_field *field)
{
    return field->space == TT_SPACE_THREAD_CFG ? fields->thread_cfg[field->word] : fields->cfg[field->word];
}

static void add_fields(struct targets *targets, const struct search *search)
{
    const struct chip *chip = chip_get(search->fields.chip);
    for (unsigned i = 0; i < search->result->explanation_count; i++) {
        const struct bisect_change *change = &search->result->explanations[i].changes[0];
        if (change->kind != BISECT_SET || targets->count == TARGETS_MAX)
            continue;
        const struct replay_set_bits held = replay_set_bits(search->fields.chip, &change->set);
        const struct reg_field *field = held.field;
        const bool is_cfg = field->space == TT_SPACE_CFG;
        const uint32_t value = (whole_word(&search->fields, field) & ~held.mask) | held.value;
        for (unsigned thread = 0; thread < (is_cfg ? 1 : THREADS); thread++) { /* of another unit's thread, too */
            const uint32_t lo = is_cfg ? field->word * 4u : (thread * chip->thread_words + field->word) * 2u;
            if (!has_target(targets, field->space, lo))
                targets->items[targets->count++] =
                    (struct target){field->space, lo, value, is_cfg ? held.mask : UINT16_MAX};
        }
    }
}

/* ---- the words that store them ---- */

static void store_thread_word(struct word_list *list, const struct target *target)
{
    const uint32_t words = chip_get(list->chip)->thread_words;
    const struct operand operands[] = {{"setc16_reg", target->lo / 2 % words}, {"setc16_value", target->value}};
    add_store(list, target->lo / 2 / words % THREADS, word_stores_word_of(list->chip, INSN_SETC16, operands, 2));
}

static void store_bytes(struct word_list *list, const struct target *target)
{
    static const insn_id ids[] = {INSN_RMWCIB0, INSN_RMWCIB1, INSN_RMWCIB2, INSN_RMWCIB3};
    const uint32_t reg = target->lo / 4 % chip_get(list->chip)->cfg_words;
    for (unsigned i = 0; i < 4; i++) {
        const struct operand operands[] = {
            {"cfg_reg_addr", reg}, {"data", target->value >> 8 * i}, {"mask", target->mask >> 8 * i}};
        if (target->mask >> 8 * i & 0xFF && reg <= 0xFF)
            add_to_all(list, word_stores_word_of(list->chip, ids[i], operands, 3));
    }
}

static void store_gpr(struct word_list *list, unsigned thread, uint32_t gpr, uint32_t number)
{
    for (unsigned half = 0; half < 2; half++) {
        const uint32_t value = number >> 16 * half & 0xFFFF;
        const struct operand operands[] = {
            {"reg_index16b", gpr * 2 + half}, {"payload_sig_sel", value}, {"payload_sig_sel_size", value >> 14}};
        add_store(list, thread, word_stores_word_of(list->chip, INSN_SETDMAREG, operands, 3));
    }
}

/* The value in those registers from which the thread stores configuration. */
static void store_sources(struct word_list *list, const struct target *target)
{
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread]; i++) {
            const uint32_t word = list->distinct[thread][i];
            const insn_id id = isa_id(list->chip, word);
            if (id == INSN_WRCFG)
                store_gpr(list, thread, (word >> 16) % GPRS, target->value);
            else if (id == INSN_REG2FLOP)
                store_gpr(list, thread, word % GPRS, target->value);
        }
}

/* One post or one get too few. */
static void store_semaphore(struct word_list *list, const struct target *target)
{
    const size_t at = offsetof(struct small_state, sem), all = sizeof(((struct small_state *)0)->sem);
    const size_t each = sizeof(struct semaphore);
    if (target->lo < at || target->lo >= at + all)
        return;
    const struct operand operands[] = {{"sem_sel", UINT32_C(1) << (target->lo - at) / each}};
    add_to_all(list, word_stores_word_of(list->chip, INSN_SEMPOST, operands, 1));
    add_to_all(list, word_stores_word_of(list->chip, INSN_SEMGET, operands, 1));
}

/* The semaphores that a thread uses: one bit each. One that waits while it is full posts it, one that waits while
 * it is 0 gets it. */
struct semaphore_use {
    uint32_t posted, got;
};

static uint32_t word_stores_field(const struct isa_insn *insn, const char *name, uint32_t word)
{
    for (unsigned i = 0; i < insn->field_count; i++)
        if (strcmp(insn->fields[i].name, name) == 0)
            return isa_field_value(&insn->fields[i], word);
    return 0;
}

static void note_semaphore_use(enum tt_chip chip, uint32_t word, struct semaphore_use *use)
{
    enum { WHILE_ZERO = 1, WHILE_FULL = 2 };
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn || (insn->id != INSN_SEMPOST && insn->id != INSN_SEMGET && insn->id != INSN_SEMWAIT))
        return;
    const uint32_t which = word_stores_field(insn, "sem_sel", word);
    const uint32_t condition = insn->id == INSN_SEMWAIT ? word_stores_field(insn, "wait_sem_cond", word) : 0;
    if (insn->id == INSN_SEMPOST || condition & WHILE_FULL)
        use->posted |= which;
    if (insn->id == INSN_SEMGET || condition & WHILE_ZERO)
        use->got |= which;
}

/* Of a wait for semaphores: those that nothing in the recording posts, or nothing gets. */
static unsigned word_stores_vain(const struct word_list *list, uint32_t wait)
{
    enum { WHILE_ZERO = 1, WHILE_FULL = 2 };
    const struct isa_insn *insn = isa_find(list->chip, wait);
    const unsigned which = word_stores_field(insn, "sem_sel", wait);
    const unsigned condition = word_stores_field(insn, "wait_sem_cond", wait);
    unsigned posted = list->core_posts, got = list->core_gets;
    for (size_t i = 0; i < list->count; i++) { /* those of a macro-op, which cores store, too */
        const uint32_t word = list->items[i].word;
        const insn_id id = isa_id(list->chip, word);
        const unsigned of =
            word_is_semaphore(list->chip, word) ? word_stores_field(isa_find(list->chip, word), "sem_sel", word) : 0;
        posted |= id != INSN_SEMGET ? of : 0;
        got |= id == INSN_SEMGET ? of : 0;
    }
    return (condition & WHILE_ZERO ? which & ~posted : 0) | (condition & WHILE_FULL ? which & ~got : 0);
}

bool word_stores_mends_wait(const struct word_list *list, uint32_t recorded, uint32_t word)
{
    const bool are_waits = isa_id(list->chip, recorded) == INSN_SEMWAIT && isa_id(list->chip, word) == INSN_SEMWAIT;
    const struct isa_insn *insn = isa_find(list->chip, word);
    return are_waits && word_stores_field(insn, "sem_sel", word) && word_stores_field(insn, "wait_sem_cond", word) &&
           word_stores_vain(list, recorded) && !word_stores_vain(list, word);
}

/* Of a run that hangs: a post or a get by a thread that does so, or the beginning of a semaphore that it uses. */
static void store_semaphores_in_use(struct word_list *list)
{
    struct semaphore_use uses[THREADS] = {{0}};
    for (size_t i = 0; i < list->count; i++)
        if (!recorded_is_store(&list->items[i]))
            note_semaphore_use(list->chip, list->items[i].word, &uses[list->items[i].thread]);
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (uint32_t sem = 1; sem < UINT32_C(1) << SEMAPHORES; sem <<= 1) {
            const struct operand one[] = {{"sem_sel", sem}, {"max_value", 1}},
                                 two[] = {{"sem_sel", sem}, {"max_value", 2}};
            if (uses[thread].posted & sem)
                add_store(list, thread, word_stores_word_of(list->chip, INSN_SEMPOST, one, 1));
            if (uses[thread].got & sem)
                add_store(list, thread, word_stores_word_of(list->chip, INSN_SEMGET, one, 1));
            if ((uses[thread].posted | uses[thread].got) & sem) {
                add_store(list, thread, word_stores_word_of(list->chip, INSN_SEMINIT, one, 2));
                add_store(list, thread, word_stores_word_of(list->chip, INSN_SEMINIT, two, 2));
            }
        }
}

/* Of a run that hangs: a thread that takes a mutex gives it back. */
static void store_mutexes_in_use(struct word_list *list)
{
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread]; i++) {
            const uint32_t word = list->distinct[thread][i];
            const struct operand one[] = {
                {"mutex_index", word_stores_field(isa_find(list->chip, word), "mutex_index", word)}};
            if (isa_id(list->chip, word) == INSN_ATGETM)
                add_store(list, thread, word_stores_word_of(list->chip, INSN_ATRELM, one, 1));
        }
}

/* ---- waits, and what zeroes ---- */

static void word_stores_add_made(struct word_list *list, uint32_t word)
{
    list->made_count = fields_add_distinct(list->made, list->made_count, WORD_MADE_MAX, word);
}

void word_stores_add_waits(struct word_list *list)
{
    enum { ALL = 511 /* kinds of instructions that a wait stops */ };
    struct semaphore_use use = {0};
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread]; i++) {
            const uint32_t word = list->distinct[thread][i];
            const insn_id id = isa_id(list->chip, word);
            note_semaphore_use(list->chip, word, &use);
            if (id == INSN_SEMWAIT || id == INSN_STALLWAIT)
                word_stores_add_made(list, word);
        }
    for (uint32_t sem = 1; sem < UINT32_C(1) << SEMAPHORES; sem <<= 1)
        for (uint32_t condition = 1; condition <= 2 && (use.posted | use.got) & sem; condition++) {
            const struct operand one[] = {{"sem_sel", sem}, {"wait_sem_cond", condition}, {"stall_res", ALL}};
            word_stores_add_made(list, word_stores_word_of(list->chip, INSN_SEMWAIT, one, 3));
        }
}

/* Where the device held nothing but zeroes, or rows that count as zero: whatever zeroes elsewhere, and ZEROACC of a
 * half or all. */
static void word_stores_add_zeroes(struct word_list *list, const struct difference *base)
{
    enum { HALF = 2, ALL = 3, WIDE = 4, SECTIONS = 2 };
    static const uint32_t modes[] = {HALF, ALL, HALF | WIDE, ALL | WIDE};
    bool has_zero = base->count > 0;
    for (size_t i = 0; i < base->count && base->bytes[i].checkpoint == base->bytes[0].checkpoint && has_zero; i++)
        has_zero = !base->bytes[i].held || base->bytes[i].space == TT_SPACE_STATE;
    for (unsigned thread = 0; thread < THREADS && has_zero; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread]; i++)
            if (isa_id(list->chip, list->distinct[thread][i]) == INSN_ZEROACC)
                word_stores_add_made(list, list->distinct[thread][i]);
    for (size_t i = 0; i < sizeof modes / sizeof *modes && has_zero; i++)
        for (uint32_t section = 0; section < SECTIONS; section++)
            for (uint32_t half = 0; half < (modes[i] & 1 ? 1 : 2); half++) {
                const struct operand one[] = {{"clear_mode", modes[i]},
                                              {"addr_mode", section},
                                              {"use_32_bit_mode", modes[i] >> 2},
                                              {"where", half},
                                              {"dst", half}};
                word_stores_add_made(list, word_stores_word_of(list->chip, INSN_ZEROACC, one, 5));
            }
}

static void store_cfg(struct word_list *list, const struct target *target)
{
    store_bytes(list, target);
    store_sources(list, target);
}

/* ---- from which registers it can come ---- */

struct watch {
    struct word_list *list;
    const struct targets *targets;
};

/* WRCFG stores a register's value at that time. */
static void word_stores_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    const struct watch *watch = user;
    const uint32_t words = chip_get(watch->list->chip)->cfg_words;
    uint32_t gprs[GPRS];
    (void)word, (void)seq;
    tile_load_numbers(tile, TT_SPACE_GPR, thread * GPRS * 4, GPRS, gprs);
    for (unsigned i = 0; i < watch->targets->count; i++) {
        const struct target *target = &watch->targets->items[i];
        const uint32_t reg = target->lo / 4 % words;
        for (uint32_t gpr = 0; gpr < GPRS && target->space == TT_SPACE_CFG; gpr++) {
            if ((gprs[gpr] ^ target->value) & target->mask)
                continue;
            const struct operand one[] = {{"cfg_reg", reg}, {"gpr_address", gpr}};
            add_store(watch->list, thread, word_stores_word_of(watch->list->chip, INSN_WRCFG, one, 2));
            const struct operand wide[] = {
                {"cfg_reg", reg & ~(WORDS_OF_WIDE - 1u)}, {"gpr_address", gpr & ~(WORDS_OF_WIDE - 1u)}, {"wr128b", 1}};
            if (reg % WORDS_OF_WIDE == gpr % WORDS_OF_WIDE)
                add_store(watch->list, thread, word_stores_word_of(watch->list->chip, INSN_WRCFG, wide, 3));
        }
    }
}

static enum tt_status find_gprs(struct word_list *list, const struct targets *targets, struct search *search)
{
    struct watch watch = {list, targets};
    struct replay_summary summary;
    const struct replay_observer observer = {.user = &watch, .before = word_stores_on_before};
    struct replay_options until = search->options->replay;
    bisect_end_behind(&until, (uint64_t)search->result->after_event);
    search->result->replays++;
    return replay_run(search->capture, &until, NULL, &observer, &summary, search->err);
}

enum tt_status word_stores_add(struct word_list *list, struct search *search)
{
    struct targets targets = {.count = 0};
    bool has_cfg = false;
    enum tt_status status = word_stores_add_held(&targets, search);
    add_fields(&targets, search);
    if (list->is_hung) {
        store_semaphores_in_use(list);
        store_mutexes_in_use(list);
    }
    if (!list->is_executed && !list->is_hung)
        word_stores_add_waits(list);
    if (!list->is_hung)
        word_stores_add_zeroes(list, search->base);
    for (unsigned i = 0; i < targets.count && !status; i++) {
        const struct target *target = &targets.items[i];
        if (target->space == TT_SPACE_THREAD_CFG)
            store_thread_word(list, target);
        else if (target->space == TT_SPACE_GPR)
            store_gpr(list, target->lo / 4 / GPRS % THREADS, target->lo / 4 % GPRS, target->value);
        else if (target->space == TT_SPACE_STATE)
            store_semaphore(list, target);
        else if (target->space == TT_SPACE_CFG)
            store_cfg(list, target);
        has_cfg |= target->space == TT_SPACE_CFG;
    }
    return status || !has_cfg ? status : find_gprs(list, &targets, search);
}

/* ---- where a register goes ---- */

/* Whether a word puts a register into configuration; *cfg: which word of it. */
static bool word_stores_puts(enum tt_chip chip, uint32_t word, uint32_t gpr, uint32_t *cfg)
{
    const struct isa_insn *insn = isa_find(chip, word);
    const bool is_wrcfg = insn && insn->id == INSN_WRCFG;
    if (!is_wrcfg && (!insn || insn->id != INSN_REG2FLOP || word_stores_field(insn, "target_sel", word)))
        return false;
    const bool is_wide =
        is_wrcfg ? word_stores_field(insn, "wr128b", word) != 0 : word_stores_field(insn, "size_sel", word) == 0;
    const uint32_t mask = is_wide ? ~(WORDS_OF_WIDE - 1u) : UINT32_MAX;
    const uint32_t from = word_stores_field(insn, is_wrcfg ? "gpr_address" : "reg_index", word) % GPRS & mask;
    const uint32_t to =
        is_wrcfg ? word_stores_field(insn, "cfg_reg", word) & mask
                 : chip_get(chip)->thcon_base + (word_stores_field(insn, "flop_index", word) % THCON_WORDS & mask);
    *cfg = to + gpr - from;
    return gpr - from < (is_wide ? WORDS_OF_WIDE : 1) && *cfg < chip_get(chip)->cfg_words;
}

void word_stores_follow(const struct word_list *list, struct bisect_change *change)
{
    const struct isa_insn *insn = isa_find(list->chip, change->recorded);
    uint32_t nth = 0;
    if (change->fault != BISECT_CHANGED || bisect_change_is_stored(change) || !insn || insn->id != INSN_SETDMAREG)
        return;
    const unsigned thread = change->edit.thread;
    const uint32_t half = word_stores_field(insn, "reg_index16b", change->recorded);
    while (nth < list->thread_count[thread] && (int64_t)word_of_thread(list, thread, nth)->seq <= change->edit.event)
        nth++;
    for (; nth < list->thread_count[thread] && !change->has_fed; nth++) {
        const uint32_t word = word_of_thread(list, thread, nth)->word;
        if (isa_id(list->chip, word) == INSN_SETDMAREG && word_stores_field(insn, "reg_index16b", word) == half)
            return;
        change->has_fed = word_stores_puts(list->chip, word, half / 2, &change->fed);
    }
}
