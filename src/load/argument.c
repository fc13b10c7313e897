/* SPDX-License-Identifier: Apache-2.0 */
/* Runtime arguments: V, CORE=V, NAME=V or CORE=NAME=V, each of them the next or the named one of its kernel's. */
#include "load/load_internal.h"

#include "base/number.h"

const char *const argument_classes[LOAD_CLASSES] = {"", "b", "nc", "t"};

static enum tt_status argument_put(struct load_arguments *list, uint32_t index, uint32_t value, const char *option,
                                   const char *text, struct tt_error *err)
{
    REFUSE_IF(index >= LOAD_ARGUMENTS_MAX, err, "--%s %s: a kernel has at most %d arguments", option, text,
              LOAD_ARGUMENTS_MAX);
    REFUSE_IF(list->is_given[index], err, "--%s %s: argument %u is given twice", option, text, (unsigned)index);
    list->values[index] = value;
    list->is_given[index] = true;
    list->count = index >= list->count ? index + 1 : list->count;
    return TT_OK;
}

/* The class that a name's kernel is of. */
static unsigned argument_class_of(enum tt_core core)
{
    return core == TT_CORE_B ? LOAD_OF_B : core == TT_CORE_NC ? LOAD_OF_NC : LOAD_OF_COMPUTE;
}

/* "CORE=" in front: its class, and the text behind it. */
static unsigned argument_class(const char **text)
{
    for (unsigned class = LOAD_OF_B; class < LOAD_CLASSES; class ++) {
        const size_t length = strlen(argument_classes[class]);
        if (strncmp(*text, argument_classes[class], length) == 0 && (*text)[length] == '=') {
            *text += length + 1;
            return class;
        }
    }
    return LOAD_SHARED;
}

/* Of each kernel that has the name, or of that one. */
static enum tt_status argument_by_name(struct load_plan *plan, struct load_arguments *lists, unsigned class,
                                       const char *name, size_t length, uint32_t value, const char *option,
                                       const char *text, struct tt_error *err)
{
    const struct load_words *words = plan->words;
    const enum load_name_kind kind = lists == plan->own ? LOAD_ARGUMENT : LOAD_COMMON_ARGUMENT;
    bool has_any = false;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < words->name_count && !status; i++) {
        const struct load_name *there = &words->names[i];
        const unsigned of = argument_class_of(there->core);
        if (there->kind != kind || (class != LOAD_SHARED && of != class) || strlen(there->text) != length ||
            memcmp(there->text, name, length) != 0)
            continue;
        has_any = true;
        status = argument_put(&lists[of], there->number, value, option, text, err);
    }
    return status || has_any
               ? status
               : tt_fail(err, TT_BAD_INPUT, "--%s %s: no kernel has an argument of that name (kernel_args_generated.h)",
                         option, text);
}

static enum tt_status argument_take(struct load_plan *plan, struct load_arguments *lists, const char *option,
                                    const char *text, struct tt_error *err)
{
    const char *behind = text;
    const unsigned class = argument_class(&behind);
    const char *equals = strchr(behind, '=');
    uint64_t value;
    if (!number_read(equals ? equals + 1 : behind, 0, UINT32_MAX, &value))
        return tt_fail(
            err, TT_BAD_INPUT,
            "--%s %s: expected V, CORE=V, NAME=V or CORE=NAME=V, CORE one of b, nc, t, V a number of 32 bits", option,
            text);
    if (equals)
        return argument_by_name(plan, lists, class, behind, (size_t)(equals - behind), (uint32_t)value, option, text,
                                err);
    return argument_put(&lists[class], lists[class].count, (uint32_t)value, option, text, err);
}

/* Each argument that a kernel's headers name has a value. */
static enum tt_status argument_check_names(const struct load_plan *plan, struct tt_error *err)
{
    static const char *const kinds[][3] = {[LOAD_ARGUMENT] = {"a runtime argument", "arg", "V"},
                                           [LOAD_COMMON_ARGUMENT] = {"a common runtime argument", "common-arg", "V"},
                                           [LOAD_TENSOR_NAME] = {"a tensor", "dram", "FILE:FORMAT"}};
    for (size_t i = 0; i < plan->words->name_count; i++) {
        const struct load_name *name = &plan->words->names[i];
        const struct load_arguments *lists = name->kind == LOAD_ARGUMENT ? plan->own : plan->common;
        const struct load_arguments *list = &lists[argument_class_of(name->core)];
        list = list->count ? list : &lists[LOAD_SHARED];
        if (name->kind == LOAD_BUFFER_NAME || (name->number < list->count && list->is_given[name->number]))
            continue;
        return tt_fail(err, TT_BAD_INPUT, "the kernel of core %s has %s %s, which nothing gives: --%s %s=%s",
                       argument_classes[argument_class_of(name->core)], kinds[name->kind][0], name->text,
                       kinds[name->kind][1], name->text, kinds[name->kind][2]);
    }
    return TT_OK;
}

enum tt_status load_arguments_take(struct load_plan *plan, struct tt_error *err)
{
    const struct load_words *words = plan->words;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < words->arguments.count && !status; i++)
        status = argument_take(plan, plan->own, "arg", words->arguments.items[i], err);
    for (size_t i = 0; i < words->common_arguments.count && !status; i++)
        status = argument_take(plan, plan->common, "common-arg", words->common_arguments.items[i], err);
    for (size_t i = 0; i < words->name_count && !status; i++) {
        const struct load_name *name = &words->names[i];
        for (size_t k = 0; name->kind == LOAD_TENSOR_NAME && k < plan->tensor_count && !status; k++)
            if (strcmp(plan->tensor_names[k], name->text) == 0)
                status = argument_put(&plan->common[argument_class_of(name->core)], name->number,
                                      plan->tensors[k].start, "dram", name->text, err);
    }
    return status ? status : argument_check_names(plan, err);
}

enum tt_status load_arguments_store(struct load_plan *plan, const struct load_arguments *list, uint32_t at,
                                    struct tt_error *err)
{
    for (uint32_t i = 0; i < list->count; i++)
        TRY(load_store(plan, at + 4 * i, list->values[i], err));
    return TT_OK;
}
