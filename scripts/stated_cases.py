#!/usr/bin/env python3
"""Lists the cases that the tests of a register state, for `hexfray rulebook --coverage`.

    scripts/stated_cases.py REGISTER PREFIX... > assets/rulebook/<system>/stated.ron

REGISTER is the specification (Markdown), PREFIX the letters of its ids (P for P-001 ...). A `Test:`
line is cut at semicolons and at a new "Given"; a clause that only carries the one before it on
(no outcome of its own, or the "then" of a "Given") stays with it. Cases that a rule states without a `Test:` line count as one.
"""

import re
import sys

HEAD = re.compile(r"^\*\*([A-Z]+-\d+) ([^*]+)\*\*")
OUTCOME = re.compile(
    r"\bthen\b|[=:→]|\bis\b|\bare\b|\bwith\b|\bmay\b|\bmust\b|\bfrom\b|\bin\b|\bfor\b|\bat\b|\bwhen\b|\bnot\b"
)


def entries(text, prefixes):
    """Yields (id, title, test) for every rule, in order."""
    current = None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            if current:
                yield current
            mark, title = head.group(1), head.group(2).strip()
            current = [mark, title, ""] if mark.split("-")[0] in prefixes else None
        elif line.startswith("#"):
            if current:
                yield current
            current = None
        if current and "`Test:`" in line:
            test = line.split("`Test:`", 1)[1]
            test = test.split("`House ruling:`", 1)[0]
            current[2] += " " + test.strip()
    if current:
        yield current


def top_level(text, cut):
    """Cuts outside round brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth <= 0 and letter == cut:
            parts.append(text[start:at])
            start = at + 1
    return parts + [text[start:]]


def cases(test):
    """The stated cases of one test, as short lines."""
    found = []
    for sentence in re.split(r"\.\s+(?=[A-Z(])", test.strip()):
        for clause in top_level(sentence, ";"):
            clause = clause.replace("`[H]`, ", "").replace("`[H]`", "").strip().rstrip(".").strip()
            if not clause:
                continue
            carries_on = clause.startswith("then ") or not OUTCOME.search(clause)
            if found and carries_on:
                found[-1] += "; " + clause
            else:
                found.append(clause)
    return found or ["as the rule says"]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as register:
        text = register.read()
    print("// Made by scripts/stated_cases.py; the numbers are those of `stated` in scenarios.")
    print("[")
    for mark, title, test in entries(text, sys.argv[2:]):
        print(f"    (id: {quoted(mark)}, title: {quoted(title)}, cases: [")
        for case in cases(test):
            print(f"        {quoted(case)},")
        print("    ]),")
    print("]")


if __name__ == "__main__":
    main()
