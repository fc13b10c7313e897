# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
says reduce case.ttcap
says reduce case.ttcap --check 'true {}'
says reduce case.ttcap --check 'true {}' -o small.ttcap --status 256
says reduce case.ttcap --check 'true {}' -o small.ttcap --variant pack.bfp.round=truncate
