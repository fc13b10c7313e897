# SPDX-License-Identifier: Apache-2.0
# Debian's cross compiler for s390x, a big-endian machine of 64 bits. TTR_SYSROOT names the folder that
# tests/host/sysroot.sh filled. Every program is linked as NAME.bin, and NAME beside it runs that through qemu-user: so
# tests of scripts need not know where they run.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_LIBRARY_ARCHITECTURE s390x-linux-gnu)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TTR_SYSROOT)
if(NOT TTR_SYSROOT)
    message(FATAL_ERROR "-DTTR_SYSROOT=FOLDER is missing: the folder that `sh tests/host/sysroot.sh FOLDER` filled")
endif()
set(CMAKE_SYSROOT ${TTR_SYSROOT})

# CMake looks into the programs of its own checks.
get_property(is_check GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT is_check)
    set(CMAKE_C_LINK_EXECUTABLE
        "<CMAKE_C_COMPILER> <FLAGS> <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET>.bin <LINK_LIBRARIES>"
        "sh ${CMAKE_CURRENT_LIST_DIR}/emulated.sh <TARGET> qemu-s390x-static -L ${TTR_SYSROOT}")
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR sh) # of what is linked so; without one CMake runs nothing that it built

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${TTR_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${TTR_SYSROOT}/usr/lib/s390x-linux-gnu/pkgconfig:${TTR_SYSROOT}/usr/share/pkgconfig)
