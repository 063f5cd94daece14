// SPDX-License-Identifier: MIT
#include "conformance/cli/watchdog.hpp"
#include "conformance/cli/common.hpp"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kernabi::cli {

namespace {

/// What the child said last, read from the pipe until it closes.
enum class End { closed, silent };

End listen(int pipe, unsigned seconds, std::string& last) {
    std::string unread;
    char buffer[4096];
    for (;;) {
        pollfd one{pipe, POLLIN, 0};
        const int ready = ::poll(&one, 1, static_cast<int>(seconds * 1000));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return End::silent;
        const ssize_t got = ::read(pipe, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return End::closed;
        unread.append(buffer, static_cast<std::size_t>(got));
        const std::size_t end = unread.rfind('\n');
        if (end == std::string::npos) continue;
        const std::size_t begin = end == 0 ? std::string::npos : unread.rfind('\n', end - 1);
        last = unread.substr(begin == std::string::npos ? 0 : begin + 1,
                             end - (begin == std::string::npos ? 0 : begin + 1));
        unread.erase(0, end + 1);
    }
}

/// The child's whole life. It leaves without the parent's exit handlers.
[[noreturn]] void live(int pipe, const std::function<int(const Watched&)>& work) {
    int status = wrong_use;
    try {
        status = work(Watched(pipe));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "kernabi run: %s\n", error.what());
    }
    std::fflush(stdout);
    std::_Exit(status);
}

} // namespace

void Watched::about(const std::string& what) const {
    std::string line = what + "\n";
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        if (line[i] == '\n') line[i] = ' ';
    const char* at = line.data();
    for (std::size_t left = line.size(); left > 0;) {
        const ssize_t wrote = ::write(pipe_, at, left);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return; // nobody listens any more
        at += wrote;
        left -= static_cast<std::size_t>(wrote);
    }
}

int watch(unsigned seconds, const std::function<int(const Watched&)>& work) {
    int ends[2] = {};
    std::fflush(stdout);
    if (::pipe(ends) != 0) throw Error(std::string("no pipe to a child: ") + std::strerror(errno));
    const pid_t child = ::fork();
    if (child < 0) throw Error(std::string("no child process: ") + std::strerror(errno));
    if (child == 0) {
        ::close(ends[0]);
        live(ends[1], work);
    }
    ::close(ends[1]);
    std::string last = "nothing yet";
    const End end = listen(ends[0], seconds, last);
    ::close(ends[0]);
    if (end == End::silent) ::kill(child, SIGKILL);
    int raw = 0;
    while (::waitpid(child, &raw, 0) < 0 && errno == EINTR) continue;
    if (end == End::silent) {
        std::fprintf(stderr, "kernabi run: no step for %u seconds at %s: the device hangs, or --timeout is too short\n",
                     seconds, last.c_str());
        return does_not_conform;
    }
    if (WIFEXITED(raw)) return WEXITSTATUS(raw);
    std::fprintf(stderr, "kernabi run: ended by signal %d at %s\n", WTERMSIG(raw), last.c_str());
    return does_not_conform;
}

} // namespace kernabi::cli
