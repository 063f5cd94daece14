// SPDX-License-Identifier: MIT
#include "conformance/protocol/server.hpp"
#include <cstdio>
int main() { return kernabi::protocol::serve(0, stdout) ? 0 : 1; }
