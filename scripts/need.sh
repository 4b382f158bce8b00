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

# need_client: what the window is built with and runs on.
need_client() {
    [ "$(uname -s)" = Linux ] || return 0
    need pkg-config pkg-config || return 1
    need libasound2-dev pkg-config --exists alsa || return 1
    need libwayland-dev pkg-config --exists wayland-client || return 1
    need libxkbcommon-x11-0 has_library libxkbcommon-x11.so.0 || return 1
    need libxcursor1 has_library libXcursor.so.1 || return 1
    need libxi6 has_library libXi.so.6 || return 1
    need libxrandr2 has_library libXrandr.so.2 || return 1
    need libx11-xcb1 has_library libX11-xcb.so.1 || return 1
    # Any driver will do; Mesa's draws on the processor where there is no graphics card.
    need mesa-vulkan-drivers has_driver || return 1
    need libvulkan1 has_library libvulkan.so.1
}

# need_screen: a display without a screen, and hands and eyes for it, for the tests of the window.
need_screen() {
    need xvfb Xvfb || return 1
    need python3 python3 || return 1
    need imagemagick import || return 1
    need xdotool xdotool
}

# Both read all they are told before they look: a reader that leaves early would break the pipe, and
# with "pipefail" what is there would seem missing, now and then.
has_library() {
    local all
    all=$({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null) || return 1
    [[ $all == *"$1"* ]]
}

has_driver() {
    local all
    all=$(ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json 2>/dev/null) || true
    [ -n "$all" ]
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
