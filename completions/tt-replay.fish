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
    set -l partial (commandline -ct)
    set -l option $words[-1]
    set -l before ''
    if string match -q -- '--*=*' $partial
        set option (string replace -r '=.*' '' -- $partial)
        set before "$option="
        set partial (string replace -r '^[^=]*=' '' -- $partial)
    end
    string match -q -- '--*' $option; or return
    set -l found
    switch $option
        case --stage
            set found (__tt_replay_of_run stages)
        case --unit
            set found (__tt_replay_of_run units)
        case --set
            set found (__tt_replay_of_run (string match -q '*=*' -- $partial; and echo values; or echo fields))
    end
    # What the run has not.
    string match -q -- "$partial*" $found; or set found ($words[1] $words[2] --values (string replace -- '--' '' $option) 2>/dev/null)
    test -n "$found"; and string replace -r '^' -- "$before" $found
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

# Of the database or the capture that is typed, one a line: its data tiles, what differs in L1 and the fields that it wrote (places); its stages; the
# units that were at work; the fields that it wrote, and with what (values).
function __tt_replay_of_run
    set -l words (commandline -opc)
    set -l query "SELECT 'tile' || tile || ':' FROM v_tile WHERE unit = 'pack' UNION SELECT printf('l1:0x%x', lo) FROM mismatch m JOIN space s ON s.id = m.space WHERE s.name = 'l1' UNION SELECT DISTINCT 'cfg:' || field FROM v_field_writes WHERE space <> 'state'"
    switch $argv[1]
        case stages
            set query "SELECT DISTINCT unit || '.' || stage FROM v_stage"
        case units
            set query "SELECT DISTINCT unit FROM v_instruction"
        case fields
            set query "SELECT DISTINCT field || '=' FROM v_field_writes WHERE space <> 'state'"
        case values
            set query "SELECT DISTINCT field || '=' || new FROM v_field_writes WHERE space <> 'state'"
    end
    for word in $words[3..-1]
        string match -qr '\.(db|ttcap)$' -- $word; and test -f $word; and $words[1] sql $word $query --limit 2000 2>/dev/null; and return
    end
    return 1
end

# The words behind which a place stands: why FILE, and --way.
function __tt_replay_at_place
    set -l words (commandline -opc)
    test (count $words) -ge 3; or return 1
    test $words[-1] = --way; and return 0
    test $words[2] = why; and not string match -q -- '-*' (commandline -ct)
end

complete -c tt-replay -n __tt_replay_at_place -f -a '(__tt_replay_of_run places)'
