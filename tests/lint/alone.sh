#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every header of every room compiles alone. usage: alone.sh SOURCE_ROOT COMPILER...
root=$1
shift
bad=0
n=0
for header in "$root"/src/*/*.h; do
    [ -f "$header" ] || continue
    n=$((n + 1))
    printf '#include "%s"\n' "${header#"$root"/src/}" |
        "$@" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -I"$root/include" -I"$root/src" -x c - || {
        echo "${header#"$root"/} does not compile alone"
        bad=1
    }
done
echo "alone: $n header(s)"
[ "$n" -gt 0 ] && exit $bad
exit 1
