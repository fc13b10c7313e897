# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
bundle small
says import small -o a.ttcap --source guess
says import small -o a.ttcap --arch grayskull
says import small
says import --arch blackhole --l1 0x20000=absent.bin -o a.ttcap
mkdir folder
says import small -o folder
ls
