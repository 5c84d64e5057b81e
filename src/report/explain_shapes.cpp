#include "report/explain_shapes.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "model/kinds.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kNarrowest = 12;  // columns that the last one of a table has at least
constexpr std::string_view kMissingVocabulary = "vocab_size is not in the description";

std::string size_or(const std::optional<std::int64_t>& number, std::string_view otherwise) {
  return number ? fmt::format("{}", *number) : std::string(otherwise);
}

ShapeWalk into(const Model& model, const std::string& hidden) {
  const std::string width = model.naive.hidden_size ? "" : "; hidden_size is not in the description";
  const std::string how = model.vocab_size ? fmt::format("token numbers, below {}", *model.vocab_size)
                                           : fmt::format("token numbers; {}", kMissingVocabulary);
  return {"into the layers",
          {{"input_ids", "[B, S]", "[B, 1]", how, ""},
           {"embedded", fmt::format("[B, S, {}]", hidden), fmt::format("[B, 1, {}]", hidden),
            "a row of the embedding for each token" + width, ""}}};
}

ShapeWalk out_of(const Model& model) {
  const std::string width = size_or(model.vocab_size, "vocab");
  return {"out of the layers",
          {{"logits", fmt::format("[B, S, {}]", width), fmt::format("[B, 1, {}]", width),
            model.vocab_size ? "after the last norm; the last row is what is sampled from"
                             : fmt::format("after the last norm; {}", kMissingVocabulary),
            ""}}};
}

// What the notes put beside one another: input, queries, what is cached, scores, output.
void summarise(const ShapeWalk& walk, const std::string& kind, std::vector<ShapeRow>& out) {
  for (const ShapeRow& row : walk.rows) {
    const bool query = row.tensor == "q" || row.tensor == "q index";
    const bool scores = row.tensor == "z" || row.tensor == "z index";
    if (!row.cached.empty() || query || scores) {
      ShapeRow copy = row;
      copy.tensor = fmt::format("{}: {}", kind, row.tensor);
      copy.cached = row.cached.empty() ? "no" : row.cached;
      out.push_back(std::move(copy));
    }
  }
}

Table shapes_table(const std::vector<ShapeRow>& rows, const std::string& last, bool cached) {
  Table table;
  for (const std::string& title : {std::string("Tensor"), std::string("Prefill"), std::string("Decode"), last}) {
    table.columns.push_back({"", title, Align::left, kEverywhere, false});
  }
  for (const ShapeRow& row : rows) {
    std::vector<Cell> cells;
    for (const std::string& each : {row.tensor, row.prefill, row.decode, cached ? row.cached : row.how}) {
      cells.push_back({each, "", {}, {}});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// Aligned columns, the last one wrapped beside the others.
std::string aligned(const Table& table, std::size_t width) {
  std::vector<std::size_t> widths(3, 0);
  const auto widen = [&](std::size_t i, const std::string& cell) {
    widths[i] = std::max(widths[i], display_width(cell));
  };
  for (std::size_t i = 0; i < widths.size(); ++i) {
    widen(i, table.columns[i].title);
    for (const auto& row : table.rows) {
      widen(i, row[i].text);
    }
  }
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string lead = "  ";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      lead += cells[i] + std::string(widths[i] - display_width(cells[i]) + 2, ' ');
    }
    const std::size_t used = display_width(lead);
    const std::size_t room = std::max(kNarrowest, width - std::min(width, used));
    for (const std::string& part : wrap(cells.back(), room)) {
      out += lead + part + '\n';
      lead = std::string(used, ' ');
    }
  };
  line({table.columns[0].title, table.columns[1].title, table.columns[2].title, table.columns[3].title});
  for (const auto& row : table.rows) {
    line({row[0].text, row[1].text, row[2].text, row[3].text});
  }
  return out;
}

constexpr std::string_view kSummaryTitle = "Prefill and decode: only what is kept grows, and of q one row is left";

std::vector<std::string> introduction(const Shapes& shapes) {
  return {
      "B requests. Prefill computes the S tokens of a prompt at once; decode computes the one token behind them, "
      "which "
      "sees S + 1." +
          (shapes.here.empty() ? "" : " " + shapes.here),
      "Where positions are rotated, q and K are, and V is not: positions are for scoring. It changes no shape. "
      "The "
      "feed-forward part works token by token and keeps nothing.",
  };
}

}  // namespace

Shapes shapes_of(const Model& model) {
  const std::string hidden = size_or(model.naive.hidden_size, "hidden");
  Shapes out{model.name, model.id, "", {into(model, hidden)}, {}};
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const std::int64_t count = count_of(model.order, i);
    if (count == 0) {
      continue;
    }
    const Kind& kind = kind_of(model.layers[i].kind);
    std::vector<ShapeWalk> walks = walks_of(model.layers[i], hidden);
    for (ShapeWalk& walk : walks) {
      const std::string label = std::string(kind.label) + (walks.size() == 1 ? "" : " " + walk.title);
      summarise(walk, label, out.summary);
      walk.title = fmt::format("{} {} of {} ({}): {}", count, count == 1 ? "layer" : "layers", kind.label,
                               kind.title, walk.title);
      out.walks.push_back(std::move(walk));
    }
  }
  out.walks.push_back(out_of(model));
  const std::vector<ShapeRow> layers = std::move(out.summary);
  out.summary = {out.walks.front().rows.front()};
  out.summary.insert(out.summary.end(), layers.begin(), layers.end());
  out.summary.push_back(out.walks.back().rows.front());
  out.summary.front().cached = "no";
  out.summary.back().cached = "no";
  return out;
}

std::string text_of(const Shapes& shapes, const Look& look) {
  std::string out = fmt::format("{} ({})\n", shapes.name, shapes.id);
  for (const std::string& sentence : introduction(shapes)) {
    for (const std::string& line : wrap(sentence, look.width)) {
      out += line + '\n';
    }
  }
  for (const ShapeWalk& walk : shapes.walks) {
    out += fmt::format("\n{}\n{}", walk.title, aligned(shapes_table(walk.rows, "What it is", false), look.width));
  }
  return out +
         fmt::format("\n{}\n{}", kSummaryTitle, aligned(shapes_table(shapes.summary, "Cached", true), look.width));
}

std::string markdown_of(const Shapes& shapes) {
  std::string out = fmt::format("# {}\n", shapes.name);
  for (const std::string& sentence : introduction(shapes)) {
    out += '\n' + sentence + '\n';
  }
  for (const ShapeWalk& walk : shapes.walks) {
    out += fmt::format("\n## {}\n\n{}", walk.title, write_markdown(shapes_table(walk.rows, "What it is", false)));
  }
  return out +
         fmt::format("\n## {}\n\n{}", kSummaryTitle, write_markdown(shapes_table(shapes.summary, "Cached", true)));
}

}  // namespace kvtally
