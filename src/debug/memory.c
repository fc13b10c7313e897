/* SPDX-License-Identifier: Apache-2.0 */
/* Memory at addresses: the core's own memory, and the spaces and events that no core has addresses for. */
#include "base/little.h"
#include "base/number.h"
#include "debug/session.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/spaces.h"

uint32_t session_address(enum tt_space space, uint32_t lo)
{
    return space == TT_SPACE_L1 ? lo : DEBUG_SPACES + (uint32_t)space * DEBUG_SPACE_BYTES + lo;
}

bool session_space_at(const struct session *session, uint32_t addr, uint32_t count, enum tt_space *space, uint32_t *lo)
{
    *space = TT_SPACE_L1;
    *lo = addr;
    if (addr >= DEBUG_SPACES && addr < DEBUG_SPACES + TT_SPACE_COUNT * DEBUG_SPACE_BYTES) {
        *space = (enum tt_space)((addr - DEBUG_SPACES) / DEBUG_SPACE_BYTES);
        *lo = (addr - DEBUG_SPACES) % DEBUG_SPACE_BYTES;
    }
    const uint32_t size = space_bytes(session->chip, *space);
    return *lo < size && count <= size - *lo;
}

enum tt_core session_core_of(unsigned thread)
{
    return thread < DEBUG_PIPES ? (enum tt_core)thread : (enum tt_core)(TT_CORE_T0 + thread - DEBUG_PIPES);
}

static bool local_at(const struct session *session, unsigned thread, uint32_t addr, uint32_t *offset, uint32_t *left)
{
    const uint32_t bytes = core_local_bytes(session->chip, session_core_of(thread));
    *offset = addr - RISCV_LOCAL_BASE;
    *left = bytes - *offset;
    return session->has_cores && *offset < bytes;
}

bool session_has_loads(const struct session *session, uint32_t addr)
{
    return session->has_cores && addr >= RISCV_LOCAL_BASE;
}

/* Bytes from an address that stand in one memory. */
static uint32_t read_piece(const struct session *session, unsigned thread, uint32_t addr, uint32_t count,
                           uint8_t *bytes)
{
    struct steps *steps = engine_steps(session->engine);
    enum tt_space space;
    uint32_t lo, left;
    if (session_space_at(session, addr, 1, &space, &lo)) {
        left = space_bytes(session->chip, space) - lo;
        count = count < left ? count : left;
        tile_load(steps_tile(steps), space, lo, count, bytes);
        return count;
    }
    if (local_at(session, thread, addr, &lo, &left)) {
        count = count < left ? count : left;
        memcpy(bytes, cores_local(steps_cores(steps), session_core_of(thread)) + lo, count);
        return count;
    }
    uint32_t word;
    uint8_t image[4];
    if (addr >= DEBUG_EVENTS && addr < DEBUG_EVENTS_END) {
        struct ttcap_event event;
        if (!session->index || !index_event(session->index, (addr - DEBUG_EVENTS) / 4, &event))
            return 0;
        word = event.value;
    } else if (session->has_cores && addr - RISCV_IRAM_BASE < core_iram_bytes(session->chip, session_core_of(thread))) {
        word = load_u32(&tile_state(steps_tile(steps))->nc_iram[(addr - RISCV_IRAM_BASE) & ~3u]);
    } else if (!session->has_cores || !cores_peek(steps_cores(steps), session_core_of(thread), addr & ~3u, &word)) {
        return 0;
    }
    store_u32(image, word);
    left = 4 - addr % 4;
    count = count < left ? count : left;
    memcpy(bytes, image + addr % 4, count);
    return count;
}

uint32_t session_read(const struct session *session, unsigned thread, uint32_t addr, uint32_t count, uint8_t *bytes)
{
    uint32_t done = 0;
    while (done < count) {
        const uint32_t piece = read_piece(session, thread, addr + done, count - done, bytes + done);
        if (!piece)
            break;
        done += piece;
    }
    return done;
}

enum tt_status session_write(struct session *session, unsigned thread, uint32_t addr, uint32_t count,
                             const uint8_t *bytes, struct tt_error *err)
{
    struct engine_edit edit = {.place = ENGINE_SPACE, .core = session_core_of(thread), .count = count, .bytes = bytes};
    uint32_t left;
    if (!count)
        return TT_OK;
    if (!session_space_at(session, addr, count, &edit.space, &edit.lo)) {
        edit.place = ENGINE_LOCAL;
        REFUSE_IF(!local_at(session, thread, addr, &edit.lo, &left) || count > left, err,
                  "%u bytes at 0x%08x: L1, local RAM and the spaces of `monitor map` can be stored to", (unsigned)count,
                  (unsigned)addr);
    }
    return engine_store(session->engine, &edit, err);
}

/* Into each copy of a place, the bits of the mask alone. */
static enum tt_status store_copies(struct session *session, const struct address_place *place, uint32_t value,
                                   uint32_t mask, struct tt_error *err)
{
    struct debug_point copies[THREADS];
    const unsigned count = session_points_of(session, place, copies);
    uint8_t bytes[4], bits[4];
    store_u32(bytes, value);
    store_u32(bits, mask);
    for (unsigned i = 0; i < count; i++)
        TRY(engine_store(session->engine,
                         &(struct engine_edit){.place = ENGINE_SPACE,
                                               .space = place->space,
                                               .lo = copies[i].lo,
                                               .count = copies[i].hi - copies[i].lo,
                                               .bytes = bytes,
                                               .mask = bits},
                         err));
    return TT_OK;
}

enum tt_status session_store_place(struct session *session, const struct address_place *place, const char *number,
                                   struct tt_error *err)
{
    const uint32_t bytes = place->hi - place->lo;
    unsigned bits = 8 * bytes, shift = 0;
    uint64_t value;
    if (place->is_field) {
        const struct reg_field *field = reg_field_get(session->chip, place->field);
        bits = field->bits;
        shift = field->shift;
    }
    REFUSE_IF(bytes > sizeof(uint32_t), err, "a number is stored to a field, or to one place of up to 4 bytes");
    REFUSE_IF(!number_read(number, 0, (UINT64_C(1) << bits) - 1, &value), err, "'%.40s' is no number of %u bits",
              number, bits);
    return store_copies(session, place, (uint32_t)value << shift, (uint32_t)((UINT64_C(1) << bits) - 1) << shift, err);
}
