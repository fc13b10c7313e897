/* SPDX-License-Identifier: Apache-2.0 */
#include "door/preload/umd.h"

#include "base/path.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

struct umd_function {
    const char *name;
    bool is_called_within, is_of_simulator;
};

#define CALL(id, function, name) {name, true, false},
#define OUTER(id, function, name) {name, false, false},
#define ASKED(id, name) {name, false, false},
#define CALL_SIM(id, function, name) {name, true, true},
#define ASKED_SIM(id, name) {name, false, true},
static const struct umd_function functions[] = {UMD_NAMES(CALL, OUTER, ASKED) UMD_SIMULATOR_NAMES(CALL_SIM, ASKED_SIM)};

/* The tables of a library that the loader fills in. */
struct tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * lists[2];
    size_t counts[2];
};

static void tables_read(struct tables *tables, const struct link_map *map)
{
    *tables = (struct tables){.symbols = NULL};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const ElfW(Addr) at = entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB:
            tables->symbols = (const void *)at;
            break;
        case DT_STRTAB:
            tables->names = (const void *)at;
            break;
        case DT_RELA:
            tables->lists[0] = (const void *)at;
            break;
        case DT_RELASZ:
            tables->counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_JMPREL:
            tables->lists[1] = (const void *)at;
            break;
        case DT_PLTRELSZ:
            tables->counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela));
            break;
        default:
            break;
        }
    }
}

/* By which of the functions the loader fills a place of the library: those it calls in a way that can be replaced. */
static void tables_mark(const struct tables *tables, bool marks[static UMD_NAME_COUNT])
{
    for (size_t list = 0; list < 2; list++)
        for (size_t i = 0; i < tables->counts[list]; i++) {
            const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(tables->lists[list][i].r_info)];
            const bool is_open = ELF64_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT;
            const char *name = is_open ? tables->names + symbol->st_name : "";
            for (size_t k = 0; *name == '_' && k < UMD_NAME_COUNT; k++)
                marks[k] = marks[k] || strcmp(name, functions[k].name) == 0;
        }
}

static enum tt_status umd_load(struct umd *umd, const char *path, struct tt_error *err)
{
    struct tables tables;
    struct link_map *map = NULL;
    bool marks[UMD_NAME_COUNT] = {false};
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    REFUSE_IF(!library || dlinfo(library, RTLD_DI_LINKMAP, &map) < 0, err, "%.400s: cannot be looked into: %.200s",
              path, dlerror());
    tables_read(&tables, map);
    tables_mark(&tables, marks);
    for (size_t i = 0; i < UMD_NAME_COUNT; i++) {
        umd->functions[i] = dlsym(library, functions[i].name);
        REFUSE_IF(!umd->functions[i] && !functions[i].is_of_simulator, err,
                  "%.400s has no %s: not the UMD that is known here, " UMD_VERSION, path, functions[i].name);
        REFUSE_IF(umd->functions[i] && functions[i].is_called_within && !marks[i], err,
                  "%.400s calls its own %s: it was linked so that no other can stand before it", path,
                  functions[i].name);
    }
    return TT_OK;
}

enum tt_status umd_find(struct umd *umd, const void *caller, struct tt_error *err)
{
    Dl_info found;
    const char *name = functions[0].name;
    const void *function = dlsym(RTLD_NEXT, name);
    if (!function && dladdr(caller, &found) && found.dli_fname) {
        void *library = dlopen(found.dli_fname, RTLD_NOW | RTLD_NOLOAD);
        function = library ? dlsym(library, name) : NULL;
    }
    REFUSE_IF(!function || !dladdr(function, &found), err,
              "no library has %s: not the UMD that is known here, " UMD_VERSION, name);
    return umd_load(umd, found.dli_fname, err);
}

/* By its name, or because it has what is replaced. */
static bool umd_is(const struct dl_phdr_info *info)
{
    static const char *const names[] = {"libtt-umd.so", "libdevice.so"};
    Dl_info found;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(path_name(info->dlpi_name), names[i], strlen(names[i])) == 0)
            return true;
    void *library = *info->dlpi_name ? dlopen(info->dlpi_name, RTLD_NOW | RTLD_NOLOAD) : NULL;
    const void *function = library ? dlsym(library, functions[0].name) : NULL;
    return function && dladdr(function, &found) && found.dli_fbase == (void *)info->dlpi_addr &&
           dladdr(functions, &found) && found.dli_fbase != (void *)info->dlpi_addr;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *user)
{
    struct umd umd;
    (void)size;
    return umd_is(info) && umd_load(&umd, info->dlpi_name, user) == TT_BAD_INPUT;
}

bool umd_is_strange(struct tt_error *err)
{
    return dl_iterate_phdr(look_at, err) != 0;
}
