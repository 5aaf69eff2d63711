#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every lint check, one line each. usage: run.sh BUILD_DIR, from the source root
set -u
build=$1
jobs=$(nproc 2>/dev/null || echo 2)
failed=

check() { # NAME COMMAND...
    name=$1
    shift
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        echo "ok      $name"
    else
        cat "$log"
        echo "FAILED  $name"
        failed="$failed $name"
    fi
    rm -f "$log"
}

files() { # FIND_TEST...: files of the tree, without what was built
    find . \( -name 'build*' -o -name .git \) -prune -o -type f \( "$@" \) -print
}

format() { files -name '*.[ch]' | xargs clang-format --dry-run -Werror; }

# Findings go to stdout; stderr only counts warnings in system headers.
# One file a call: over several, 14 takes every va_list after the first for uninitialized.
# Nine tenths of the time go to paths through several functions, which tests do without.
tidy_below() { # DIRECTORY CLANG_TIDY_ARGUMENT...
    directory=$1
    shift
    find "$directory" -name '*.c' -print0 |
        xargs -0 -P "$jobs" -n 1 clang-tidy -p "$build" --quiet --extra-arg="-I$PWD/include" "$@" 2>/dev/null
}

tidy() {
    tidy_below src && tidy_below tests --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=mode=shallow
}

# cppcheck 2.10 takes any word after --std= silently; c11 is the newest it knows.
# readdirCalled: readdir_r() is deprecated, and nobody shares a DIR.
# variableScope: loop and result variables stand at the top of their function.
analyse() {
    cppcheck --project="$build/compile_commands.json" --file-filter='src/*' -j "$jobs" --std=c11 \
        --enable=warning,style,performance,portability --inline-suppr --suppress=missingIncludeSystem \
        --suppress=unusedStructMember --suppress=readdirCalled --suppress=variableScope --library=gnu --library=posix \
        --error-exitcode=1 -q
}

scripts() {
    files ! -name '*.py' | while read -r file; do
        case $(head -c 20 "$file" | tr -d '\0') in '#!/bin/sh'* | '#!/bin/bash'* | '#!/usr/bin/env bash'*) echo "$file" ;; esac
    done | xargs shellcheck
}

# They run by sh -e: a cd that fails ends them.
golden_commands() { find tests/golden -name cmd -exec shellcheck -s sh -S warning -e SC2164 {} +; }

python() { files -name '*.py' | xargs python3 -c 'import ast, sys; [ast.parse(open(f).read(), f) for f in sys.argv[1:]]'; }

laws() { meson test -C "$build" --no-rebuild --print-errorlogs --suite lint; }

check clang-format format
check clang-tidy tidy
check cppcheck analyse
check shellcheck scripts
check 'golden commands' golden_commands
check python python
# CI has them among its tests.
[ -n "${CI:-}" ] || check 'laws of the tree' laws
[ -z "$failed" ] || {
    echo "lint:$failed"
    exit 1
}
