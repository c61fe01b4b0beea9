// Loaded before libc, it lets the calls in the file FAILING_CALLS fail with EIO. A line of that file, such as "sync
// plants.db-wal", has the call (sync, write or read) and the end of the name of its file. Without the file none fails.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), width = strlen(end);
  return length >= width && strcmp(text + length - width, end) == 0;
}

static int fails(const char *call, int file) {
  char rules[512], link[64], name[4096], wanted[64];
  int list = getenv("FAILING_CALLS") ? open(getenv("FAILING_CALLS"), O_RDONLY | O_CLOEXEC) : -1;
  if (list < 0) return 0;
  ssize_t size = read(list, rules, sizeof rules - 1);
  close(list);
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (size < 0 || length < 0) return 0;
  rules[size] = name[length] = 0;
  snprintf(wanted, sizeof wanted, "%s ", call);
  for (char *rule = strtok(rules, "\n"); rule; rule = strtok(NULL, "\n"))
    if (strncmp(rule, wanted, strlen(wanted)) == 0 && ends_with(name, rule + strlen(wanted))) {
      errno = EIO;
      return 1;
    }
  return 0;
}

#define LIBC(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) { return fails("sync", file) ? -1 : LIBC(fsync)(file); }
int fdatasync(int file) { return fails("sync", file) ? -1 : LIBC(fdatasync)(file); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
  return fails("write", file) ? -1 : LIBC(pwrite64)(file, bytes, size, at);
}
ssize_t pread64(int file, void *bytes, size_t size, off64_t at) {
  return fails("read", file) ? -1 : LIBC(pread64)(file, bytes, size, at);
}
