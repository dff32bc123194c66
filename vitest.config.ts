import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';
import { FAST_TO_START } from './test/support/fast-to-start.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** Vitest leaves one core to itself, and would so run one file after another on a machine of two. */
const WORKERS = Math.max(2, availableParallelism());
/** For files that wait for a chain or a store half of the time. */
const WAITING_WORKERS = WORKERS + 1;

/** Tests end when what they wait for has come about; the bounds are for what never does, on a machine however busy. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };

/** A worker loads modules once for all of its files: loading them again for each took a quarter to a half of the time. */
const ONE_LOAD = { isolate: false } as const;

/**
 * Node loads the modules of product and tests itself, as for the product, and the workers keep them compiled: vite's
 * loader takes half of the processor time of the unit tests. So no test imports JSX or mocks a module.
 */
const LOADED_BY_NODE = { pool: 'forks', experimental: { viteModuleRunner: false } } as const;
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const project = (name: string, include: readonly string[], extra: Record<string, unknown> = {}) => ({
  test: {
    ...{ name, include: [...include], maxWorkers: WORKERS, execArgv: [...FAST_TO_START] },
    ...LOADED_BY_NODE,
    ...extra,
  },
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
        globalSetup: [
          'test/support/run-directory.ts',
          'test/support/store-template.ts',
          'test/support/bundled-command.ts',
        ],
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
          'test/support/bundled-command.ts',
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
