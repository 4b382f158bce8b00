#!/usr/bin/env python3
"""Makes assets/sounds/*.ogg: every sound is worked out here, none is recorded.

    pip install numpy soundfile
    scripts/art/sounds.py
"""

from pathlib import Path

import numpy as np
import soundfile

RATE = 44100
folder = Path(__file__).resolve().parents[2] / "assets" / "sounds"
rng = np.random.default_rng(1)


def time(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def noise(seconds, low, high):
    """Noise between two frequencies."""
    count = int(seconds * RATE)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    at = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= np.exp(-(((np.log(at + 1) - np.log((low * high) ** 0.5)) / np.log(high / low)) ** 2) * 3)
    out = np.fft.irfft(spectrum, count)
    return out / np.abs(out).max()


def fade(sound, attack, decay):
    t = time(len(sound) / RATE)
    return sound * np.minimum(t / attack, 1) * np.exp(-t / decay)


def ring(seconds, tones, decay):
    t = time(seconds)
    return sum(a * np.sin(2 * np.pi * f * t + i) * np.exp(-t / (decay / (1 + i * 0.6))) for i, (f, a) in enumerate(tones))


def thud(seconds, start, end, decay):
    t = time(seconds)
    pitch = end + (start - end) * np.exp(-t * 30)
    return np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * np.exp(-t / decay)


def join(*parts):
    """Parts as (seconds after the start, sound)."""
    out = np.zeros(max(int(at * RATE) + len(sound) for at, sound in parts))
    for at, sound in parts:
        start = int(at * RATE)
        out[start : start + len(sound)] += sound
    return out


def string(seconds, pitch, decay):
    """A plucked string."""
    count = int(RATE / pitch)
    line = rng.uniform(-1, 1, count)
    out = np.zeros(int(seconds * RATE))
    for i in range(len(out)):
        out[i] = line[i % count]
        line[i % count] = 0.5 * decay * (line[i % count] + line[(i + 1) % count])
    return out


STEEL = [(1870, 1), (2930, 0.7), (4310, 0.5), (5570, 0.3)]
SOUNDS = {
    "step": 0.5 * fade(noise(0.16, 120, 900), 0.004, 0.035),
    "turn": 0.35 * fade(noise(0.14, 700, 3000), 0.03, 0.04),
    "swing": 0.6 * fade(noise(0.28, 500, 2600), 0.09, 0.07),
    "shot": join((0, 0.7 * string(0.3, 98, 0.96)), (0.02, 0.4 * fade(noise(0.3, 900, 5000), 0.05, 0.09))),
    "hit": join((0, thud(0.25, 190, 70, 0.07)), (0, 0.5 * fade(noise(0.2, 300, 2500), 0.002, 0.03))),
    "critical": join((0, thud(0.6, 150, 42, 0.2)), (0, 0.7 * fade(noise(0.3, 300, 4000), 0.002, 0.05)), (0.02, 0.25 * ring(0.5, STEEL, 0.1))),
    "miss": 0.4 * fade(noise(0.22, 900, 4200), 0.07, 0.05),
    "parry": join((0, 0.6 * ring(0.5, STEEL, 0.16)), (0, 0.4 * fade(noise(0.1, 2000, 8000), 0.001, 0.02))),
    "dodge": join((0, 0.45 * fade(noise(0.3, 400, 1800), 0.1, 0.08)), (0.2, 0.4 * fade(noise(0.14, 100, 600), 0.004, 0.04))),
    "fall": join((0, thud(0.4, 110, 46, 0.11)), (0.05, 0.3 * fade(noise(0.3, 150, 900), 0.01, 0.08))),
    "push": 0.6 * fade(noise(0.5, 150, 1200), 0.06, 0.16),
    "out": join((0, 0.7 * string(0.9, 110, 0.992)), (0.24, 0.7 * string(0.9, 82.4, 0.994)), (0, 0.6 * thud(0.4, 90, 40, 0.14))),
    "dice": join(*[(0.05 * i + 0.012 * (i % 3), (0.5 - 0.05 * i) * fade(noise(0.05, 1200, 5000), 0.001, 0.008)) for i in range(8)]),
    "phase": 0.4 * fade(noise(0.4, 1500, 7000), 0.12, 0.09),
    "your_turn": join((0, 0.5 * ring(0.6, [(392, 1), (784, 0.3)], 0.2)), (0.16, 0.5 * ring(0.6, [(523, 1), (1046, 0.3)], 0.22))),
    "commit": join((0, 0.8 * thud(0.2, 240, 90, 0.05)), (0, 0.3 * fade(noise(0.1, 500, 3000), 0.001, 0.02))),
    "refusal": join((0, 0.6 * thud(0.16, 170, 130, 0.05)), (0.07, 0.5 * thud(0.16, 150, 110, 0.05))),
    "victory": join(*[(0.28 * i, 0.4 * ring(1.6, [(f, 1), (2 * f, 0.5), (3 * f, 0.25)], 0.7)) for i, f in enumerate([261.6, 329.6, 392, 523.3])]),
    "defeat": join(*[(0.4 * i, 0.5 * ring(1.8, [(f, 1), (2 * f, 0.3)], 0.8)) for i, f in enumerate([196, 174.6, 130.8])]),
}
for name, sound in SOUNDS.items():
    sound = sound[: int(4 * RATE)]
    sound[-200:] *= np.linspace(1, 0, 200)
    sound = sound / max(1.0, np.abs(sound).max()) * 0.8
    soundfile.write(folder / f"{name}.ogg", sound, RATE, format="OGG", subtype="VORBIS")
print(len(SOUNDS), "sounds")
