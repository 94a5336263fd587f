#!/bin/sh
# Install what some tests need: provide.sh WHAT PACKAGE... -- PROGRAM...
# Nothing happens where one of the programs is there. Otherwise apt-get installs the packages, as root
# or by $SUDO if that is given, never by a sudo that nobody asked for; the lists are fetched if it needs
# them. What cannot be had is noted as left out, unless WHAT is empty: then something else will do.
set -u
what=$1
shift
packages=
while [ "$1" != "--" ]; do packages="$packages $1"; shift; done
shift
for program in "$@"; do
  command -v "$program" > /dev/null 2>&1 && exit 0
done
leave() {
  [ -n "$what" ] || exit 0
  "${PYTHON:-python3}" "$(dirname "$0")/left_out.py" note "$what" "$1"
  exit 0
}
command -v apt-get > /dev/null 2>&1 || leave "no $1 here, and no apt-get to install it"
if [ "$(id -u)" != 0 ] && [ -z "${SUDO:-}" ]; then
  leave "no $1 here; run: sudo apt-get install$packages (or make test SUDO=sudo)"
fi
# apt-get works for one at a time.
if command -v flock > /dev/null 2>&1; then
  mkdir -p build && exec 9> build/provide.lock && flock 9
fi
install() { ${SUDO:-} apt-get install --yes --no-install-recommends $packages; }
install || { ${SUDO:-} apt-get update && install; } || leave "apt-get could not install$packages"
