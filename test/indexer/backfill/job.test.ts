import { describe, expect, test } from 'vitest';
import { type BackfillChunk, eachAlone, jobId, NOTHING } from '../../../indexer/backfill/job.ts';

describe('the identity of a job', () => {
  test('is the same for the same work, in whatever order and however it leaves things out', () => {
    const id = jobId('history', { from: '1', to: undefined, launches: ['1', '2'] });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(jobId('history', { launches: ['1', '2'], from: '1' })).toBe(id);
  });

  test('differs where kind or definition differ', () => {
    const ids = [
      jobId('history', {}),
      jobId('snapshot', {}),
      jobId('history', { from: '1' }),
      jobId('history', { to: '1' }),
      jobId('history', { from: '1', to: '2' }),
      jobId('history', { from: '2', to: '1' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('chunks that stand alone are sequences of one', async () => {
  const chunks: BackfillChunk[] = ['a', 'b'].map((key) => ({ key, run: async () => NOTHING }));
  const keys: string[] = [];
  for await (const sequence of eachAlone(chunks)) {
    for (let next = await sequence.next(); !next.done; next = await sequence.next(NOTHING)) {
      keys.push(next.value.key);
    }
  }
  expect(keys).toEqual(['a', 'b']);
});
