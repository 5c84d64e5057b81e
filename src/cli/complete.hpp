#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace kvtally::cli {

/// A word that could stand where the cursor is, and what it does; the help may be empty.
struct Candidate {
  std::string text;
  std::string help;
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// Paths that the shell adds to the candidates: it knows them better.
enum class Paths : unsigned char { none, files, folders };

struct Completion {
  std::vector<Candidate> candidates;
  Paths paths = Paths::none;
};

/// What could stand in the place of `current`, which may be begun. `before` are the words before it; the first is
/// the program's name. An option that was given is not offered again: none may be given twice.
Completion completion_of(std::span<const CommandEntry> commands, std::span<const std::string> before,
                         const std::string& current);

/// The hidden command of the shells' scripts (cli/completion.cpp): `__complete SHELL CWORD WORDS…`, where the word
/// numbered CWORD, from 0, is to be completed. A candidate a line, for zsh and fish with a tab and its help behind
/// it; `:files` or `:folders` as last line asks for paths. It never parses the words: they are unfinished.
Exit complete(std::span<const CommandEntry> commands, const std::vector<std::string>& words);

}  // namespace kvtally::cli
