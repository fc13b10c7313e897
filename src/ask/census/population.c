/* SPDX-License-Identifier: Apache-2.0 */
/* Populations of operands: how many patterns, and which is the nth. */
#include "ask/census/census_internal.h"

static const char *const names[CENSUS_POPULATIONS] = {"all", "finite", "normals", "mantissas", "one", "range"};

enum census_population census_population_find(const char *name)
{
    int population = 0;
    while (population < CENSUS_ONE && strcmp(names[population], name) != 0)
        population++;
    return population < CENSUS_ONE ? (enum census_population)population : CENSUS_POPULATIONS;
}

const char *census_population_name(enum census_population population)
{
    return names[population];
}

bool census_fits(const struct exact_format *format, const struct census_operands *operands)
{
    const bool is_range = operands->population == CENSUS_RANGE;
    const uint32_t most = is_range ? operands->last : operands->population == CENSUS_ONE ? operands->pattern : 0;
    return (uint64_t)most < UINT64_C(1) << exact_bits(format);
}

static uint64_t finite_magnitudes(const struct exact_format *format)
{
    return ((UINT64_C(1) << format->exponent_bits) - 1) << format->mantissa_bits;
}

uint64_t census_size(const struct exact_format *format, const struct census_operands *operands)
{
    const uint64_t mantissas = UINT64_C(1) << format->mantissa_bits;
    switch (operands->population) {
    case CENSUS_ALL:
        return UINT64_C(1) << exact_bits(format);
    case CENSUS_FINITE:
        return 2 * finite_magnitudes(format);
    case CENSUS_NORMALS:
        return finite_magnitudes(format) - mantissas;
    case CENSUS_MANTISSAS:
        return 2 * mantissas;
    case CENSUS_RANGE:
        return (uint64_t)operands->last - operands->pattern + 1;
    case CENSUS_ONE:
    case CENSUS_POPULATIONS:
        break;
    }
    return 1;
}

/* The first half positive, the second negative. */
static uint32_t population_with_sign(const struct exact_format *format, uint64_t index, uint64_t magnitudes)
{
    const uint32_t sign = UINT32_C(1) << (exact_bits(format) - 1);
    return index < magnitudes ? (uint32_t)index : (uint32_t)(index - magnitudes) | sign;
}

uint32_t census_pattern(const struct exact_format *format, const struct census_operands *operands, uint64_t index)
{
    const uint64_t mantissas = UINT64_C(1) << format->mantissa_bits;
    const uint32_t one = ((UINT32_C(1) << (format->exponent_bits - 1)) - 1) << format->mantissa_bits;
    switch (operands->population) {
    case CENSUS_FINITE:
        return population_with_sign(format, index, finite_magnitudes(format));
    case CENSUS_NORMALS:
        return (uint32_t)(index + mantissas);
    case CENSUS_MANTISSAS:
        return population_with_sign(format, index, mantissas) + one;
    case CENSUS_ONE:
        return operands->pattern;
    case CENSUS_RANGE:
        return operands->pattern + (uint32_t)index;
    case CENSUS_ALL:
    case CENSUS_POPULATIONS:
        break;
    }
    return (uint32_t)index;
}
