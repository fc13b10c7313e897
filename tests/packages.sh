#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what a build and the tests need on a bare Debian 12, where it is missing and this user may. Arguments:
# further packages. Says what to install where it may not.
set -eu
missing=""
for package in git gcc g++ cmake ninja-build pkg-config libzstd-dev libsqlite3-dev libcjson-dev libxxhash-dev libelf-dev libdw-dev zlib1g-dev nettle-dev libmpfr-dev check mandoc \
    gdb-multiarch zstd sqlite3 python3 python3-jsonschema python3-numpy python3-pytest python3-pip mypy "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    echo "installing:$missing"
    # One broken answer of a mirror is no reason to fail.
    apt-get update -qq || apt-get update -qq
    apt-get install -y -qq --no-install-recommends $missing >/dev/null || apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "these packages are missing; install them and come back:" >&2
    echo "    sudo apt-get install$missing" >&2
    exit 2
fi
