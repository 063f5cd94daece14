// SPDX-License-Identifier: MIT
#include "conformance/cli/watchdog.hpp"
#include "backends/hip/runtime.hpp"
#include "conformance/cli/common.hpp"
#include "conformance/protocol/refusal.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
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
        const int ready = ::poll(&one, 1, static_cast<int>(std::min(seconds, most_seconds) * 1000));
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

/// What was thrown, in one line.
int complain(const std::string& who, std::string message, int status) {
    for (char& c : message)
        if (c == '\n') c = ' ';
    std::fprintf(stderr, "%s: %s\n", who.c_str(), message.c_str());
    return status;
}

int status_of(const std::string& who, int pipe, const std::function<int(const Watched&)>& work) {
    try {
        return work(Watched(pipe));
    } catch (const hip::Unavailable& why) {
        return complain(who, std::string("nothing can run here: ") + why.what(), nothing_could_run);
    } catch (const hip::RuntimeError& error) {
        return complain(who, error.what(), does_not_conform);
    } catch (const protocol::Refusal& refusal) {
        return complain(who, refusal.message, wrong_use);
    } catch (const std::bad_alloc&) {
        return complain(who, "out of memory", wrong_use);
    } catch (const std::exception& error) {
        return complain(who, error.what(), wrong_use);
    }
}

/// The child's whole life. It leaves without the parent's exit handlers.
[[noreturn]] void live(const std::string& who, pid_t parent, int pipe, const std::function<int(const Watched&)>& work) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);                // a parent that is ended leaves no hung child behind
    if (::getppid() != parent) std::_Exit(does_not_conform); // it ended before that
    int status = status_of(who, pipe, work);
    const bool broke = std::fflush(stdout) != 0 || std::ferror(stdout) != 0; // now, or where it was flushed before
    if (broke && status == conforms) status = complain(who, "standard output broke", wrong_use);
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

int watch(const std::string& who, unsigned seconds, const std::function<int(const Watched&)>& work,
          const std::function<void(const std::string& why)>& lost) {
    int ends[2] = {};
    std::fflush(stdout);
    if (::pipe(ends) != 0) throw Error(std::string("no pipe to a child: ") + std::strerror(errno));
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0) throw Error(std::string("no child process: ") + std::strerror(errno));
    if (child == 0) {
        ::close(ends[0]);
        live(who, parent, ends[1], work);
    }
    ::close(ends[1]);
    std::string last = "nothing yet";
    const End end = listen(ends[0], seconds, last);
    ::close(ends[0]);
    if (end == End::silent) ::kill(child, SIGKILL);
    int raw = 0;
    while (::waitpid(child, &raw, 0) < 0 && errno == EINTR) continue;
    std::string why = "no step for " + std::to_string(seconds) + (seconds == 1 ? " second" : " seconds") + " at " +
                      last + ": the device hangs, or --timeout is too short";
    if (end == End::closed) {
        if (WIFEXITED(raw)) return WEXITSTATUS(raw);
        if (WTERMSIG(raw) == SIGPIPE) ::raise(SIGPIPE); // who reads has had enough: no word, as with every command
        why = "ended by signal " + std::to_string(WTERMSIG(raw)) + " at " + last;
    }
    if (lost) lost(why);
    return complain(who, why, does_not_conform);
}

} // namespace kernabi::cli
