// Reads a config.json from standard input and says what its model keeps; alone with the installed header.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <kvtally/kvtally.hpp>

int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const auto model = kvtally::api::Model::from_text(text, "config.json");
  if (!model) {
    for (const auto& problem : model.error()) {
      std::fputs(problem.message.c_str(), stdout);
    }
    return 3;
  }
  const auto kept = model->kept(131072);
  std::printf("%s: %lld bytes at 131072 tokens, %zu terms, %lld tokens in 1 GiB, %lld requests of 4096\n",
              kvtally::api::version().substr(0, 5).c_str(), static_cast<long long>(kept ? kept->total() : -1),
              model->terms().size(),
              static_cast<long long>(model->longest_context(std::int64_t{1} << 30).value_or(0)),
              static_cast<long long>(model->most_requests(std::int64_t{1} << 34, 4096).value_or(0)));
  return 0;
}
