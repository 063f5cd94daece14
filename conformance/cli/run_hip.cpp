// SPDX-License-Identifier: MIT
#include "conformance/cli/run_hip.hpp"
#include "backends/hip/runtime.hpp"
#include "conformance/bringup/code_objects.hpp"
#include "conformance/bringup/ladder.hpp"
#include "conformance/cli/watchdog.hpp"
#include <fmt/format.h>

namespace kernabi::cli {

namespace {

/// A runtime that answered, with its devices, or the reason why there is none.
struct Found {
    std::unique_ptr<hip::Runtime> runtime;
    std::vector<hip::DeviceInfo> devices;
};

std::vector<Found> look(std::string& reasons) {
    std::vector<Found> found;
    for (const hip::Platform platform : {hip::Platform::amd, hip::Platform::nvidia}) {
        try {
            Found one{hip::open_runtime(platform), {}};
            one.devices = one.runtime->devices();
            found.push_back(std::move(one));
        } catch (const hip::Unavailable& why) {
            reasons += (reasons.empty() ? "" : "; ") + std::string(why.what());
        }
    }
    return found;
}

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
    std::string text = fmt::format("  {:<9}{:>9} of {:>8} passed, {:>5} skipped   {}\n", row.name, r.passed,
                                   r.planned - r.skipped, r.skipped, r.note);
    for (const std::string& failure : r.failures) text += "            " + failure + "\n";
    if (r.failed != 0) text += fmt::format("            points to {}\n", row.failure);
    print_now(text);
}

/// One device's climb; the exit status for it.
int climb_one(Found& found, std::size_t index, std::size_t number, const vectors::Library& library,
              const VectorsOptions& vectors, const HipOptions& options, const Watched& watched) {
    const hip::DeviceInfo& info = found.devices[index];
    const std::string folder = options.modules.empty() ? bringup::default_modules() : options.modules;
    const std::vector<unsigned char> code = bringup::module_for(folder, info.target);
    if (options.json)
        print_now(nlohmann::json{{"device", number},
                                 {"name", info.name},
                                 {"target", info.target},
                                 {"runtime", found.runtime->name()},
                                 {"digest", library.manifest.digest}}
                      .dump() +
                  "\n");
    else
        print_now(fmt::format("device {}: {} ({}, {} MiB), {}, vectors {}\n", number, info.name, info.target,
                              info.memory >> 20, found.runtime->name(), library.manifest.digest.substr(0, 16)));
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

int climb_all(const vectors::Library& library, const VectorsOptions& vectors, const HipOptions& options,
              const Watched& watched) {
    std::string reasons;
    watched.about("looking for devices");
    std::vector<Found> found = look(reasons);
    std::size_t number = 0, ran = 0;
    int worst = conforms;
    for (Found& one : found)
        for (std::size_t i = 0; i < one.devices.size(); ++i, ++number) {
            const hip::DeviceInfo& info = one.devices[i];
            if (options.list_devices) {
                print_now(fmt::format("{}  {}  {}  {} MiB  {}\n", number, info.name, info.target, info.memory >> 20,
                                      one.runtime->name()));
                ++ran;
                continue;
            }
            if (options.device >= 0 && static_cast<std::size_t>(options.device) != number) continue;
            try {
                worst = std::max(worst, climb_one(one, i, number, library, vectors, options, watched));
                ++ran;
            } catch (const hip::Unavailable& why) {
                reasons += (reasons.empty() ? "" : "; ") + std::string(why.what());
            } catch (const hip::RuntimeError& error) {
                std::fprintf(stderr, "kernabi run: device %zu: %s\n", number, error.what());
                worst = does_not_conform;
                ++ran;
            }
        }
    if (ran != 0) return worst;
    if (number != 0 && options.device >= 0 && static_cast<std::size_t>(options.device) >= number)
        throw Error(fmt::format("there is no device {}: --list-devices names those there are", options.device));
    std::fprintf(stderr, "kernabi run: nothing can run here: %s\n", reasons.c_str());
    return nothing_could_run;
}

} // namespace

void HipOptions::add_to(CLI::App& app) {
    app.add_option("--modules", modules, "folder of code objects for --backend hip")->type_name("DIR");
    app.add_option("--device", device, "with --backend hip: one device, as --list-devices counts")->type_name("N");
    app.add_flag("--list-devices", list_devices, "name the devices that --backend hip would run on, and stop");
    app.add_option("--timeout", timeout, "with --backend hip: seconds without a step that mean a hang")->type_name("S");
    app.add_option("--stress", stress, "with --backend hip: random blocks on the last rung, 0 for none")
        ->type_name("N");
    app.add_option("--seed", seed, "with --backend hip: of the random blocks")->type_name("N");
    app.add_option("--drop", drop,
                   "with --backend hip: send so many bytes less than a segment has, to see the ladder notice")
        ->type_name("BYTES");
}

int run_hip(const VectorsOptions& vectors, const HipOptions& options) {
    const vectors::Library library = vectors.load();
    return watch(options.timeout,
                 [&](const Watched& watched) { return climb_all(library, vectors, options, watched); });
}

} // namespace kernabi::cli
