/* SPDX-License-Identifier: Apache-2.0 */

#include "capture/import/elf/elf_parts.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

enum { STEPS_MAX = 16, OFFSET_MAX = 1 << 20 };

/* A type without its names and qualifiers. */
static bool take_type(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die named;
    return dwarf_attr_integrate(of, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, &named) &&
           dwarf_peel_type(&named, type) == 0;
}

static bool is_structure(Dwarf_Die *die)
{
    const int tag = dwarf_tag(die);
    return tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
}

static uint32_t elf_layout_bytes_of(Dwarf_Die *type)
{
    Dwarf_Word bytes = 0;
    return dwarf_aggregate_size(type, &bytes) == 0 && bytes < OFFSET_MAX ? (uint32_t)bytes : 0;
}

/* The member of that name; *offset grows by where it stands. */
static bool find_member(Dwarf_Die *structure, const char *name, size_t length, uint32_t *offset, Dwarf_Die *type)
{
    Dwarf_Die child;
    if (!is_structure(structure) || dwarf_child(structure, &child) != 0)
        return false;
    do {
        const char *there = dwarf_diename(&child);
        Dwarf_Attribute attribute;
        Dwarf_Word at = 0;
        if (dwarf_tag(&child) != DW_TAG_member || !there || strncmp(there, name, length) != 0 || there[length])
            continue;
        /* A member of a union may have no place: it stands at the start. */
        if (dwarf_attr(&child, DW_AT_data_member_location, &attribute) && dwarf_formudata(&attribute, &at) != 0)
            return false;
        *offset += at < OFFSET_MAX ? (uint32_t)at : OFFSET_MAX;
        return take_type(&child, type);
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static void elf_layout_read_member(Dwarf_Die *structure, struct elf_member *member)
{
    Dwarf_Die at = *structure, type;
    const char *name = member->path;
    *member = (struct elf_member){.path = name};
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        const size_t length = strcspn(name, ".");
        if (!find_member(&at, name, length, &member->offset, &type))
            return;
        member->bytes = member->element_bytes = elf_layout_bytes_of(&type);
        at = type;
        if (dwarf_tag(&type) == DW_TAG_array_type) {
            if (!take_type(&type, &at))
                return;
            member->element_bytes = elf_layout_bytes_of(&at);
        }
        if (!name[length]) {
            member->is_there = member->offset < OFFSET_MAX && member->bytes > 0 && member->element_bytes > 0;
            return;
        }
        name += length + 1;
    }
}

static void elf_layout_look_at(struct elf_layout *layout, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (!name)
        return;
    if (!layout->has_type && is_structure(die) && strcmp(name, layout->type) == 0 &&
        !dwarf_hasattr(die, DW_AT_declaration)) {
        layout->has_type = true;
        for (size_t i = 0; i < layout->count; i++)
            elf_layout_read_member(die, &layout->members[i]);
    }
    if (dwarf_tag(die) != DW_TAG_variable || !dwarf_attr(die, DW_AT_const_value, &attribute) ||
        dwarf_formudata(&attribute, &value) != 0 || value > UINT32_MAX)
        return;
    for (size_t i = 0; i < layout->constant_count; i++) {
        struct elf_constant *constant = &layout->constants[i];
        if (strcmp(name, constant->name) != 0)
            continue;
        constant->is_there = true;
        constant->value = (uint32_t)value;
    }
}

static void look_through(struct elf_layout *layout, Dwarf *dwarf)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, child;
    while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        if (dwarf_child(&die, &child) != 0)
            continue;
        do
            elf_layout_look_at(layout, &child);
        while (dwarf_siblingof(&child, &child) == 0);
    }
}

struct layout_reading {
    struct elf_layout *layout;
    const char *bytes;
    size_t count;
    const char *path;
};

/* One record of all; the parent knows the names. */
static enum tt_status layout_find(void *user, FILE *out, struct tt_error *err)
{
    const struct layout_reading *reading = user;
    struct elf_layout *layout = reading->layout;
    Elf *elf = NULL;
    TRY(elf_open(&elf, reading->bytes, reading->count, reading->path, err));
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (dwarf) {
        elf_end_without_memory(dwarf);
        look_through(layout, dwarf);
        (void)dwarf_end(dwarf);
    }
    (void)elf_end(elf);
    (void)fputc(1 + layout->has_type, out);
    (void)fwrite(layout->members, sizeof *layout->members, layout->count, out);
    (void)fwrite(layout->constants, sizeof *layout->constants, layout->constant_count, out);
    return TT_OK;
}

static bool layout_take_member(struct elf_member *member, FILE *in)
{
    struct elf_member there;
    if (fread(&there, sizeof there, 1, in) != 1)
        return false;
    there.path = member->path;
    there.is_there = there.is_there && there.offset < OFFSET_MAX && there.bytes > 0 && there.element_bytes > 0;
    *member = there;
    return true;
}

static bool layout_take_constant(struct elf_constant *constant, FILE *in)
{
    struct elf_constant there;
    if (fread(&there, sizeof there, 1, in) != 1)
        return false;
    there.name = constant->name;
    *constant = there;
    return true;
}

static enum tt_status layout_take(void *user, FILE *in, struct tt_error *err)
{
    const struct layout_reading *reading = user;
    struct elf_layout *layout = reading->layout;
    (void)err;
    const int first = fgetc(in);
    if (first <= 0)
        return TT_OK;
    layout->has_type = first > 1;
    for (size_t i = 0; i < layout->count; i++)
        if (!layout_take_member(&layout->members[i], in))
            return TT_OK;
    for (size_t i = 0; i < layout->constant_count; i++)
        if (!layout_take_constant(&layout->constants[i], in))
            return TT_OK;
    (void)fgetc(in);
    return TT_OK;
}

enum tt_status elf_layout_read(struct elf_layout *layout, const char *bytes, size_t count, const char *path,
                               struct tt_error *err)
{
    struct layout_reading reading = {layout, bytes, count, path};
    layout->has_type = false;
    return elf_read_apart(layout_find, layout_take, &reading, count, path, err);
}
