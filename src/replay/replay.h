/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a tile from a capture, and holds it against the capture's checkpoints. */
#pragma once

#include "capture/ttcap.h"
#include "tile/tile.h"

enum replay_order { REPLAY_EXECUTED, REPLAY_PROGRAM, REPLAY_FIRMWARE };

struct replay_options {
    enum replay_order order; /* REPLAY_EXECUTED; the others are refused with TT_UNSUPPORTED */
    uint32_t units; /* bit a enum tt_unit: data units that run. Control units (config, scalar, adc, sync, frontend)
                     * always run. The others' instructions are skipped, and the state they would have made is
                     * taken from the recording at each checkpoint (docs/semantics/replay.md) */
    uint64_t first, last; /* events [first, last); last UINT64_MAX: to the end */
    struct variant_set variants;
    bool is_strict; /* stop at the first finding */
};

/* How a space was held against a checkpoint. */
enum replay_verdict { REPLAY_SAME, REPLAY_DIFFERS, REPLAY_NO_VERDICT /* rests on unknown state alone */ };

struct replay_comparison {
    uint32_t checkpoint;
    enum tt_space space;
    uint64_t known_bytes; /* bytes of which the recording knows anything and that the running units make */
    uint64_t equal_bytes, differing_bytes;
    uint64_t tainted_bytes; /* of known_bytes: computed from unknown state; they decide nothing */
};

/* A run of bytes [lo, hi) of a space that differ; at most some hundred bytes a run. */
struct replay_mismatch {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi;
    const uint8_t *held, *replayed, *known; /* hi - lo bytes each */
    bool is_tainted;
};

/* What becomes of a replay, as it happens. Any member may be null. Borrowed until the call returns. */
struct replay_observer {
    void *user;
    void (*checkpoint)(void *user, uint32_t checkpoint, const struct ttcap_checkpoint *info);
    void (*comparison)(void *user, const struct replay_comparison *comparison);
    void (*mismatch)(void *user, const struct replay_mismatch *mismatch);
    void (*progress)(void *user, uint64_t done, uint64_t of);
};

struct replay_summary {
    uint64_t events, executed, skipped, unsupported, findings;
    uint64_t known_bytes, differing_bytes, tainted_bytes;
    enum replay_verdict verdict;
};

enum tt_status replay_run(struct ttcap *capture, const struct replay_options *options, const struct probe *probe,
                          const struct replay_observer *observer, struct replay_summary *summary, struct tt_error *err);
