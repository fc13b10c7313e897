#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run by deb.sh inside a bare Debian, with the packages in /debs: docs/how-to/install.md as its reader lives it.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() {
    echo "$*"
    exit 1
}
installed() { # what is there of the packages, but for what apt keeps of all it does
    find / -xdev \( -path /proc -o -path /debs -o -path /tmp -o -path /home -o -path /var/cache -o -path /var/lib \
        -o -path /var/log \) -prune -o \( -name '*tt-replay*' -o -name '*ttcap*' -o -name '*tt_values*' -o -name '*tt_replay*' -o -name '*ttreplay*' -o -name 'tt_record*' \) -print
}
useradd -m reader
as_reader() {
    su reader -c "cd && $1"
}

# Only the command, with what it depends on: a bare Debian has no compiler.
apt-get update -qq
apt-get install -y -qq /debs/tt-replay_*.deb >/tmp/apt.log 2>&1 || fail "apt-get: $(cat /tmp/apt.log)"
capture=/usr/share/doc/tt-replay/traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap
as_reader 'tt-replay --version'
as_reader "tt-replay replay $capture --unit pack -o run.db && tt-replay diff run.db" || fail "a shipped capture differs"
values=$(as_reader "sqlite3 run.db '.load tt_values' 'SELECT count(*) FROM tt_values((SELECT min(block) FROM v_stage))'")
[ "$values" -gt 0 ] || fail "sqlite3 .load tt_values: $values"
for file in man/man1/tt-replay.1.gz bash-completion/completions/tt-replay zsh/vendor-completions/_tt-replay \
    fish/vendor_completions.d/tt-replay.fish doc/tt-replay/copyright doc/tt-replay/docs/README.md; do
    [ -s "/usr/share/$file" ] || fail "not installed: /usr/share/$file"
done
zcat /usr/share/man/man1/tt-replay.1.gz | grep -q '^\.TH TT-REPLAY 1' || fail "the man page is none"
bash -c '. /usr/share/bash-completion/completions/tt-replay; complete -p tt-replay' | grep -q _tt_replay || fail "no completion"
sh /debs/links.sh /usr/share/doc/tt-replay || fail "pages link to what is not installed"
ldd /usr/bin/tt-replay | grep 'not found' && fail "a library is missing"

# The package for Python.
apt-get install -y -qq /debs/python3-tt-replay_*.deb >/tmp/apt.log 2>&1 || fail "apt-get: $(cat /tmp/apt.log)"
as_reader "python3 -c 'import tt_replay as tt; print(tt.decode(tt.encode([1.5], \"BF16\"), \"BF16\")[0], tt.Tile(\"blackhole\").load(0))'" |
    grep -qx '1.5 0' || fail "python3-tt-replay"

as_reader "python3 -c 'import sys, tt_replay as tt; print(tt.replay(sys.argv[1]).verdict.name)' $capture" | grep -qx same ||
    fail "python3-tt-replay replays otherwise"
as_reader "python3 -c 'from importlib.metadata import entry_points; print([one.value for one in entry_points(group=\"pytest11\")])'" |
    grep -q tt_replay.pytest || fail "pytest does not find the plugin"

# The library, with a compiler.
apt-get install -y -qq /debs/libttcap0_*.deb /debs/libttcap-dev_*.deb gcc libc6-dev cmake make pkg-config python3 zstd >/tmp/apt.log 2>&1 ||
    fail "apt-get: $(cat /tmp/apt.log)"
example=/usr/share/doc/libttcap-dev/examples
as_reader "cc $example/read_capture.c \$(pkg-config --cflags --libs ttcap) -o read_capture && ./read_capture $capture" >/tmp/read.txt ||
    fail "read_capture: $(cat /tmp/read.txt)"
grep -q '^end  *l1 ' /tmp/read.txt || fail "read_capture: $(cat /tmp/read.txt)"
as_reader "ldd read_capture" | grep -q '/usr/lib/.*libttcap.so.0\|/lib/.*libttcap.so.0' || fail "linked with another library"
as_reader "cc -static-libgcc $example/read_capture.c \$(pkg-config --cflags ttcap) -l:libttcap.a \$(pkg-config --libs libzstd libcjson libxxhash) \
    -o by_archive && ./by_archive $capture" | cmp - /tmp/read.txt || fail "the static library reads something else"
cat >/home/reader/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.25)
project(reader LANGUAGES C)
find_package(ttcap 0.1 REQUIRED)
add_executable(by_cmake $example/read_capture.c)
target_link_libraries(by_cmake PRIVATE ttcap::ttcap)
EOF
as_reader "cmake -S . -B made >cmake.txt && cmake --build made >>cmake.txt && made/by_cmake $capture" | cmp - /tmp/read.txt ||
    fail "CMake: $(cat /home/reader/cmake.txt)"
as_reader "cc -std=c99 $example/record_kernel.c \$(pkg-config --cflags ttcap) -o record_kernel && ./record_kernel sum &&
    tt-replay import sum -o sum.ttcap && tt-replay replay sum.ttcap -o sum.db && tt-replay diff sum.db" || fail "tt_record.h"
as_reader "python3 $example/read_capture.py $capture" | tail -1 | grep -q '^checkpoint end ' || fail "read_capture.py"

# Away again.
apt-get purge -y -qq tt-replay libttcap0 libttcap-dev python3-tt-replay >/tmp/apt.log 2>&1 || fail "apt-get purge: $(cat /tmp/apt.log)"
[ -z "$(installed)" ] || fail "left behind: $(installed)"
echo "installed, used and removed"
