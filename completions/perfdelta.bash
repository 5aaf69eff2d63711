# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for perfdelta: the program itself knows its words. -*- shell-script -*-

_perfdelta() {
    local typed=${COMP_LINE:0:COMP_POINT} cur=${COMP_WORDS[COMP_CWORD]} words word fixed
    read -ra words <<<"$typed"
    [[ $typed == *[[:space:]] ]] && words+=("")
    # readline takes what follows a '=' for a word of its own and replaces only that
    fixed=${words[-1]%"$cur"}
    [[ $cur == = ]] && fixed=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        COMPREPLY+=("${word#"$fixed"}")
    done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}

# Where it knows none, files are due.
complete -o default -F _perfdelta perfdelta
