// What was counted before: the number of models of each component, found again by its whole key.
//
// Keys are compared byte by byte, never by hash alone: a count is exact or it is nothing. When the cache is
// full, the half that was not asked for the longest goes (Thurley, "sharpSAT - Counting Models with Advanced
// Component Caching and Implicit BCP", 2006).
#pragma once
#include <optional>

#include "meter.hpp"
#include "natural.hpp"

namespace satplay::counting {

// A key is two ascending lists of numbers, kept as differences of seven bits a byte.
class Key {
 public:
  void assign(std::span<const std::uint32_t> variables, std::span<const std::uint32_t> clauses);
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  std::uint64_t hash() const { return hash_; }

 private:
  void append(std::uint32_t number);
  std::vector<std::uint8_t> bytes_;
  std::uint64_t hash_ = 0;
};

class Cache {
 public:
  Cache(std::size_t most_bytes, Statistics& statistics);
  ~Cache();
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  std::optional<Natural> find(const Key& key);
  void store(const Key& key, const Natural& count);  // of a key that is not there
  std::size_t bytes() const { return bytes_ + table_.capacity() * sizeof(Entry*); }

 private:
  struct Entry {  // followed in memory by the limbs of the count and the bytes of the key
    Entry* next;
    std::uint64_t hash;
    std::uint64_t asked;  // when, counted in questions
    std::uint32_t limbs;
    std::uint32_t key_size;

    std::uint32_t* count() { return reinterpret_cast<std::uint32_t*>(this + 1); }
    std::uint8_t* key() { return reinterpret_cast<std::uint8_t*>(count() + limbs); }
    std::size_t size() const { return sizeof(Entry) + limbs * sizeof(std::uint32_t) + key_size; }
  };

  Entry*& bucket(std::uint64_t hash) { return table_[hash & (table_.size() - 1)]; }
  void grow();
  void evict();

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::size_t entries_ = 0;
  std::uint64_t questions_ = 0;
  std::vector<Entry*> table_;
  Statistics& statistics_;
};

}  // namespace satplay::counting
