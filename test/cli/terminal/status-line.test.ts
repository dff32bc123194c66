import { expect, test } from 'vitest';
import { Pacer } from '../../../cli/backfill/pace.ts';
import { statusText } from '../../../cli/terminal/status-line.ts';
import { createAuditStats } from '../../../indexer/audit/service.ts';
import type { RunningIndexer } from '../../../indexer/main.ts';
import { createStats, type PipelineStats } from '../../../indexer/pipeline/stats.ts';

function index(stats: Partial<PipelineStats>): Pick<RunningIndexer, 'stats' | 'audits'> {
  const audits = { stats: { ...createAuditStats(), verifiedSlot: 1_200n } } as RunningIndexer['audits'];
  return { stats: { ...createStats(), state: 'live', ...stats }, audits };
}

test('the status line shows every followed program, and launches only where they are followed', () => {
  const vault = index({ lastIndexedSlot: 1_234n, chainSlot: 1_236n });
  const desk = index({ state: 'starting' });
  const programs = new Map([
    ['vault', vault],
    ['desk', desk],
  ]);
  const place =
    'vault: live  slot 1,234  verified 1,200  lag 2  |  desk: starting  slot —  verified 1,200  lag —';
  expect(statusText({ launches: undefined, programs }, new Pacer(), 0)).toBe(place);
  const launches = index({ lastIndexedSlot: 9n, chainSlot: 9n, launches: 3 });
  expect(statusText({ launches, programs }, new Pacer(), 0)).toBe(
    `live  slot 9  verified 1,200  lag 0  launches 3  pledges/s 0.0  |  ${place}`,
  );
});
