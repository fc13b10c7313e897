/* SPDX-License-Identifier: Apache-2.0 */
/* What dispatch calls. An instruction may also come out of a macro's template, as a word alone: so all of them go by
 * the word (issue.c). */
#include "tile/vector/vector_internal.h"

#include "tile_handlers.h"

enum tile_step insn_sfpload(struct tile *tile, unsigned thread, const struct insn_sfpload *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfploadi(struct tile *tile, unsigned thread, const struct insn_sfploadi *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpstore(struct tile *tile, unsigned thread, const struct insn_sfpstore *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfplut(struct tile *tile, unsigned thread, const struct insn_sfplut *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpmuli(struct tile *tile, unsigned thread, const struct insn_sfpmuli *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpaddi(struct tile *tile, unsigned thread, const struct insn_sfpaddi *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpdivp2(struct tile *tile, unsigned thread, const struct insn_sfpdivp2 *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpexexp(struct tile *tile, unsigned thread, const struct insn_sfpexexp *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpexman(struct tile *tile, unsigned thread, const struct insn_sfpexman *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpiadd(struct tile *tile, unsigned thread, const struct insn_sfpiadd *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpshft(struct tile *tile, unsigned thread, const struct insn_sfpshft *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpsetcc(struct tile *tile, unsigned thread, const struct insn_sfpsetcc *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpmov(struct tile *tile, unsigned thread, const struct insn_sfpmov *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpabs(struct tile *tile, unsigned thread, const struct insn_sfpabs *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpand(struct tile *tile, unsigned thread, const struct insn_sfpand *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpor(struct tile *tile, unsigned thread, const struct insn_sfpor *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpnot(struct tile *tile, unsigned thread, const struct insn_sfpnot *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfplz(struct tile *tile, unsigned thread, const struct insn_sfplz *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpsetexp(struct tile *tile, unsigned thread, const struct insn_sfpsetexp *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpsetman(struct tile *tile, unsigned thread, const struct insn_sfpsetman *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpmad(struct tile *tile, unsigned thread, const struct insn_sfpmad *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpadd(struct tile *tile, unsigned thread, const struct insn_sfpadd *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpmul(struct tile *tile, unsigned thread, const struct insn_sfpmul *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfppushc(struct tile *tile, unsigned thread, const struct insn_sfppushc *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfppopc(struct tile *tile, unsigned thread, const struct insn_sfppopc *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpsetsgn(struct tile *tile, unsigned thread, const struct insn_sfpsetsgn *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpencc(struct tile *tile, unsigned thread, const struct insn_sfpencc *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpcompc(struct tile *tile, unsigned thread, const struct insn_sfpcompc *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfptransp(struct tile *tile, unsigned thread, const struct insn_sfptransp *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpxor(struct tile *tile, unsigned thread, const struct insn_sfpxor *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfp_stoch_rnd(struct tile *tile, unsigned thread, const struct insn_sfp_stoch_rnd *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpnop(struct tile *tile, unsigned thread, const struct insn_sfpnop *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpcast(struct tile *tile, unsigned thread, const struct insn_sfpcast *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpconfig(struct tile *tile, unsigned thread, const struct insn_sfpconfig *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpswap(struct tile *tile, unsigned thread, const struct insn_sfpswap *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfploadmacro(struct tile *tile, unsigned thread, const struct insn_sfploadmacro *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpshft2(struct tile *tile, unsigned thread, const struct insn_sfpshft2 *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfplutfp32(struct tile *tile, unsigned thread, const struct insn_sfplutfp32 *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfple(struct tile *tile, unsigned thread, const struct insn_sfple *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpgt(struct tile *tile, unsigned thread, const struct insn_sfpgt *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfpmul24(struct tile *tile, unsigned thread, const struct insn_sfpmul24 *f)
{
    return vector_issue(tile, thread, f->word);
}

enum tile_step insn_sfparecip(struct tile *tile, unsigned thread, const struct insn_sfparecip *f)
{
    return vector_issue(tile, thread, f->word);
}
