#include "plan/rejections.hpp"

#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally::rejections_test {

namespace {

using Sentences = std::vector<std::string>;

PlanCandidate candidate(std::int64_t tp, std::int64_t bytes = 0, double token = 0, double first = 0) {
  PlanCandidate out;
  out.placement.tp = tp;
  out.memory.weights = Bytes{bytes};
  out.token = Seconds{token};
  out.first_token = Seconds{first};
  return out;
}

Sentences sentences(Rejections& rejections) {
  Sentences out;
  for (const PlanRejection& r : rejections.take()) {
    out.push_back(fmt::format("{}: {}", r.candidates, r.why));
  }
  return out;
}

TEST_CASE("a sentence for each class, in one order") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'048'576));
  q.token = Seconds{0.05};
  q.first_token = Seconds{2};
  Rejections rejections(q);
  CHECK(rejections.take().empty());
  rejections.first_token(candidate(1, 0, 0.01, 2.5));
  rejections.token(candidate(2, 0, 0.0625));
  PlanCandidate many = candidate(8);
  many.prompts = PromptReplicas{Placement{2, 1, 1, 1, 1}, 8};
  rejections.devices(many);
  rejections.memory(candidate(4, 1'048'576 + 1024));
  rejections.prompts(candidate(1, 1'048'576 + 2048));
  rejections.domain(candidate(16));
  rejections.divided({"num_experts 8 does not divide over ep 3", {Placement{}, Placement{}}});
  Device dark = test::device("dark", 1);
  dark.usable_memory.reset();
  rejections.unknown(dark);
  const Sentences expected{
      "0: dark: its memory is not published; give it as dark,memory=…",
      "2: num_experts 8 does not divide over ep 3",
      "1: tensor parallelism over more devices than a link or a host joins, such as TP 16 on a",
      "1: too little memory; nearest is TP 4 on a: a device needs 1.001 MiB, 1 KiB more than it has",
      "1: no replica for prompts alone has room for one of them; nearest is TP 1 on a: a device needs 1.002 MiB, "
      "2 KiB more than it has",
      "1: more than 8 devices with those for the prompts; nearest is TP 8 on a, prompts on TP 2, with 16 for the "
      "prompts",
      "1: a token takes longer than 50.00 ms; nearest is TP 2 on a: 62.50 ms",
      "1: the first token takes longer than 2.000 s; nearest is TP 1 on a: 2.500 s"};
  CHECK(sentences(rejections) == expected);
  const std::vector<PlanRejection> all = rejections.take();
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].of == static_cast<Rejected>(i));
  }
}

TEST_CASE("the nearest of a class is told, of equals the first") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'048'576));
  q.devices.push_back(test::device("b", 4 * 1'048'576));
  Rejections rejections(q);
  rejections.memory(candidate(1, 3 * 1'048'576));  // three times a's
  PlanCandidate on_b = candidate(1, 5 * 1'048'576);
  on_b.device = 1;  // 1.25 times b's, though more bytes are lacking than of the next
  rejections.memory(on_b);
  rejections.memory(candidate(8, 1'572'864));  // 1.5 times
  on_b.placement.tp = 2;
  rejections.memory(on_b);
  CHECK(sentences(rejections) ==
        Sentences{"4: too little memory; nearest is TP 1 on b: a device needs 5 MiB, 1 MiB more than it has"});
}

TEST_CASE("bytes are told in the units that were asked for") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'000'000));
  q.units = Units::decimal;
  Rejections rejections(q);
  rejections.memory(candidate(1, 1'500'000));
  CHECK(sentences(rejections) ==
        Sentences{"1: too little memory; nearest is TP 1 on a: a device needs 1.5 MB, 500 kB more than it has"});
}

TEST_CASE("formats are told where there are several") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1'048'576));
  q.formats.push_back(test::formats(test::kDense, "fp8"));
  Rejections rejections(q);
  PlanCandidate c = candidate(2);
  c.formats = 1;
  rejections.domain(c);
  CHECK(
      sentences(rejections) ==
      Sentences{"1: tensor parallelism over more devices than a link or a host joins, such as TP 2 on a, weights "
                "in fp8, entries in bf16"});
}

TEST_CASE("placements that do not divide for one reason are one class") {
  const PlanQuestion q = test::question(test::kDense, test::device("a", 1));
  Rejections rejections(q);
  const std::vector<Placement> one{Placement{}};
  rejections.divided({"num_attention_heads 4 does not divide over tp 3; expected a tp that divides it", one});
  rejections.divided({"num_experts 4 does not divide over ep 12", one});
  rejections.divided({"num_attention_heads 4 does not divide over tp 12; expected a tp that divides it", one});
  rejections.divided({"num_attention_heads 4 does not divide over tp 12; expected a tp that divides it", one});
  rejections.divided({"num_attention_heads 6 does not divide over tp 12; expected a tp that divides it", one});
  rejections.divided({"more stages than the 4 that its layers make", one});
  rejections.divided({"more stages than the 4 that its layers make", one});
  rejections.divided({"a state is not divided over devices", one});
  CHECK(sentences(rejections) ==
        Sentences{"3: num_attention_heads 4 does not divide over tp 3, 12; expected a tp that divides it",
                  "1: num_experts 4 does not divide over ep 12",
                  "1: num_attention_heads 6 does not divide over tp 12; expected a tp that divides it",
                  "2: more stages than the 4 that its layers make", "1: a state is not divided over devices"});
}

TEST_CASE("a device is named once, in however many formats") {
  const PlanQuestion q = test::question(test::kDense, test::device("a", 1));
  Rejections rejections(q);
  Device still = test::device("still", 1);
  still.bandwidth.reset();
  rejections.unknown(still);
  rejections.unknown(still);
  rejections.unknown("c: what it reaches was never measured");
  CHECK(sentences(rejections) ==
        Sentences{"0: still: its bandwidth is not published; give it as still,bandwidth=…",
                  "0: c: what it reaches was never measured"});
}

}  // namespace

}  // namespace kvtally::rejections_test
