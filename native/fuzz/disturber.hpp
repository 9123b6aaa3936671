// Another thread that interrupts after a while, and is waited for.
#pragma once
#include <chrono>
#include <functional>
#include <thread>

namespace satplay::fuzz {

class Disturber {
 public:
  // Negative: never.
  Disturber(int microseconds, const std::function<void()>& interrupt) {
    if (microseconds < 0) return;
    thread_ = std::thread([=] {
      std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      interrupt();
    });
  }
  ~Disturber() {
    if (thread_.joinable()) thread_.join();
  }
  Disturber(const Disturber&) = delete;
  Disturber& operator=(const Disturber&) = delete;

 private:
  std::thread thread_;
};

}  // namespace satplay::fuzz
