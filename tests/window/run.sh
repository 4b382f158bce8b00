#!/usr/bin/env bash
# Plays the game in a real window on a display without a screen, by real input, and looks at what
# was written down:
#   tests/window/run.sh GAME            everything
#   tests/window/run.sh GAME mouse …    only these: keyboard mouse alone resize cover closing sound
#                                       nodisplay noadapter
# Every battle has a fixed seed: the same input plays the same battle.
set -euo pipefail
game=$1
shift
parts=("$@")
[ $# -gt 0 ] || parts=(keyboard mouse alone resize cover closing sound nodisplay noadapter)

work=$(mktemp -d)
running=()
end() {
    for process in ${running[@]+"${running[@]}"}; do
        kill "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap end EXIT

fail() {
    printf 'window: %s\n' "$*" >&2
    if command -v import >/dev/null 2>&1 && [ -n "${KEEP:-}" ]; then
        import -window root "$KEEP/failed.png" || true
    fi
    exit 1
}

# A display of its own, on the first free number. It must not begin anew when a game closes, or the
# next one finds it busy.
mkfifo "$work/display"
Xvfb -displayfd 3 -noreset -screen 0 1280x720x24 -nolisten tcp 3>"$work/display" >"$work/xvfb.log" 2>&1 &
running+=($!)
read -r number <"$work/display"
export DISPLAY=":$number"
unset WAYLAND_DISPLAY
export XDG_RUNTIME_DIR="$work"

# open NAME ARGUMENT...: starts the game with a data folder of its own; sets window and process.
open() {
    export HEXFRAY_DATA="$work/$1"
    mkdir -p "$HEXFRAY_DATA"
    # The fastest pace, nothing heard, unless a part wants it otherwise.
    printf '(%s, calm: true, scale: 100)\n' "${options:-speed: 1600, mute: true}" >"$HEXFRAY_DATA/options.ron"
    shift
    # The game before is gone, or its window would be taken for the new one.
    if [ -n "${process:-}" ]; then
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    fi
    "$game" play "$@" >"$work/log" 2>&1 </dev/null &
    process=$!
    running+=("$process")
    window=
    for _ in $(seq 300); do
        window=$(xdotool search --name Hexfray 2>/dev/null | head -n 1) && [ -n "$window" ] && break
        kill -0 "$process" 2>/dev/null || { cat "$work/log" >&2; fail "the game ended by itself"; }
        sleep 0.2
    done
    [ -n "$window" ] || fail "no window came up"
    xdotool windowfocus "$window" || true
    sleep 3
}

record() { ls "$HEXFRAY_DATA"/records/*.ron 2>/dev/null | head -n 1; }

is_over() {
    local file
    file=$(record)
    [ -n "$file" ] && grep -q 'outcome: Some' "$file"
}

# The battle was written down, is over, was ordered by somebody, and fights again the same way.
judge() {
    local file
    file=$(record)
    [ -n "$file" ] || fail "$1: nothing was written down"
    is_over || fail "$1: the battle is not over"
    grep -q 'verb: "' "$file" || fail "$1: no order was given"
    "$game" replay --verify "$file" >"$work/verdict" || { cat "$work/verdict" >&2; fail "$1: the record does not verify"; }
    printf 'window: %s: %s\n' "$1" "$(head -n 1 "$work/verdict")"
}

# until_over COMMAND: repeats until the battle is over.
until_over() {
    local tries=0
    until is_over; do
        kill -0 "$process" 2>/dev/null || { cat "$work/log" >&2; fail "the game ended by itself"; }
        tries=$((tries + 1))
        [ "$tries" -lt 900 ] || fail "the battle does not end"
        "$@"
    done
}

key() { xdotool key --clearmodifiers "$1"; sleep "${2:-0.25}"; }
click() { xdotool mousemove "$1" "$2" sleep 0.06 click 1; sleep "${3:-0.25}"; }

# leave COMMAND...: each in turn, until the game has ended.
leave() {
    for _ in $(seq 40); do
        for command in "$@"; do
            kill -0 "$process" 2>/dev/null || return 0
            # shellcheck disable=SC2086
            $command || return 0
            sleep 0.5
        done
    done
}

gone() {
    for _ in $(seq 100); do
        kill -0 "$process" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "$1: the game does not end"
}

# Menu, set-up, battle, end, menu, out: all by keys.
part_keyboard() {
    open keyboard --seed 5
    key n 3
    key Return 4
    key 3 1
    until_over key Return
    judge keyboard
    # What is left of the playback is skipped; then the menu, then out.
    leave "key space" "key Escape" "key q"
    gone keyboard
}

# The same by mouse alone: a foe is pointed at, the main button does the rest.
part_mouse() {
    open mouse --seed 6
    click 240 315 3
    click 1098 664 4
    click 690 357 1
    until_over click 1164 596
    judge mouse
    # The end's last button is the menu, the menu's last row is out.
    leave "click 1180 672" "click 240 628"
    gone mouse
}

# Computers alone come to an end with no input at all: the loop wakes by itself.
part_alone() {
    open alone levels/duel.ron --controller 1=rusher --controller 2=rusher --seed 3
    until_over sleep 0.5
    judge alone 
    kill "$process"
}

# Down to 320x200 and back: the game goes on.
part_resize() {
    open resize levels/duel.ron --seed 3
    for size in "320 200" "640 400" "1280 720"; do
        # shellcheck disable=SC2086
        xdotool windowsize "$window" $size
        sleep 1.5
        kill -0 "$process" || fail "resize: the game ended at $size"
    done
    key Return 1
    kill -0 "$process" || fail "resize: the game ended"
    kill "$process"
    printf 'window: resize: it goes on\n'
}

# Everything on the screen as a file.
picture() { import -window root -depth 8 "$work/$1.png"; }

# Two people: whatever the battle behind it, the covered screen is the same to the last pixel, and so
# is the window's title.
part_cover() {
    local name seed
    for name in one two; do
        [ "$name" = one ] && seed=3 || seed=11
        open "cover-$name" levels/duel.ron --hotseat --seed "$seed"
        sleep 2
        [ "$(xdotool getwindowname "$window")" = Hexfray ] || fail "cover: the title tells of the battle"
        picture "$name"
        kill "$process"
        wait "$process" 2>/dev/null || true
    done
    local unlike
    unlike=$(compare -metric AE "$work/one.png" "$work/two.png" null: 2>&1) || true
    [ "${unlike%% *}" = 0 ] || fail "cover: $unlike pixels differ"
    [ "$(identify -format %k "$work/one.png")" -gt 8 ] || fail "cover: nothing was drawn"
    printf 'window: cover: equal to the last pixel\n'
}

# The cross of the window in the middle of playback: the game ends by itself and the record opens.
part_closing() {
    options="speed: 50, mute: true" open closing levels/duel.ron --seed 3
    key 2 1
    key shift+Return 1.5
    python3 "$(dirname "$0")/close.py" "$window" || fail "closing: the window cannot be asked to close"
    gone closing
    wait "$process" || fail "closing: the game ended with $?"
    local file
    file=$(record)
    [ -n "$file" ] || fail "closing: nothing was written down"
    "$game" replay --verify "$file" >"$work/verdict" || { cat "$work/verdict" >&2; fail "closing: the record does not verify"; }
    printf 'window: closing: %s\n' "$(head -n 1 "$work/verdict")"
}

# Sound is on and no device answers: nothing is heard, and everything goes on.
part_sound() {
    export ALSA_CONFIG_PATH=/nowhere PULSE_SERVER=/nowhere
    options="speed: 1600, mute: false" open sound levels/duel.ron --controller 1=rusher --controller 2=rusher --seed 4
    unset ALSA_CONFIG_PATH PULSE_SERVER
    until_over sleep 0.5
    judge sound
    kill "$process"
}

part_nodisplay() {
    env -u DISPLAY "$game" play levels/duel.ron --seed 3 >"$work/words" 2>"$work/why" </dev/null || fail "nodisplay: it does not play in words"
    grep -q 'no window' "$work/why" || fail "nodisplay: it does not say why there is no window"
    DISPLAY=:9999 "$game" play levels/duel.ron --seed 3 >"$work/words" 2>"$work/why" </dev/null || fail "nodisplay: a dead display ends it"
    grep -q 'no window' "$work/why" || fail "nodisplay: it says nothing of the dead display"
    printf 'window: nodisplay: %s\n' "$(grep 'no window' "$work/why")"
}

part_noadapter() {
    WGPU_BACKEND=vulkan VK_DRIVER_FILES=/nowhere VK_ICD_FILENAMES=/nowhere \
        "$game" play levels/duel.ron --seed 3 >"$work/words" 2>"$work/why" </dev/null || fail "noadapter: it does not play in words"
    grep -q 'no window' "$work/why" || fail "noadapter: it does not say why there is no window"
    printf 'window: noadapter: %s\n' "$(grep 'no window' "$work/why")"
}

for part in "${parts[@]}"; do
    "part_$part"
done
printf 'window: %d passed, 0 failed\n' "${#parts[@]}"
