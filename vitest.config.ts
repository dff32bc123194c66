import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** As Node finds it: vite would take the package's ES modules, while its dependents get its CommonJS ones. */
const graphql = { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) };

/** Vitest leaves one core to itself, and would so run one file after another on a machine of two. */
const WORKERS = Math.max(2, availableParallelism());
/** For files that wait for a chain or a store half of the time. */
const WAITING_WORKERS = WORKERS + 1;

/** Tests end when what they wait for has come about; the bounds are for what never does, on a machine however busy. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };

/** A worker loads modules once for all of its files: loading them again for each took a quarter to a half of the time. */
const ONE_LOAD = { isolate: false } as const;

const project = (name: string, include: readonly string[], extra: Record<string, unknown> = {}) => ({
  resolve: { alias: [graphql] },
  test: { name, include: [...include], pool: 'forks' as const, maxWorkers: WORKERS, ...extra },
});

export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['test/**/*.test.ts'], {
        exclude: ['test/**/*.integration.test.ts', 'test/e2e/**', 'test/bench/**', 'test/chaos/**'],
        globalSetup: ['test/support/run-directory.ts'],
        testTimeout: 240_000,
        ...ONE_LOAD,
      }),
      project('integration', ['test/**/*.integration.test.ts'], {
        globalSetup: ['test/support/run-directory.ts', 'test/support/store-template.ts'],
        exclude: ['test/e2e/**', 'test/chaos/**'],
        maxWorkers: WAITING_WORKERS,
        ...ONE_LOAD,
        ...PATIENCE,
      }),
      project('chaos', ['test/chaos/**/*.test.ts'], {
        globalSetup: ['test/support/run-directory.ts'],
        testTimeout: 300_000,
        fileParallelism: false,
      }),
      project('e2e', ['test/e2e/**/*.test.ts'], {
        globalSetup: [
          'test/support/run-directory.ts',
          'test/support/store-template.ts',
          'test/support/browser/pages-directory.ts',
        ],
        maxWorkers: WAITING_WORKERS,
        sequence: { groupOrder: 1 },
        ...ONE_LOAD,
        ...PATIENCE,
      }),
    ],
  },
});
