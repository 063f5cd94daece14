// SPDX-License-Identifier: MIT
// A driver library that has none of a driver's calls.
extern "C" int kernabi_no_cuda() { return 0; }
