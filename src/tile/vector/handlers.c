/* SPDX-License-Identifier: Apache-2.0 */
/* What dispatch calls. An instruction may also come out of a macro's template, as a word alone: so all of them go by
 * the word (issue.c). */
#include "tile/vector/vector_internal.h"

#include "tile_handlers.h"

enum tile_step insn_sfpload(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfploadi(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpstore(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfplut(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpmuli(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpaddi(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpdivp2(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpexexp(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpexman(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpiadd(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpshft(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpsetcc(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpmov(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpabs(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpand(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpor(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpnot(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfplz(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpsetexp(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpsetman(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpmad(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpadd(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpmul(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfppushc(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfppopc(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpsetsgn(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpencc(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpcompc(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfptransp(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpxor(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfp_stoch_rnd(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpnop(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpcast(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpconfig(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpswap(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfploadmacro(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpshft2(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfplutfp32(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfple(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpgt(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfpmul24(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}

enum tile_step insn_sfparecip(struct tile *tile, unsigned thread, uint32_t word)
{
    return vector_issue(tile, thread, word);
}
