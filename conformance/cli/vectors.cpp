// SPDX-License-Identifier: MIT
// kernabi vectors: the frozen sets to list, look at, verify and export.
#include "conformance/cli/vectors_options.hpp"
#include "conformance/vectors/export.hpp"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fnmatch.h>

namespace kernabi::cli {

namespace {

int list(const VectorsOptions& options, bool json) {
    const vectors::Library library = options.load();
    std::size_t count = 0;
    for (const auto& file : library.files)
        for (const vectors::Record record : file->view) {
            if (!options.wants(record)) continue;
            ++count;
            const std::string id = vectors::string_of(record.id()), comment = vectors::string_of(record.comment());
            const char* const kind = vectors::record_kind_names[static_cast<std::size_t>(record.kind())];
            if (json)
                print(nlohmann::json{{"id", id},
                                     {"kind", kind},
                                     {"comment", comment},
                                     {"file", file->path},
                                     {"withdrawn", library.manifest.records.at(id).withdrawn}}
                          .dump() +
                      "\n");
            else
                print(fmt::format("{:<44} {:<13} {}\n", id, kind, comment));
        }
    if (count == 0) throw Error("no record matches; kernabi vectors list without --filter names them all");
    return conforms;
}

int show(const VectorsOptions& options, const std::string& id) {
    const vectors::Library library = options.load();
    for (const auto& file : library.files)
        for (const vectors::Record record : file->view)
            if (vectors::string_of(record.id()) == id) {
                print(vectors::to_json(record).dump(2) + "\n");
                return conforms;
            }
    throw Error("no record '" + id + "'; kernabi vectors list names them");
}

int verify(const VectorsOptions& options) {
    const vectors::Library library = vectors::load(options.folder.empty() ? vectors::default_folder() : options.folder);
    for (const std::string& problem : library.problems)
        std::fprintf(stderr, "kernabi vectors verify: %s\n", problem.c_str());
    std::string sets;
    for (const std::string& set : library.manifest.sets) sets += (sets.empty() ? "" : ", ") + set;
    print(fmt::format("{} files, {} records, set {}, digest {}: {}\n", library.manifest.files.size(),
                      library.manifest.records.size(), sets.empty() ? "none" : sets, library.manifest.digest,
                      library.problems.empty() ? "as listed" : fmt::format("{} problems", library.problems.size())));
    return library.problems.empty() ? conforms : does_not_conform;
}

int export_json(const VectorsOptions& options, const std::string& to, bool schema) {
    std::string text;
    if (schema) {
        text = vectors::json_schema().dump(2) + "\n";
    } else {
        const vectors::Library library = options.load();
        text = nlohmann::json{{"sets", library.manifest.sets}, {"digest", library.manifest.digest}}.dump();
        text.back() = ',';
        text += "\"records\":[";
        const char* separator = "\n";
        for (const auto& file : library.files)
            for (const vectors::Record record : file->view) {
                if (!options.wants(record)) continue;
                text += separator + vectors::to_json(record).dump();
                separator = ",\n";
            }
        text += "\n]}\n";
    }
    if (to.empty() || to == "-")
        print(text);
    else
        write_new_file(to, text);
    return conforms;
}

/// Numbers of the sets whose name or number is given: `2 kernel` by kernel or by 2.
std::vector<std::uint32_t> numbers_of(const vectors::Manifest& manifest, const std::vector<std::string>& suites) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& suite : suites) {
        const std::size_t before = numbers.size();
        std::string known;
        for (const std::string& set : manifest.sets) {
            const std::size_t blank = set.find(' ');
            known += (known.empty() ? "" : ", ") + set.substr(blank + 1);
            if (suite == set.substr(0, blank) || suite == set.substr(blank + 1))
                numbers.push_back(static_cast<std::uint32_t>(std::strtoul(set.c_str(), nullptr, 10)));
        }
        if (numbers.size() == before) throw Error("--suite " + suite + ": no such set; there are " + known);
    }
    return numbers;
}

void keep_suites(vectors::Library& library, const std::vector<std::string>& suites) {
    if (suites.empty()) return;
    const std::vector<std::uint32_t> numbers = numbers_of(library.manifest, suites);
    std::erase_if(library.files, [&numbers](const auto& file) {
        return std::find(numbers.begin(), numbers.end(), file->view.set_number()) == numbers.end();
    });
}

} // namespace

void VectorsOptions::add_folder_to(CLI::App& app) {
    app.add_option("--vectors", folder, "the folder of vectors (default: those that the program was built with)")
        ->type_name("DIR");
}

void VectorsOptions::add_filter_to(CLI::App& app) {
    app.add_option("--filter", filters, "only ids that match a pattern (* and ?) or hold it; may be given again")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
    app.add_option("--suite", suites,
                   "only this set, by name or number: arguments, kernel, invocation, gemm or group; may be given again")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--abi", abi, "only this KernArgsVersion: 0, 1, 2 or 3")->type_name("N");
}

vectors::Library VectorsOptions::load() const {
    if (!abi.empty() && (abi.size() != 1 || abi[0] < '0' || abi[0] > '3'))
        throw Error("--abi " + abi + ": KernArgsVersion is 0, 1, 2 or 3");
    vectors::Library library = vectors::load(folder.empty() ? vectors::default_folder() : folder);
    if (library.problems.empty()) {
        keep_suites(library, suites);
        return library;
    }
    std::string more = library.problems.size() > 1 ? fmt::format(" (and {} more; kernabi vectors verify lists them)",
                                                                 library.problems.size() - 1)
                                                   : "";
    throw Error(library.problems.front() + more);
}

bool VectorsOptions::wants(const vectors::Record& record) const {
    if (!abi.empty() && (!record.has_version() || static_cast<int>(record.version()) != abi[0] - '0')) return false;
    if (filters.empty()) return true;
    const std::string id = vectors::string_of(record.id());
    for (const std::string& filter : filters)
        if (::fnmatch(filter.c_str(), id.c_str(), 0) == 0 || id.find(filter) != std::string::npos) return true;
    return false;
}

void add_vectors(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand("vectors", "List, show, verify or export the frozen vectors");
    command->require_subcommand(1);
    const auto options = std::make_shared<VectorsOptions>();
    const auto json = std::make_shared<bool>(false);
    CLI::App* const lists = command->add_subcommand("list", "Name every record with its kind and what it is about");
    options->add_folder_to(*lists);
    options->add_filter_to(*lists);
    lists->add_flag("--json", *json, "one JSON object a record");
    lists->callback([&chosen, options, json] { chosen = [options, json] { return list(*options, *json); }; });

    const auto id = std::make_shared<std::string>();
    CLI::App* const shows = command->add_subcommand("show", "Print one record as JSON");
    options->add_folder_to(*shows);
    shows->add_option("ID", *id, "such as v2.block.signature_page")->required();
    shows->callback([&chosen, options, id] { chosen = [options, id] { return show(*options, *id); }; });

    CLI::App* const verifies =
        command->add_subcommand("verify", "Check that every file and record is as MANIFEST lists it; exit 1 when not");
    options->add_folder_to(*verifies);
    verifies->callback([&chosen, options] { chosen = [options] { return verify(*options); }; });

    const auto to = std::make_shared<std::string>();
    const auto schema = std::make_shared<bool>(false);
    CLI::App* const exports = command->add_subcommand("export", "Write the records as JSON");
    options->add_folder_to(*exports);
    options->add_filter_to(*exports);
    exports->add_option("--out", *to, "a new file; standard output without it")->type_name("FILE");
    exports->add_flag("--schema", *schema, "the JSON Schema of the export instead");
    exports->callback([&chosen, options, to, schema] {
        chosen = [options, to, schema] { return export_json(*options, *to, *schema); };
    });
}

} // namespace kernabi::cli
