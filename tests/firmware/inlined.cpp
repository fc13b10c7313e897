/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel library is to a compiler: templates, lambdas and namespaces, all of it inlined into one function; words
 * pushed, composed into the code, and made by both expanders. Its words mean little; where they come from is all. */
#include <stdint.h>

#include "inlined.h"

namespace kernel
{
namespace
{
template <unsigned FIRST, unsigned... REST> struct each {
    static INLINE void load()
    {
        tile::scalar<FIRST>::set(0x1000 + FIRST);
        each<REST...>::load();
    }
};
template <unsigned LAST> struct each<LAST> {
    static INLINE void load()
    {
        tile::scalar<LAST>::set(0x2000 + LAST);
    }
};

INLINE void modes(unsigned count)
{
    const auto mode = [](uint32_t number, uint32_t value) { tile::push(tile::setc16(number, value)); };
    for (unsigned i = 0; i < count; i++) {
        mode(12 + i, 8);
        if (i & 1)
            mode(28 + i, 8);
    }
}

/* Four words into the replay buffer, and out of it again. */
INLINE void recorded()
{
    tile::replay<0, 4, true>();
    each<3, 4>::load();
    for (int i = 0; i < 3; i++)
        tile::replay<0, 4, false>();
}

INLINE void looped(const tile::loop &loop)
{
    tile::program(loop);
    tile::run(1);
    tile::wait();
    tile::run(3);
}

__attribute__((noinline)) int apart(int count)
{
    for (int i = 0; i < count; i++)
        tile::push(tile::gpr_word(40 + static_cast<uint32_t>(i), 7));
    return count;
}
} // namespace
} // namespace kernel

static volatile int rounds = 2;

int main()
{
    using namespace kernel;
    for (int i = 0; i < rounds; i++) {
        each<1, 2, 5, 8>::load();
        modes(3);
    }
    recorded();
    looped(tile::loop{2, 3, tile::gpr_word(20, 1), tile::gpr_word(21, 2)});
    const int more = apart(rounds);
    TTINSN(tile::gpr_word(50, 9));
    tile::wait();
    return more - 2;
}
