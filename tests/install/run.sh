#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install into an empty place, then build and run a program against it by
# pkg-config alone. usage: run.sh BUILD_DIR, from the source root
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
meson install -C "$1" --destdir "$place" --quiet
prefix=$(meson introspect "$1" --buildoptions | python3 -c 'import json, sys
print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
PKG_CONFIG_PATH=$(dirname "$(find "$place" -name perfdelta.pc)")
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR="$place"
# shellcheck disable=SC2046 # flags, one word each
${CC:-cc} -std=c17 -Wall -Wextra -Werror -o "$place/consumer" tests/install/consumer.c $(pkg-config --cflags --libs perfdelta)
libdir=$place$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --variable=libdir perfdelta)
LD_LIBRARY_PATH=$libdir "$place/consumer"
"$place$prefix/bin/perfdelta" --version
