// SPDX-License-Identifier: MIT
#include "conformance/protocol/ops.hpp"
#include "abi/kernarg/dialect.hpp"
#include "conformance/protocol/op_gemm.hpp"
#include "conformance/protocol/op_kernel.hpp"
#include "conformance/protocol/op_read_dump.hpp"

namespace kernabi::protocol {

const Op ops[] = {
    {"hello", op_hello},
    {"encode", op_encode},
    {"decode", op_decode},
    {"host_header", op_host_header},
    {"layout", op_layout},
    {"unpack", op_unpack},
    {"lint", op_lint},
    {"read_dump", op_read_dump},
    {"solve", op_solve},
    {"gemm", op_gemm},
    {"wait", op_wait},
    {"tdm_wait", op_tdm_wait},
    {"sync_threads", op_sync_threads},
    {"acc_map", op_acc_map},
    {"acc_regs", op_acc_regs},
    {"mul_alpha", op_mul_alpha},
    {"move", op_move},
    {"assembly", op_assembly},
};
const std::size_t op_count = sizeof(ops) / sizeof(ops[0]);

Json op_hello(const Json&) {
    Json names = Json::array(), dialects = Json::array();
    for (const Op& op : ops) names.push_back(op.name);
    for (const Preset& row : presets) dialects.push_back(row.name);
    return {{"name", "kernabi"},
            {"version", KERNABI_VERSION},
            {"ops", std::move(names)},
            {"abi_versions", {0, 1, 2, 3}},
            {"dialects", std::move(dialects)}};
}

} // namespace kernabi::protocol
