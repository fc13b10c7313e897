/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the vendor's header of the same name: REPLAY (F13), which its compiler builds in. */
#pragma once

#include <cstdint>

extern volatile std::uint32_t __instrn_buffer[];

namespace lltt
{
enum ExecBool : bool
{
    NoExec = false,
    Exec   = true
};

constexpr std::uint32_t replay_word(std::uint32_t start, std::uint32_t length, bool is_run, bool is_recorded)
{
    return 0x04u << 24 | start << 14 | length << 4 | (is_run ? 2u : 0u) | (is_recorded ? 1u : 0u);
}

constexpr std::uint32_t replay_insn(std::uint32_t start, std::uint32_t length)
{
    return replay_word(start, length, false, false);
}

inline __attribute__((always_inline)) void replay(std::uint32_t start, std::uint32_t length)
{
    __instrn_buffer[0] = replay_insn(start, length);
}

template <ExecBool IsRun = NoExec>
inline __attribute__((always_inline)) void record(std::uint32_t start, std::uint32_t length)
{
    __instrn_buffer[0] = replay_word(start, length, IsRun, true);
}
} // namespace lltt
