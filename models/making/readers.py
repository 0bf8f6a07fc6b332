"""One reader per source: from the files as packaged to short plain texts. No reader samples or orders."""
import ast
import gzip
import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import zstandard


# Definitions that say no more than their names.
WRITTEN_BY_TEMPLATE = (
    r"(?i)obsolete|automatically generated|quantification of|amount of|^(any|an instance of|an?) [^.]* (caused by|in which the cause|that is part of|that occurs in)|"
    r"^any process that (modulates|activates|stops)|thaliana strain"
)


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


def diseases(work: Path) -> Iterator[str]:
    """"Barth syndrome: an X-linked disease characterized by dilated cardiomyopathy ...", of UniProt's human diseases."""
    with zipfile.ZipFile(next((work / "terms").glob("gnuhealth_genetics_uniprot-*.whl"))) as archive:
        root = ElementTree.fromstring(archive.read("trytond/modules/health_genetics_uniprot/data/protein_diseases.xml"))
    for record in root.iter("record"):
        fields = {field.get("name"): field.text or "" for field in record.iter("field")}
        yield f"{fields['disease_name']}: {fields['description']}"


def disorders(work: Path) -> Iterator[str]:
    yield from _terms(work, "MONDO")


def anatomy(work: Path) -> Iterator[str]:
    yield from _terms(work, "UBERON")
    yield from _terms(work, "CL")


def experiments(work: Path) -> Iterator[str]:
    """The Experimental Factor Ontology: conditions, measurements, methods."""
    yield from _terms(work, "EFO")


def drugs(work: Path) -> Iterator[str]:
    """Of ChEBI's substances, those that are said to do something; the others are structure alone."""
    for text in _terms(work, "CHEBI"):
        if re.search(r"\b(used|drug|treat\w*|inhibit\w*|\w*agonist|hormone|vitamin|antibiotic|toxi\w+|human|plants?|bacteri\w+)\b", text):
            yield text


def gene_ontology(work: Path) -> Iterator[str]:
    yield from _obo(work, "go")


def pathways(work: Path) -> Iterator[str]:
    yield from _obo(work, "pathway")
    yield from _obo(work, "so")


def _terms(work: Path, ontology: str) -> Iterator[str]:
    """Name, synonyms and definition of each term; what a template wrote is left out."""
    with zipfile.ZipFile(next((work / "terms").glob("cellxgene_ontology_guide-*.whl"))) as archive:
        folder = "cellxgene_ontology_guide/data/"
        version = json.loads(archive.read(f"{folder}latest_ontology_info.json"))["ontologies"][ontology]["version"]
        packed = archive.read(f"{folder}{ontology}-ontology-{version}.json.zst")
    for term in json.loads(zstandard.ZstdDecompressor().stream_reader(packed).read()).values():
        definition = re.sub(r"<[^>]+>|\s*\[[^\]]*\]|\s*\([A-Za-z]+:\w+\)", "", term.get("description") or "")
        if len(definition.split()) >= 7 and not re.search(WRITTEN_BY_TEMPLATE, definition):
            names = list(dict.fromkeys([term["label"].removeprefix("obsolete_"), *(term.get("synonyms") or [])]))
            yield f"{', '.join(names[:3])}: {definition}"


def _obo(work: Path, name: str) -> Iterator[str]:
    text = (work / f"debian/usr/share/EMBOSS/data/OBO/{name}.obo").read_text("utf-8", "replace")
    for stanza in text.split("\n[Term]\n")[1:]:
        label, definition = re.search(r"^name: (.+)$", stanza, re.M), re.search(r'^def: "((?:[^"\\]|\\.)*)"', stanza, re.M)
        if label and definition and "is_obsolete: true" not in stanza and not re.search(WRITTEN_BY_TEMPLATE, definition[1]):
            unescaped = re.sub(r"\\(.)", r"\1", definition[1])
            yield f"{label[1].replace('_', ' ')}: {unescaped}"


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
