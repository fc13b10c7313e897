/* SPDX-License-Identifier: Apache-2.0 */
#include "door/library/other.h"

#include <dlfcn.h>

enum tt_status other_load(struct other *other, const char *path, struct tt_error *err)
{
    const struct {
        const char *name;
        void *into;
    } calls[] = {
        {"libttsim_set_pci_dma_mem_callbacks", &other->callbacks},
        {"libttsim_init", &other->init},
        {"libttsim_exit", &other->exit},
        {"libttsim_pci_config_rd32", &other->config},
        {"libttsim_pci_mem_rd_bytes", &other->read},
        {"libttsim_pci_mem_wr_bytes", &other->write},
        {"libttsim_tile_rd_bytes", &other->tile_read},
        {"libttsim_tile_wr_bytes", &other->tile_write},
        {"libttsim_clock", &other->clock},
    };
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    REFUSE_IF(!library, err, "TT_REPLAY_DEVICE: %s", dlerror());
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        void *const found = dlsym(library, calls[i].name);
        REFUSE_IF(!found, err, "TT_REPLAY_DEVICE: %s has no %s", path, calls[i].name);
        memcpy(calls[i].into, &found, sizeof found);
    }
    other->has_several =
        dlsym(library, "libttsim_create_device_by_id") && dlsym(library, "libttsim_select_device_by_id");
    return TT_OK;
}
