/* SPDX-License-Identifier: Apache-2.0 */
/* A word right behind WRCFG or CFGSHIFTMASK, whose unit may not see what it writes: one word must stand in between, of
 * any kind (their ISA pages). STREAMWRCFG holds nothing back: behind it only STALLWAIT for the configuration unit helps
 * (its ISA page). docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "isa/unit_fields.h"

#include "cfg_findings.h"
#include "config_insns.h"
#include "insn_ids.h"

enum { WIDE = 4, WHAT_TEXT = 512 };

static void hazard_cfg_name_fields(const struct hazards *hazards, uint32_t user, const struct hazard_delayed *delayed,
                                   char what[static WHAT_TEXT])
{
    what[0] = 0;
    for (uint32_t word = delayed->first; word < delayed->first + delayed->count; word++) {
        enum reg_id ids[32];
        const size_t count = reg_fields_of_word(hazards->chip, TT_SPACE_CFG, word, ids);
        for (size_t i = 0; i < count; i++) {
            const size_t length = strlen(what);
            const char *name = reg_field_get(hazards->chip, ids[i])->name;
            if (unit_reads(hazards->chip, hazards->unit, ids[i]) &&
                word_depends_on(hazards->chip, hazards->insn, user, hazards->unit, ids[i]))
                (void)snprintf(what + length, WHAT_TEXT - length, "%s%s", length ? ", " : "", name);
        }
    }
}

static void note_write(struct hazards *hazards, unsigned thread, uint32_t word)
{
    struct hazard_delayed *delayed = &hazards->delayed[thread];
    struct insn_wrcfg f = {0};
    switch ((unsigned)hazards->insn->id) {
    case INSN_WRCFG:
        f = isa_decode_wrcfg(hazards->chip, word);
        break;
    case INSN_CFGSHIFTMASK:
        f.cfg_reg = isa_decode_cfgshiftmask(hazards->chip, word).cfg_reg;
        break;
    case INSN_STREAMWRCFG:
        f.cfg_reg = isa_decode_streamwrcfg(hazards->chip, word).cfg_reg;
        delayed = &hazards->streamed[thread];
        break;
    default:
        return;
    }
    *delayed = (struct hazard_delayed){hazards->cycle[thread],
                                       hazards->source.listener->seq,
                                       hazards->time,
                                       word,
                                       f.wr128b ? f.cfg_reg & ~3u : f.cfg_reg,
                                       f.wr128b ? WIDE : 1};
    if (delayed->first + delayed->count > chip_get(hazards->chip)->cfg_words)
        delayed->count = 0;
}

static void check_delayed(struct hazards *hazards, unsigned thread, uint32_t word, struct hazard_delayed *delayed)
{
    char what[WHAT_TEXT];
    hazard_cfg_name_fields(hazards, word, delayed, what);
    if (!what[0])
        return;
    delayed->count = 0; /* said once */
    hazard_report(hazards,
                  &(struct hazard_pair){.id = FINDING_CFG_READ_TOO_SOON,
                                        .is_read = true,
                                        .agent = thread,
                                        .word = word,
                                        .unit = TT_UNIT_CONFIG,
                                        .thread = thread,
                                        .used_by = delayed->word,
                                        .used_step = delayed->step,
                                        .what = what},
                  0);
}

void hazard_check_cfg(struct hazards *hazards, unsigned thread, uint32_t word)
{
    struct hazard_delayed *delayed = &hazards->delayed[thread], *streamed = &hazards->streamed[thread];
    const bool uses = hazards->at_work->settings;
    if (uses && delayed->count && hazards->cycle[thread] - delayed->cycle == 1)
        check_delayed(hazards, thread, word, delayed);
    if (uses && streamed->count && streamed->time > hazards->agents[thread].done[TT_UNIT_CONFIG][thread])
        check_delayed(hazards, thread, word, streamed);
    if (hazards->insn)
        note_write(hazards, thread, word);
}
