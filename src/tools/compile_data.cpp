// The host tool that turns the project's YAML files into one source of plain tables.
//
//   compile_data OUTPUT.cpp ROOT FILE…
//
// FILE is a path under ROOT, or NAME=PATH of one elsewhere. What does not end in .yaml is taken as text, with the
// hash by which a page's content policy allows a script. Every YAML file is parsed; a model is also composed and a
// device read, so that a wrong one fails the build with its line. The tables hold the documents as read/tree.hpp
// describes them: the program needs no parser and no folder of data to start. Beside them stands a digest of the
// files' bytes, which says which data a figure was computed from.

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <sodium.h>
#include <string>
#include <vector>

#include "hardware/device_file.hpp"
#include "hardware/usual.hpp"
#include "read/config/class_list.hpp"
#include "read/config/family_entry.hpp"
#include "read/description/description.hpp"
#include "read/text/embedded.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string_view name_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::plain: return "plain";
    case Node::Kind::quoted: return "quoted";
    case Node::Kind::null: return "null";
    case Node::Kind::list: return "list";
    case Node::Kind::map: return "map";
  }
  return "";
}

std::string table(const Tree& tree, std::size_t index) {
  std::string out = fmt::format("constexpr Node kFile{}[] = {{\n", index);
  for (const Node& node : tree.nodes()) {
    out += fmt::format("    {{Node::Kind::{}, {}, {}, {{{}, {}}}, {{{}, {}}}, {}}},\n", name_of(node.kind),
                       quoted(node.key), quoted(node.text), node.place.line, node.place.column,
                       node.key_place.line, node.key_place.column, node.size);
  }
  return out + "};\n\n";
}

// A model has its file in modelzoo/ itself; its folders hold what is known of model types and keys.
bool is_model(std::string_view path) {
  return path.starts_with("modelzoo/") && path.find('/', sizeof("modelzoo/")) == std::string_view::npos;
}

// Likewise a device in hardware/.
bool is_device(std::string_view path) {
  return path.starts_with("hardware/") && path.find('/', sizeof("hardware/")) == std::string_view::npos;
}

// The problems of a file that is read by a rule; those of one that is text alone are none.
Problems problems_of(const Tree& tree, const std::string& path) {
  const auto of = [](const auto& read) { return read ? Problems{} : read.error(); };
  if (path.starts_with("modelzoo/families/")) {
    return problems_of_family(tree);
  }
  if (path == "modelzoo/config/classes.yaml") {
    return problems_of_class_list(tree);
  }
  if (is_model(path)) {
    return of(read_description(tree, stem(path)));
  }
  if (path.starts_with("hardware/usual/")) {
    return of(read_usual(tree));
  }
  return is_device(path) ? of(read_profile(tree, stem(path))) : Problems{};
}

// BLAKE2b of so many bytes, in hexadecimal: what `b2sum` with eight times that length prints.
template <std::size_t Size>
std::string blake2b(const std::string& text) {
  std::array<unsigned char, Size> digest{};
  const std::vector<unsigned char> message(text.begin(), text.end());
  crypto_generichash_blake2b(digest.data(), digest.size(), message.data(), message.size(), nullptr, 0);
  std::string out;
  for (const unsigned char byte : digest) {
    out += fmt::format("{:02x}", byte);
  }
  return out;
}

// The document, and a line of `sums` for its bytes, as b2sum writes it.
Expected<Tree> checked(const std::string& root, const std::string& path, std::string& sums) {
  auto text = read_file(root + "/" + path);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  sums += fmt::format("{}  {}\n", blake2b<32>(*text), path);
  auto tree = parse_yaml(path, std::move(*text));
  if (tree) {
    if (Problems problems = problems_of(*tree, path); !problems.empty()) {
      return std::unexpected(std::move(problems));
    }
  }
  return tree;
}

std::string base64_of_sha256(const std::string& text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  const std::vector<unsigned char> message(text.begin(), text.end());
  crypto_hash_sha256(digest.data(), message.data(), message.size());
  std::array<char, sodium_base64_ENCODED_LEN(digest.size(), sodium_base64_VARIANT_ORIGINAL)> out{};
  return sodium_bin2base64(out.data(), out.size(), digest.data(), digest.size(), sodium_base64_VARIANT_ORIGINAL);
}

// An entry of the table of texts. A script must not end the element that a page puts it in.
Expected<std::string> text_entry(const std::string& root, const std::string& argument) {
  const std::size_t equal = argument.find('=');
  const std::string name = argument.substr(0, equal);
  const auto text = read_file(equal == std::string::npos ? root + "/" + argument : argument.substr(equal + 1));
  if (!text) {
    return std::unexpected(text.error());
  }
  if (name.ends_with(".js") && (text->contains("</script") || text->contains("<!--") || text->contains('\r'))) {
    return std::unexpected(
        Problems{{name, {}, "it holds '</script', '<!--' or a carriage return", "a script without", "", ""}});
  }
  return fmt::format("    {{{}, {}, {}}},\n", quoted(name), quoted(*text), quoted(base64_of_sha256(*text)));
}

// What the source is made of.
struct Output {
  std::string tables;
  std::string index;
  std::string texts;
  std::size_t text_count = 0;
  std::string sums;
};

Problems add(Output& out, const std::string& root, const std::string& argument, std::size_t number) {
  if (!argument.ends_with(".yaml")) {
    auto entry = text_entry(root, argument);
    out.texts += entry.value_or("");
    ++out.text_count;
    return entry ? Problems{} : std::move(entry.error());
  }
  auto tree = checked(root, argument, out.sums);
  if (!tree) {
    return std::move(tree.error());
  }
  out.tables += table(*tree, number);
  out.index += fmt::format("    {{{}, kFile{}}},\n", quoted(argument), number);
  return {};
}

std::string source(const Output& out) {
  return fmt::format(
      "// Generated by tools/compile_data.cpp from the project's YAML files and its page's texts.\n\n"
      "#include <array>\n\n#include \"read/text/embedded.hpp\"\n\nnamespace kvtally {{\n\nnamespace {{\n\n"
      "{}constexpr EmbeddedFile kFiles[] = {{\n{}}};\n\n"
      "constexpr std::array<EmbeddedText, {}> kTexts{{{{\n{}}}}};\n\n}}  // namespace\n\n"
      "std::span<const EmbeddedFile> embedded_files() {{ return kFiles; }}\n\n"
      "std::span<const EmbeddedText> embedded_texts() {{ return kTexts; }}\n\n"
      "std::string_view data_digest() {{ return \"{}\"; }}\n\n}}  // namespace kvtally\n",
      out.tables, out.index, out.text_count, out.texts, blake2b<8>(out.sums));
}

int run(const std::vector<std::string>& arguments) {
  Output output;
  bool failed = false;
  for (std::size_t i = 3; i < arguments.size(); ++i) {
    const Problems problems = add(output, arguments[2], arguments[i], i);
    std::fputs(render(problems).c_str(), stderr);
    failed = failed || !problems.empty();
  }
  if (failed) {
    return 3;
  }
  std::ofstream out(arguments[1]);
  out << source(output);
  out.close();
  return out ? 0 : 4;
}

}  // namespace

// This tool makes the data, and has none itself.
std::span<const EmbeddedFile> embedded_files() { return {}; }
std::span<const EmbeddedText> embedded_texts() { return {}; }
std::string_view data_digest() { return ""; }

}  // namespace kvtally

int main(int count, char** values) {
  const std::vector<std::string> arguments(values, values + count);
  if (arguments.size() < 3) {
    std::fputs("usage: compile_data OUTPUT.cpp ROOT FILE...\n", stderr);
    return 2;
  }
  return kvtally::run(arguments);
}
