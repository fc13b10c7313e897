# SPDX-License-Identifier: Apache-2.0
# Completion of tt-replay for bash. Verbs and options come from the program's own help, so they are those of the
# version that is installed.

# The verbs, one a line.
__tt_replay_verbs() {
    "$1" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# The actions of a verb that has some (farm), one a line.
__tt_replay_actions() {
    "$1" "$2" --help 2>/dev/null | sed -n '1{/ ACTION /!q;}; s/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# The options of a verb or of its action, one a line; those that must have a value end in "=".
__tt_replay_options() {
    "$@" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-[a-zA-Z?], \)\{0,1\}\(--[a-z0-9-]\{1,\}=\{0,1\}\).*/\2/p'
}

# The values that an option may have where these are a list (orders, units, fields, readings), one a line.
__tt_replay_values() {
    "$1" "$2" --values "${3#--}" 2>/dev/null
}

# Of the database or the capture that is typed, one a line: its data tiles, what differs in L1 and the fields that it wrote (places); its stages; the
# units that were at work; the fields that it wrote, and with what (values).
__tt_replay_of_run() { # PROGRAM WHAT WORD...
    local program=$1 what=$2 word query
    shift 2
    case $what in
    places) query="SELECT 'tile' || tile || ':' FROM v_tile WHERE unit = 'pack' UNION SELECT printf('l1:0x%x', lo) FROM mismatch m JOIN space s ON s.id = m.space WHERE s.name = 'l1' UNION SELECT DISTINCT 'cfg:' || field FROM v_field_writes WHERE space <> 'state'" ;;
    stages) query="SELECT DISTINCT unit || '.' || stage FROM v_stage" ;;
    units) query="SELECT DISTINCT unit FROM v_instruction" ;;
    fields) query="SELECT DISTINCT field || '=' FROM v_field_writes WHERE space <> 'state'" ;;
    values) query="SELECT DISTINCT field || '=' || new FROM v_field_writes WHERE space <> 'state'" ;;
    esac
    for word in "$@"; do
        [[ ( $word == *.db || $word == *.ttcap ) && -f $word ]] && "$program" sql "$word" "$query" --limit 2000 2>/dev/null && return
    done
    return 1
}

# Behind an option: its values. bash takes "--order=ex" for three words, and "--variant key=choice" for four.
__tt_replay_complete_value() {
    local -a words=("${COMP_WORDS[@]:2:COMP_CWORD-1}")
    local last=$((${#words[@]} - 1)) partial="" cut=""
    while ((last >= 0)) && [[ ${words[last]} != --* ]]; do
        partial=${words[last]}$partial
        ((last--))
    done
    ((last >= 0 && last < ${#words[@]} - 1)) || return 1
    partial=${partial#=}
    [[ $partial == *=* ]] && cut=${partial%%=*}=
    local values
    case ${words[last]} in
    --way) values=$(__tt_replay_of_run "$1" places "${COMP_WORDS[@]:2}") cut=${partial%"${partial##*:}"} ;;
    --stage) values=$(__tt_replay_of_run "$1" stages "${COMP_WORDS[@]:2}") ;;
    --unit) values=$(__tt_replay_of_run "$1" units "${COMP_WORDS[@]:2}") ;;
    --set) values=$(__tt_replay_of_run "$1" "$([ -n "$cut" ] && echo values || echo fields)" "${COMP_WORDS[@]:2}") ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$partial")
    [[ ${#COMPREPLY[@]} -gt 0 ]] || # what the run has not
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_values "$1" "$2" "${words[last]}")" -- "$partial")
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
    [[ ${#COMPREPLY[@]} -gt 0 ]]
}

_tt_replay() {
    local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_verbs "$program") --help --version" -- "$current")
    elif [[ $current == -* ]]; then
        local typed=("$program" "$verb")
        [[ $COMP_CWORD -gt 2 && -n $(__tt_replay_actions "$program" "$verb") ]] && typed+=("${COMP_WORDS[2]}")
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_options "${typed[@]}")" -- "$current")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    elif [[ $COMP_CWORD -gt 2 ]] && __tt_replay_complete_value "$program" "$verb"; then
        return
    elif [[ $verb == why && $COMP_CWORD -gt 2 ]]; then # bash takes "l1:0x60000" for three words
        local place cut
        printf -v place %s "${COMP_WORDS[@]:3:COMP_CWORD-2}"
        cut=${place%"${place##*:}"}
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_of_run "$program" places "${COMP_WORDS[2]}")" -- "$place")
        COMPREPLY=("${COMPREPLY[@]#"$cut"}")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
    elif [ "$COMP_CWORD" = 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_actions "$program" "$verb")" -- "$current")
    fi
    # Nothing found: names of files (-o default).
}

complete -o default -F _tt_replay tt-replay
