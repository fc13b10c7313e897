/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of other tiles and of DRAM that cores ask the network for: files. */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/new_file.h"
#include "base/number.h"

enum { BYTES_MAX = 1 << 28, COORDINATE_MAX = 63 };

/* "X,Y:ADDR" in front of '='. */
static bool memory_take_place(struct script_memory *memory, const char *text)
{
    char x[4], y[4], addr[16];
    uint64_t values[3];
    if (sscanf(text, "%3[0-9],%3[0-9]:%15[0-9a-fA-Fx]=", x, y, addr) != 3)
        return false;
    if (!number_read(x, 10, COORDINATE_MAX, &values[0]) || !number_read(y, 10, COORDINATE_MAX, &values[1]) ||
        !number_read(addr, 0, UINT32_MAX, &values[2]))
        return false;
    memory->x = (uint32_t)values[0];
    memory->y = (uint32_t)values[1];
    memory->addr = (uint32_t)values[2];
    return true;
}

enum tt_status load_memory_add(struct load_plan *plan, struct tt_error *err)
{
    struct load_memory *memories = mem_realloc(plan->memories, plan->memory_count + 1, sizeof *memories);
    if (memories)
        plan->memories = memories;
    struct script_memory *of_script = mem_realloc(plan->of_script, plan->memory_count + 1, sizeof *of_script);
    if (of_script)
        plan->of_script = of_script;
    NEED(memories && of_script, err, "no memory");
    plan->memories[plan->memory_count] = (struct load_memory){.path = NULL};
    plan->of_script[plan->memory_count++] = (struct script_memory){.count = 0};
    return TT_OK;
}

enum tt_status load_memory_read(struct load_plan *plan, const char *text, struct tt_error *err)
{
    enum tt_status status = load_memory_add(plan, err);
    if (status)
        return status;
    struct load_memory *file = &plan->memories[plan->memory_count - 1];
    struct script_memory *memory = &plan->of_script[plan->memory_count - 1];
    const char *equals = strchr(text, '=');
    uint64_t bytes = 0;
    REFUSE_IF(!equals || !equals[1] || !memory_take_place(memory, text), err,
              "--noc %s: expected X,Y:ADDR=FILE, or X,Y:ADDR=FILE:BYTES", text);
    file->path = mem_strdup(equals + 1);
    NEED(file->path, err, "no memory");
    char *colon = strrchr(file->path, ':');
    file->is_output = colon && number_read(colon + 1, 0, BYTES_MAX, &bytes) && bytes;
    if (!file->is_output) {
        size_t count = 0;
        status = input_whole(file->path, LOAD_FILE_MAX, &memory->bytes, &count, err);
        memory->count = (uint32_t)count;
        return status;
    }
    *colon = '\0';
    memory->count = (uint32_t)bytes;
    memory->bytes = mem_calloc(bytes, 1);
    return memory->bytes ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status memory_put(void *user, FILE *out, struct tt_error *err)
{
    const struct script_memory *memory = user;
    return fwrite(memory->bytes, 1, memory->count, out) == memory->count
               ? TT_OK
               : tt_fail(err, TT_IO, "memory of another tile cannot be written");
}

enum tt_status load_memories_write(const struct load_plan *plan, bool replace, struct tt_error *err)
{
    for (size_t i = 0; i < plan->memory_count; i++)
        if (plan->memories[i].is_output)
            TRY(new_file_write(plan->memories[i].path, replace ? NEW_FILE_REPLACE : NEW_FILE_NEW, memory_put,
                               &plan->of_script[i], err));
    return TT_OK;
}

void load_memories_clear(struct load_plan *plan)
{
    for (size_t i = 0; i < plan->memory_count; i++) {
        mem_free(plan->memories[i].path);
        mem_free(plan->of_script[i].bytes);
    }
    mem_free(plan->memories);
    mem_free(plan->of_script);
}
