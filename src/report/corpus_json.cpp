#include "account/cross.hpp"
#include "report/census.hpp"
#include "report/corpus.hpp"
#include "report/kept_json.hpp"

namespace kvtally {

namespace {

Json kept_layer_json(const Sheet& sheet, const LayerFigures& figures) {
  Json out = layer_sort_json(sheet, figures);
  add_kept(out, figures.kept);
  return out;
}

// Layers of one kind together, draft layers aside.
Json layers_by_kind(const Model& model) {
  Json out = Json::object();
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.order, i); count > 0) {
      const std::string& kind = model.layers[i].kind;
      out[kind] = (out.contains(kind) ? out[kind].get<std::int64_t>() : 0) + count;
    }
  }
  return out;
}

void add_figures(Json& out, const Sheet& sheet) {
  const Tally& kept = sheet.figures.kept;
  out["context"] = number(sheet.scenario.context);
  out["batch"] = sheet.scenario.batch;
  out["max_context"] = number_or_null(sheet.model.max_position_embeddings);
  add_kept(out, kept);
  out["cross_bytes_per_encoder_token"] = number(cross_bytes_per_position(sheet.model) * sheet.scenario.batch);
  out["total_bytes"] = number(kept.total());
  out["layers_by_kind"] = layers_by_kind(sheet.model);
  out["layers"] = Json::array();
  for (const LayerFigures& layer : sheet.figures.layers) {
    out["layers"].push_back(kept_layer_json(sheet, layer));
  }
}

Json file_of(const CorpusFile& file) {
  Json out;
  out["file"] = file.file;
  out["model_type"] = text_or_null(file.model_type);
  out["status"] = file.outcome ? "ok" : "refused";
  if (file.outcome) {
    add_figures(out, *file.outcome);
    out["assumptions"] = file.outcome->assumptions;
  }
  out["problems"] = Json::array();
  for (const Problem& problem : file.outcome ? Problems{} : file.outcome.error()) {
    out["problems"].push_back(one_line(problem));
  }
  return out;
}

Json types_in(const Corpus& corpus) {
  Json out = Json::array();
  for (const TypeCount& type : types_of(corpus)) {
    out.push_back({{"model_type", text_or_null(type.model_type)},
                   {"files", type.files},
                   {"ok", type.read},
                   {"refused", type.files - type.read}});
  }
  return out;
}

Json census_in(const Corpus& corpus) {
  Json out = Json::array();
  for (const CensusRow& row : census_of(corpus)) {
    Json types = Json::array();
    for (const std::string& type : row.model_types) {
      types.push_back(text_or_null(type));
    }
    out.push_back({{"key", row.key},
                   {"what", row.what},
                   {"types", row.model_types.size()},
                   {"files", row.files},
                   {"model_types", std::move(types)}});
  }
  return out;
}

}  // namespace

std::string json_of(const Corpus& corpus) {
  Json out = document("corpus");
  out["folder"] = corpus.folder;
  out["context"] = number(corpus.context);
  out["batch"] = corpus.batch;
  out["kv_dtype"] = corpus.kv_dtype;
  out["files"] = Json::array();
  std::int64_t read = 0;
  for (const CorpusFile& file : corpus.files) {
    out["files"].push_back(file_of(file));
    read += file.outcome ? 1 : 0;
  }
  const auto files = static_cast<std::int64_t>(corpus.files.size());
  out["skipped"] = Json::array();
  for (const Skipped& skipped : corpus.skipped) {
    out["skipped"].push_back({{"file", skipped.name}, {"why", skipped.why}});
  }
  out["model_types"] = types_in(corpus);
  out["totals"] = {{"files", files},
                   {"ok", read},
                   {"refused", files - read},
                   {"skipped", corpus.skipped.size()},
                   {"model_types", out["model_types"].size()}};
  out["census"] = census_in(corpus);
  return print(out);
}

}  // namespace kvtally
