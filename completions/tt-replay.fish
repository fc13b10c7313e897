# SPDX-License-Identifier: Apache-2.0
# Completion of tt-replay for fish. Verbs and options come from the program's own help, so they are those of the version
# that is installed.

# "verb", a tab, and what it does, one a line.
function __tt_replay_verbs
    set -l words (commandline -opc)
    $words[1] --help 2>/dev/null | string replace -rf '^  ([a-z]+)  +(.*)$' '$1\t$2'
end

# "action", a tab, and what it does, of a verb that has some (farm), one a line.
function __tt_replay_actions
    set -l words (commandline -opc)
    set -l help ($words[1] $words[2] --help 2>/dev/null)
    string match -q '* ACTION *' -- $help[1]; and string replace -rf '^  ([a-z]+)  +(.*)$' '$1\t$2' -- $help
end

# "--option" or "--option=", a tab, and what it does, one a line.
function __tt_replay_options
    set -l words (commandline -opc)
    set -l typed $words[1..2]
    test (count $words) -ge 3; and test -n "$(__tt_replay_actions)"; and set typed $words[1..3]
    $typed --help 2>/dev/null |
        string replace -rf '^ {2,6}(?:-[a-zA-Z?], )?(--[a-z0-9-]+=?)\S* *(.*)$' '$1\t$2'
end

# The values of the option before the word, or of "--option=" in it, where these are a list.
function __tt_replay_values
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    if string match -q -- '--*=*' $current
        set -l option (string replace -r '=.*' '' -- $current)
        $words[1] $words[2] --values (string replace -- '--' '' $option) 2>/dev/null | string replace -r '^' "$option="
    else if string match -q -- '--*' $words[-1]
        $words[1] $words[2] --values (string replace -- '--' '' $words[-1]) 2>/dev/null
    end
end

function __tt_replay_has_verb
    test (count (commandline -opc)) -ge 2
end

function __tt_replay_at_option
    __tt_replay_has_verb; and string match -q -- '-*' (commandline -ct)
end

complete -c tt-replay -n 'not __tt_replay_has_verb' -f -a '(__tt_replay_verbs)'
complete -c tt-replay -n 'not __tt_replay_has_verb' -f -a '--help --version'
function __tt_replay_at_action
    test (count (commandline -opc)) -eq 2; and not string match -q -- '-*' (commandline -ct); and test -n "$(__tt_replay_actions)"
end

complete -c tt-replay -n __tt_replay_at_action -f -a '(__tt_replay_actions)'
complete -c tt-replay -n __tt_replay_at_option -f -a '(__tt_replay_options)'
function __tt_replay_at_value
    __tt_replay_has_verb; and test -n "$(__tt_replay_values)"
end

complete -c tt-replay -n __tt_replay_at_value -f -a '(__tt_replay_values)'
