# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for perfdelta: the program itself knows its words.

function __perfdelta_words
    set -l typed (commandline -opc)
    $typed[1] complete -- $typed[2..-1] (commandline -ct) 2>/dev/null
end

complete -c perfdelta -a '(__perfdelta_words)'
