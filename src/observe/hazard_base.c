/* SPDX-License-Identifier: Apache-2.0 */
/* The base addresses of the unpackers, each of its context: an UNPACR takes its own when it is issued, and a store
 * behind it must know it issued. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/registers.h"
#include "tile/tile.h"
#include "tile/unpack/unpack.h"

#include "finding_ids.h"
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
    if (hazards->insn && hazards->insn->id == INSN_UNPACR)
        hazards->context = unpack_context_of(hazards->source.tile, thread, word);
}

void hazard_take_base(struct hazards *hazards, unsigned thread, uint32_t word)
{
    if (!hazards->insn || hazards->insn->id != INSN_UNPACR)
        return;
    const struct insn_unpacr f = isa_decode_unpacr(hazards->chip, word);
    if (f.search_cache_flush || f.cfg_context_cnt_inc) /* moves no data */
        return;
    const unsigned unpacker = f.unpack_block_selection;
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
        for (unsigned context = 0; context < HAZARD_BASES; context++) {
            const struct reg_field *field = reg_field_get(hazards->chip, base_fields[unpacker][context]);
            for (unsigned state = 0; field->name && state < CFG_STATES; state++) {
                if (has_changed_to(hazards, state, field->word))
                    check_base(hazards, agent, word, &hazards->bases[state][unpacker][context], field->name);
            }
        }
    }
}
