/* SPDX-License-Identifier: Apache-2.0 */
/* The effects of a word, looked up in its row. */
#include "isa/effects.h"

#include "base/search.h"

unsigned what_of_internal(uint32_t word)
{
    const struct isa_internal *row = internal_of(word);
    return row ? row->what : WHAT_OUTSIDE;
}

uint32_t what_state_end(uint32_t word)
{
    if (word >= STATE_WORDS) {
        const unsigned what = what_of_internal(word);
        while (word < STATE_ALL_WORDS && what_of_internal(word) == what)
            word = internal_of(word) ? (uint32_t)internal_of(word)->first + internal_of(word)->words : STATE_INTERNAL;
        return word;
    }
    uint32_t end = word + 1;
    while (end < STATE_WORDS && isa_state_whats[end] == isa_state_whats[word])
        end++;
    return end;
}

uint32_t word_writes(const struct isa_insn *insn, uint32_t word)
{
    uint32_t spaces = 0;
    for (unsigned i = 0; insn && i < insn->write_count; i++) {
        const struct isa_effect *effect = &insn->writes[i];
        if (effect->what >= WHAT_OUTSIDE || !effect_holds(effect, word))
            continue;
        spaces |= UINT32_C(1) << (effect->what < TT_SPACE_STATE ? effect->what : TT_SPACE_STATE);
    }
    return spaces;
}

static const struct isa_effect *effects_find(const struct isa_effect *effects, unsigned count, uint32_t word,
                                             unsigned what, unsigned extent)
{
    return FIND(effects, count, item->what == what && item->extent == extent && effect_holds(item, word));
}

const struct isa_effect *word_reads_as(const struct isa_insn *insn, uint32_t word, unsigned what, unsigned extent)
{
    return insn ? effects_find(insn->reads, insn->read_count, word, what, extent) : NULL;
}

const struct isa_effect *word_writes_as(const struct isa_insn *insn, uint32_t word, unsigned what, unsigned extent)
{
    return insn ? effects_find(insn->writes, insn->write_count, word, what, extent) : NULL;
}

bool word_writes_at_work(const struct isa_insn *insn, uint32_t word, unsigned what)
{
    return insn && ANY(i, insn->write_count,
                       insn->writes[i].what == what && insn->writes[i].is_work && effect_holds(&insn->writes[i], word));
}

unsigned word_settings(const struct isa_insn *insn, uint32_t word)
{
    unsigned groups = 0;
    for (unsigned i = 0; insn && i < insn->read_count; i++) {
        const unsigned group = insn->reads[i].extent - (unsigned)EXTENT_FIELDS; /* others wrap round */
        if (insn->reads[i].what == TT_SPACE_CFG && group < SETTING_GROUPS && effect_holds(&insn->reads[i], word))
            groups |= 1u << group;
    }
    return groups;
}
