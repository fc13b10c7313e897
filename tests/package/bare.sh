# SPDX-License-Identifier: Apache-2.0
# Read by deb.sh and wheel.sh: a Debian 12 with nothing but its smallest set of packages, as a folder to chroot into. Wants
# $cache, where the archive of one is stored; as root, with the network.
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || skip "installing into a Debian of one's own needs root"
command -v debootstrap >/dev/null || skip "there is no debootstrap"
scratch=$(mktemp -d)
root=$scratch/root
clean_up() {
    umount "$root/proc" 2>/dev/null || true
    rm -rf "$scratch"
}
trap clean_up EXIT

bare() { # makes $root
    base=$cache/bookworm.tar
    mkdir -p "$cache" "$root"
    if [ ! -s "$base" ]; then
        debootstrap --variant=minbase bookworm "$scratch/new" http://deb.debian.org/debian >"$scratch/log" 2>&1 ||
            { tail -5 "$scratch/log"; skip "debootstrap cannot make a Debian here"; }
        rm -f "$scratch"/new/var/cache/apt/archives/*.deb
        tar cf "$base.new" -C "$scratch/new" . && mv "$base.new" "$base"
    fi
    tar xf "$base" -C "$root"
    mount -t proc proc "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
}
