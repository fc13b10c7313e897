/* SPDX-License-Identifier: Apache-2.0 */
/* The cores' stores to the configuration. An UNPACR takes the base address of its context when it is issued, and a
 * store behind it must know it issued. A store and a word that its core pushes behind it go to two regions, so the word
 * may be issued first: what its unit reads must have been waited for, by STALLWAIT for the core's stores (TRISC_CFG).
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "isa/registers.h"
#include "isa/unit_fields.h"
#include "tile/tile.h"
#include "tile/unpack/unpack.h"

#include "cfg_findings.h"
#include "insn_ids.h"
#include "unpack_insns.h"

static const enum reg_id base_fields[HAZARD_SIDES][HAZARD_BASES] = {
    {REG_THCON_SEC0_REG3_Base_address, REG_THCON_SEC0_REG3_Base_cntx1_address, REG_THCON_SEC0_REG3_Base_cntx2_address,
     REG_THCON_SEC0_REG3_Base_cntx3_address, REG_THCON_SEC0_REG4_Base_cntx4_address,
     REG_THCON_SEC0_REG4_Base_cntx5_address, REG_THCON_SEC0_REG4_Base_cntx6_address,
     REG_THCON_SEC0_REG4_Base_cntx7_address},
    {REG_THCON_SEC1_REG3_Base_address, REG_THCON_SEC1_REG3_Base_cntx1_address, REG_THCON_SEC1_REG3_Base_cntx2_address,
     REG_THCON_SEC1_REG3_Base_cntx3_address, REG_THCON_SEC1_REG4_Base_cntx4_address,
     REG_THCON_SEC1_REG4_Base_cntx5_address, REG_THCON_SEC1_REG4_Base_cntx6_address,
     REG_THCON_SEC1_REG4_Base_cntx7_address}};

bool hazard_orders_stores(const struct hazards *hazards, unsigned thread)
{
    const struct reg_field *field = reg_field_get(hazards->chip, REG_TENSIX_TRISC_SYNC_TrackGlobalCfg);
    return field->name && tile_state(hazards->source.tile)->thread_cfg[thread][field->word] >> field->shift & 1;
}

static struct hazard_base *base_of(struct hazards *hazards, unsigned thread, unsigned unpacker, unsigned context)
{
    const unsigned state = tile_state(hazards->source.tile)->thread_cfg[thread][0] & 1;
    return &hazards->bases[state][unpacker][context % HAZARD_BASES];
}

void hazard_know_context(struct hazards *hazards, unsigned thread, uint32_t word)
{
    if (hazards->insn->id == INSN_UNPACR)
        hazards->context = unpack_context_of(hazards->source.tile, thread, word);
}

/* An UNPACR that only flushes or steps. */
static bool moves_nothing(const struct hazards *hazards, uint32_t word)
{
    const struct insn_unpacr f = isa_decode_unpacr(hazards->chip, word);
    return hazards->insn->id == INSN_UNPACR && (f.search_cache_flush || f.cfg_context_cnt_inc);
}

void hazard_take_base(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const unsigned unpacker = isa_decode_unpacr(hazards->chip, word).unpack_block_selection;
    if (hazards->insn->id != INSN_UNPACR || moves_nothing(hazards, word))
        return;
    struct hazard_base *base = base_of(hazards, thread, unpacker, hazards->context);
    base->taken = hazards->time;
    base->taken_step = hazards->source.listener->seq;
    base->word = word;
    base->thread = (uint8_t)thread;
}

static bool has_changed_to(const struct hazards *hazards, unsigned state, uint32_t word)
{
    const struct hazard_words *written = &hazards->written[state];
    return word >= written->lo && word < written->hi &&
           tile_state(hazards->source.tile)->cfg[state][word] != hazards->before[state][word];
}

static void check_base(struct hazards *hazards, unsigned agent, uint32_t word, struct hazard_base *base,
                       const char *what)
{
    if (base->taken <= hazards->agents[agent].done[HAZARD_AT_ISSUE][base->thread] ||
        (agent == (unsigned)HAZARD_CORES + base->thread && hazard_orders_stores(hazards, base->thread)))
        return;
    hazard_report(hazards,
                  &(struct hazard_pair){.id = FINDING_CFG_WHILE_IN_USE,
                                        .agent = agent,
                                        .word = word,
                                        .unit = HAZARD_AT_ISSUE,
                                        .thread = base->thread,
                                        .used_by = base->word,
                                        .used_step = base->taken_step,
                                        .what = what},
                  base->taken);
}

void hazard_check_bases(struct hazards *hazards, unsigned agent, uint32_t word)
{
    for (unsigned unpacker = 0; unpacker < HAZARD_SIDES; unpacker++) {
        const bool may_be_one = hazard_changed_for(hazards, (enum tt_unit)(TT_UNIT_UNPACK0 + unpacker));
        for (unsigned context = 0; may_be_one && context < HAZARD_BASES; context++) {
            const struct reg_field *field = reg_field_get(hazards->chip, base_fields[unpacker][context]);
            for (unsigned state = 0; field->name && state < CFG_STATES; state++) {
                if (has_changed_to(hazards, state, field->word))
                    check_base(hazards, agent, word, &hazards->bases[state][unpacker][context], field->name);
            }
        }
    }
}

/* ---- stores that a word may come before ---- */

static bool may_use(const struct hazards *hazards, enum tt_unit unit, uint32_t word)
{
    return unit < TT_UNIT_MOVER || hazards->cfg_users[word] >> (unit - TT_UNIT_MOVER) & 1;
}

/* The oldest goes where there are too many. */
static void hazard_base_add_store(struct hazards *hazards, unsigned agent, const struct hazard_store *store)
{
    struct hazard_store *stores = hazards->stores[agent];
    for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++)
        hazards->stored_for[unit] |= (uint8_t)(may_use(hazards, unit, store->word) << agent);
    if (hazards->store_count[agent] == HAZARD_STORES)
        memmove(&stores[0], &stores[1], (--hazards->store_count[agent]) * sizeof *stores);
    stores[hazards->store_count[agent]++] = *store;
}

void hazard_note_stores(struct hazards *hazards, unsigned agent, uint32_t by)
{
    for (unsigned state = 0; state < CFG_STATES; state++) {
        const struct hazard_words *written = &hazards->written[state];
        for (uint32_t word = written->lo; word < written->hi; word++) {
            const uint32_t bits = tile_state(hazards->source.tile)->cfg[state][word] ^ hazards->before[state][word];
            if (bits)
                hazard_base_add_store(
                    hazards, agent,
                    &(struct hazard_store){hazards->time, hazards->source.listener->seq, word, bits, by, state});
        }
    }
}

/* Fields of a context are read by a word of that context alone. */
static bool is_of_context(const struct hazards *hazards, enum reg_id id)
{
    const unsigned unpacker = hazards->unit == TT_UNIT_UNPACK1;
    if (!unit_is_unpacker(hazards->unit))
        return true;
    if (id == (unpacker ? REG_THCON_SEC1_REG3_Base_address : REG_THCON_SEC0_REG3_Base_address))
        return hazards->context == 0;
    const char *at = strstr(reg_field_get(hazards->chip, id)->name, "cntx");
    return !at || (unsigned)(at[4] - '0') == hazards->context;
}

/* The first field of a store that the word at work reads; null: none. */
static const char *field_read(const struct hazards *hazards, const struct hazard_store *store)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(hazards->chip, TT_SPACE_CFG, store->word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(hazards->chip, ids[i]);
        if ((store->bits & reg_field_bits(field)) && unit_reads(hazards->chip, hazards->unit, ids[i]) &&
            hazard_depends_on(hazards, field_group(ids[i])) && is_of_context(hazards, ids[i]))
            return field->name;
    }
    return NULL;
}

/* Up to when the thread knows that what the core or the pipe `owner` changed is in the configuration. */
static uint64_t stores_known(const struct hazards *hazards, unsigned thread, unsigned owner)
{
    return hazards->agents[thread].done[owner >= HAZARD_CORES ? HAZARD_STORE_DONE : HAZARD_AT_ISSUE][owner % THREADS];
}

/* The fields that the core or the pipe `owner` changed and that the thread does not know to be in the configuration. */
static void check_stores_of(struct hazards *hazards, unsigned thread, uint32_t word, unsigned owner)
{
    const bool is_core = owner >= HAZARD_CORES;
    const unsigned state = tile_state(hazards->source.tile)->thread_cfg[thread][0] & 1, of = owner % THREADS;
    const uint64_t done = stores_known(hazards, thread, owner);
    for (unsigned i = hazards->store_count[owner]; i-- > 0 && hazards->stores[owner][i].time > done;) {
        struct hazard_store *store = &hazards->stores[owner][i];
        const bool may_read = store->bits && store->state == state && may_use(hazards, hazards->unit, store->word);
        const char *name = may_read ? field_read(hazards, store) : NULL;
        if (!name)
            continue;
        hazard_report(hazards,
                      &(struct hazard_pair){.id = is_core ? FINDING_CFG_STORE_NOT_AWAITED : FINDING_CFG_READ_UNORDERED,
                                            .is_read = true,
                                            .agent = thread,
                                            .word = word,
                                            .unit = is_core ? HAZARD_CORE_STORE : HAZARD_AT_ISSUE,
                                            .thread = of,
                                            .used_by = store->by,
                                            .used_step = store->step,
                                            .what = name,
                                            .is_of_field = true},
                      0);
        store->bits = 0; /* once a store */
    }
}

void hazard_check_stores(struct hazards *hazards, unsigned thread, uint32_t word)
{
    if (moves_nothing(hazards, word))
        return;
    for (unsigned owners = hazards->stored_for[hazards->unit] & ~(1u << thread); owners; owners &= owners - 1) {
        const unsigned owner = (unsigned)__builtin_ctz(owners), last = hazards->store_count[owner] - 1;
        if (hazards->stores[owner][last].time > stores_known(hazards, thread, owner) &&
            (owner != HAZARD_CORES + thread || !hazard_orders_stores(hazards, thread)))
            check_stores_of(hazards, thread, word, owner);
    }
}
