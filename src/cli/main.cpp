#include "account/figures.hpp"
#include "read/zoo.hpp"
#include <cstdio>
#include <fmt/format.h>
int main(int argc, char** argv) {
  using namespace kvtally;
  const Zoo zoo(embedded_files());
  for (int i = 1; i < argc; ++i) {
    auto d = find_model(zoo, argv[i]);
    if (!d) { std::fputs(render(d.error()).c_str(), stderr); continue; }
    Figures f = figures_of(d->model, {Tokens{131072}});
    fmt::print("{} kv {} indexer {} state {} read {}\n", d->model.id, f.kept[Part::entries].value, f.kept[Part::indexer].value, f.kept[Part::state].value, f.step.read.total().value);
  }
}
