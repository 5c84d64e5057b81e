#!/bin/sh
# Installs a .deb in a new, minimal Debian 12 and runs it there.
#
#   tests/install/clean_root.sh FILE.deb
#
# Needs mmdebstrap, root and Debian's packages over the network, so it is no part of the tests: run it before a
# release. Exit code 0: the package depends on nothing, `kvtally table` prints the table, and the manual page, the
# completions and the library are there.
set -eu
[ $# = 1 ] && [ -f "$1" ] || { echo "usage: $0 FILE.deb" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "$0: mmdebstrap is missing" >&2; exit 3; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
# without path-excludes: minimal images leave manual pages and documents out
mmdebstrap --variant=essential --quiet bookworm "$root"
cp "$1" "$root/kvtally.deb"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C "$@"; }
inside dpkg -i /kvtally.deb
inside dpkg --audit
echo "packages installed beside Debian's essential ones: $(inside dpkg-query -W -f '${Package}\n' kvtally)"
inside kvtally --version
inside kvtally table | head -4
rows=$(inside kvtally table -o csv | wc -l)
[ "$rows" = 45 ] || { echo "$0: the table has $rows lines, not 45" >&2; exit 1; }
for file in man/man1/kvtally.1.gz bash-completion/completions/kvtally zsh/vendor-completions/_kvtally \
  fish/vendor_completions.d/kvtally.fish doc/kvtally/copyright; do
  [ -s "$root/usr/share/$file" ] || { echo "$0: usr/share/$file is missing" >&2; exit 1; }
done
for file in lib/libkvtally.a lib/cmake/kvtally/kvtally-config.cmake lib/pkgconfig/kvtally.pc include/kvtally/kvtally.hpp; do
  [ -s "$root/usr/$file" ] || { echo "$0: usr/$file is missing" >&2; exit 1; }
done
inside dpkg --purge kvtally
left=$(find "$root/usr" -name '*kvtally*')
[ -z "$left" ] || { echo "$0: left behind: $left" >&2; exit 1; }
echo "installed, ran and removed in a clean root"
