// SPDX-License-Identifier: MIT
// Random blocks, each the argument segment of a launch of its own, in batches on several streams: while one batch runs
// the next is made and copied. The device compares; only a count and the least number that failed come back.
#include "abi/bytes.hpp"
#include "conformance/bringup/random_block.hpp"
#include "conformance/bringup/rung.hpp"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <thread>

namespace kernabi::bringup {

namespace {

constexpr std::size_t lane_count = 16, batch_jobs = 256, most_slots = 240, longest_segment = 512;
constexpr std::size_t job_stride = sizeof(device::Job) + 8 * most_slots;

/// One stream with its own memory on both sides.
struct Lane {
    hip::Stream stream;
    Bytes pinned;
    hip::Memory memory;
    std::vector<std::uint8_t> segments = std::vector<std::uint8_t>(batch_jobs * longest_segment);
    std::vector<std::size_t> sizes = std::vector<std::size_t>(batch_jobs);
    std::vector<hip::Kernel> kernels = std::vector<hip::Kernel>(batch_jobs);

    explicit Lane(hip::Runtime& runtime)
        : stream(runtime.make_stream()), pinned(runtime.pin(batch_jobs * job_stride)),
          memory(runtime, batch_jobs * job_stride) {}
};

/// The forms of the library's own blocks, each once.
std::vector<KnownForm> forms_of(const vectors::Library& library) {
    std::vector<KnownForm> forms;
    for (const auto& file : library.files)
        for (const vectors::Record record : file->view) {
            if (record.kind() != vectors::RecordKind::block) continue;
            KnownForm known{vectors::to_form(record), {}};
            if (make_layout(known.form, known.layout) != Status::ok) continue;
            if (known.layout.size + 8u > longest_segment || device::slots_of_layout(known.layout) > most_slots)
                continue;
            forms.push_back(known);
        }
    return forms;
}

struct Stress {
    const Rung& rung;
    std::vector<KnownForm> forms;
    std::vector<hip::Kernel> kernels; ///< one a form, looked up before there are threads
    std::vector<std::size_t> segments;
    hip::Address failures = 0;

    [[nodiscard]] std::size_t form_of(std::uint64_t number) const {
        return mixed(number ^ rung.options.seed) % forms.size();
    }
    void make(std::uint64_t number, KnownBlock& block) const {
        random_block(forms[form_of(number)], number * 2 + rung.options.seed, block);
    }

    /// Job `number` as the i-th of its lane.
    void put(Lane& lane, std::size_t i, std::uint64_t number, KnownBlock& block) const {
        make(number, block);
        const std::size_t form = form_of(number), offset = i * job_stride;
        device::Job job{};
        job.block_bytes = block.bytes.size();
        job.expected = lane.memory.address() + offset + sizeof job;
        job.failures = failures;
        job.number = number;
        job.form = forms[form].form;
        std::memcpy(lane.pinned.data + offset, &job, sizeof job);
        std::memcpy(lane.pinned.data + offset + sizeof job, block.slots.data(), 8 * block.slots.size());
        std::uint8_t* const segment = lane.segments.data() + i * longest_segment;
        lane.kernels[i] = kernels[form];
        lane.sizes[i] = segments[form];
        std::memcpy(segment, block.bytes.data(), block.bytes.size());
        store_le(segment + lane.sizes[i] - 8, lane.memory.address() + offset, 8);
    }

    void send(Lane& lane, std::size_t count) const {
        rung.launcher.runtime().upload_later(lane.memory.address(), {lane.pinned.data, count * job_stride},
                                             lane.stream);
        for (std::size_t i = 0; i < count; ++i)
            rung.launcher.launch(lane.kernels[i], {}, {device::group_size, 1, 1},
                                 {lane.segments.data() + i * longest_segment, lane.sizes[i]}, lane.stream);
    }

    /// Takes batches until there are none left.
    void work(std::vector<std::unique_ptr<Lane>>& lanes, std::atomic<std::uint64_t>& next) const {
        rung.launcher.runtime().enter();
        KnownBlock block;
        for (std::size_t turn = 0;; ++turn) {
            const std::uint64_t number = next.fetch_add(batch_jobs);
            if (number >= rung.options.stress_blocks) break;
            Lane& lane = *lanes[turn % lanes.size()];
            const std::size_t count = std::min<std::uint64_t>(batch_jobs, rung.options.stress_blocks - number);
            rung.about(fmt::format("random blocks from number {}", number));
            rung.launcher.runtime().wait(lane.stream); // its memory is free again
            for (std::size_t i = 0; i < count; ++i) put(lane, i, number + i, block);
            send(lane, count);
        }
        for (const auto& lane : lanes) rung.launcher.runtime().wait(lane->stream);
    }
};

/// All blocks, by several threads; the first error of any is thrown here.
void run_all(const Stress& stress, std::vector<std::vector<std::unique_ptr<Lane>>>& lanes) {
    std::atomic<std::uint64_t> next{0};
    std::vector<std::exception_ptr> errors(lanes.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < lanes.size(); ++t)
        threads.emplace_back([&, t] {
            try {
                stress.work(lanes[t], next);
            } catch (...) {
                errors[t] = std::current_exception();
                next = ~std::uint64_t{0} / 2;
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

} // namespace

void stress_rung(const Rung& rung) {
    Stress stress{rung, forms_of(rung.library), {}, {}};
    if (stress.forms.empty()) throw hip::RuntimeError("the vectors have no block to take forms from");
    for (const KnownForm& known : stress.forms)
        stress.kernels.push_back(rung.launcher.kernel_for("decode", known.layout.size, stress.segments.emplace_back()));
    hip::Runtime& runtime = rung.launcher.runtime();
    const hip::Memory counter(runtime, sizeof(device::Failures));
    device::Failures failures{};
    runtime.upload(counter.address(), {reinterpret_cast<const std::uint8_t*>(&failures), sizeof failures});
    stress.failures = counter.address();
    const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 4);
    std::vector<std::vector<std::unique_ptr<Lane>>> all(threads);
    for (std::size_t i = 0; i < lane_count; ++i) all[i % threads].push_back(std::make_unique<Lane>(runtime));

    const auto start = std::chrono::steady_clock::now();
    run_all(stress, all);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    runtime.download({reinterpret_cast<std::uint8_t*>(&failures), sizeof failures}, counter.address());

    const std::size_t blocks = rung.options.stress_blocks;
    rung.result.planned += blocks;
    rung.result.note =
        fmt::format("{:.0f} blocks a second, {} threads", static_cast<double>(blocks) / took.count(), threads);
    if (failures.count == 0) {
        rung.result.passed += blocks;
        return;
    }
    // How many blocks the wrong slots belong to is not counted there; at least one.
    ++rung.result.failed;
    rung.result.passed += blocks - 1;
    KnownBlock block;
    stress.make(failures.first_job, block);
    const KnownForm& known = stress.forms[stress.form_of(failures.first_job)];
    const std::string again =
        difference(known, block, rung.launcher.decode(known.form, {block.bytes.data(), block.bytes.size()}));
    rung.result.failures.push_back(fmt::format("{} slots wrong, first in block {} (seed {}): {}", failures.count,
                                               failures.first_job, rung.options.seed,
                                               again.empty() ? "right when sent alone" : again));
}

} // namespace kernabi::bringup
