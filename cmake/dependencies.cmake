# SPDX-License-Identifier: Apache-2.0
# Everything comes from Debian 12; docs/dependencies.md says why each is here.
find_package(PkgConfig REQUIRED)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter) # schemas/generate.py
set(PYTHON3 ${Python3_EXECUTABLE})
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.5.4)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3>=3.40)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson>=1.7.15)
pkg_check_modules(ELF REQUIRED IMPORTED_TARGET libelf>=0.180)
pkg_check_modules(DW REQUIRED IMPORTED_TARGET libdw>=0.180)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib>=1.2.13)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash>=0.8.1)
pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle>=3.8)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr>=4.1)
if(TTR_TESTS)
    pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check>=0.15)
endif()
