/* SPDX-License-Identifier: Apache-2.0 */
/* A host that does a recorded conversation through a device library, with the calls of UMD in their order: each answer
 * is as it was recorded. Of reads that are asked again, with nothing but reads between, the last.
 *
 *     client LIBRARY CONVERSATION [--kill LINE | --leave | --host | --twice | --network-1]
 *
 * --kill: it is killed there; --leave: libttsim_exit is not called; --host: first it reaches its own memory, by a
 * window to the PCIe tile; --twice: half way another opens the device and closes it; --network-1: all windows
 * go by the other network, which counts the places of a Wormhole's grid from the other end. Exit 1: an answer differs.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 200, WINDOW = 1 << 21, RESET = (int)0xFFB121B0, HELD = 0x47800, B_HELD = 0x800 };

static struct {
    void (*callbacks)(void (*)(uint64_t, void *, uint32_t), void (*)(uint64_t, const void *, uint32_t));
    void (*init)(void);
    void (*exit)(void);
    uint32_t (*config)(uint32_t, uint32_t);
    void (*read)(uint64_t, void *, uint32_t);
    void (*write)(uint64_t, const void *, uint32_t);
    void (*tile_read)(uint32_t, uint32_t, uint64_t, void *, uint32_t);
    void (*tile_write)(uint32_t, uint32_t, uint64_t, const void *, uint32_t);
    void (*clock)(uint32_t);
} device;
static uint64_t bar0, bar2;
static bool is_blackhole, goes_by_network_1;
static uint64_t dma_last; /* that the device wrote to */

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found)
        return found;
    (void)fprintf(stderr, "Failed to find symbol: %s\n", name);
    exit(2);
}

static void load(const char *path)
{
    void *library = dlopen(path, RTLD_LAZY);
    if (!library) {
        (void)fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    if (dlsym(library, "libttsim_create_device_by_id") || dlsym(library, "libttsim_select_device_by_id"))
        exit(2);
    (void)dlclose(library);
    library = dlopen(path, RTLD_LAZY);
    *(void **)&device.init = symbol(library, "libttsim_init");
    *(void **)&device.exit = symbol(library, "libttsim_exit");
    *(void **)&device.config = symbol(library, "libttsim_pci_config_rd32");
    *(void **)&device.read = symbol(library, "libttsim_pci_mem_rd_bytes");
    *(void **)&device.write = symbol(library, "libttsim_pci_mem_wr_bytes");
    *(void **)&device.tile_read = symbol(library, "libttsim_tile_rd_bytes");
    *(void **)&device.tile_write = symbol(library, "libttsim_tile_wr_bytes");
    *(void **)&device.clock = symbol(library, "libttsim_clock");
    *(void **)&device.callbacks = symbol(library, "libttsim_set_pci_dma_mem_callbacks");
}

static void dma_read(uint64_t addr, void *bytes, uint32_t count)
{
    (void)addr;
    memset(bytes, 0x5A, count);
}

static void dma_write(uint64_t addr, const void *bytes, uint32_t count)
{
    (void)bytes;
    dma_last = addr;
    (void)fprintf(stderr, "dma %llx %u\n", (unsigned long long)addr, count);
}

static uint64_t bar(uint32_t offset)
{
    const uint64_t low = device.config(0, offset) & ~UINT32_C(15);
    return low | (uint64_t)device.config(0, offset + 4) << 32;
}

static void put_bits(uint8_t *bytes, unsigned at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        if (value >> i & 1)
            bytes[(at + i) / 8] |= (uint8_t)(1 << (at + i) % 8);
}

/* The first window of 2 MiB leads to an address: where it stands on the bus. R71 */
static uint64_t aim(unsigned x, unsigned y, uint64_t addr)
{
    const unsigned window = is_blackhole ? 0 : 156, bytes = is_blackhole ? 12 : 8, local = is_blackhole ? 43 : 15;
    const uint64_t at = bar0 + 0x1FC00000 + window * bytes;
    uint8_t word[12] = {0};
    if (goes_by_network_1 && !is_blackhole && x <= 9 && y <= 11) {
        x = 9 - x;
        y = 11 - y;
    }
    put_bits(word, local + 24, 1, goes_by_network_1);
    put_bits(word, 0, local, addr / WINDOW);
    put_bits(word, local, 6, x);
    put_bits(word, local + 6, 6, y);
    for (unsigned i = 0; i < bytes; i += is_blackhole ? 4 : 8)
        device.write(at + i, word + i, is_blackhole ? 4 : 8);
    return bar0 + (is_blackhole ? 0 : 0x09C00000) + addr % WINDOW;
}

static void move(bool writes, unsigned x, unsigned y, uint64_t addr, uint8_t *bytes, uint32_t count)
{
    for (uint32_t piece; count; addr += piece, bytes += piece, count -= piece) {
        const uint32_t room = WINDOW - (uint32_t)(addr % WINDOW);
        piece = count < room ? count : room;
        const uint64_t at = aim(x, y, addr);
        if (writes)
            device.write(at, bytes, piece);
        else
            device.read(at, bytes, piece);
    }
    if (!writes)
        device.clock(1);
}

static void begin(const char *path)
{
    load(path);
    device.callbacks(dma_read, dma_write);
    device.init();
    const uint32_t id = device.config(0, 0);
    if (device.config(0, 0) != id || (id & 0xFFFF) != 0x1E52)
        exit(2);
    is_blackhole = id >> 16 == 0xB140;
    bar0 = bar(0x10);
    (void)bar(0x20);
    (void)aim(0, 0, 0);
    bar2 = bar(0x18);
    static const struct {
        uint32_t at, value;
    } iatu[] = {{0x04, 0}, {0x00, 0}, {0x08, 0}, {0x0C, 0}, {0x10, 0x3FFFFFFF}, {0x14, 0}, {0x18, 0}, {0x04, 1u << 31}};
    for (size_t i = 0; i < sizeof iatu / sizeof *iatu; i++)
        device.write(bar2 + (is_blackhole ? 0x1000 : 0x1200) + iatu[i].at, &iatu[i].value, 4);
}

/* The first region of the host's memory is as it is, at its beginning. */
static bool reaches_itself(void)
{
    const uint64_t at = (is_blackhole ? UINT64_C(1) << 60 : UINT64_C(8) << 32) + 0x10;
    uint32_t word = 1;
    move(true, is_blackhole ? 19 : 0, is_blackhole ? 24 : 3, at, (uint8_t *)&word, 4);
    move(false, is_blackhole ? 19 : 0, is_blackhole ? 24 : 3, at, (uint8_t *)&word, 4);
    return dma_last == 0x10 && word == 0x5A5A5A5A;
}

struct line {
    char op[16];
    unsigned x, y, size;
    unsigned long long addr;
    char *data, *reply;
};

static bool parse(char *text, struct line *line)
{
    int at = 0;
    *line = (struct line){.op = ""};
    if (*text == '#' || sscanf(text, "%15s core=%u,%u addr=0x%llx size=%u data=%n", line->op, &line->x, &line->y,
                               &line->addr, &line->size, &at) != 5)
        return false;
    line->data = text + at;
    line->reply = strstr(line->data, " reply=");
    if (line->reply)
        line->reply += sizeof " reply=" - 1;
    return true;
}

static void unhex(const char *text, uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        unsigned value = 0;
        (void)sscanf(text + 2 * i, "%2x", &value);
        bytes[i] = (uint8_t)value;
    }
}

static bool is_same_place(const struct line *a, const struct line *b)
{
    return a->x == b->x && a->y == b->y && a->addr == b->addr && a->size == b->size;
}

/* Asked as often as it takes. */
static bool hears(const struct line *line, size_t number)
{
    uint8_t *bytes = malloc(2 * (size_t)line->size + 1), *wanted = bytes + line->size;
    bool is_same = false;
    unhex(line->reply, wanted, line->size);
    for (unsigned i = 0; i < TRIES && !is_same; i++) {
        move(false, line->x, line->y, line->addr, bytes, line->size);
        is_same = memcmp(bytes, wanted, line->size) == 0;
    }
    for (uint32_t i = 0; i < line->size && !is_same; i++)
        if (bytes[i] != wanted[i]) {
            printf("line %zu: %u,%u address 0x%llx: byte %u is %02x, recorded %02x\n", number, line->x, line->y,
                   line->addr, i, bytes[i], wanted[i]);
            break;
        }
    free(bytes);
    return is_same;
}

static void reset(const struct line *line, bool is_held)
{
    uint32_t value = 0;
    move(false, line->x, line->y, (uint32_t)RESET, (uint8_t *)&value, 4);
    value = is_held ? value | HELD : value & ~(uint32_t)B_HELD;
    move(true, line->x, line->y, (uint32_t)RESET, (uint8_t *)&value, 4);
}

int main(int argc, char **argv)
{
    char *text = NULL;
    size_t capacity = 0, count = 0, room = 0, answers = 0, differing = 0;
    struct line *lines = NULL;
    FILE *file = argc > 2 ? fopen(argv[2], "re") : NULL;
    const size_t dies = argc > 4 && strcmp(argv[3], "--kill") == 0 ? strtoul(argv[4], NULL, 10) : SIZE_MAX;
    const bool is_twice = argc > 3 && strcmp(argv[3], "--twice") == 0;
    if (!file)
        return 2;
    while (getline(&text, &capacity, file) > 0) {
        lines = count == room ? realloc(lines, (room = 2 * room + 64) * sizeof *lines) : lines;
        count += parse(strdup(text), &lines[count]);
    }
    goes_by_network_1 = argc > 3 && strcmp(argv[3], "--network-1") == 0;
    begin(argv[1]);
    if (argc > 3 && strcmp(argv[3], "--host") == 0 && !reaches_itself())
        return 1;
    for (size_t i = 0; i < count; i++) {
        const struct line *line = &lines[i];
        bool again = false;
        if (i == dies)
            (void)raise(SIGKILL);
        if (i == count / 2 && is_twice) {
            device.init();
            device.exit();
        }
        for (size_t k = i + 1; k < count && *line->op == 'R' && line->reply && lines[k].reply && !again; k++)
            again = is_same_place(line, &lines[k]);
        if (strcmp(line->op, "WRITE") == 0) {
            uint8_t *bytes = malloc(line->size + 1);
            unhex(line->data, bytes, line->size);
            move(true, line->x, line->y, line->addr, bytes, line->size);
            free(bytes);
        } else if (strncmp(line->op, "RESET", 5) == 0) {
            reset(line, strcmp(line->op, "RESET_ASSERT") == 0);
        } else if (line->reply && !again) {
            answers++;
            differing += !hears(line, i + 1);
        }
    }
    if (argc < 4 || strcmp(argv[3], "--leave") != 0)
        device.exit();
    printf("%zu operations, %zu answers, %zu differ\n", count, answers, differing);
    return differing > 0;
}
