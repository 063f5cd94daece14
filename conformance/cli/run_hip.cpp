// SPDX-License-Identifier: MIT
#include "conformance/cli/run_hip.hpp"
#include "backends/hip/runtime.hpp"
#include "conformance/bringup/code_objects.hpp"
#include "conformance/bringup/ladder.hpp"
#include "conformance/cli/devices.hpp"
#include "conformance/cli/natural.hpp"
#include "conformance/cli/watchdog.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

void print_now(const std::string& text) {
    print(text);
    std::fflush(stdout);
}

void say_rung(const bringup::RungResult& r, bool json) {
    const bringup::RungRow& row = bringup::rung_rows[r.rung];
    if (json) {
        nlohmann::json line = {{"rung", row.name},
                               {"planned", r.planned},
                               {"passed", r.passed},
                               {"failed", r.failed},
                               {"skipped", r.skipped}};
        if (!r.note.empty()) line["note"] = r.note;
        if (r.failed != 0) line["points_to"] = row.failure, line["failures"] = r.failures;
        return print_now(line.dump() + "\n");
    }
    std::string text = fmt::format("  {:<9}{:>9} of {:>8} passed, {:>5} skipped", row.name, r.passed,
                                   r.planned - r.skipped, r.skipped);
    if (!r.note.empty()) text += (text.size() + 3 + r.note.size() <= 80 ? "   " : "\n            ") + r.note;
    text += "\n";
    for (const std::string& failure : r.failures) text += "            " + failure + "\n";
    if (r.failed != 0) text += fmt::format("    points to {}\n", row.failure);
    print_now(text);
}

/// One device's climb; the exit status for it.
int climb_one(FoundRuntime& found, std::size_t index, std::size_t number, const vectors::Library& library,
              const VectorsOptions& vectors, const HipOptions& options, const Watched& watched) {
    const hip::DeviceInfo& info = found.devices[index];
    const std::string folder = options.modules.empty() ? bringup::default_modules() : options.modules;
    const std::vector<unsigned char> code = bringup::module_for(folder, info.target);
    if (options.json) {
        nlohmann::json line = json_of(number, info, *found.runtime);
        line["digest"] = library.manifest.digest;
        print_now(line.dump() + "\n");
    } else {
        print_now(fmt::format("device {}: {} ({}, {} MiB), {}, vectors {}\n", number, info.name, info.target,
                              info.memory >> 20, found.runtime->name(), library.manifest.digest.substr(0, 16)));
    }
    found.runtime->use(index);
    watched.about("loading the code object for " + info.target);
    found.runtime->load({code.data(), code.size()});
    bringup::LadderOptions ladder;
    ladder.drop = options.drop;
    ladder.stress_blocks = options.stress;
    ladder.seed = options.seed;
    ladder.wanted = [&](const vectors::Record& record) { return vectors.wants(record); };
    ladder.about = [&](const char* rung, const std::string& what) { watched.about(std::string(rung) + ": " + what); };
    ladder.finished = [&](const bringup::RungResult& r) { say_rung(r, options.json); };
    std::size_t planned = 0, passed = 0, failed = 0, skipped = 0;
    for (const bringup::RungResult& r : bringup::climb(*found.runtime, library, ladder))
        planned += r.planned, passed += r.passed, failed += r.failed, skipped += r.skipped;
    if (!options.json)
        print_now(fmt::format("planned {}, ran {}, passed {}, failed {}, skipped {}\n", planned, passed + failed,
                              passed, failed, skipped));
    return failed == 0 && passed > 0 ? conforms : does_not_conform;
}

int complain(std::size_t device, const std::string& why, int status) {
    std::fprintf(stderr, "kernabi run: device %zu: %s\n", device, why.c_str());
    return status;
}

/// A device whose target nothing was built for is passed over; any other error is the device's.
int climb_or_tell(FoundRuntime& found, std::size_t index, std::size_t number, const vectors::Library& library,
                  const VectorsOptions& vectors, const HipOptions& options, const Watched& watched) {
    try {
        return climb_one(found, index, number, library, vectors, options, watched);
    } catch (const hip::Unavailable& why) {
        return complain(number, why.what(), nothing_could_run);
    } catch (const hip::RuntimeError& error) {
        return complain(number, error.what(), does_not_conform);
    }
}

int climb_all(const vectors::Library& library, const VectorsOptions& vectors, const HipOptions& options,
              const Watched& watched) {
    watched.about("looking for devices");
    FoundDevices all = look_for_devices({hip::Platform::amd, hip::Platform::nvidia});
    std::size_t number = 0, ran = 0;
    int worst = conforms;
    if (!all.broken.empty()) {
        std::fprintf(stderr, "kernabi run: looking for devices: %s\n", all.broken.c_str());
        worst = does_not_conform;
    }
    for (FoundRuntime& one : all.runtimes)
        for (std::size_t i = 0; i < one.devices.size(); ++i, ++number) {
            if (options.device >= 0 && static_cast<std::size_t>(options.device) != number) continue;
            if (options.list_devices) {
                print_now(options.json ? json_of(number, one.devices[i], *one.runtime).dump() + "\n"
                                       : line_of(number, one.devices[i], *one.runtime));
                ++ran;
                continue;
            }
            const int status = climb_or_tell(one, i, number, library, vectors, options, watched);
            if (status == nothing_could_run) continue;
            worst = std::max(worst, status);
            ++ran;
        }
    if (number != 0 && options.device >= 0 && static_cast<std::size_t>(options.device) >= number)
        throw Error(fmt::format("there is no device {}: --list-devices names those there are", options.device));
    if (ran != 0 || worst != conforms) return worst;
    if (number == 0) std::fprintf(stderr, "kernabi run: nothing can run here: %s\n", all.reasons.c_str());
    return nothing_could_run;
}

bool any_wanted(const vectors::Library& library, const VectorsOptions& options) {
    for (const auto& file : library.files)
        for (const vectors::Record record : file->view)
            if (options.wants(record)) return true;
    return false;
}

} // namespace

void HipOptions::add_to(CLI::App& app) {
    app.add_option("--modules", modules, "folder of code objects for --backend hip")->type_name("DIR");
    app.add_option("--device", device, "with --backend hip: only this device, by its number in --list-devices")
        ->type_name("N")
        ->check(CLI::Range(0, 1023));
    app.add_flag("--list-devices", list_devices, "name the devices that --backend hip would run on, and stop");
    app.add_option("--timeout", timeout, "with --backend hip: seconds without a step that mean a hang")
        ->type_name("S")
        ->check(CLI::Range(1u, most_seconds));
    app.add_option("--stress", stress, "with --backend hip: random blocks on the last rung, 0 for none")
        ->type_name("N")
        ->check(natural);
    app.add_option("--seed", seed, "with --backend hip: random number seed of those blocks")
        ->type_name("N")
        ->check(natural);
    app.add_option("--drop", drop,
                   "with --backend hip: send so many bytes less than a segment has, to see the ladder notice")
        ->type_name("BYTES")
        ->check(natural);
}

int run_hip(const VectorsOptions& vectors, const HipOptions& options) {
    const vectors::Library library = options.list_devices ? vectors::Library{} : vectors.load();
    if (!options.list_devices && !any_wanted(library, vectors))
        throw Error("no vector matches the filter; nothing was run");
    return watch("kernabi run", options.timeout,
                 [&](const Watched& watched) { return climb_all(library, vectors, options, watched); });
}

} // namespace kernabi::cli
