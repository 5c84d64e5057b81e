#!/bin/sh
# Sets up what is missing, builds, and prints the 44-model table or runs all tests.
#
#   ./build.sh table        the optimised program and the table
#   ./build.sh test         the optimised program and every test
#   ./build.sh package      the Debian package, in build/release
#   ./build.sh fuzz [SECONDS]   libFuzzer on each reader, so many seconds each (60)
#   ./build.sh pictures     the README's pictures, in docs/pictures (needs node, npm and Chromium)
#   ./build.sh setup        only what is missing of Debian's packages
#
# Debian 12; elsewhere install CLI11, nlohmann-json, fmt, yaml-cpp, utf8proc, libsodium, kainjow's Mustache (and doctest,
# rapidcheck for the tests), or let CMake fetch their sources, and use the CMake presets.
set -eu
cd "$(dirname "$0")"

packages="g++ cmake ninja-build git ca-certificates libcli11-dev nlohmann-json3-dev libfmt-dev libyaml-cpp-dev
          libutf8proc-dev libsodium-dev libkainjow-mustache-dev doctest-dev librapidcheck-dev"

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

# Inputs to begin with beside tests/fuzz/seeds/NAME and tests/fuzz/regressions/NAME: real files that other tests use.
more_seeds() {
  case "$1" in
    model_yaml) echo modelzoo ;;
    config_json) echo tests/data/configs tests/data/corpus ;;
    params_json) echo tests/golden/params ;;
  esac
}

# What a target finds is kept in build/fuzz/findings; what it learns in build/fuzz/corpus.
fuzz() {
  for source in tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" _fuzz.cpp)
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus" build/fuzz/findings
    folders=$corpus
    for folder in "tests/fuzz/seeds/$name" "tests/fuzz/regressions/$name" $(more_seeds "$name"); do
      [ -d "$folder" ] && folders="$folders $folder"
    done
    log=build/fuzz/$name.log
    # shellcheck disable=SC2086  # the words of the list are meant to be split
    "build/fuzz/tests/fuzz/${name}_fuzz" -max_total_time="$1" -seed=1 -rss_limit_mb=2048 -max_len=16384 -timeout=10 \
      -artifact_prefix="build/fuzz/findings/$name-" -print_final_stats=1 $folders >"$log" 2>&1 || {
      cat "$log"
      return 1
    }
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no finding"
  done
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
    setup python3-numpy python3-jsonschema python3-yaml
    configure release
    cmake --build --preset release
    ctest --preset release
    ;;
  package)
    setup dpkg-dev
    configure release
    cmake --build --preset package
    (cd build/release && cpack -G DEB)
    ;;
  pictures)
    setup chromium
    configure release
    cmake --build --preset release --target kvtally
    KVTALLY_PROGRAM=build/release/kvtally KVTALLY_PAGE_PACKAGES=build/release/page \
      node tests/page/browser/pictures.mjs README.md docs/pictures
    ;;
  fuzz)
    setup clang-19 libclang-rt-19-dev
    configure fuzz
    cmake --build --preset fuzz
    fuzz "${2-60}"
    ;;
  *)
    echo "usage: ./build.sh table | test | package | fuzz [SECONDS] | pictures | setup" >&2
    exit 2
    ;;
esac
