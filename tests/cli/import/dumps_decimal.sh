# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# An address without 0x that would be another with it is asked about.
head -c 16 /dev/zero >a.bin
says import --arch blackhole --source silicon --l1 60000=a.bin -o d.ttcap
says import --arch blackhole --source silicon --l1 5ffc0=a.bin -o d.ttcap
ls
