/* SPDX-License-Identifier: Apache-2.0 */
/* Executed words, gathered into pages, and the set of distinct ones. docs/formats/results.md#pages */
#include "results/sink_internal.h"

#include "base/little.h"
#include "base/memory.h"
#include "isa/isa.h"
#include "results/varint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_INSNS = 4096, INSN_BYTES_MAX = 1 + VARINT_MAX + 4 };

enum { FACT_SHIFT = 33 };
static const uint64_t is_taken = UINT64_C(1) << 32;

static const struct fact *fact_of(uint64_t slot)
{
    return slot >> FACT_SHIFT ? fact_get((unsigned)(slot >> FACT_SHIFT) - 1) : NULL;
}

/* Where a word stands in the set, or would. The multiplier is 2^32 over the golden ratio; the upper half of the product
 * is what all bits of the word go into. */
static uint64_t *sink_insns_slot_of(const struct word_set *set, uint32_t word)
{
    const uint32_t product = word * 2654435769u;
    for (size_t at = product ^ product >> 16;; at++) {
        uint64_t *slot = &set->slots[at & (set->capacity - 1)];
        if (*slot == 0 || (uint32_t)*slot == word)
            return slot;
    }
}

static int grow(struct word_set *set)
{
    struct word_set larger = {.capacity = set->capacity ? set->capacity * 2 : 1024, .used = set->used};
    larger.slots = mem_calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i])
            *sink_insns_slot_of(&larger, (uint32_t)set->slots[i]) = set->slots[i];
    mem_free(set->slots);
    *set = larger;
    return 0;
}

/* fact: of this event. *named: what the word's row names, which is that of its first event. */
static int sink_insns_add_word(struct word_set *set, uint32_t word, const struct fact *fact, const struct fact **named)
{
    if (set->used * 2 >= set->capacity && grow(set))
        return -1;
    uint64_t *slot = sink_insns_slot_of(set, word);
    if (*slot == 0) {
        set->used++;
        *slot = is_taken | word | (uint64_t)(fact ? fact_number(fact) + 1 : 0) << FACT_SHIFT;
    }
    *named = fact_of(*slot);
    return 0;
}

void sink_word(struct results_sink *sink, uint32_t word)
{
    const struct fact *named;
    if (sink_insns_add_word(&sink->words, word, sink->of_word, &named))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
}

void sink_insn(struct results_sink *sink, const struct probe_insn *insn)
{
    struct insn_writer *writer = &sink->insns;
    /* An instruction that had to wait and is offered again stays one. */
    if (writer->count && insn->seq == writer->last_seq)
        return;
    assert(!writer->count || insn->seq > writer->last_seq);
    if (writer->count >= PAGE_INSNS)
        sink_flush_insns(sink);
    const bool is_first = writer->count == 0;
    if (is_first)
        writer->first_seq = writer->last_seq = insn->seq;
    uint8_t *start = bytes_reserve(&writer->head, INSN_BYTES_MAX), *to = start;
    const bool is_same = !is_first && insn->word == writer->last_word;
    if (!start || (!is_same && sink_insns_add_word(&sink->words, insn->word, insn->rests_on, &writer->last_fact))) {
        sink_failed(sink, TT_NO_MEMORY, "no memory");
        return;
    }
    const uint64_t distance = insn->seq - writer->last_seq;
    *to++ = (uint8_t)(insn->thread | insn->unit << INSN_UNIT_SHIFT | (distance == 1 ? INSN_IS_NEXT : 0) |
                      (is_same ? INSN_SAME_WORD : 0));
    if (distance != 1)
        to = varint_put(to, distance);
    if (!is_same) {
        store_u32(to, insn->word);
        to += sizeof insn->word;
    }
    writer->head.used += (size_t)(to - start);
    writer->last_seq = insn->seq;
    writer->last_word = insn->word;
    writer->count++;
}

void sink_flush_insns(struct results_sink *sink)
{
    struct insn_writer *writer = &sink->insns;
    if (!writer->count)
        return;
    row_begin(&sink->rows, ROW_INSN_PAGE);
    row_int(&sink->rows, (int64_t)writer->first_seq);
    row_int(&sink->rows, (int64_t)writer->last_seq);
    row_int(&sink->rows, writer->count);
    row_bytes(&sink->rows, writer->head.data, writer->head.used);
    sink_row_end(sink);
    writer->head.used = 0;
    writer->count = 0;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return ((uint32_t)x > (uint32_t)y) - ((uint32_t)x < (uint32_t)y);
}

void sink_write_words(struct results_sink *sink)
{
    struct word_set *set = &sink->words;
    if (set->capacity)
        qsort(set->slots, set->capacity, sizeof *set->slots, by_number);
    for (size_t i = 0; i < set->capacity && sink->status == TT_OK; i++) {
        if (!set->slots[i])
            continue;
        uint32_t word = (uint32_t)set->slots[i];
        const struct isa_insn *insn = isa_find(sink->chip, word);
        char text[ISA_TEXT_MAX];
        isa_disassemble(sink->chip, word, text);
        row_begin(&sink->rows, ROW_WORD);
        row_int(&sink->rows, word);
        row_text(&sink->rows, insn ? insn->mnemonic : ".word");
        row_text(&sink->rows, text);
        if (fact_of(set->slots[i]))
            row_int(&sink->rows, sink_use_fact(sink, fact_of(set->slots[i])));
        else
            row_null(&sink->rows);
        sink_row_end(sink);
    }
}
