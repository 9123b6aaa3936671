#include "recorder.hpp"

#include <unistd.h>

#include <cstdio>
#include <sstream>
#include <string>

#include "failure.hpp"
#include "sabotage.hpp"

namespace satplay::fuzz {

namespace {

void check_line(ProofLine line, Checker& checker) {
  if (inject_fault(line)) checker.check(line);
}

// Checks each line when it is written, and can interrupt the engine there.
class WatchedProof final : public Proof {
 public:
  WatchedProof(Engine& engine, Checker& checker, bool hints)
      : engine_(engine), checker_(checker), hints_(hints) {}

  void add(ClauseId id, ExternalLits lits, Hints hints) override {
    ProofLine line{true, {}, Literals(lits.begin(), lits.end()), {}};
    if (hints_) {
      line.id = static_cast<std::int64_t>(id);
      line.hints.emplace(hints.begin(), hints.end());
    }
    check_line(line, checker_);
    count();
  }
  void remove(ClauseId id, ExternalLits lits) override {
    ProofLine line{false, {}, Literals(lits.begin(), lits.end()), {}};
    if (hints_) line.id = static_cast<std::int64_t>(id);
    check_line(line, checker_);
    count();
  }
  bool wants_hints() const override { return hints_; }
  void interrupt_at(int line) { left_ = line; }

 private:
  void count() {
    if (left_ > 0 && --left_ == 0) engine_.interrupt();
  }

  Engine& engine_;
  Checker& checker_;
  bool hints_;
  int left_ = 0;
};

class Watcher final : public Recorder {
 public:
  Watcher(Engine& engine, Checker& checker, bool hints) {
    auto proof = std::make_unique<WatchedProof>(engine, checker, hints);
    proof_ = proof.get();
    engine.log_proof(std::move(proof));
  }
  void interrupt_at(int line) override { proof_->interrupt_at(line); }

 private:
  WatchedProof* proof_;
};

class FromMemory final : public Recorder {
 public:
  FromMemory(Engine& engine, Checker& checker) : checker_(checker) {
    auto proof = std::make_unique<ProofMemory>();
    proof_ = proof.get();
    engine.log_proof(std::move(proof));
  }
  void drain() override {
    const std::vector<std::int64_t> numbers = proof_->take();
    for (std::size_t at = 0; at < numbers.size();) {
      require(numbers[at] == 1 || numbers[at] == 2, "a proof line in memory has an unknown kind");
      ProofLine line{numbers[at] == 1, numbers[at + 1], Literals(), {}};
      auto from = numbers.begin() + static_cast<std::ptrdiff_t>(at) + 3;
      for (std::int64_t left = from[-1]; left > 0; left--)
        line.lits->push_back(static_cast<std::int32_t>(*from++));
      const std::int64_t hints = *from++;
      if (line.added) line.hints.emplace(from, from + hints);
      at = static_cast<std::size_t>(from - numbers.begin() + hints);
      check_line(line, checker_);
    }
  }

 private:
  Checker& checker_;
  ProofMemory* proof_;
};

class FromFile final : public Recorder {
 public:
  FromFile(Engine& engine, Checker& checker, ProofFormat format)
      : checker_(checker), format_(format), file_(std::tmpfile(), std::fclose) {
    require(file_ != nullptr, "cannot create a temporary file");
    engine.log_proof(std::make_unique<ProofFile>(fileno(file_.get()), format));
  }
  void drain() override {
    std::string text;
    char block[4096];
    for (ssize_t count; (count = ::pread(fileno(file_.get()), block, sizeof block, read_)) > 0;
         read_ += count)
      text.append(block, static_cast<std::size_t>(count));
    if (format_ == ProofFormat::binary_drat)
      read_binary(text);
    else
      read_text(text);
  }

 private:
  void read_text(const std::string& text) {
    require(text.empty() || text.back() == '\n', "the proof file ends within a line");
    std::istringstream lines(text);
    for (std::string words; std::getline(lines, words);) {
      std::istringstream in(words);
      ProofLine line;
      std::string word;
      const bool lrat = format_ == ProofFormat::text_lrat;
      if (lrat) {
        in >> word;
        line.id = std::stoll(word);
      }
      line.added = !(in >> std::ws && in.peek() == 'd');
      if (!line.added) in >> word;
      std::vector<std::int64_t> numbers;
      for (std::int64_t number; in >> number;) numbers.push_back(number);
      require(in.eof() && !numbers.empty() && numbers.back() == 0, "proof line «" + words + "» is malformed");
      numbers.pop_back();
      const auto zero = std::find(numbers.begin(), numbers.end(), 0);
      require((zero == numbers.end()) == !(lrat && line.added), "proof line «" + words + "» is malformed");
      if (lrat && !line.added) {
        for (const std::int64_t id : numbers) check_line({false, id, {}, {}}, checker_);
        continue;
      }
      line.lits.emplace(numbers.begin(), zero);
      if (lrat) line.hints.emplace(zero + 1, numbers.end());
      check_line(line, checker_);
    }
  }

  void read_binary(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      require(text[at] == 'a' || text[at] == 'd', "the binary proof has an unknown kind of line");
      ProofLine line{text[at++] == 'a', {}, Literals(), {}};
      for (;;) {
        std::uint64_t number = 0;
        for (int shift = 0;; shift += 7) {
          require(at < text.size(), "the binary proof ends within a line");
          const auto byte = static_cast<unsigned char>(text[at++]);
          number |= static_cast<std::uint64_t>(byte & 0x7fu) << shift;
          if (byte < 0x80) break;
        }
        if (number == 0) break;
        const auto variable = static_cast<std::int32_t>(number >> 1);
        line.lits->push_back(number & 1u ? -variable : variable);
      }
      check_line(line, checker_);
    }
  }

  Checker& checker_;
  ProofFormat format_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  off_t read_ = 0;
};

}  // namespace

std::unique_ptr<Recorder> start_recording(Record record, Engine& engine, Checker& checker) {
  switch (record) {
    case Record::nothing:
      break;
    case Record::memory:
      return std::make_unique<FromMemory>(engine, checker);
    case Record::watched:
    case Record::watched_without_hints:
      return std::make_unique<Watcher>(engine, checker, record == Record::watched);
    case Record::text_drat:
      return std::make_unique<FromFile>(engine, checker, ProofFormat::text_drat);
    case Record::binary_drat:
      return std::make_unique<FromFile>(engine, checker, ProofFormat::binary_drat);
    case Record::text_lrat:
      return std::make_unique<FromFile>(engine, checker, ProofFormat::text_lrat);
  }
  return std::make_unique<Recorder>();
}

bool counts_clauses(Record record) {
  return record == Record::memory || record == Record::watched || record == Record::text_lrat;
}

}  // namespace satplay::fuzz
