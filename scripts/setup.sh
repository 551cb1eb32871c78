# Sourced by scripts/start and scripts/test: makes the virtual environment .venv and enters it.
# usage: setup_venv EXTRAS   (such as "" or "[dev]")
setup_venv() {
    local python wanted stamp
    if [ ! -x .venv/bin/python ]; then
        for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
            if command -v "$python" >/dev/null &&
                "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
                "$python" -m venv .venv && break
            fi
        done
        [ -x .venv/bin/python ] || { echo "oracle-names needs Python 3.11 or newer (with venv)" >&2; return 1; }
    fi
    # Install again only when what is to be installed has changed.
    wanted="$1 $(cksum <pyproject.toml)"
    stamp=.venv/installed
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
        echo "setting up .venv ..." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".$1" >&2 || return 1
        printf '%s' "$wanted" >"$stamp"
    fi
}
