#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh PROJECT CACHE: builds the packages, holds them against lintian, installs them into a bare Debian 12 with apt-get, does
# there as an ordinary user what docs/how-to/install.md says, and removes them again. As root, with the network; the bare
# Debian is stored in the folder CACHE.
set -eu
project=$1 cache=$2
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || skip "installing into a Debian of one's own needs root"
for program in dh debootstrap lintian; do
    command -v $program >/dev/null || skip "there is no $program"
done
scratch=$(mktemp -d)
root=$scratch/root
clean_up() {
    umount "$root/proc" 2>/dev/null || true
    rm -rf "$scratch"
}
trap clean_up EXIT
mkdir -p "$cache"
base=$cache/bookworm.tar
if [ ! -s "$base" ]; then
    debootstrap --variant=minbase bookworm "$scratch/new" http://deb.debian.org/debian >"$scratch/log" 2>&1 ||
        { tail -5 "$scratch/log"; skip "debootstrap cannot make a Debian here"; }
    rm -f "$scratch"/new/var/cache/apt/archives/*.deb
    tar cf "$base.new" -C "$scratch/new" . && mv "$base.new" "$base"
fi

echo "== packages"
packages=${DEBS:-$scratch/debs} # DEBS=FOLDER: take those that are there
[ -n "${DEBS:-}" ] || sh "$project/packaging/deb.sh" "$packages"
lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$packages"/*.deb

echo "== into a bare Debian"
mkdir "$root"
tar xf "$base" -C "$root"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/debs"
cp "$packages"/*.deb "$root/debs"
rm -f "$root"/debs/*dbgsym*
cp "$project/tests/package/in_debian.sh" "$project/tests/package/links.sh" "$root/debs"
chroot "$root" sh /debs/in_debian.sh
