// SPDX-License-Identifier: MIT
// Work in a child process that says what it is about; silence for too long ends it.
#pragma once
#include <functional>
#include <string>

namespace kernabi::cli {

/// The child's side.
class Watched {
  public:
    explicit Watched(int pipe) noexcept : pipe_(pipe) {}
    /// Says what is done next; what was said last is reported when nothing follows.
    void about(const std::string& what) const;

  private:
    int pipe_;
};

/// Seconds that `watch` can wait at most.
inline constexpr unsigned most_seconds = 86400;

/// Runs `work` in a child and gives its exit status; `who` is the command, for messages. What `work` throws is one line
/// on standard error: nothing_could_run where the runtime is not available, does_not_conform where it refuses,
/// wrong_use for the rest. A child that says nothing for `seconds` is killed, and one that is ended by a signal is
/// named with what it was about: both do not conform, and `lost` is told the same, since the child can say no more.
/// Nothing of a device may have been opened before.
[[nodiscard]] int watch(const std::string& who, unsigned seconds, const std::function<int(const Watched&)>& work,
                        const std::function<void(const std::string& why)>& lost = {});

} // namespace kernabi::cli
