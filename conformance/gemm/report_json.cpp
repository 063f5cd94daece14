// SPDX-License-Identifier: MIT
#include "conformance/gemm/report_json.hpp"

namespace kernabi::gemm {

namespace {

/// A number JSON has, or its name.
nlohmann::json number(double x) {
    if (x != x) return "nan";
    if (x - x != 0) return x < 0 ? "-inf" : "inf";
    return x;
}

nlohmann::json element_json(const Element& e) {
    return {{"row", e.i},           {"column", e.j},        {"batch", e.batch},       {"imaginary", e.imaginary},
            {"got", number(e.got)}, {"low", number(e.low)}, {"high", number(e.high)}, {"bounds", number(e.bounds)}};
}

} // namespace

nlohmann::json json_of(const Report& r) {
    nlohmann::json out = {{"passed", r.passed()}, {"method", name_of(r.method)}, {"elements", r.elements},
                          {"wrong", r.wrong},     {"at_least", r.is_at_least},   {"unjudged", r.unjudged}};
    if (r.wrong != 0) {
        out["pattern"] = name_of(r.pattern);
        out["what"] = r.what;
        out["first"] = element_json(r.first);
        out["worst"] = element_json(r.worst);
    }
    if (r.method == Method::projections)
        out["projections"] = {{"count", r.projections},
                              {"suspicious_rows", r.suspicious_rows},
                              {"finds_from_bounds", number(2 * r.hides)},
                              {"chance_of_miss", r.chance_of_miss}};
    if (!r.aside.empty()) out["aside"] = r.aside;
    return out;
}

} // namespace kernabi::gemm
