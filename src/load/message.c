/* SPDX-License-Identifier: Apache-2.0 */
/* The launch message by the debug information of the firmware that reads it. R63, R64 */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/little.h"
#include "capture/import/elf/elf_parts.h"
#include "isa/chip.h"

enum { CLASSES_OLD = 3, CLASSES = 5, COMPUTE_CLASS = 2, NC_KERNEL_UNIT = 16 };
enum { OLD_MOST = 32 /* circular buffers */ };

enum member {
    LAUNCH,
    GO,
    GO_MANY,
    SYNC,
    SYNC_OLD,
    CONFIG_BASE,
    LOCAL_CB_OFFSET,
    REMOTE_CB_OFFSET,
    SEM_OFFSET,
    RTA_OFFSET,
    TEXT_OFFSET,
    MODE,
    LOCAL_CB_MASK,
    LOCAL_CB_END,
    REMOTE_CB_START,
    ENABLES,
    NC_KERNEL_SIZE,
    MEMBERS
};

#define KERNEL "launch.kernel_config."
static const char *const paths[MEMBERS] = {
    [LAUNCH] = "launch",
    [GO] = "go_message",
    [GO_MANY] = "go_messages",
    [SYNC] = "subordinate_sync",
    [SYNC_OLD] = "slave_sync",
    [CONFIG_BASE] = KERNEL "kernel_config_base",
    [LOCAL_CB_OFFSET] = KERNEL "local_cb_offset",
    [REMOTE_CB_OFFSET] = KERNEL "remote_cb_offset",
    [SEM_OFFSET] = KERNEL "sem_offset",
    [RTA_OFFSET] = KERNEL "rta_offset",
    [TEXT_OFFSET] = KERNEL "kernel_text_offset",
    [MODE] = KERNEL "mode",
    [LOCAL_CB_MASK] = KERNEL "local_cb_mask",
    [LOCAL_CB_END] = KERNEL "max_local_cb_end_index",
    [REMOTE_CB_START] = KERNEL "min_remote_cb_start_index",
    [ENABLES] = KERNEL "enables",
    [NC_KERNEL_SIZE] = KERNEL "ncrisc_kernel_size16",
};

static const enum member needed[] = {LAUNCH,          CONFIG_BASE, LOCAL_CB_OFFSET, REMOTE_CB_OFFSET,
                                     SEM_OFFSET,      RTA_OFFSET,  TEXT_OFFSET,     MODE,
                                     REMOTE_CB_START, ENABLES};

/* Of one number with two names over time, that which there is. */
static const struct elf_member *message_one_of(const struct elf_member *members, enum member now, enum member before)
{
    return members[now].is_there ? &members[now] : members[before].is_there ? &members[before] : NULL;
}

static enum tt_status message_check_layout(const struct elf_member *members, const char *path, struct tt_error *err)
{
    const char *lacks = NULL;
    for (size_t i = 0; i < sizeof needed / sizeof *needed && !lacks; i++)
        if (!members[needed[i]].is_there)
            lacks = paths[needed[i]];
    if (!lacks && !message_one_of(members, GO, GO_MANY))
        lacks = paths[GO];
    if (!lacks && !message_one_of(members, SYNC, SYNC_OLD))
        lacks = paths[SYNC];
    if (!lacks && !message_one_of(members, LOCAL_CB_MASK, LOCAL_CB_END))
        lacks = paths[LOCAL_CB_MASK];
    REFUSE_IF(lacks, err, "%s: its mailboxes_t has no member %s, which a launch needs", path, lacks);
    const uint32_t classes = members[RTA_OFFSET].bytes / members[RTA_OFFSET].element_bytes;
    REFUSE_IF(classes != CLASSES_OLD && classes != CLASSES, err,
              "%s: arguments of %u classes of processors, expected %d or %d", path, classes, CLASSES_OLD, CLASSES);
    REFUSE_IF(members[LAUNCH].element_bytes > LOAD_MESSAGE_MAX || members[LAUNCH].offset % 4 ||
                  members[LAUNCH].element_bytes % 4 || message_one_of(members, GO, GO_MANY)->offset % 4 ||
                  message_one_of(members, SYNC, SYNC_OLD)->offset % 4,
              err, "%s: a launch message of %u bytes at %u of its mailboxes_t, expected words", path,
              members[LAUNCH].element_bytes, members[LAUNCH].offset);
    return TT_OK;
}

enum constant { MAILBOXES, FIRST_STREAM, BUFFERS_MOST, CONSTANTS };

static enum tt_status message_read_layout(struct elf_member *members, struct elf_constant *constants, const char *path,
                                          struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    struct elf_layout layout = {.type = "mailboxes_t",
                                .members = members,
                                .count = MEMBERS,
                                .constants = constants,
                                .constant_count = CONSTANTS};
    for (size_t i = 0; i < MEMBERS; i++)
        members[i] = (struct elf_member){.path = paths[i]};
    TRY(input_whole(path, LOAD_FILE_MAX, &bytes, &count, err));
    TRY(elf_layout_read(&layout, (const char *)bytes, count, path, err));
    if (!layout.has_type)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s: no debug information of mailboxes_t, which says how its launch message is laid out; compile "
            "the firmware with -g",
            path);
    return message_check_layout(members, path, err);
}

/* Element `index` of a member becomes a number. */
static void message_put(struct load_message *message, const struct elf_member *members, enum member which,
                        uint32_t index, uint64_t value)
{
    const struct elf_member *member = &members[which];
    const uint32_t at = member->offset - members[LAUNCH].offset + index * member->element_bytes;
    uint8_t eight[8];
    store_u64(eight, value);
    if (member->is_there && member->element_bytes <= sizeof eight && at + member->element_bytes <= message->count)
        memcpy(message->bytes + at, eight, member->element_bytes);
}

/* In arrays of one entry a processor. */
static const uint8_t processors[TT_CORE_COUNT] = {
    [TT_CORE_B] = 0, [TT_CORE_NC] = 1, [TT_CORE_T0] = 2, [TT_CORE_T1] = 3, [TT_CORE_T2] = 4};

static void message_put_kernels(struct load_message *message, const struct load_plan *plan,
                                const struct elf_member *members, uint32_t config)
{
    uint32_t enables = 0;
    for (size_t i = 0; i < plan->item_count; i++) {
        const struct import_item *item = &plan->items[i];
        if (!item->is_kernel)
            continue;
        const uint32_t processor = processors[item->core];
        const bool is_compute = processor >= COMPUTE_CLASS;
        message_put(message, members, TEXT_OFFSET, processor, item->addr - config);
        enables |= 1u << (is_compute && message->classes == CLASSES_OLD ? COMPUTE_CLASS : processor);
    }
    message_put(message, members, ENABLES, 0, enables);
    message_put(message, members, NC_KERNEL_SIZE, 0, plan->nc_kernel_bytes / NC_KERNEL_UNIT);
}

enum tt_status load_message_make(struct load_message *message, const struct load_plan *plan, uint32_t config,
                                 const struct load_layout *layout, struct tt_error *err)
{
    struct elf_member members[MEMBERS];
    const char *path = plan->firmware;
    memset(message, 0, sizeof *message);
    struct elf_constant constants[CONSTANTS] = {
        [MAILBOXES] = {.name = "mailboxes", .value = chip_get(plan->chip)->host.mailboxes_at},
        [FIRST_STREAM] = {.name = "OPERAND_START_STREAM"},
        [BUFFERS_MOST] = {.name = "NUM_CIRCULAR_BUFFERS", .value = load_buffers_most(plan->chip)},
    };
    TRY(message_read_layout(members, constants, path, err));
    const uint32_t base = constants[MAILBOXES].value;
    message->first_stream = constants[FIRST_STREAM].value;
    message->launch = base + members[LAUNCH].offset;
    message->count = members[LAUNCH].element_bytes;
    message->go = base + message_one_of(members, GO, GO_MANY)->offset;
    message->sync = base + message_one_of(members, SYNC, SYNC_OLD)->offset;
    message->classes = members[RTA_OFFSET].bytes / members[RTA_OFFSET].element_bytes;
    uint64_t mask = 0;
    uint32_t end = 0;
    for (size_t i = 0; i < plan->buffer_count; i++) {
        mask |= UINT64_C(1) << plan->buffers[i].number;
        end = plan->buffers[i].number >= end ? plan->buffers[i].number + 1 : end;
    }
    message_put(message, members, CONFIG_BASE, 0, config);
    message_put(message, members, LOCAL_CB_OFFSET, 0, layout->buffers);
    message_put(message, members, REMOTE_CB_OFFSET, 0, layout->buffers);
    message_put(message, members, SEM_OFFSET, 0, layout->semaphores);
    message_put(message, members, MODE, 0, HOST_MODE);
    message_put(message, members, LOCAL_CB_MASK, 0, mask);
    message_put(message, members, LOCAL_CB_END, 0, end);
    message_put(message, members, REMOTE_CB_START, 0,
                members[LOCAL_CB_MASK].is_there ? constants[BUFFERS_MOST].value : OLD_MOST);
    for (uint32_t i = 0; i < message->classes; i++) {
        const unsigned class = i >= COMPUTE_CLASS ? LOAD_OF_COMPUTE : LOAD_OF_B + i;
        message_put(message, members, RTA_OFFSET, i, layout->own[class] | layout->common[class] << 16);
    }
    message_put_kernels(message, plan, members, config);
    return TT_OK;
}
