/* SPDX-License-Identifier: Apache-2.0 */
/* In place of tt-llk's ckernel.h: a kernel of the vector unit prints its instruction words instead of pushing them. Of
 * the vendor's language there is what kernels with macros write outside of loops: constants, and a step of Dst. */
#pragma once

#include <cstdint>
#include <cstdio>
#include <limits>

inline void emit(std::uint32_t word)
{
    std::printf(" %08x", word);
}

namespace ckernel
{
struct pipe {
    struct place {
        void operator=(std::uint32_t word)
        {
            emit(word);
        }
    };
    place operator[](int)
    {
        return {};
    }
};
static pipe instrn_buffer;
} // namespace ckernel

#include "ckernel_ops.h"
#undef INSTRUCTION_WORD
#define INSTRUCTION_WORD(word) emit(word)
#define THCON_CFGREG_BASE_ADDR32 0 /* in no word of the vector unit */
#include "ckernel_instr_params.h"

namespace lltt
{
enum ExecBool : bool { NoExec = false, Exec = true };
inline void replay(unsigned start, unsigned length)
{
    emit(0x04u << 24 | start << 14 | length << 4);
}
template <ExecBool IsRun = NoExec> inline void record(unsigned start, unsigned length)
{
    emit(0x04u << 24 | start << 14 | length << 4 | (IsRun ? 2u : 0u) | 1u);
}
} // namespace lltt

namespace ckernel
{
using namespace lltt;
constexpr std::uint32_t lo16(float value)
{
    return __builtin_bit_cast(std::uint32_t, value) & 0xFFFF;
}
constexpr std::uint32_t hi16(float value)
{
    return __builtin_bit_cast(std::uint32_t, value) >> 16;
}
enum { ADDR_MOD_0, ADDR_MOD_1, ADDR_MOD_2, ADDR_MOD_3, ADDR_MOD_4, ADDR_MOD_5, ADDR_MOD_6, ADDR_MOD_7 };
enum InstrModLoadStore {
    DEFAULT,
    FP16A,
    FP16B,
    FP32,
    INT32,
    INT8,
    LO16,
    HI16,
    INT32_2S_COMP = 12,
    LO16_ONLY = 14,
    HI16_ONLY
};
enum class DataFormat { Float32 = 0, Float16_b = 5, Int32 = 8, UInt32 = 24 };

template <bool IsRun = false, class Callable> void load_replay_buf(unsigned start, unsigned length, Callable callable)
{
    record<ExecBool(IsRun)>(start, length);
    callable();
}

struct addr_mod_t {
    struct step {
        unsigned incr = 0, clr = 0, cr = 0;
    } srca, srcb, dest;
    void set(unsigned which) const
    {
        emit(0xB2u << 24 | (ADDR_MOD_DST_SEC0 + which) << 16 | dest.incr);
    } /* SETC16 */
};
} // namespace ckernel

namespace sfpi
{
enum : unsigned {
    SFPLOADI_MOD0_FLOATB = 0,
    SFPLOADI_MOD0_USHORT = 2,
    SFPLOADI_MOD0_SHORT = 4,
    SFPLOADI_MOD0_UPPER = 8,
    SFPLOADI_MOD0_LOWER = 10,
    SFPSETCC_MOD1_LREG_LT0 = 0,
    SFPSETCC_MOD1_LREG_GTE0 = 4,
    SFPSETCC_MOD1_LREG_EQ0 = 6,
    SFPENCC_MOD1_EU_R1 = 0,
    SFPMUL24_MOD1_LOWER = 0,
    SFPARECIP_MOD1_RECIP = 0,
    SFPSWAP_MOD1_VEC_MIN_MAX = 1,
    SFPEXMAN_MOD1_PAD9 = 1,
    SFPEXEXP_MOD1_SET_CC_SGN_EXP = 2,
    SFPEXEXP_MOD1_SET_CC_COMP_EXP = 8,
    SFPIADD_MOD1_ARG_IMM = 1,
    SFPIADD_MOD1_ARG_2SCOMP_LREG_DST = 2,
    SFPIADD_MOD1_CC_LT0 = 0,
    SFPIADD_MOD1_CC_NONE = 4,
    SFPSTOCHRND_MOD1_FP32_TO_FP16B = 1,
    SFPSTOCHRND_MOD1_FP32_TO_UINT16 = 6,
    SFPSTOCHRND_MOD1_FP32_TO_INT16 = 7,
};

template <unsigned REGISTER> struct constant {
    void bits(std::uint32_t value)
    {
        emit(TT_OP_SFPLOADI(0, SFPLOADI_MOD0_LOWER, value & 0xFFFF));
        emit(TT_OP_SFPLOADI(0, SFPLOADI_MOD0_UPPER, value >> 16));
        emit(TT_OP_SFPCONFIG(0, REGISTER, 0));
    }
    void operator=(int value)
    {
        bits(std::uint32_t(value));
    }
    void operator=(double value)
    {
        bits(__builtin_bit_cast(std::uint32_t, float(value)));
    }
};
static constant<12> vConstIntPrgm0;
static constant<13> vConstIntPrgm1;
static constant<14> vConstIntPrgm2;
static constant<12> vConstFloatPrgm0;
static constant<13> vConstFloatPrgm1;
static constant<14> vConstFloatPrgm2;
static struct {
    void operator++(int)
    {
        emit(TT_OP_INCRWC(0, 2, 0, 0));
    }
} dst_reg;
} // namespace sfpi
