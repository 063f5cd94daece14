# SPDX-License-Identifier: MIT
# Sourced by tests/run and conformance/run: packages, and one build folder for both.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$top/build

# need_packages COMMAND_OR_FILE=PACKAGE...: installs the packages whose command or header is not there yet.
# Root installs them; anyone else is told which they are, exit 2.
need_packages() {
    local missing=() pair thing
    for pair in "$@"; do
        thing=${pair%%=*}
        case $thing in
        /*) [ -e "$thing" ] || missing+=("${pair#*=}") ;;
        *) command -v "$thing" >/dev/null 2>&1 || missing+=("${pair#*=}") ;;
        esac
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        echo "Packages are missing. As root: apt-get install ${missing[*]}" >&2
        exit 2
    fi
    local log
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    if ! { apt-get -q update && apt-get -q -y --no-install-recommends install "${missing[@]}"; } </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        echo "Could not install: ${missing[*]}" >&2
        exit 2
    fi
    rm -f "$log"
}

# What the program itself needs.
build_packages=(
    g++=g++ meson=meson ninja=ninja-build pkg-config=pkg-config python3=python3
    /usr/include/CLI/CLI.hpp=libcli11-dev /usr/include/nlohmann/json.hpp=nlohmann-json3-dev
    /usr/include/fmt/core.h=libfmt-dev /usr/include/nettle/sha2.h=nettle-dev
    /usr/include/mpack.h=libmpack-dev /usr/include/yaml.h=libyaml-dev /usr/include/zstd.h=libzstd-dev
    /usr/include/zlib.h=zlib1g-dev
)

configured() { [ -f "$build/build.ninja" ] && [ -f "$build/meson-private/coredata.dat" ]; }

# configure OPTION...: sets the build folder up, or an existing one to these options; one that was left half made is made anew.
configure() {
    local log
    log=$(mktemp)
    if configured && meson setup --reconfigure "$build" "$top" "$@" </dev/null >"$log" 2>&1; then
        rm -f "$log"
        return
    fi
    rm -rf "$build"
    if ! meson setup "$build" "$top" -Dbuildtype=release -Db_ndebug=false "$@" </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        echo "meson setup failed; its log is $build/meson-logs/meson-log.txt" >&2
        exit 2
    fi
    rm -f "$log"
}

# compile TARGET...: says that it builds, where there is something to build, and no more unless it fails.
compile() {
    local log
    log=$(mktemp)
    ninja -C "$build" -n "$@" 2>/dev/null </dev/null | grep -q 'no work to do' ||
        echo "Building in $build; the first time takes some minutes (tail -f $log shows how far it is)" >&2
    if ! ninja -C "$build" "$@" </dev/null >"$log" 2>&1; then
        grep -v '^\[[0-9]*/[0-9]*\]' "$log" >&2
        rm -f "$log"
        echo "The build failed." >&2
        exit 2
    fi
    rm -f "$log"
}
