/* SPDX-License-Identifier: Apache-2.0 */
/* Stores of the host's: address, value, time. */
#include "load/load_internal.h"

#include "base/number.h"
#include "isa/mmio.h"

enum { PART_MAX = 32 };

enum tt_status load_store_as(struct load_plan *plan, const struct script_store *store, struct tt_error *err)
{
    return MEM_PUSH(plan->stores, plan->store_count, plan->store_capacity, *store)
               ? TT_OK
               : tt_fail(err, TT_NO_MEMORY, "no memory");
}

enum tt_status load_store(struct load_plan *plan, uint32_t addr, uint32_t value, struct tt_error *err)
{
    const struct script_store store = {.addr = addr, .value = value};
    return load_store_as(plan, &store, err);
}

/* A number of 32 bits that is `length` characters long. */
static bool store_read_word(const char *text, size_t length, uint32_t *word)
{
    char part[PART_MAX];
    uint64_t value;
    if (length == 0 || length >= sizeof part)
        return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!number_read(part, 0, UINT32_MAX, &value))
        return false;
    *word = (uint32_t)value;
    return true;
}

/* A word of L1 or of the registers that a tile shares. */
static bool store_is_place(enum tt_chip chip, uint32_t addr)
{
    return addr % 4 == 0 && (addr < chip_get(chip)->l1_bytes || (addr >= MMIO_TDMA && addr < MMIO_STREAM_END));
}

/* "ADDR=V" or "ADDR==V", by `between`. */
static bool store_read_pair(enum tt_chip chip, const char *text, size_t length, const char *between, uint32_t *addr,
                            uint32_t *value)
{
    const char *equals = memchr(text, '=', length);
    const size_t size = strlen(between);
    if (!equals || strncmp(equals, between, size) != 0)
        return false;
    const size_t before = (size_t)(equals - text);
    return before + size < length && store_read_word(text, before, addr) &&
           store_read_word(equals + size, length - before - size, value) && store_is_place(chip, *addr);
}

enum tt_status load_poke(struct load_plan *plan, const char *text, struct tt_error *err)
{
    struct script_store store = {0};
    const char *at = strchr(text, '@');
    const size_t length = at ? (size_t)(at - text) : strlen(text);
    bool is_sound = store_read_pair(plan->chip, text, length, "=", &store.addr, &store.value);
    if (is_sound && at && strchr(at, '=')) {
        store.has_awaited = true;
        is_sound = store_read_pair(plan->chip, at + 1, strlen(at + 1), "==", &store.awaited_at, &store.awaited);
    } else if (is_sound && at) {
        is_sound = number_read(at + 1, 10, UINT64_MAX - 1, &store.round);
    }
    REFUSE_IF(!is_sound, err,
              "--poke %s: expected ADDR=V, ADDR=V@STEP or ADDR=V@ADDR==V, of words of L1 or of registers from "
              "0x%x to 0x%x",
              text, (unsigned)MMIO_TDMA, (unsigned)MMIO_STREAM_END - 1);
    return load_store_as(plan, &store, err);
}

enum tt_status load_until(struct load_plan *plan, const char *text, struct tt_error *err)
{
    struct script *script = &plan->script;
    script->has_end = store_read_pair(plan->chip, text, strlen(text), "=", &script->end_at, &script->end_value);
    script->ends_done = false;
    if (script->has_end)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "--until %s: expected ADDR=V, of a word of L1 or of registers", text);
}
