#include "support/process.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace kvtally::test {

namespace {

// An unnamed file: a child can fill it without anybody reading, whatever its size.
int temporary(const std::string& content) {
  std::FILE* file = std::tmpfile();
  if (file == nullptr || std::fwrite(content.data(), 1, content.size(), file) != content.size()) {
    throw std::runtime_error("no temporary file");
  }
  std::fflush(file);
  const int copy = dup(fileno(file));
  std::fclose(file);
  lseek(copy, 0, SEEK_SET);
  return copy;
}

std::string whole(int descriptor) {
  std::string text;
  char buffer[65536];
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t got = read(descriptor, buffer, sizeof buffer); got > 0;
       got = read(descriptor, buffer, sizeof buffer)) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(descriptor);
  return text;
}

// Whether a variable of the test's own goes on: not one that is set anew, as shells take the last of two.
bool kept(const std::string& variable, const std::vector<std::string>& settings) {
  const std::string name = variable.substr(0, variable.find('=') + 1);
  for (const std::string& setting : settings) {
    if (setting.starts_with(name)) {
      return false;
    }
  }
  return !variable.starts_with("NO_COLOR=") && !variable.starts_with("TERM=") && !variable.starts_with("COLUMNS=");
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) {
    out.push_back(text.data());
  }
  out.push_back(nullptr);
  return out;
}

}  // namespace

Outcome run_program(const std::string& program, const std::vector<std::string>& arguments,
                    const std::string& input, const std::vector<std::string>& environment) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (kept(*variable, environment)) {
      settings.emplace_back(*variable);
    }
  }
  std::vector<char*> argv = pointers(words);
  std::vector<char*> envp = pointers(settings);
  const int in = temporary(input);
  const int out = temporary({});
  const int err = temporary({});
  const pid_t child = fork();
  if (child == 0) {
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    execve(program.c_str(), argv.data(), envp.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  close(in);
  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = whole(out);
  outcome.err = whole(err);
  return outcome;
}

Outcome kvtally(const std::vector<std::string>& arguments, const std::string& input,
                const std::vector<std::string>& environment) {
  return run_program(KVTALLY_PROGRAM, arguments, input, environment);
}

}  // namespace kvtally::test
