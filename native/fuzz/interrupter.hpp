// A thread that interrupts after a delay; the destructor joins it.
#pragma once
#include <chrono>
#include <functional>
#include <thread>

namespace satplay::fuzz {

class Interrupter {
 public:
  // A negative delay means never.
  Interrupter(int microseconds, const std::function<void()>& interrupt) {
    if (microseconds < 0) return;
    thread_ = std::thread([=] {
      std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      interrupt();
    });
  }
  ~Interrupter() {
    if (thread_.joinable()) thread_.join();
  }
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

 private:
  std::thread thread_;
};

}  // namespace satplay::fuzz
