/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the debug bus that show state of the tile (R41). */
#include "tile/riscv/cores_internal.h"

enum {
    DAISY_COUNTERS = 6,
    DAISY_MATRIX = 3,
    SIGNAL_BANKS = 9,
    SIGNAL_RWC = 2,
    SIGNAL_RWC_HIGH = 3,
    SIGNAL_FIDELITY = 4,
    ADC_SIGNALS = 6,
    VECTOR_WORDS = 8,
    SIGNAL_WORDS = 4,
};

/* 256 bits, of which a signal shows 128. */
struct bus_vector {
    uint32_t words[VECTOR_WORDS];
};

static void debug_bus_put(struct bus_vector *vector, unsigned at, unsigned bits, uint32_t value)
{
    for (unsigned i = 0; i < bits; i++, at++)
        vector->words[at / 32] |= (value >> i & 1) << at % 32;
}

static void put_adc(struct bus_vector *vector, const struct small_state *small, unsigned signal)
{
    const struct adc_unit *units[] = {&small->adc[0].unp0, &small->adc[0].unp1, &small->adc[2].pack};
    const struct adc_channel *channel = &units[signal / 2]->ch[signal % 2];
    debug_bus_put(vector, 0, 18, channel->x);
    debug_bus_put(vector, 18, 18, channel->x_cr);
    debug_bus_put(vector, 64, 16, channel->y);
    debug_bus_put(vector, 80, 16, channel->y_cr);
    debug_bus_put(vector, 96, 8, channel->z);
    debug_bus_put(vector, 104, 8, channel->z_cr);
    debug_bus_put(vector, 112, 8, channel->w);
    debug_bus_put(vector, 120, 8, channel->w_cr);
}

static void put_bank(struct bus_vector *vector, unsigned at, const uint32_t valid[2], uint32_t unp, uint32_t math)
{
    debug_bus_put(vector, at, 1, !valid[unp & 1]);
    debug_bus_put(vector, at + 1, 1, valid[math & 1]);
    debug_bus_put(vector, at + 6, 1, valid[1]);
    debug_bus_put(vector, at + 7, 1, valid[0]);
    debug_bus_put(vector, at + 8, 2, math);
    debug_bus_put(vector, at + 10, 1, unp);
}

static void put_banks(struct bus_vector *vector, const struct small_state *small, bool is_packed)
{
    enum { SRCA = 84, SRCB = 100 };
    put_bank(vector, SRCA, small->src_valid.a, small->src_bank.unp_a, small->src_bank.math_a);
    if (!is_packed) {
        put_bank(vector, SRCB, small->src_valid.b, small->src_bank.unp_b, small->src_bank.math_b);
        return;
    }
    debug_bus_put(vector, SRCB, 2, small->src_bank.math_b);
    debug_bus_put(vector, SRCB + 2, 1, small->src_bank.unp_b);
    debug_bus_put(vector, SRCB + 5, 1, small->src_valid.b[0]);
    debug_bus_put(vector, SRCB + 6, 1, small->src_valid.b[1]);
}

static void put_rwc(struct bus_vector *vector, const struct small_state *small, bool is_packed)
{
    const unsigned srcb = is_packed ? 60 : 48, dst = is_packed ? 120 : 96;
    const unsigned dst_pitch = is_packed ? 20 : 32, dst_bits = is_packed ? 10 : 16;
    for (unsigned i = 0; i < THREADS; i++) {
        const struct rwc *rwc = &small->rwc[i];
        debug_bus_put(vector, 16 * i, 8, rwc->srca);
        debug_bus_put(vector, 16 * i + 8, 8, rwc->srca_cr);
        debug_bus_put(vector, srcb + 16 * i, 8, rwc->srcb);
        debug_bus_put(vector, srcb + 16 * i + 8, 8, rwc->srcb_cr);
        debug_bus_put(vector, dst + dst_pitch * i, dst_bits, rwc->dst);
        debug_bus_put(vector, dst + dst_pitch * i + dst_bits, dst_bits, rwc->dst_cr);
    }
}

static void put_fidelity(struct bus_vector *vector, const struct small_state *small, bool is_packed)
{
    const unsigned at = is_packed ? 60 : 62;
    for (unsigned i = 0; i < THREADS; i++)
        debug_bus_put(vector, at + 2 * i, 2, small->rwc[i].fidelity);
}

bool debug_bus_word(const struct tile *tile, uint32_t control, uint32_t *value)
{
    const struct small_state *small = &tile->state.small;
    const uint32_t signal = control & 0xFFFF, daisy = control >> 16 & 0xFF, word = control >> 25 & 3;
    struct bus_vector vector = {{0}};
    unsigned first = 0;
    *value = 0;
    if (!(control >> 29 & 1))
        return true;
    if (daisy == DAISY_COUNTERS && signal < ADC_SIGNALS)
        put_adc(&vector, small, signal);
    else if (daisy == DAISY_COUNTERS && signal == SIGNAL_BANKS)
        put_banks(&vector, small, tile->chip->debug_bus_is_packed);
    else if (daisy == DAISY_MATRIX && (signal == SIGNAL_RWC || signal == SIGNAL_RWC_HIGH))
        put_rwc(&vector, small, tile->chip->debug_bus_is_packed);
    else if (daisy == DAISY_MATRIX && signal == SIGNAL_FIDELITY)
        put_fidelity(&vector, small, tile->chip->debug_bus_is_packed);
    else
        return false;
    if (daisy == DAISY_MATRIX && signal == SIGNAL_RWC_HIGH)
        first = SIGNAL_WORDS;
    *value = vector.words[first + word];
    return true;
}
