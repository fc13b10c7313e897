/* SPDX-License-Identifier: Apache-2.0 */
/* The host compiler's C++ headers, without an operating system. */
#pragma once
#include_next <bits/c++config.h>
#undef _GLIBCXX_HOSTED
#define _GLIBCXX_HOSTED 0
