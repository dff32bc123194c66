/**
 * Options of Node for processes of tests: they end before it is worth it to optimize PostgreSQL, which is WebAssembly.
 * Otherwise each of them spends a second or two of a processor on that.
 */
export const FAST_TO_START = ['--liftoff-only'] as const;
