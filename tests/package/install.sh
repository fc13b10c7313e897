#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh PROJECT BUILD CC: `cmake --install` to a folder: the command runs a shipped capture, programs in C and C++ find the
# library by pkg-config and CMake, shared and static, SQLite finds the extension by its name; uninstall leaves nothing.
set -eu
project=$1 build=$2 cc=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "$*"
    exit 1
}
cd "$scratch"
export DESTDIR="$scratch/root"
cmake --install "$build" >installed.txt
prefix=$DESTDIR$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$build/CMakeCache.txt")
libdir=$(dirname "$(find "$prefix" -name libttcap.so)")
doc=$prefix/share/doc/tt-replay
capture=$doc/traces/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap
unset DESTDIR

# The command: no path of the build is needed, nor anything of the tree.
tt=$prefix/bin/tt-replay
"$tt" --version | grep -q '^tt-replay [0-9]' || fail "--version: $("$tt" --version)"
"$tt" replay "$capture" -o run.db >replay.txt
"$tt" diff run.db >diff.txt || fail "a shipped capture differs: $(cat diff.txt)"
for file in share/man/man1/tt-replay.1 share/bash-completion/completions/tt-replay share/zsh/site-functions/_tt-replay \
    share/fish/vendor_completions.d/tt-replay.fish share/doc/tt-replay/docs/README.md share/doc/tt-replay/schemas/diff.schema.json \
    share/doc/tt-replay/schemas/results.sql share/doc/tt-replay/traces/firmware/hang_spin.ttcap; do
    [ -s "$prefix/$file" ] || fail "not installed: $file"
done

sh "$project/tests/package/links.sh" "$doc"

# The Python package stands by itself, with its entry point.
packages=$(dirname "$(find "$prefix" -name 'tt_replay-*.dist-info')")
[ -s "$packages"/tt_replay-*.dist-info/entry_points.txt ] || fail "no entry point for pytest"
if python3 -c 'import numpy' 2>/dev/null; then
    PYTHONPATH=$packages python3 -c 'import sys, tt_replay as tt; print(tt.replay(sys.argv[1]).verdict.name)' "$capture" >python.txt
    grep -qx same python.txt || fail "the Python package: $(cat python.txt)"
fi

# The extension, by its name alone, where the loader looks.
if command -v sqlite3 >/dev/null; then
    LD_LIBRARY_PATH=$libdir sqlite3 run.db '.load tt_values' 'SELECT count(*) FROM tt_values((SELECT min(block) FROM v_stage))' \
        >values.txt 2>&1 || fail "sqlite3: $(cat values.txt)"
    [ "$(cat values.txt)" -gt 0 ] || fail "no values: $(cat values.txt)"
fi

for name in device umd; do
    [ -s "$libdir/tt-replay/libttreplay_$name.so" ] || fail "not installed: libttreplay_$name.so"
done

# The library.
export PKG_CONFIG_PATH="$libdir/pkgconfig"
example=$doc/examples/read_capture.c
strict="-Wall -Wextra -Wpedantic -Werror"
"$cc" -std=c99 $strict "$example" $(pkg-config --cflags --libs ttcap) -Wl,-rpath,"$libdir" -o by_pkg_config
cp "$example" example.cpp
if command -v c++ >/dev/null; then
    c++ -std=c++11 $strict example.cpp $(pkg-config --cflags --libs ttcap) -Wl,-rpath,"$libdir" -o in_cpp
else
    cp by_pkg_config in_cpp
fi
"$cc" -std=c99 $strict "$example" $(pkg-config --cflags ttcap) "$libdir/libttcap.a" $(pkg-config --libs libzstd libcjson libxxhash) \
    -o by_archive
cat >CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.25)
project(reader LANGUAGES C)
find_package(ttcap 0.1 REQUIRED)
foreach(name ttcap ttcap_static)
    add_executable(by_cmake_\${name} $example)
    target_link_libraries(by_cmake_\${name} PRIVATE ttcap::\${name})
endforeach()
EOF
cmake -S . -B made -DCMAKE_C_COMPILER="$cc" -Dttcap_DIR="$libdir/cmake/ttcap" >cmake.txt && cmake --build made >>cmake.txt ||
    fail "CMake: $(cat cmake.txt)"
./by_pkg_config "$capture" >expected.txt
grep -q '^end  *l1  ' expected.txt || fail "read_capture: $(cat expected.txt)"
for program in ./in_cpp ./by_archive made/by_cmake_ttcap made/by_cmake_ttcap_static; do
    "$program" "$capture" | diff expected.txt - || fail "$program says something else"
done
./by_pkg_config "$example" 2>err.txt && fail "a C file is no capture"
grep -q '^read_capture: .*read_capture.c: ' err.txt || fail "read_capture: $(cat err.txt)"
"$cc" -std=c99 $strict "$doc/examples/record_kernel.c" $(pkg-config --cflags ttcap) -o record_kernel
./record_kernel sum
"$tt" import sum -o sum.ttcap >/dev/null

DESTDIR="$scratch/root" cmake --build "$build" --target uninstall >/dev/null
left=$(find root -type f -o -type l)
[ -z "$left" ] || fail "uninstall left: $left"
find root -path "*/tt-replay*" -o -path "*/ttcap*" | grep . && fail "uninstall left these folders"
exit 0
