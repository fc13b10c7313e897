/* SPDX-License-Identifier: Apache-2.0 */
/* libttreplay_umd.so, which LD_PRELOAD puts before UMD: what a host writes to a card and reads from it is passed on,
 * and recorded. A write stands in the record before the card has it, a read when it is answered. UMD's functions have
 * no argument for whom they are called, so that what they share is global. docs/how-to/as-a-device.md#cards */
#include "device/device.h"
#include "door/library/settings.h"
#include "door/pci.h"
#include "door/preload/umd.h"
#include "isa/chip.h"

#include <pthread.h>
#include <unistd.h>

enum { STATUS_TROUBLE = 2, DEVICES_MAX = 64 };

/* A window that leads somewhere. */
struct window {
    const void *handle;
    struct umd_target target;
    enum umd_name arch; /* the function that says */
    int device;         /* its number; NO_DEVICE: a simulator's, or nobody saw it being opened */
};
enum { NO_DEVICE = -1 };

static struct {
    pthread_mutex_t lock;
    struct umd umd;
    bool is_found;
    struct door *door; /* from the first message on */
    enum tt_chip chip;
    bool is_translated;
    int device; /* that is recorded */
    pid_t process;
    struct window *windows;
    size_t count, capacity, last;
    const void *devices[DEVICES_MAX];
    int numbers[DEVICES_MAX];
    unsigned device_count;
    bool has_others, has_pointers, has_pinned; /* said once */
    struct tt_error err;
} preload = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The objects that a thread has set last: a window's handle, and its device. */
static _Thread_local const void *handle_set, *device_set;

static void preload_must(enum tt_status status)
{
    if (!status)
        return;
    (void)fprintf(stderr, "tt-replay: %s\n", preload.err.text);
    (void)fflush(stdout);
    _exit(STATUS_TROUBLE);
}

static void preload_lock(void)
{
    (void)pthread_mutex_lock(&preload.lock);
}

static void preload_unlock(void)
{
    (void)pthread_mutex_unlock(&preload.lock);
}

/* UMD's own; caller: whoever calls what stands in its place. */
static void *preload_next(enum umd_name name, const void *caller)
{
    preload_lock();
    if (!preload.is_found)
        preload_must(umd_find(&preload.umd, caller, &preload.err));
    preload.is_found = true;
    preload_unlock();
    return preload.umd.functions[name];
}

/* ---- the record ---- */

static enum tt_chip preload_chip(const struct window *window)
{
    enum { WORMHOLE = 2, BLACKHOLE = 3 }; /* as UMD counts */
    int (*const arch)(const void *) = (int (*)(const void *))preload.umd.functions[window->arch];
    const int code = arch(window->handle);
    return code == WORMHOLE ? TT_WORMHOLE_B0 : code == BLACKHOLE ? TT_BLACKHOLE : TT_CHIP_COUNT;
}

static void preload_open(const struct window *window)
{
    static struct library_settings settings;
    preload_must(library_settings_read(&settings, preload_chip(window), &preload.err));
    settings.door.is_elsewhere = true;
    settings.door.name = WIRE_CARD;
    preload.chip = settings.door.chip;
    preload.is_translated = settings.door.is_translated;
    preload.device = window->device;
    preload.process = getpid();
    preload_must(door_open(&preload.door, &settings.door, &preload.err));
    (void)fprintf(stderr, "tt-replay: the card's conversation goes to %s\n", settings.record);
}

static void preload_put(enum wire_kind kind, unsigned x, unsigned y, uint64_t addr, const void *bytes, size_t count)
{
    const struct wire_op op = {
        .kind = kind, .x = (uint8_t)x, .y = (uint8_t)y, .size = (uint32_t)count, .addr = addr, .bytes = bytes};
    preload_must(door_heard(preload.door, &op, &preload.err));
}

/* A write to each tile of a rectangle, as UMD spells it where the device has no multicast. */
static void put_rectangle(const struct umd_target *target, uint64_t addr, const void *bytes, size_t count)
{
    const struct chip *chip = chip_get(preload.chip);
    const uint8_t first[] = {(uint8_t)target->first_x, (uint8_t)target->first_y},
                  last[] = {(uint8_t)target->x, (uint8_t)target->y};
    for (unsigned y = 0; y <= chip->host.noc_y_last; y++)
        for (unsigned x = 0; x <= chip->host.noc_x_last; x++) {
            unsigned name_x = x, name_y = y;
            if (!device_is_reached(chip, (unsigned)target->network, first, last, x, y))
                continue;
            if (preload.is_translated)
                grid_translate_worker(chip, &name_x, &name_y);
            preload_put(WIRE_WRITE, name_x, name_y, addr, bytes, count);
        }
}

static void put_target(enum wire_kind kind, const struct umd_target *target, uint64_t addr, const void *bytes,
                       size_t count)
{
    struct pci_target place = {.kind = PCI_PLACE, .x = (uint32_t)target->x, .y = (uint32_t)target->y, .addr = addr};
    if (target->network == 1 && !target->is_multicast)
        place = pci_on_network_1(chip_get(preload.chip), place);
    if (target->network > 1 || place.x > WIRE_COORDINATE_MAX || place.y > WIRE_COORDINATE_MAX || count > UINT32_MAX)
        preload_must(door_refuse(preload.door, &preload.err,
                                 "%zu bytes, network %" PRIu64 ", place %" PRIu32 ",%" PRIu32
                                 ": passed on, and no record can name it",
                                 count, target->network, place.x, place.y));
    else if (target->is_multicast && kind == WIRE_WRITE)
        put_rectangle(target, addr, bytes, count);
    else
        preload_put(kind, place.x, place.y, addr, bytes, count);
}

static void heard_through(enum wire_kind kind, const struct window *window, uint64_t addr, const void *bytes,
                          size_t count)
{
    if (!preload.door)
        preload_open(window);
    if (window->device == preload.device)
        put_target(kind, &window->target, addr, bytes, count);
    else if (!preload.has_others)
        preload_must(door_refuse(preload.door, &preload.err, "device %d: passed on; the record is of device %d",
                                 window->device, preload.device));
    preload.has_others |= window->device != preload.device;
}

/* ---- windows ---- */

static struct window *umd_window(const void *handle)
{
    if (preload.last < preload.count && preload.windows[preload.last].handle == handle)
        return &preload.windows[preload.last];
    for (preload.last = 0; preload.last < preload.count; preload.last++)
        if (preload.windows[preload.last].handle == handle)
            return &preload.windows[preload.last];
    return NULL;
}

static int device_number(const void *device)
{
    for (unsigned i = 0; i < preload.device_count; i++)
        if (preload.devices[i] == device)
            return preload.numbers[i];
    return NO_DEVICE;
}

static void window_leads(const void *handle, enum umd_name arch, const struct umd_target *target)
{
    preload_lock();
    struct window *window = umd_window(handle);
    if (!window) {
        if (mem_grow(&preload.windows, &preload.capacity, preload.count + 1, sizeof *preload.windows))
            preload_must(tt_fail(&preload.err, TT_NO_MEMORY, "no memory for a window"));
        window = &preload.windows[preload.count++];
    }
    *window = (struct window){handle, *target, arch, device_number(device_set)};
    handle_set = handle;
    preload_unlock();
}

static const struct window *umd_window_must(const void *handle)
{
    const struct window *window = umd_window(handle);
    if (!window)
        preload_must(tt_fail(&preload.err, TT_BAD_INPUT, "a window of UMD was set before anybody could hear it"));
    return window;
}

/* Records an access through a window. UMD itself refuses one that does not fit. */
static void window_heard(enum wire_kind kind, const void *object, uint64_t offset, const void *bytes, size_t count)
{
    const struct umd *umd = &preload.umd;
    const void *(*const handle)(const void *) = (const void *(*)(const void *))umd->functions[WINDOW_HANDLE];
    uint64_t (*const total)(const void *, uint64_t) =
        (uint64_t(*)(const void *, uint64_t))umd->functions[WINDOW_OFFSET];
    size_t (*const size)(const void *) = (size_t(*)(const void *))umd->functions[WINDOW_SIZE];
    if (offset + count > size(object))
        return;
    preload_lock();
    const struct window *window = umd_window_must(handle(object));
    heard_through(kind, window, window->target.addr + total(object, offset), bytes, count);
    preload_unlock();
}

/* Says once that an access of this kind is not recorded. */
static void unheard(bool *is_said, const char *what)
{
    preload_lock();
    if (!*is_said && preload.door)
        preload_must(door_refuse(preload.door, &preload.err, "%s: what goes that way is not recorded", what));
    else if (!*is_said)
        (void)fprintf(stderr, "tt-replay: %s: what goes that way is not recorded\n", what);
    *is_said = true;
    preload_unlock();
}

/* ---- what stands in the place of UMD's functions ---- */

#define CALLER __builtin_return_address(0)
#define NEXT(id, type, ...) ((type(*)(__VA_ARGS__))preload_next(id, CALLER))

static void card_open(void *device, int number)
{
    void (*const next)(void *, int) = NEXT(CARD_OPEN, void, void *, int);
    preload_lock();
    unsigned at = 0;
    while (at < preload.device_count && preload.devices[at] != device)
        at++;
    if (at < DEVICES_MAX) {
        preload.devices[at] = device;
        preload.numbers[at] = number;
        preload.device_count += at == preload.device_count;
    }
    preload_unlock();
    next(device, number);
}

static void card_set(void *device, uint32_t window, const struct umd_target *target, bool is_verified)
{
    device_set = device;
    NEXT(CARD_SET, void, void *, uint32_t, const struct umd_target *, bool)(device, window, target, is_verified);
}

static void card_configure(void *handle, const struct umd_target *target)
{
    const struct umd_target asked = *target;
    NEXT(CARD_CONFIGURE, void, void *, const struct umd_target *)(handle, target);
    window_leads(handle, CARD_ARCH, &asked);
}

static void sim_configure(void *handle, const struct umd_target *target)
{
    const struct umd_target asked = *target;
    NEXT(SIM_CONFIGURE, void, void *, const struct umd_target *)(handle, target);
    device_set = NULL;
    window_leads(handle, SIM_ARCH, &asked);
}

#define WRITES(function, id)                                                                                           \
    static void function(void *window, uint64_t offset, const void *bytes, size_t count)                               \
    {                                                                                                                  \
        void (*const next)(void *, uint64_t, const void *, size_t) =                                                   \
            NEXT(id, void, void *, uint64_t, const void *, size_t);                                                    \
        window_heard(WIRE_WRITE, window, offset, bytes, count);                                                        \
        next(window, offset, bytes, count);                                                                            \
    }
#define READS(function, id)                                                                                            \
    static void function(void *window, uint64_t offset, void *bytes, size_t count)                                     \
    {                                                                                                                  \
        NEXT(id, void, void *, uint64_t, void *, size_t)(window, offset, bytes, count);                                \
        window_heard(WIRE_READ, window, offset, bytes, count);                                                         \
    }
#define WRITES_WORD(function, id, type)                                                                                \
    static void function(void *window, uint64_t offset, type value)                                                    \
    {                                                                                                                  \
        void (*const next)(void *, uint64_t, type) = NEXT(id, void, void *, uint64_t, type);                           \
        window_heard(WIRE_WRITE, window, offset, &value, sizeof value);                                                \
        next(window, offset, value);                                                                                   \
    }
#define READS_WORD(function, id, type)                                                                                 \
    static type function(void *window, uint64_t offset)                                                                \
    {                                                                                                                  \
        const type value = NEXT(id, type, void *, uint64_t)(window, offset);                                           \
        window_heard(WIRE_READ, window, offset, &value, sizeof value);                                                 \
        return value;                                                                                                  \
    }
WRITES(card_write_block, CARD_WRITE_BLOCK)
WRITES(card_write_register, CARD_WRITE_REGISTER)
WRITES(sim_write_block, SIM_WRITE_BLOCK)
READS(card_read_block, CARD_READ_BLOCK)
READS(card_read_register, CARD_READ_REGISTER)
READS(sim_read_block, SIM_READ_BLOCK)
WRITES_WORD(card_write_32, CARD_WRITE_32, uint32_t)
WRITES_WORD(card_write_16, CARD_WRITE_16, uint16_t)
READS_WORD(card_read_32, CARD_READ_32, uint32_t)
READS_WORD(card_read_16, CARD_READ_16, uint16_t)

/* A write, too, is recorded behind it: where the card has no DMA nothing was written, and UMD takes a window. */
static bool card_dma(void *protocol, void *bytes, size_t count, uint64_t addr, struct umd_target target, int to_host)
{
    const bool is_done = NEXT(CARD_DMA, bool, void *, void *, size_t, uint64_t, struct umd_target,
                              int)(protocol, bytes, count, addr, target, to_host);
    if (!is_done)
        return false;
    preload_lock();
    struct window through = *umd_window_must(handle_set);
    through.target = target;
    heard_through(to_host ? WIRE_READ : WIRE_WRITE, &through, addr, bytes, count);
    preload_unlock();
    return true;
}

static bool card_dma_pinned(void *protocol, uint64_t host, size_t count, uint64_t addr, struct umd_target target,
                            int to_host)
{
    unheard(&preload.has_pinned, "the card reads or writes pinned memory of the host");
    return NEXT(CARD_DMA_PINNED, bool, void *, uint64_t, size_t, uint64_t, struct umd_target,
                int)(protocol, host, count, addr, target, to_host);
}

static void *host_pointer(const void *cluster, uint64_t offset, int chip, uint16_t channel)
{
    unheard(&preload.has_pointers, "the host's memory for the card was asked for (fast dispatch)");
    return NEXT(HOST_POINTER, void *, const void *, uint64_t, int, uint16_t)(cluster, offset, chip, channel);
}

#define STANDS(id, function, name)                                                                                     \
    extern __typeof__(function) function##_here __asm__(name) __attribute__((visibility("default"), alias(#function)));
#define NOTHING(id, name)
UMD_NAMES(STANDS, STANDS, NOTHING)
UMD_SIMULATOR_NAMES(STANDS, NOTHING)

/* ---- begin and end ---- */

__attribute__((constructor)) static void preload_begin(void)
{
    if (umd_is_strange(&preload.err))
        preload_must(TT_BAD_INPUT);
}

/* A process that this one was forked into does not end the conversation. */
__attribute__((destructor)) static void preload_end(void)
{
    if (!preload.is_found && umd_is_strange(&preload.err))
        (void)fprintf(stderr, "tt-replay: nothing was recorded: %s\n", preload.err.text);
    if (!preload.door || preload.process != getpid())
        return;
    preload_must(door_end(preload.door, &preload.err));
    door_close(preload.door);
    preload.door = NULL;
}
