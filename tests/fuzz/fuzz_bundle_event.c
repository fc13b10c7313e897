/* SPDX-License-Identifier: Apache-2.0 */
/* A line of events.jsonl: the quick reader and the thorough one must say the same of anything. */
#include "base/memory.h"
#include "capture/import/bundle/event.h"
#include "fuzz/harness.h"

#include <stdlib.h>
#include <string.h>

static void require(int holds)
{
    if (!holds)
        abort();
}

static void read_both(const char *line, size_t count)
{
    struct event_bytes bytes[2] = {{0}};
    struct ttcap_event a = {0}, b = {0};
    struct tt_error said[2] = {{{0}}};
    enum tt_status quick = event_parse(line, count, TT_BLACKHOLE, &bytes[0], &a, &said[0]);
    enum tt_status thorough = event_parse_json(line, count, TT_BLACKHOLE, &bytes[1], &b, &said[1]);
    require(quick == thorough && strcmp(said[0].text, said[1].text) == 0);
    if (quick == TT_OK) {
        require(a.seq == b.seq && a.kind == b.kind && a.thread == b.thread && a.index == b.index);
        require(a.addr == b.addr && a.value == b.value && a.byte_count == b.byte_count);
        require(a.has_pc == b.has_pc && a.core == b.core && a.pc == b.pc);
        require(a.byte_count == 0 || memcmp(a.bytes, b.bytes, a.byte_count) == 0);
    }
    mem_free(bytes[0].items);
    mem_free(bytes[1].items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *newline = size ? memchr(data, '\n', size) : NULL;
    size_t count = newline ? (size_t)(newline - data) : size;
    char *line = mem_alloc(count + 1);
    if (!line)
        return 0;
    if (count)
        memcpy(line, data, count);
    line[count] = '\n';
    read_both(line, count);
    mem_free(line);
    return 0;
}
