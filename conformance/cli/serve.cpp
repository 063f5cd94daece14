// SPDX-License-Identifier: MIT
#include "conformance/cli/common.hpp"
#include "conformance/protocol/server.hpp"

namespace kernabi::cli {

void add_serve(CLI::App& app, Command& chosen) {
    CLI::App* const command = app.add_subcommand(
        "serve",
        "Answer the line protocol: a JSON request a line on standard input, a reply a line on standard output");
    command->footer("Such as (conformance/PROTOCOL.md has the ops):\n"
                    "  {\"id\":1,\"op\":\"hello\"}\n"
                    "  {\"id\":2,\"op\":\"encode\",\"in\":{\"version\":2,\"gsu\":4,\"policy\":\"strict\"}}");
    command->callback([&chosen] {
        chosen = [] {
            if (!protocol::serve(0, stdout)) throw Error("standard output broke");
            return int{conforms};
        };
    });
}

} // namespace kernabi::cli
