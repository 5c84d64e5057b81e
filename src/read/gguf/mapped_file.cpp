#include "read/gguf/mapped_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace kvtally {

namespace {

std::unexpected<Problems> refused(const std::string& path, std::string what, std::string expected = {}) {
  return std::unexpected(Problems{{path, {}, std::move(what), std::move(expected), {}, {}}});
}

std::string reason() { return std::system_category().message(errno); }

/// Closes its descriptor: a mapping does not need it.
class Descriptor {
 public:
  // Not blocking: a pipe without a writer would hold the program up before it is refused.
  explicit Descriptor(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(path);
  if (file.number() < 0) {
    return refused(path, "it cannot be opened: " + reason());
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) {
    return refused(path, "it cannot be read: " + reason());
  }
  if (S_ISDIR(status.st_mode)) {
    return refused(path, "this is a folder", "a file");
  }
  if (!S_ISREG(status.st_mode)) {
    return refused(path, "this is no regular file", "a file on a disk");
  }
  if (status.st_size == 0) {
    return refused(path, "the file is empty", "a GGUF file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (start == MAP_FAILED) {
    return refused(path, "it cannot be mapped: " + reason());
  }
  return MappedFile({static_cast<const std::byte*>(start), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) {
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
}

}  // namespace kvtally
