/* SPDX-License-Identifier: Apache-2.0 */
/* IS_SANITIZED: 1 where this is compiled with a sanitizer that brings memory, time or calls of its own. gcc says so by
 * macros, clang by features. */
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif
