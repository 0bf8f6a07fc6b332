"""One reader per source: from the files as packaged to short plain texts. No reader samples or orders."""
import ast
import gzip
import html
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path


def wordnet_glosses(work: Path) -> Iterator[str]:
    """"dog, domestic dog: a member of the genus Canis ..." for each of WordNet's 117,659 synsets."""
    for words, definition, _ in _synsets(work):
        yield f"{words}: {definition}"


def wordnet_definitions(work: Path) -> Iterator[str]:
    """The definition without its words, so that a word isn't only ever seen at the start of a text."""
    for _, definition, _ in _synsets(work):
        yield definition


def wordnet_examples(work: Path) -> Iterator[str]:
    for _, _, examples in _synsets(work):
        yield from examples


def chitchat(work: Path) -> Iterator[str]:
    """One speaker's turn of an open-domain chat: a run of messages, joined."""
    import chitchat_dataset

    for conversation in chitchat_dataset.Dataset().values():
        for turn in conversation["messages"]:
            yield " ".join(message["text"].strip() for message in turn)


def python_docs(work: Path) -> Iterator[str]:
    for path in sorted((work / "debian/usr/share/doc/python3.11/html/_sources").rglob("*.rst.txt")):
        yield from _paragraphs(_plain_rst(path.read_text("utf-8")))


def postgresql_docs(work: Path) -> Iterator[str]:
    for path in sorted((work / "debian/usr/share/doc/postgresql-doc-15").rglob("*.html")):
        for paragraph in re.findall(r"<p>(.*?)</p>", path.read_text("utf-8"), re.S):
            yield html.unescape(re.sub(r"<[^>]+>", "", paragraph))


def jargon(work: Path) -> Iterator[str]:
    text = gzip.decompress((work / "debian/usr/share/dictd/jargon.dict.dz").read_bytes()).decode("utf-8", "replace")
    yield from _paragraphs(re.sub(r"[{}]|\[techspeak\]", "", text))


def speeches(work: Path) -> Iterator[str]:
    """State of the Union addresses since 1945: plain spoken English about people, money, health and war."""
    for path in sorted((work / "npm/package/data").glob("*.txt")):
        if int(path.name[:4]) >= 1945:
            sentences = re.split(r"(?<=[.?!])\s+", path.read_text("utf-8", "replace"))
            for start in range(0, len(sentences), 2):
                yield " ".join(sentences[start:start + 2])


def docstrings(work: Path) -> Iterator[str]:
    """Paragraphs of prose from docstrings, and from the long description in each wheel's metadata."""
    for wheel in sorted((work / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith("METADATA"):
                    yield from _paragraphs(_plain_rst(archive.read(name).decode("utf-8").partition("\n\n")[2]))
                elif name.endswith("descr.rst"):
                    yield from _paragraphs(_plain_rst(archive.read(name).decode("utf-8", "replace")))
                elif name.endswith(".py"):
                    for docstring in _docstrings(archive.read(name)):
                        yield from _paragraphs(_plain_rst(docstring))


def _synsets(work: Path) -> Iterator[tuple[str, str, list[str]]]:
    for part in ("noun", "verb", "adj", "adv"):
        for line in (work / f"debian/usr/share/wordnet/data.{part}").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue  # the licence, at the head of each file
            data, _, gloss = line.partition(" | ")
            fields = data.split()
            words = [re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]).replace("_", " ") for i in range(int(fields[3], 16))]
            examples = [example.strip() for example in re.findall(r'"([^"]+)"', gloss)]
            definition = re.split(r';\s*"', gloss)[0].strip().rstrip(";")
            yield ", ".join(words[:3]), definition, examples


def _docstrings(source: bytes) -> Iterator[str]:
    try:
        tree = ast.parse(io.BytesIO(source).read())
    except (SyntaxError, ValueError):
        return  # templates that only look like Python
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield text


def _plain_rst(text: str) -> str:
    text = re.sub(r":\w+(?::\w+)*:`~?([^`<]+)(?:<[^`]*>)?`", r"\1", text)
    text = re.sub(r"`+([^`]*)`+_?", r"\1", text)
    return re.sub(r"\*\*?([^*\n]+)\*\*?", r"\1", text)


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs that read as prose: markup, code, tables and signatures are left out."""
    for paragraph in re.split(r"\n\s*\n", text):
        if re.match(r"\s*(\.\.|>>>|\||\+-|[-=~^*#]{3,}|:\w+)", paragraph) or ">>>" in paragraph:
            continue
        yield paragraph
