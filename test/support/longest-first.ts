import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest one first. */
const LONGEST = [
  'test/api/actions/settlement/killed.integration.test.ts',
  'test/indexer/archive/round-trip.integration.test.ts',
  'test/indexer/jobs/redecode.integration.test.ts',
  'test/indexer/jobs/history.integration.test.ts',
  'test/indexer/jobs/capture/load.integration.test.ts',
  'test/verifier/mirror.integration.test.ts',
  'test/api/rest/exports.integration.test.ts',
  'test/api/rest/claims.integration.test.ts',
  'test/core/olap/lease.integration.test.ts',
  'test/api/graphql/live.integration.test.ts',
  'test/e2e/archive.test.ts',
  'test/e2e/backfills.test.ts',
  'test/e2e/standby.test.ts',
  'test/e2e/web/intent-signing.test.ts',
  'test/e2e/claims.test.ts',
  'test/e2e/programs.test.ts',
  'test/e2e/one-demo.test.ts',
  'test/e2e/captures.test.ts',
  'test/e2e/provider-limits.test.ts',
  'test/e2e/outage.test.ts',
  'test/e2e/restart.test.ts',
  'test/e2e/web/explorer.test.ts',
  'test/e2e/web/home.test.ts',
  'test/e2e/up.test.ts',
  'test/e2e/dying-fork.test.ts',
];

/**
 * Vitest runs files that took long first, so that all workers end together. A new clone knows no times: there, the
 * largest files run first, after those that are known to take long.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.some((file) => this.ctx.cache.getTestSpecificationResult(file))) return sorted;
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONGEST.indexOf(relative(project.config.root, moduleId));
  return place === -1 ? LONGEST.length : place;
}
