// SPDX-License-Identifier: MIT
#include "backends/cpu/fast/pool.hpp"
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#if defined(__linux__)
#include <sched.h>
#endif

namespace kernabi::cpu::fast {

namespace {

class Pool {
  public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    void run(unsigned others, const std::function<void(unsigned)>& work) {
        const std::unique_lock use(in_use_, std::try_to_lock);
        if (!use.owns_lock()) return work(0);
        start(others);
        {
            const std::lock_guard lock(mutex_);
            work_ = &work;
            wanted_ = others < threads_.size() ? others : static_cast<unsigned>(threads_.size());
            running_ = wanted_;
            ++round_;
        }
        wake_.notify_all();
        work(0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return running_ == 0; });
        work_ = nullptr;
    }

  private:
    void start(unsigned others) {
        try {
            while (threads_.size() < others) {
                const unsigned worker = static_cast<unsigned>(threads_.size()) + 1;
                threads_.emplace_back([this, worker, round = round_] { serve(worker, round); });
            }
        } catch (const std::system_error&) { // fewer, then
        } catch (const std::bad_alloc&) {
        }
    }

    void serve(unsigned worker, std::size_t seen) {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return ends_ || round_ != seen; });
            if (ends_) return;
            seen = round_;
            if (worker > wanted_) continue;
            const auto& work = *work_;
            lock.unlock();
            work(worker);
            lock.lock();
            if (--running_ == 0) done_.notify_one();
        }
    }

    std::mutex in_use_, mutex_;
    std::condition_variable wake_, done_;
    std::vector<std::thread> threads_;
    const std::function<void(unsigned)>* work_ = nullptr;
    unsigned wanted_ = 0, running_ = 0;
    std::size_t round_ = 0;
    bool ends_ = false;
};

} // namespace

unsigned core_count() noexcept {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return static_cast<unsigned>(CPU_COUNT(&set));
#endif
    const unsigned count = std::thread::hardware_concurrency();
    return count == 0 ? 1 : count;
}

void run_on_workers(unsigned workers, const std::function<void(unsigned)>& work) {
    if (workers <= 1) return work(0);
    static Pool pool;
    pool.run(workers - 1, work);
}

} // namespace kernabi::cpu::fast
