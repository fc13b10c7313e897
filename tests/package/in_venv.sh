#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run by wheel.sh inside a bare Debian, with the wheel in /given.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-venv python3-numpy python3-pytest >/tmp/apt.log 2>&1 || {
    cat /tmp/apt.log
    exit 1
}
useradd -m reader
cat >/tmp/reader.sh <<'EOF'
set -eu
python3 -m venv --system-site-packages own
. own/bin/activate
pip install -q --no-index /given/*.whl
tt-replay --version
! ldd own/lib/python3*/site-packages/tt_replay/tt-replay | grep "not found"
tt-replay replay /given/datacopy_u16_rand.ttcap -o run.db
tt-replay diff run.db
python3 -c "import tt_replay as tt; print(tt.replay('/given/datacopy_u16_rand.ttcap').verdict.name)" | grep -qx same
cp /given/test_copy.py .
ended=0
tt-replay explain test_copy.py::test_copy >said.txt || ended=$?
[ $ended = 1 ] && grep -q DIFFERS said.txt || {
    cat said.txt
    exit 1
}
pip uninstall -q -y tt-replay
left=$(find own -name '*tt?replay*')
[ -z "$left" ] || {
    echo "left behind: $left"
    exit 1
}
EOF
su reader -c 'cd && sh /tmp/reader.sh'
