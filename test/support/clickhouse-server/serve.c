/* Runs libchdb's clickhouse-local, which serves ClickHouse's own HTTP protocol: serve LIBRARY [OPTION…] */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <signal.h>

int main(int argc, char **argv) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    void *(*run)(int, char **) = library ? dlsym(library, "chdb_query_cmdline") : NULL;
    if (!run) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    run(argc - 1, argv + 1);
    return 0;
}
