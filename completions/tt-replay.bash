# SPDX-License-Identifier: Apache-2.0
# Completion of tt-replay for bash. Verbs and options come from the program's own help, so they are those of the
# version that is installed.

# The verbs, one a line.
__tt_replay_verbs() {
    "$1" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# The options of a verb, one a line; those that must have a value end in "=".
__tt_replay_options() {
    "$1" "$2" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-[a-zA-Z?], \)\{0,1\}\(--[a-z0-9-]\{1,\}=\{0,1\}\).*/\2/p'
}

_tt_replay() {
    local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_verbs "$program") --help --version" -- "$current")
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(__tt_replay_options "$program" "$verb")" -- "$current")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    fi
    # Nothing found: names of files (-o default).
}

complete -o default -F _tt_replay tt-replay
