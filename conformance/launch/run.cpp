// SPDX-License-Identifier: MIT
#include "conformance/launch/run.hpp"
#include <fmt/format.h>

namespace kernabi::launch {

namespace {

/// Waits behind each launch, so that an error is known by the launch that made it.
void launch_all(hip::Runtime& runtime, const std::vector<Launch>& launches, unsigned repetition,
                const RunOptions& options) {
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const Launch& one = launches[i];
        const std::string where =
            fmt::format("launch {} of {}{}, {}", i + 1, launches.size(),
                        repetition == 0 ? "" : fmt::format(" in run {}", repetition + 1), one.kernel);
        options.about(where);
        try {
            runtime.launch(runtime.kernel(one.kernel), one.grid, one.group, {one.bytes.data(), one.bytes.size()});
            runtime.wait_all();
        } catch (const hip::RuntimeError& error) {
            throw hip::RuntimeError(where + ": " + error.what());
        }
    }
}

/// Progress as a sign of life, a hundred of them at most.
struct Steps {
    const RunOptions& options;
    int percent = -1;

    static void tell(void* self, double share) {
        Steps& steps = *static_cast<Steps*>(self);
        const int percent = static_cast<int>(100 * share);
        if (percent == steps.percent) return;
        steps.percent = percent;
        steps.options.about(fmt::format("judging, {} %", percent));
    }
};

gemm::Report judged(const Task& task, DeviceBuffers& buffers, const RunOptions& options) {
    cpu::Gemm g = task.gemm;
    buffers.attach_to(g);
    Steps steps{options};
    gemm::Options how;
    how.poison = poison;
    how.seed = options.seed;
    how.context = &steps;
    how.progress = Steps::tell;
    options.about("judging");
    return gemm::judge(g, how);
}

} // namespace

Result run(hip::Runtime& runtime, const Task& task, const std::vector<Launch>& launches, DeviceBuffers& buffers,
           const RunOptions& options) {
    Result result;
    for (unsigned r = 0; r < options.repeat; ++r) {
        options.about("copying to the device");
        buffers.prepare();
        launch_all(runtime, launches, r, options);
        options.about("copying from the device");
        buffers.collect(result.faults);
        buffers.compare_outputs(r, result.faults);
        if (r == 0) result.report = judged(task, buffers, options);
        if (!result.right()) break; // one failure is enough
    }
    return result;
}

} // namespace kernabi::launch
