/* SPDX-License-Identifier: Apache-2.0 */
/* Work that SFPLOADMACRO put off: its word, and results that are on their way when the word that they ran with ends
 * (V61 to V66). */
#include "precision/vector/rules.h"

#include "insn_ids.h"

enum { WORD_BYTES = 4, WAITING_MOST = 16 * LANES /* for the macro's own register, which need not be read */ };

bool macro_take(struct vector_work *work)
{
    enum { VALUES = 4, BYTE = 0xFF, VC = 8, VB = 16, MOD = 24 };
    const struct logged_stage *scheduled = stage_of(work->run, VECTOR_SCHEDULED, work->instance);
    if (!scheduled || scheduled->count != VALUES)
        return false;
    const uint32_t registers = scheduled->bits[1];
    work->word = scheduled->bits[0];
    work->insn = isa_find(work->run->chip, work->word);
    if (!work->insn)
        return false;
    work->mod = registers >> MOD;
    work->target = registers & BYTE;
    work->register_count = 0;
    if (work->a && work->b)
        work->registers[work->register_count++] = vector_field(work, "lreg_src_a");
    if (work->b && work->insn->id != INSN_SFP_STOCH_RND) /* whose first operand is c */
        work->registers[work->register_count++] = registers >> VB & BYTE;
    work->registers[work->register_count++] = work->insn->id == INSN_SFPSTORE ? work->target : registers >> VC & BYTE;
    return true;
}

static void macro_remove(struct shadowing *run, size_t i)
{
    run->landing_count--;
    for (; i < run->landing_count; i++) {
        run->landing[i].cell = run->landing[i + 1].cell;
        shade_copy(&run->landing[i].shade, &run->landing[i + 1].shade);
    }
}

/* The oldest on its way to a cell. */
static size_t macro_find(const struct shadowing *run, uint32_t cell, size_t from)
{
    size_t i = from;
    while (i < run->landing_count && run->landing[i].cell != cell)
        i++;
    return i;
}

static bool shade_has_bits(const struct shade *shade, uint32_t bits)
{
    return shade->actual == (shade->is_integer ? (double)(int32_t)bits : precision_value(FORMAT_FP32, bits));
}

void macro_put_off(const struct vector_work *work, size_t first)
{
    struct shadowing *run = work->run;
    size_t left = first;
    for (size_t i = first; i < run->pending_count; i++) {
        struct pending *one = &run->pending[i];
        if (one->space != TT_SPACE_LREG) {
            run->pending[left].space = one->space;
            run->pending[left].cell = one->cell;
            shade_copy(&run->pending[left++].shade, &one->shade);
            continue;
        }
        if (run->landing_count >= WAITING_MOST)
            macro_remove(run, 0);
        if (mem_grow(&run->landing, &run->landing_capacity, run->landing_count + 1, sizeof *run->landing)) {
            run->is_broken = true;
            return;
        }
        struct landing *to = &run->landing[run->landing_count++];
        to->cell = one->cell;
        shade_copy(&to->shade, &one->shade);
    }
    run->pending_count = left;
}

/* Whether all lanes that were written have what is on its way to them. */
static bool macro_lands(struct shadowing *run, const struct probe_access *access)
{
    for (uint32_t cell = access->lo / WORD_BYTES; cell < access->hi / WORD_BYTES; cell++) {
        const size_t at = macro_find(run, cell, 0);
        uint32_t bits;
        if (at < run->landing_count && cell_bytes(run->log, TT_SPACE_LREG, cell, true, &bits) &&
            shade_has_bits(&run->landing[at].shade, bits))
            return true;
    }
    return false;
}

void macro_land(struct shadowing *run)
{
    for (size_t i = 0; i < run->log->insn.access_count && run->landing_count; i++) {
        struct probe_access *access = &run->log->accesses[i];
        if (!access->is_write || access->unit != TT_UNIT_VECTOR || access->space != TT_SPACE_LREG ||
            !macro_lands(run, access))
            continue;
        access->instance = PROBE_INSTANCES; /* not the word's own */
        for (uint32_t cell = access->lo / WORD_BYTES; cell < access->hi / WORD_BYTES; cell++) {
            const size_t at = macro_find(run, cell, 0);
            if (at == run->landing_count)
                continue; /* the lane was not enabled */
            pending_add(run, TT_SPACE_LREG, cell, &run->landing[at].shade);
            macro_remove(run, at);
        }
    }
}

const struct shade *macro_shade(struct shadowing *run, unsigned lane, uint32_t bits)
{
    const uint32_t cell = MACRO_REGISTER * LANES + lane;
    for (size_t i = 0; (i = macro_find(run, cell, i)) < run->landing_count; i++) {
        if (!shade_has_bits(&run->landing[i].shade, bits)) {
            i++;
            continue;
        }
        for (size_t older; (older = macro_find(run, cell, 0)) < i; i--)
            macro_remove(run, older);
        return &run->landing[i].shade;
    }
    return NULL;
}
