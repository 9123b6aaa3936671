// The component cache: the number of models of each component, by its complete key.
//
// Keys are compared byte by byte, never by hash alone, so that counts are exact. If the cache is full, the
// half least recently used is removed (Thurley, "sharpSAT - Counting Models with Advanced Component Caching
// and Implicit BCP", 2006).
#pragma once
#include <cstddef>
#include <memory>
#include <optional>

#include "meter.hpp"
#include "natural.hpp"

namespace satplay::counting {

// A key is two ascending lists of numbers, encoded as differences with seven bits per byte.
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
  Cache(std::size_t most_bytes, Meter& meter);

  std::optional<Natural> find(const Key& key);
  void store(const Key& key, const Natural& count);  // the key must not be in the cache
  std::size_t bytes() const;
  void bound(std::size_t most_bytes);  // limit for later entries

 private:
  struct Entry {  // followed in memory by the limbs of the count and the bytes of the key
    Entry* next;
    std::uint64_t hash;
    std::uint64_t used;  // time of the last look-up, in look-ups
    std::uint32_t limbs;
    std::uint32_t key_size;

    std::uint32_t* count() { return reinterpret_cast<std::uint32_t*>(this + 1); }
    std::uint8_t* key() { return reinterpret_cast<std::uint8_t*>(count() + limbs); }
    std::size_t size() const { return sizeof(Entry) + limbs * sizeof(std::uint32_t) + key_size; }
  };
  using Block = std::unique_ptr<std::byte[]>;

  Entry* locate(const Key& key) const;
  Entry* const& bucket(std::uint64_t hash) const { return table_[hash & (table_.size() - 1)]; }
  Entry*& bucket(std::uint64_t hash) { return table_[hash & (table_.size() - 1)]; }
  void* room(std::size_t size);
  void grow();
  void evict();
  void tell();
  bool entries_are_right() const;

  std::size_t most_bytes_;  // of entries; while one half is moved, the old entries still exist
  std::size_t block_bytes_;
  std::size_t bytes_ = 0;
  std::size_t entries_ = 0;
  std::uint64_t lookups_ = 0;
  std::vector<Entry*> table_;
  // Entries are allocated in blocks, so that millions of them are freed quickly.
  std::vector<Block> blocks_;
  std::size_t left_in_block_ = 0;
  std::byte* next_in_block_ = nullptr;
  Meter& meter_;
};

}  // namespace satplay::counting
