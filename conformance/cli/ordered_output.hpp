// SPDX-License-Identifier: MIT
#pragma once
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace kernabi::cli {

/// Standard output for workers that run at once: what each says comes out in the order of the parts, as it is made for
/// the part whose turn it is. Others wait once they hold much.
class OrderedOutput {
  public:
    explicit OrderedOutput(std::size_t parts) : held_(parts), done_(parts) {}

    /// Takes the text and empties it. Throws Error where output broke, in this or another worker.
    void write(std::size_t part, std::string& text);
    void finish(std::size_t part);
    /// Ends every wait: some worker failed.
    void stop();

  private:
    void advance();

    std::mutex mutex_;
    std::condition_variable turn_;
    std::vector<std::string> held_;
    std::vector<char> done_;
    std::size_t head_ = 0;
    bool stopped_ = false;
};

} // namespace kernabi::cli
