/* SPDX-License-Identifier: Apache-2.0 */
/* A launch by firmware, as tt-metal's is: its structures in two shapes that differ from each other, and from any that
 * was published, in order, widths and place; only names are tt-metal's. CHIP 0: Blackhole, 1: Wormhole. */
#pragma once

#include <stdint.h>

#define AT(addr) (*(volatile uint32_t *)(addr))

enum { INIT_COUNTERS = 3, GO = 0x80, BUFFERS = 32, CORES = 5 };

#if CHIP == 0
enum { RECEIVED = 0xFFB40028, ACKED = 0xFFB40020, CLASSES = 5 };
struct kernel_config_msg_t {
    uint16_t local_cb_offset, spare, remote_cb_offset;
    uint8_t mode, min_remote_cb_start_index;
    uint64_t local_cb_mask;
    uint32_t enables;
    uint32_t kernel_text_offset[CORES];
    struct {
        uint16_t rta_offset, crta_offset;
    } rta_offset[CLASSES];
    uint16_t sem_offset[4];
    uint32_t kernel_config_base[4];
};
struct mailboxes_t {
    uint32_t spare[3];
    struct {
        struct kernel_config_msg_t kernel_config;
    } launch[2];
    union {
        uint32_t all;
        uint8_t one[4];
    } subordinate_sync;
    struct {
        uint8_t place[3], signal;
    } go_messages[2];
};
static volatile struct mailboxes_t *const mailboxes = (volatile struct mailboxes_t *)0x200;
static const uint32_t OPERAND_START_STREAM = 4;
#define SYNC mailboxes->subordinate_sync
#define SIGNAL mailboxes->go_messages[0].signal
#else
enum { RECEIVED = 0xFFB40010, ACKED = 0xFFB4000C, CLASSES = 3 };
struct kernel_config_msg_t {
    uint32_t kernel_config_base[3];
    uint32_t kernel_text_offset[CORES];
    uint8_t enables, mode, max_local_cb_end_index, min_remote_cb_start_index;
    struct {
        uint16_t rta_offset, crta_offset;
    } rta_offset[CLASSES];
    uint16_t sem_offset[3], local_cb_offset, remote_cb_offset, spare;
};
struct mailboxes_t {
    union {
        uint32_t all;
        uint8_t one[4];
    } slave_sync;
    struct {
        struct kernel_config_msg_t kernel_config;
    } launch[8];
    struct {
        uint8_t place[3], signal;
    } go_message;
};
#define mailboxes ((volatile struct mailboxes_t *)0x10)
enum { OPERAND_START_STREAM = 0 };
#define SYNC mailboxes->slave_sync
#define SIGNAL mailboxes->go_message.signal
#endif

#define CONFIG mailboxes->launch[0].kernel_config
#define COUNTER(which, buffer) AT((which) + 0x1000 * (OPERAND_START_STREAM + (buffer)))

/* The firmware's, for kernels: where the kernel's configuration is, and how many kernels this core has run. */
extern uint32_t config_at, kernels_run;
