#!/bin/sh
# Installs a .deb in a new, minimal Debian 12 and runs it there.
#
#   tests/install/clean_root.sh [--library] FILE.deb
#
# Needs mmdebstrap, root and Debian's packages over the network, so it is no part of the tests: run it before a
# release. Exit code 0: the package installs with nothing but Debian's essential packages, `kvtally table` prints the
# table, the manual page, the completions and the library are there, and nothing is left when it is removed. With
# --library the packages that it suggests are installed too, and a program is built with the library.
set -eu
library=
if [ "${1-}" = --library ]; then
  library=yes
  shift
fi
[ $# = 1 ] && [ -f "$1" ] || { echo "usage: $0 [--library] FILE.deb" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "$0: mmdebstrap is missing" >&2; exit 3; }
here=$(dirname "$0")

fail() {
  echo "$0: $1" >&2
  exit 1
}

# The packages of a Suggests field, without their versions, and what the other way to find the library needs.
suggested() { dpkg-deb --field "$1" Suggests | sed 's/([^)]*)//g; s/ //g'; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
if [ -n "$library" ]; then
  mmdebstrap --variant=essential --quiet --include="$(suggested "$1"),pkgconf" bookworm "$root"
else
  mmdebstrap --variant=essential --quiet bookworm "$root"
fi
cp "$1" "$root/kvtally.deb"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C "$@"; }
inside dpkg -i /kvtally.deb
[ -z "$(inside dpkg --audit)" ] || fail "dpkg finds fault with the installed package"
inside kvtally --version
inside kvtally table | head -4
rows=$(inside kvtally table -o csv | wc -l)
[ "$rows" = 45 ] || fail "the table has $rows lines, not 45"
for file in share/man/man1/kvtally.1.gz share/bash-completion/completions/kvtally \
  share/zsh/vendor-completions/_kvtally share/fish/vendor_completions.d/kvtally.fish share/doc/kvtally/copyright \
  lib/libkvtally.a lib/cmake/kvtally/kvtally-config.cmake lib/pkgconfig/kvtally.pc include/kvtally/kvtally.hpp; do
  [ -s "$root/usr/$file" ] || fail "usr/$file is missing"
done
if [ -n "$library" ]; then
  cp "$here/external/main.cpp" "$root/main.cpp"
  inside sh -ec 'g++ -std=c++23 /main.cpp -o /program $(pkg-config --cflags --libs kvtally)'
  inside /program <"$here/../data/corpus_folder/hybrid/config.json"
fi
inside dpkg --purge kvtally
left=$(find "$root/usr" -name '*kvtally*')
[ -z "$left" ] || fail "left behind: $left"
echo "installed, ran and removed in a clean root"
