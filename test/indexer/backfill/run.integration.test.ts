import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import {
  type BackfillJob,
  type ChunkSequence,
  NOTHING,
  unsignedText,
} from '../../../indexer/backfill/job.ts';
import { createProgress } from '../../../indexer/backfill/report.ts';
import { runBackfill } from '../../../indexer/backfill/run.ts';
import { openStore } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const CHUNKS = 6;
const planSchema = z.object({ toSlot: unsignedText });

/** A job of six chunks in two sequences, whose chunks say in their detail where the next one begins. */
class Countdown implements BackfillJob<z.output<typeof planSchema>> {
  readonly kind = 'countdown';
  readonly unit = 'things';
  readonly concurrency = 2;
  readonly plan = planSchema;
  readonly definition: { readonly name: string };
  readonly ran: string[] = [];
  readonly finishedWith: bigint[] = [];
  toSlot = 9_007_199_254_740_993n;
  failAt: string | undefined;
  onChunk: () => void = () => undefined;

  constructor(name: string) {
    this.definition = { name };
  }

  async prepare() {
    return { toSlot: this.toSlot };
  }

  *sequences(): Generator<ChunkSequence> {
    yield this.#sequence('a');
    yield this.#sequence('b');
  }

  async finish({ toSlot }: { toSlot: bigint }) {
    this.finishedWith.push(toSlot);
    return { toSlot };
  }

  async *#sequence(name: string): ChunkSequence {
    for (let at = 1; at <= CHUNKS / 2; ) {
      const key = `${name}${at}`;
      const outcome = yield {
        key,
        run: async ({ advance, signal }) => {
          signal.throwIfAborted();
          if (key === this.failAt) throw new Error(`failed at ${key}`);
          this.ran.push(key);
          this.onChunk();
          signal.throwIfAborted();
          advance(1);
          const gaps = key === 'a2' ? [{ of: key, fromSlot: 5n, toSlot: 2n ** 63n, cause: 'pruned' }] : [];
          return { ...NOTHING, read: 2, written: 1, unchanged: 1, gaps, detail: String(at + 1) };
        },
      };
      at = Number(outcome.detail);
    }
  }
}

describe('a backfill', () => {
  let directory: TemporaryDirectory;
  let olap: Olap;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    olap = await openStore({ dataDir: directory.path });
  });
  afterAll(async () => {
    await olap.close();
    await directory[Symbol.asyncDispose]();
  });

  const run = (job: Countdown, options: { dryRun?: boolean; signal?: AbortSignal } = {}) => {
    const progress = createProgress();
    const { dryRun = false, signal = new AbortController().signal } = options;
    const logger = createLogger('silent');
    return runBackfill({ job, olap, clock: systemClock, logger, signal, dryRun, progress });
  };
  const recorded = async (): Promise<number> => {
    const counted = z.object({ rows: z.string() });
    const [row] = await olap.reader.query({ sql: 'SELECT count() AS rows FROM backfill_chunks' }, counted);
    return Number(row?.rows);
  };

  test('does every chunk once and reports the sum', async () => {
    const job = new Countdown('whole');
    const report = await run(job);
    expect(job.ran.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(report).toMatchObject({
      kind: 'countdown',
      run: 1,
      resumed: 0,
      read: 12,
      written: 6,
      unchanged: 6,
      quarantined: 0,
      gaps: [{ of: 'a2', fromSlot: 5n, toSlot: 2n ** 63n, cause: 'pruned' }],
      finding: { toSlot: 9_007_199_254_740_993n },
    });
  });

  test('goes on behind what was done when it was cut off, by the plan it began with', async () => {
    const cut = new Countdown('cut');
    cut.failAt = 'b2';
    await expect(run(cut)).rejects.toThrow('failed at b2');
    // When another process takes it up, with another idea of where it ends
    const resumed = new Countdown('cut');
    resumed.toSlot = 1n;
    const report = await run(resumed);
    expect(resumed.ran.filter((key) => cut.ran.includes(key))).toEqual([]);
    expect([...resumed.ran, ...cut.ran].toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(resumed.finishedWith).toEqual([9_007_199_254_740_993n]);
    expect(report).toMatchObject({ run: 1, resumed: cut.ran.length, read: 12, written: 6 });
    expect(report.gaps).toHaveLength(1);
  });

  test('that is through begins anew when it is started again', async () => {
    const first = new Countdown('twice');
    await run(first);
    const second = new Countdown('twice');
    second.toSlot = 7n;
    expect(await run(second)).toMatchObject({ run: 2, resumed: 0, read: 12, finding: { toSlot: 7n } });
    expect(second.ran).toHaveLength(CHUNKS);
  });

  test('tried dry counts the same and leaves no trace', async () => {
    const before = await recorded();
    const job = new Countdown('dry');
    expect(await run(job, { dryRun: true })).toMatchObject({ dryRun: true, read: 12, written: 6 });
    expect(await recorded()).toBe(before);
    expect(await run(new Countdown('dry'))).toMatchObject({ run: 1, resumed: 0 });
  });

  test('says after an interrupt that it can go on, and does', async () => {
    const stop = new AbortController();
    const job = new Countdown('interrupted');
    job.onChunk = () => job.ran.length === 4 && stop.abort();
    await expect(run(job, { signal: stop.signal })).rejects.toMatchObject({
      code: 'BACKFILL_INTERRUPTED',
      message: expect.stringContaining('Run the same command again'),
    });
    expect(job.finishedWith).toEqual([]);
    const report = await run(new Countdown('interrupted'));
    expect(report.resumed).toBeGreaterThan(0);
    expect(report).toMatchObject({ run: 1, read: 12 });
  });
});
