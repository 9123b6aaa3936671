// From a part to lines of LRAT.
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <system_error>

#include "part.hpp"

namespace satplay::joining {

namespace {

constexpr std::size_t large = 1u << 16;

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> part) : part_(part) {}

  bool at_end() const { return at_ == part_.size(); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      if (at_end()) break;
      const std::uint8_t byte = part_[at_++];
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    throw Malformed("a part of the proof is damaged");
  }

 private:
  std::span<const std::uint8_t> part_;
  std::size_t at_ = 0;
};

class TextFile {
 public:
  explicit TextFile(int descriptor) : descriptor_(descriptor) {}

  void number(std::int64_t value, char after = ' ') {
    char digits[24];
    const auto [end, _] = std::to_chars(digits, digits + sizeof digits, value);
    buffer_.insert(buffer_.end(), digits, end);
    buffer_.push_back(after);
  }
  void mark(char letter) {
    buffer_.push_back(letter);
    buffer_.push_back(' ');
  }
  bool is_full() const { return buffer_.size() >= large; }
  void flush() {
    for (std::size_t written = 0; written < buffer_.size();) {
      const ssize_t count = ::write(descriptor_, buffer_.data() + written, buffer_.size() - written);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw std::system_error(errno, std::generic_category(), "writing the proof");
      written += static_cast<std::size_t>(count);
    }
    buffer_.clear();
  }

 private:
  int descriptor_;
  std::vector<char> buffer_;
};

}  // namespace

std::int64_t write_part(std::span<const std::uint8_t> part, std::int64_t first,
                        std::span<const std::int64_t> names, int descriptor, const Pulse& pulse) {
  Bytes bytes(part);
  TextFile file(descriptor);
  std::int64_t own = first - 1;
  const auto earlier = [&](std::uint64_t distance) {
    if (distance > static_cast<std::uint64_t>(own - first)) throw Malformed("a part of the proof is damaged");
    return own - static_cast<std::int64_t>(distance);
  };
  while (!bytes.at_end()) {
    file.number(++own);
    for (std::uint64_t left = bytes.number(); left > 0; left--) {
      const std::uint64_t code = bytes.number();
      const auto name = static_cast<std::int64_t>(code >> 1);
      file.number(code & 1 ? -name : name);
    }
    file.number(0);
    for (std::uint64_t left = bytes.number(); left > 0; left--) {
      const std::uint64_t code = bytes.number();
      if (code & 1) {
        file.number(earlier(code >> 1));
      } else if (names.empty()) {
        file.number(static_cast<std::int64_t>(code >> 1));
      } else {
        if (code < 2 || code / 2 > names.size()) throw Malformed("a part of the proof is damaged");
        file.number(names[code / 2 - 1]);
      }
    }
    file.number(0, '\n');
    if (std::uint64_t left = bytes.number(); left > 0) {
      file.number(own);
      file.mark('d');
      for (; left > 0; left--) file.number(earlier(bytes.number()));
      file.number(0, '\n');
    }
    if (!file.is_full()) continue;
    file.flush();
    if (pulse && !pulse()) throw Interrupted();
  }
  file.flush();
  return own;
}

}  // namespace satplay::joining
