/* SPDX-License-Identifier: Apache-2.0 */
/* Words that follow WRCFG so closely that their unit may not see what it writes: two words must stand in between (seed
 * "pack unpack registers", 4.2), and in the vendor's programs they do, but for what is read at issue.
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "isa/unit_fields.h"

#include "config_insns.h"
#include "finding_ids.h"
#include "insn_ids.h"

#include <stdio.h>
#include <string.h>

enum { WIDE = 4, WHAT_TEXT = 512 };

static void hazard_cfg_name_fields(const struct hazards *hazards, enum tt_unit unit,
                                   const struct hazard_delayed *delayed, char what[static WHAT_TEXT])
{
    what[0] = 0;
    for (uint32_t word = delayed->first; word < delayed->first + delayed->count; word++) {
        enum reg_id ids[32];
        const size_t count = reg_fields_of_word(hazards->chip, TT_SPACE_CFG, word, ids);
        for (size_t i = 0; i < count; i++) {
            const size_t length = strlen(what);
            const char *name = reg_field_get(hazards->chip, ids[i])->name;
            if (unit_reads_at_work(hazards->chip, unit, ids[i]))
                (void)snprintf(what + length, WHAT_TEXT - length, "%s%s", length ? ", " : "", name);
        }
    }
}

static void note_write(struct hazards *hazards, unsigned thread, uint32_t word, uint64_t place)
{
    struct hazard_delayed *delayed = hazards->delayed[thread];
    const struct insn_wrcfg f = isa_decode_wrcfg(hazards->chip, word);
    memmove(&delayed[1], &delayed[0], (HAZARD_WRCFG_WORDS - 1) * sizeof *delayed);
    delayed[0] = (struct hazard_delayed){place, hazards->source.listener->seq, word,
                                         f.wr128b ? f.cfg_reg & ~3u : f.cfg_reg, f.wr128b ? WIDE : 1};
    if (delayed[0].first + delayed[0].count > chip_get(hazards->chip)->cfg_words)
        delayed[0].count = 0;
}

void hazard_check_cfg(struct hazards *hazards, unsigned thread, uint32_t word, uint64_t dropped)
{
    const uint64_t place = ++hazards->issued[thread] + dropped;
    if (hazards->insn && hazards->insn->id == INSN_WRCFG) {
        note_write(hazards, thread, word, place);
        return;
    }
    if (!word_uses_settings(hazards->insn, word))
        return;
    for (unsigned i = 0; i < HAZARD_WRCFG_WORDS; i++) {
        struct hazard_delayed *delayed = &hazards->delayed[thread][i];
        char what[WHAT_TEXT];
        if (delayed->place == 0 || place - delayed->place > HAZARD_WRCFG_WORDS)
            continue;
        hazard_cfg_name_fields(hazards, hazards->unit, delayed, what);
        delayed->place = 0;
        if (what[0])
            hazard_report(hazards,
                          &(struct hazard_pair){FINDING_CFG_READ_TOO_SOON, true, thread, word, TT_UNIT_CONFIG, thread,
                                                delayed->word, delayed->step, what},
                          0);
    }
}
