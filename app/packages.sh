# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/start and tests/run: installs Debian packages that are missing, saying which.

# What building and running needs.
build_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev qtkeychain-qt6-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqt6sql6-sqlite libqt6svg6
    libsqlite3-dev libpq-dev libmariadb-dev libexpected-dev
    fonts-dejavu-core)

# What the tests need besides.
test_packages=(
    postgresql mariadb-server mariadb-client sqlite3 strace lsof xvfb x11-utils
    desktop-file-utils appstream xfsprogs
    libqt6sql6-psql libqt6sql6-mysql libqt6sql6-odbc odbc-postgresql libsqliteodbc)

# install_missing PACKAGE...: as root, or through sudo. Fails with the command to run where neither works.
install_missing() {
    local package missing=()
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Installing missing packages: ${missing[*]}" >&2
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Neither root nor sudo: please run as root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    # Servers that the packages bring must not be started here: ours start their own.
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update -q &&
           "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
               --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "Could not install: ${missing[*]}" >&2
        return 1
    fi
    rm -f "$log"
}

# build_drivetrain ROOT TARGET: configures and builds build/release; quiet where nothing changed.
build_drivetrain() {
    local root=$1 target=$2
    local log
    log=$(mktemp)
    if ! cmake -S "$root" --preset release >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
    if ninja -C "$root/build/release" -n "$target" | grep -q 'no work to do'; then
        return 0
    fi
    echo "Building Drivetrain (some minutes the first time)..." >&2
    ninja -C "$root/build/release" "$target" >&2
}
