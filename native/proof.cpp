// Writing proofs.
#include "proof.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <system_error>

namespace satplay {

namespace {
constexpr std::size_t large = 1u << 16;
}

void ProofFile::number(std::int64_t value, char after) {
  char digits[24];
  const auto [end, _] = std::to_chars(digits, digits + sizeof digits, value);
  buffer_.insert(buffer_.end(), digits, end);
  buffer_.push_back(after);
}

// A literal is encoded as 2 * variable + sign, in groups of seven bits, the lowest first.
void ProofFile::binary(ExternalLits lits) {
  for (const std::int32_t lit : lits) {
    std::uint32_t rest =
        lit > 0 ? 2u * static_cast<std::uint32_t>(lit) : 2u * static_cast<std::uint32_t>(-lit) + 1u;
    for (; rest > 0x7f; rest >>= 7) buffer_.push_back(static_cast<char>((rest & 0x7f) | 0x80));
    buffer_.push_back(static_cast<char>(rest));
  }
  buffer_.push_back(0);
}

void ProofFile::add(ClauseId id, ExternalLits lits, Hints hints) {
  last_id_ = id;
  if (format_ == ProofFormat::binary_drat) {
    buffer_.push_back('a');
    binary(lits);
  } else {
    if (format_ == ProofFormat::text_lrat) number(static_cast<std::int64_t>(id), ' ');
    for (const std::int32_t lit : lits) number(lit, ' ');
    if (format_ == ProofFormat::text_lrat) {
      number(0, ' ');
      for (const ClauseId hint : hints) number(static_cast<std::int64_t>(hint), ' ');
    }
    number(0, '\n');
  }
  flush_if_large();
}

void ProofFile::remove(ClauseId id, ExternalLits lits) {
  switch (format_) {
    case ProofFormat::binary_drat:
      buffer_.push_back('d');
      binary(lits);
      break;
    case ProofFormat::text_drat:
      buffer_.push_back('d');
      buffer_.push_back(' ');
      for (const std::int32_t lit : lits) number(lit, ' ');
      number(0, '\n');
      break;
    case ProofFormat::text_lrat:
      number(static_cast<std::int64_t>(last_id_), ' ');
      buffer_.push_back('d');
      buffer_.push_back(' ');
      number(static_cast<std::int64_t>(id), ' ');
      number(0, '\n');
      break;
  }
  flush_if_large();
}

void ProofFile::flush_if_large() {
  if (buffer_.size() >= large) flush();
}

void ProofFile::flush() {
  for (std::size_t written = 0; written < buffer_.size();) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + written, buffer_.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "writing the proof");
    written += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void ProofMemory::add(ClauseId id, ExternalLits lits, Hints hints) {
  lines_.push_back(1);
  lines_.push_back(static_cast<std::int64_t>(id));
  lines_.push_back(static_cast<std::int64_t>(lits.size()));
  lines_.insert(lines_.end(), lits.begin(), lits.end());
  lines_.push_back(static_cast<std::int64_t>(hints.size()));
  for (const ClauseId hint : hints) lines_.push_back(static_cast<std::int64_t>(hint));
}

void ProofMemory::remove(ClauseId id, ExternalLits lits) {
  lines_.push_back(2);
  lines_.push_back(static_cast<std::int64_t>(id));
  lines_.push_back(static_cast<std::int64_t>(lits.size()));
  lines_.insert(lines_.end(), lits.begin(), lits.end());
  lines_.push_back(0);
}

}  // namespace satplay
