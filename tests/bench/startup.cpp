// How long `PROGRAM table` takes as a whole process, against an empty program that links the C library alone.
//
//   startup_bench PROGRAM EMPTY [RUNS]
//
// The two run in turn, so that a machine whose speed drifts slows both. Printed are the medians and the ratio of
// the medians; the processor time of the child is the system's own account of it.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct Times {
  std::vector<double> wall;
  std::vector<double> cpu;
};

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

void run_once(const char* program, const char* argument, Times& times) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = vfork();
  if (child == 0) {
    execl(program, program, argument, nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "{} did not end well\n", program);
    std::exit(1);
  }
  times.wall.push_back(wall.count());
  times.cpu.push_back(milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    fmt::print(stderr, "usage: startup_bench PROGRAM EMPTY [RUNS]\n");
    return 2;
  }
  const int runs = count > 3 ? std::atoi(arguments[3]) : 60;
  Times program;
  Times empty;
  const int saved = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  for (int i = 0; i < runs + 5; ++i) {
    run_once(arguments[1], "table", program);
    run_once(arguments[2], "", empty);
    if (i == 4) {  // the first runs fill the page cache
      program = {};
      empty = {};
    }
  }
  dup2(saved, STDOUT_FILENO);
  for (const auto& [name, ours, theirs] :
       {std::tuple{"wall", program.wall, empty.wall}, {"cpu", program.cpu, empty.cpu}}) {
    fmt::print("{:<5} kvtally table {:.3f} ms, empty program {:.3f} ms, ratio {:.2f} (medians of {})\n", name,
               median(ours), median(theirs), median(ours) / median(theirs), runs);
  }
  return 0;
}
