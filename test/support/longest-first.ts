import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest one first. */
const LONGEST = [
  'test/e2e/one-demo.test.ts',
  'test/e2e/venue-transaction.test.ts',
  'test/e2e/strategy-crash.test.ts',
  'test/e2e/web/settings-keys.test.ts',
  'test/e2e/up.test.ts',
  'test/e2e/backfills.test.ts',
  'test/e2e/soak.test.ts',
  'test/e2e/web/pair.test.ts',
  'test/e2e/web/guardrails.test.ts',
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
