import { exitOnSignals, ownTemporaryDirectory, parentOfTestStores } from './own-temporary-directory.ts';

/** Runs once before the files of a project: what its tests leave in the temporary directory goes when the run ends. */
export function setup(): void {
  ownTemporaryDirectory('launchlens-tests-', parentOfTestStores());
  // Vitest itself ends on SIGINT, once the tests that run have ended.
  exitOnSignals(['SIGTERM', 'SIGHUP']);
}
