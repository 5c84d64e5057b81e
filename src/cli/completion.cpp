#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "core/suggest.hpp"

namespace kvtally::cli {

namespace {

// Each script asks the program itself (cli/complete.hpp), so that it never knows less than the program does.

// bash takes ':' and '=' for ends of words, and replaces only what stands behind the last of them: the line is
// split anew at spaces, and the candidates lose what bash keeps.
constexpr std::string_view kBash = R"(# bash completion of kvtally: source <(kvtally completion bash)
_kvtally() {
  local line=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[^:=]/} prefix= candidate
  local -a words
  read -a words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local current=${words[-1]} program=${1/#\~/$HOME}
  [[ -n $breaks && $current == *["$breaks"]* ]] && prefix=${current%"${current##*["$breaks"]}"}
  COMPREPLY=()
  while IFS= read -r candidate; do
    case $candidate in
      :files)
        compopt -o filenames 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${current#"$prefix"}") ;;
      :folders)
        compopt -o filenames 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "${current#"$prefix"}") ;;
      *) COMPREPLY+=("${candidate#"$prefix"}") ;;
    esac
  done < <("$program" __complete bash $((${#words[@]} - 1)) "${words[@]}" 2>/dev/null)
}
complete -F _kvtally kvtally
)";

constexpr std::string_view kZsh = R"(#compdef kvtally
# zsh completion of kvtally: source <(kvtally completion zsh), or a file _kvtally in a folder of $fpath
_kvtally() {
  local line program=${~words[1]}
  local -a values shown
  for line in "${(@f)$("$program" __complete zsh $((CURRENT - 1)) "${(@Q)words[1,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      ('') ;;
      (:files) [[ $PREFIX == -*=* ]] && compset -P '*='; _files ;;
      (:folders) [[ $PREFIX == -*=* ]] && compset -P '*='; _files -/ ;;
      (*)
        values+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }") ;;
    esac
  done
  (( ${#values} )) && compadd -l -d shown -a values
}
if [[ ${funcstack[1]} == _kvtally ]]; then
  _kvtally "$@"
else
  compdef _kvtally kvtally
fi
)";

constexpr std::string_view kFish = R"(# fish completion of kvtally: kvtally completion fish | source
function __kvtally_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l current $words[-1]
    set -l joined (string match -r '^--[^=]+=' -- $current)
    set -q joined[1]; or set joined ''
    set -l path (string replace -r '^--[^=]+=' '' -- $current)
    for line in ($words[1] __complete fish (math (count $words) - 1) $words 2>/dev/null)
        switch $line
            case ':files'
                printf '%s\n' $joined(__fish_complete_path $path)
            case ':folders'
                printf '%s\n' $joined(__fish_complete_directories $path '')
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c kvtally -f -a '(__kvtally_complete)'
)";

constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};
constexpr std::array kScripts{kBash, kZsh, kFish};

Exit run_completion(const std::vector<std::string>& words) {
  if (words.empty()) {
    complain("completion needs a SHELL: bash, zsh or fish");
    return usage_fault("completion");
  }
  for (std::size_t i = 0; i < kShells.size(); ++i) {
    if (words.front() == kShells.at(i)) {
      const std::string script(kScripts.at(i));
      return std::fputs(script.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? Exit::output : Exit::done;
    }
  }
  complain(fmt::format("completion: '{}' is none of {}", words.front(), fmt::join(kShells, ", ")),
           nearest(words.front(), kShells).value_or(""));
  return usage_fault("completion");
}

}  // namespace

Command completion_command() {
  const auto words = std::make_shared<std::vector<std::string>>();
  Command command{"completion",
                  "Prints the script that makes a shell complete kvtally's commands, options, models, devices, "
                  "formats and files: source <(kvtally completion bash) in ~/.bashrc, the same with zsh in "
                  "~/.zshrc behind compinit, kvtally completion fish | source in fish's config.fish. An installed "
                  "package has them in place.",
                  "SHELL",
                  "bash, zsh or fish",
                  1,
                  words.get(),
                  {},
                  {}};
  command.run = [words] { return run_completion(*words); };
  command.choices = [] { return std::vector<std::string>(kShells.begin(), kShells.end()); };
  return command;
}

}  // namespace kvtally::cli
