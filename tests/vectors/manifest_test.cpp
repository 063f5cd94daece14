// SPDX-License-Identifier: MIT
#include "tests/vectors/load.hpp"
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <sstream>

using namespace kernabi;

namespace {

struct Line {
    std::string path;
    std::size_t size = 0;
    std::string digest, state;
};
struct Manifest {
    std::map<std::string, Line> files, records;
    std::vector<std::string> sets;
    std::string digest;
};

Manifest manifest() {
    Manifest result;
    std::ifstream in(test::vectors_root() / "MANIFEST");
    for (std::string text; std::getline(in, text);) {
        std::istringstream words(text);
        std::string kind, name;
        Line line;
        words >> kind >> name;
        if (kind == "set") {
            result.sets.push_back(text);
        } else if (kind == "digest") {
            result.digest = name;
        } else if (kind == "file") {
            words >> line.size >> line.digest;
            REQUIRE(result.files.emplace(name, line).second);
        } else {
            REQUIRE(kind == "record");
            words >> line.path >> line.size >> line.digest >> line.state;
            REQUIRE(result.records.emplace(name, line).second);
        }
    }
    return result;
}

} // namespace

TEST_CASE("the manifest lists the files that are there, with their sizes, and no others") {
    const Manifest listed = manifest();
    REQUIRE(listed.sets.size() >= 3);
    CHECK(listed.sets[0] == "set 1 arguments");
    CHECK(listed.sets[1] == "set 2 kernel");
    CHECK(listed.sets[2] == "set 3 invocation");
    CHECK(listed.digest.size() == 64);
    std::set<std::string> there;
    for (const std::filesystem::path& path : test::vector_files()) {
        const std::string name = std::filesystem::relative(path, test::vectors_root()).generic_string();
        INFO(name);
        there.insert(name);
        REQUIRE(listed.files.count(name) == 1);
        CHECK(listed.files.at(name).size == std::filesystem::file_size(path));
        CHECK(listed.files.at(name).digest.size() == 64);
    }
    CHECK(there.size() == listed.files.size());
}

TEST_CASE("the manifest lists the records that are there, and no id stands in two files") {
    const Manifest listed = manifest();
    std::size_t seen = 0;
    std::set<std::string> ids;
    for (const std::filesystem::path& path : test::vector_files()) {
        const std::vector<std::uint8_t> bytes = test::read_file(path);
        vectors::File file;
        REQUIRE(vectors::open({bytes.data(), bytes.size()}, file).ok());
        for (const vectors::Record record : file) {
            const std::string id = test::string_of(record.id());
            INFO(id);
            CHECK(ids.insert(id).second);
            REQUIRE(listed.records.count(id) == 1);
            const Line& line = listed.records.at(id);
            CHECK(line.path == std::filesystem::relative(path, test::vectors_root()).generic_string());
            CHECK(line.size == record.bytes.size);
            CHECK((line.state == "active" || line.state == "withdrawn"));
            ++seen;
        }
    }
    CHECK(seen == listed.records.size());
}
