# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# What is not there is named, whoever is asked.
says info absent.ttcap
says dump absent.ttcap
says replay absent.ttcap -o run.db
says schedules absent.ttcap
says bisect absent.ttcap
says bisect absent.ttcap --exit-for git-bisect
says bisect --good absent.ttcap --bad absent.ttcap --exit-for git-bisect
says reduce absent.ttcap --check 'true {}' -o small.ttcap
says diff absent.db
says audit absent.db
says config absent.db
says why absent.db l1:0
says export absent.db --timeline -o run.json
says report absent.db -o run.html
says conform absent.jsonl
says farm run absent
says farm plan absent -o farm
says farm plan . -o farm --waivers absent
ls
