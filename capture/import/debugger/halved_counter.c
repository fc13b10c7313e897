/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/debugger/debugger.h"

enum { VALUES = 1 << 10, LOW_BITS = 8, LOW = (1 << LOW_BITS) - 1 };

/* The printed form of a counter of this value. */
static bool halved_counter_is_low(uint64_t print, uint32_t value)
{
    return print == (value & LOW);
}

static bool halved_counter_is_high(uint64_t print, uint32_t value)
{
    return print == value >> LOW_BITS;
}

static bool is_joined(uint64_t print, uint32_t value)
{
    return print == ((value & LOW) | (uint64_t)(value >> LOW_BITS) << 32);
}

static bool can_be(const struct halved_counter *counter, uint32_t value)
{
    const uint64_t first = counter->prints[0], second = counter->prints[1];
    if (counter->count == 1 && counter->is_json)
        return halved_counter_is_high(first, value) || (first >> 32 && is_joined(first, value));
    if (counter->count == 1)
        return is_joined(first, value) || halved_counter_is_high(first, value) || halved_counter_is_low(first, value);
    if (halved_counter_is_low(first, value) &&
        halved_counter_is_high(second, value)) /* the group of the lower bits comes first */
        return true;
    if (is_joined(first, value))
        return is_joined(second, value) || halved_counter_is_low(second, value) ||
               halved_counter_is_high(second, value);
    return is_joined(second, value) && (halved_counter_is_low(first, value) || halved_counter_is_high(first, value));
}

enum tt_status halved_add(struct halved_counter *counter, const char *name, uint64_t value, bool is_json,
                          struct tt_error *err)
{
    enum { HIGH_MAX = VALUES / (LOW + 1) - 1 };
    if (is_json && value > HIGH_MAX && !(value >> 32)) /* of an unknown version */
        return TT_END;
    REFUSE_IF(counter->count == HALVED_PRINTS, err, "%s is there a third time; expected its two halves", name);
    counter->prints[counter->count++] = value;
    counter->is_json = is_json;
    return TT_OK;
}

enum tt_status halved_value(const struct halved_counter *counter, const char *name, uint32_t *value, uint32_t *known,
                            struct tt_error *err)
{
    bool is_any = false;
    *value = 0;
    *known = UINT32_MAX;
    for (uint32_t candidate = 0; candidate < VALUES; candidate++) {
        if (!can_be(counter, candidate))
            continue;
        if (is_any)
            *known &= ~(*value ^ candidate);
        else
            *value = candidate;
        is_any = true;
    }
    if (is_any)
        return TT_OK;
    REFUSE_IF(counter->count == 1, err, "%s is 0x%llx, expected %s", name, (unsigned long long)counter->prints[0],
              counter->is_json ? "its upper two bits" : "its lower eight bits, its upper two, or both joined");
    return tt_fail(err, TT_BAD_INPUT, "%s is 0x%llx and 0x%llx, which are not two halves of one counter of ten bits",
                   name, (unsigned long long)counter->prints[0], (unsigned long long)counter->prints[1]);
}
