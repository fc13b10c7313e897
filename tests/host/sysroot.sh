#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the libraries of a Debian 12 of another architecture, to build against and to run with:
#
#     sh tests/host/sysroot.sh FOLDER [ARCH]
#
# ARCH is s390x where it is not given; headers of the C library come with Debian's cross compiler (libc6-dev-s390x-cross).
# The host's own apt, its mirrors and keys are used with lists and an archive of their own below FOLDER, so that the host
# gets no foreign architecture and nothing is installed. A folder that is complete is left as it is; FOLDER/packages says
# what is in it. Exit 77 without apt or a network.
set -eu
folder=${1:?names the folder to fill}
arch=${2:-s390x}
packages="libc6 libgcc-s1 libzstd1 libzstd-dev libsqlite3-0 libsqlite3-dev libcjson1 libcjson-dev libelf1 libelf-dev
libdw1 libdw-dev libbz2-1.0 liblzma5 zlib1g zlib1g-dev libxxhash0 libxxhash-dev libnettle8 nettle-dev libmpfr6 libmpfr-dev libgmp10 libgmp-dev check libsubunit0 libsubunit-dev"

skip() {
    echo "skipped: $*"
    exit 77
}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
[ ! -e "$folder/packages" ] || exit 0
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || skip "no apt on this machine to fetch $arch libraries with"

state=$folder/.apt
mkdir -p "$state/lists/partial" "$state/archives/partial" "$state/sources.d"
: >"$state/status"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [ ! -e "$list" ] || cp "$list" "$state/sources.d/"
done
apt() {
    apt-get -qq -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o Dir::State="$state" \
        -o Dir::State::status="$state/status" -o Dir::Cache="$state" -o Dir::Etc::sourcelist=/dev/null \
        -o Dir::Etc::sourceparts="$state/sources.d" -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update >"$state/log" 2>&1 || apt update >"$state/log" 2>&1 || skip "no list of $arch packages: $(tail -n 1 "$state/log")"
(cd "$state/archives" && apt download $packages) >"$state/log" 2>&1 || skip "no $arch packages: $(tail -n 1 "$state/log")"
for package in "$state"/archives/*.deb; do
    dpkg-deb -x "$package" "$folder"
done
# Links from the root are meant for the root of that machine.
find "$folder" -type l -lname '/*' | while read -r link; do
    ln -sf "$folder$(readlink "$link")" "$link"
done
(cd "$state/archives" && for package in *.deb; do dpkg-deb -W --showformat='${Package} ${Version}\n' "$package"; done) >"$folder/.packages"
rm -rf "$state"
mv "$folder/.packages" "$folder/packages"
