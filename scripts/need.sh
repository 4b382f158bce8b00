# Shared by ./play and ./check: find what is missing, install what can be installed.
# shellcheck shell=bash

# say TEXT: a line for the person at the terminal, kept off standard output.
say() { printf '%s\n' "$*" >&2; }

# need PACKAGE COMMAND [ARGUMENT...]: make sure that COMMAND exists.
# With arguments, COMMAND is run instead and must succeed, for things that are
# no command themselves:  need libasound2-dev pkg-config --exists alsa
# A missing one is installed through apt-get as root or with sudo.
need() {
    local package=$1
    shift
    have "$@" && return 0
    local run=()
    if ! command -v apt-get >/dev/null 2>&1; then
        say "Missing: $*. Please install it (Debian and Ubuntu call the package '$package')."
        return 1
    elif [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "Missing: $*. Please ask an administrator for:  apt-get install $package"
            return 1
        fi
        run=(sudo)
    fi
    say "Installing $package ..."
    # ${run[@]+...}: an empty array is an error under 'set -u' in old bashes.
    if [ -z "${NEED_UPDATED:-}" ]; then
        ${run[@]+"${run[@]}"} apt-get update -qq </dev/null >&2 || true
        NEED_UPDATED=yes
    fi
    ${run[@]+"${run[@]}"} env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$package" </dev/null >&2 || {
        say "Could not install $package."
        return 1
    }
    have "$@" || {
        say "$package is installed, but this still fails: $*"
        return 1
    }
}

have() {
    if [ $# -eq 1 ]; then
        command -v "$1" >/dev/null 2>&1
    else
        "$@" >/dev/null 2>&1
    fi
}

# has_feature NAME: does the package declare this Cargo feature?
has_feature() {
    awk -v name="$1" '
        /^\[/ { inside = ($0 ~ /^\[features\]/) }
        inside && $0 ~ "^" name "[ \t]*=" { found = 1 }
        END { exit !found }
    ' Cargo.toml
}

# need_tools: everything a build needs.
need_tools() {
    need build-essential cc
    if ! command -v cargo >/dev/null 2>&1 && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    fi
    if ! command -v cargo >/dev/null 2>&1; then
        say "Rust is missing: there is no 'cargo' command."
        say "Install Rust as https://rustup.rs describes, open a new terminal and try again."
        return 1
    fi
}
