"""The licences of a software bill (CycloneDX, JSON) as a Markdown table, from the few to the many.

python .ci/licences.py BILL; it fails where a component says no licence.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

_BY_ITS_FILE = {"partd": "BSD-3-Clause"}
"""Packages whose metadata name no licence, as the file LICENSE in their wheel does."""
_CLASSIFIER = re.compile(r"License :: (?:OSI Approved :: )?(.*)")


def licence_of(component: dict) -> str:
    """What a component says, as an SPDX identifier where it has one."""
    said = [
        one.get("expression") or one["license"].get("id") or one["license"].get("name", "")
        for one in component.get("licenses", ())
    ]
    said = [text for text in said if len(text) < 80 and text != "declared license file"]
    plain = [text for text in said if not _CLASSIFIER.match(text)]
    if not said:
        return _BY_ITS_FILE.get(component["name"], "")
    return ", ".join(dict.fromkeys(plain or [_CLASSIFIER.sub(r"\1", text) for text in said]))


def main(path: Path) -> int:
    """Print the table."""
    names = defaultdict(list)
    for component in json.loads(path.read_text("utf-8"))["components"]:
        names[licence_of(component)].append(f"{component['name']} {component['version']}")
    print("| licence | packages |\n|---|---|")
    for licence, packages in sorted(names.items(), key=lambda item: (len(item[1]), item[0])):
        print(f"| {licence or '**not said**'} | {', '.join(sorted(packages))} |")
    return 1 if "" in names else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
