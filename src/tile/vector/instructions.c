/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's instructions by opcode: what runs, how its fields lie, which sub-unit takes it in a macro
 * (vector.md V10, V12, V61), and the forms that recordings show (opcodes.md). */
#include "tile/vector/vector_internal.h"

enum { FIRST_OPCODE = 0x70, LAST_OPCODE = 0x99 };

#define M(mod) (1u << (mod))
#define ALL 0xFFFF
#define BOTH(mods)                                                                                                     \
    {                                                                                                                  \
        (mods), (mods)                                                                                                 \
    }
#define EACH(blackhole, wormhole)                                                                                      \
    {                                                                                                                  \
        (blackhole), (wormhole)                                                                                        \
    }
#define FORM(name) VECTOR_FORM_##name

enum {
    EVEN_HALF = M(0) | M(2) | M(3) | M(4) | M(6) | M(12) | M(14) | M(15),
    SIGNED = M(0) | M(1) | M(2) | M(3),
    ADDS = M(0) | M(1) | M(2) | M(4) | M(5) | M(6) | M(8) | M(9) | M(10),
};

/* clang-format off */
static const struct vector_insn insns[LAST_OPCODE - FIRST_OPCODE + 1] = {
    [0x00] = {vector_sfpload, FORM(LOAD), VECTOR_LOAD, false, BOTH(EVEN_HALF)},
    [0x01] = {vector_sfploadi, FORM(LOAD), VECTOR_LOAD, false, BOTH(M(0) | M(1) | M(2) | M(4) | M(8) | M(10))},
    [0x02] = {vector_sfpstore, FORM(LOAD), VECTOR_STORE, false, BOTH(EVEN_HALF | M(7) | M(9))},
    [0x03] = {vector_sfplut, FORM(LOAD), VECTOR_MAD, false, BOTH(M(4))},
    [0x04] = {vector_sfpmuli, FORM(IMM16), VECTOR_MAD, true, BOTH(M(0))},
    [0x05] = {vector_sfpaddi, FORM(IMM16), VECTOR_MAD, true, BOTH(M(0))},
    [0x06] = {vector_sfpdivp2, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1))},
    [0x07] = {vector_sfpexexp, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1) | M(2) | M(10))},
    [0x08] = {vector_sfpexman, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1))},
    [0x09] = {vector_sfpiadd, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(ADDS)},
    [0x0A] = {vector_sfpshft, FORM(SIMPLE), VECTOR_SIMPLE, true, EACH(SIGNED | M(5) | M(7), M(0) | M(1))},
    [0x0B] = {vector_sfpsetcc, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(2) | M(4) | M(6))},
    [0x0C] = {vector_sfpmov, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1) | M(2) | M(8))},
    [0x0D] = {vector_sfpabs, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1))},
    [0x0E] = {vector_sfpand, FORM(LOGIC), VECTOR_SIMPLE, true, EACH(M(0) | M(1), M(0))},
    [0x0F] = {vector_sfpor, FORM(LOGIC), VECTOR_SIMPLE, true, EACH(M(0) | M(1), M(0))},
    [0x10] = {vector_sfpnot, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x11] = {vector_sfplz, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(2) | M(4))},
    [0x12] = {vector_sfpsetexp, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1) | M(2))},
    [0x13] = {vector_sfpsetman, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1))},
    [0x14] = {vector_sfpmad, FORM(OPERANDS), VECTOR_MAD, true, EACH(SIGNED, M(0))},
    [0x15] = {vector_sfpmad, FORM(OPERANDS), VECTOR_MAD, true, EACH(SIGNED, M(0))},
    [0x16] = {vector_sfpmul, FORM(OPERANDS), VECTOR_MAD, true, EACH(M(0) | M(1), M(0))},
    [0x17] = {vector_sfppushc, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x18] = {vector_sfppopc, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x19] = {vector_sfpsetsgn, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(1))},
    [0x1A] = {vector_sfpencc, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0) | M(10))},
    [0x1B] = {vector_sfpcompc, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x1C] = {vector_sfptransp, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x1D] = {vector_sfpxor, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(M(0))},
    [0x1E] = {vector_sfp_stoch_rnd, FORM(OPERANDS), VECTOR_ROUND, true, BOTH(M(1) | M(2) | M(3) | M(6) | M(7))},
    [0x1F] = {vector_sfpnop, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(ALL)},
    [0x20] = {vector_sfpcast, FORM(SIMPLE), VECTOR_SIMPLE, true, EACH(M(0) | M(3), M(0))},
    [0x21] = {vector_sfpconfig, FORM(IMM16), VECTOR_SIMPLE, false, BOTH(M(0) | M(1))},
    [0x22] = {vector_sfpswap, FORM(SIMPLE), VECTOR_SIMPLE, true, BOTH(SIGNED | M(9))},
    [0x23] = {vector_sfploadmacro, FORM(LOAD), VECTOR_LOAD, false, BOTH(0)},
    [0x24] = {vector_sfpshft2, FORM(SHIFT2), VECTOR_ROUND, true, EACH(M(3) | M(4) | M(5), M(3) | M(5))},
    [0x25] = {vector_sfplutfp32, FORM(SIMPLE), VECTOR_MAD, true, BOTH(M(2))},
    [0x26] = {vector_sfple, FORM(SIMPLE), VECTOR_SIMPLE, true, EACH(M(1) | M(8), 0)},
    [0x27] = {vector_sfpgt, FORM(SIMPLE), VECTOR_SIMPLE, true, EACH(M(1) | M(8), 0)},
    [0x28] = {vector_sfpmul24, FORM(OPERANDS), VECTOR_MAD, true, EACH(M(0) | M(1), 0)},
    [0x29] = {vector_sfparecip, FORM(OPERANDS), VECTOR_SIMPLE, true, EACH(M(0), 0)},
};
/* clang-format on */

const struct vector_insn *vector_insn_of(uint32_t word)
{
    const uint32_t opcode = word >> 24;
    return opcode >= FIRST_OPCODE && opcode <= LAST_OPCODE ? &insns[opcode - FIRST_OPCODE] : NULL;
}

void vector_sfpnop(struct vector_job *job)
{
    (void)job;
}
