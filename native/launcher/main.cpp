// The program `satplay`: starts Python so that Ctrl-C prints no traceback meanwhile.
//
// Python needs 10 to 15 ms until the first line of satplay runs, and answers Ctrl-C with a traceback until
// then. The launcher blocks SIGINT and becomes the console script `satplay-python` beside it, which pip has
// written for the right Python. A blocked signal stays pending across exec; `satplay.cli.start` unblocks it
// as soon as it handles Ctrl-C.
//
// No C++ library: loading it would take longer than everything else here.
#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <sys/auxv.h>
#endif
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int internal_failure = 70;  // docs/limits.md, "Exit status"
constexpr char script_name[] = "/satplay-python";

// The real path of this program, or null. Symbolic links are resolved: pipx links to the program alone.
char* own_path() {
#ifdef __APPLE__
  char path[PATH_MAX];
  std::uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? realpath(path, nullptr) : nullptr;
#else
  if (char* path = realpath("/proc/self/exe", nullptr)) return path;
  // /proc is not mounted in some containers.
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return name ? realpath(name, nullptr) : nullptr;
#endif
}

void block_interrupts() {
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupts, nullptr);
}

}  // namespace

int main(int, char** arguments) {
  block_interrupts();
  char* path = own_path();
  if (!path) {
    std::fprintf(stderr, "satplay: cannot find the folder of this program: %s\n", std::strerror(errno));
    return internal_failure;
  }
  *std::strrchr(path, '/') = '\0';
  char script[PATH_MAX + sizeof script_name];
  std::snprintf(script, sizeof script, "%s%s", path, script_name);
  execv(script, arguments);
  std::fprintf(stderr, "satplay: cannot run %s: %s; install satplay again\n", script, std::strerror(errno));
  return internal_failure;
}
