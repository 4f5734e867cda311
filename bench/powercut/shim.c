// Notes every write to the files of a database and every sync, so that a power cut can be played: what was
// written after the last sync may be lost. Loaded with LD_PRELOAD; POWERCUT_LOG names the notes, POWERCUT_FILE
// is a part of the names of the files that are watched.
//
// A note: kind (w: write, t: truncate, s: sync, u: unlink), length of the name, name, offset, size, data.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int notes = -1;

static int open_notes(void) {
    if (notes < 0) {
        const char* name = getenv("POWERCUT_LOG");
        notes = name ? open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -2;
    }
    return notes;
}

static int watched(const char* name) {
    const char* part = getenv("POWERCUT_FILE");
    return part && strstr(name, part) && !strstr(name, "-shm") && !strstr(name, ".lock");
}

static int name_of(int file, char* name) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, name, PATH_MAX - 1);
    if (size < 0) return 0;
    name[size] = 0;
    return watched(name);
}

static void note(char kind, const char* name, uint64_t offset, uint64_t size, const void* data) {
    if (open_notes() < 0) return;
    uint32_t length = strlen(name);
    struct iovec parts[] = {{&kind, 1},     {&length, 4}, {(void*)name, length}, {&offset, 8},
                            {&size, 8},     {(void*)data, data ? size : 0}};
    pthread_mutex_lock(&turn);
    (void)!writev(notes, parts, 6);
    pthread_mutex_unlock(&turn);
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void*, size_t, off64_t);
    char name[PATH_MAX];
    ssize_t done = real(file, data, size, offset);
    if (done > 0 && name_of(file, name)) note('w', name, offset, done, data);
    return done;
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
    return pwrite64(file, data, size, offset);
}

ssize_t write(int file, const void* data, size_t size) {
    char name[PATH_MAX];
    int seen = file > 2 && file != notes && name_of(file, name);
    uint64_t offset = seen ? (uint64_t)lseek(file, 0, SEEK_CUR) : 0;
    ssize_t done = syscall(SYS_write, file, data, size);
    if (done > 0 && seen) note('w', name, offset, done, data);
    return done;
}

int ftruncate64(int file, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    char name[PATH_MAX];
    int done = real(file, size);
    if (done == 0 && name_of(file, name)) note('t', name, size, 0, 0);
    return done;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int fsync(int file) {
    REAL(int, "fsync", int);
    char name[PATH_MAX];
    int done = real(file);
    if (done == 0 && name_of(file, name)) note('s', name, 0, 0, 0);
    return done;
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int);
    char name[PATH_MAX];
    int done = real(file);
    if (done == 0 && name_of(file, name)) note('s', name, 0, 0, 0);
    return done;
}

int unlink(const char* name) {
    REAL(int, "unlink", const char*);
    int done = real(name);
    if (done == 0 && watched(name)) note('u', name, 0, 0, 0);
    return done;
}
