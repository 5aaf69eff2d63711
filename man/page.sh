#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One page as roff on stdout. usage: page.sh SCDOC DIR VERSION PAGE
set -eu

# scdoc ends each paragraph with a macro that starts another, where there is none too.
# What follows a list is such a place: the indent has to end first.
tidy() {
    awk '
        /^\.P$/ { pending = 1; next }
        /^\.RE$/ { print; next }
        pending && !/^\.SH/ && !after_heading { print ".P" }
        { print; pending = 0; after_heading = /^\.(SH|TH) / }
    '
}

text=$(awk -v dir="$2" -v version="$3" -f "$2/page.awk" "$4")
# a page says the same whenever it was built
printf '%s\n' "$text" | SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0} "$1" | tidy
