#!/bin/sh
# Sets up what is missing, builds, and prints the 44-model table or runs all tests.
#
#   ./build.sh table        the optimised program and the table
#   ./build.sh test         the optimised program and every test
#   ./build.sh setup        only what is missing of Debian's packages
#
# Debian 12; elsewhere install CLI11, nlohmann-json, fmt, yaml-cpp, utf8proc, libsodium (and doctest, rapidcheck for the tests),
# or let CMake fetch their sources, and use the CMake presets.
set -eu
cd "$(dirname "$0")"

packages="g++ cmake ninja-build git ca-certificates libcli11-dev nlohmann-json3-dev libfmt-dev libyaml-cpp-dev
          libutf8proc-dev libsodium-dev doctest-dev librapidcheck-dev"

setup() {
  command -v apt-get >/dev/null || return 0
  missing=
  for package in $packages "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update -q
  # shellcheck disable=SC2086  # the words of the lists are meant to be split
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
}

configure() {
  cmake --preset "$1" >/dev/null
}

case "${1-}" in
  setup)
    shift
    setup "$@"
    ;;
  table)
    setup
    configure release
    cmake --build --preset release --target kvtally
    build/release/kvtally table
    ;;
  test)
    setup python3-numpy
    configure release
    cmake --build --preset release
    ctest --preset release
    ;;
  *)
    echo "usage: ./build.sh table | test | setup" >&2
    exit 2
    ;;
esac
