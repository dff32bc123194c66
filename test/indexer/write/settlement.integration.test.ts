import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { addFlow, addPledge, emptySlot } from '../../support/slot-maker.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { TEST_IDENTITY } from './test-identity.ts';

const logger = pino({ level: 'silent' });
const amountRow = z.object({ amount: z.string() });

test('what a correction replaced stands for a minute while the writer runs, and goes with the next slot', async () => {
  await using directory = await temporaryDirectory();
  const olap = await createOlap({ dataDir: directory.path, logger });
  try {
    await migrate(olap, { logger });
    const clock = manualClock(1_790_000_000_000);
    const { start } = await prepareIndex({ olap, identity: TEST_IDENTITY, clock, logger });
    const writer = new Writer({ olap, clock, logger, commitment: 'confirmed', start });
    const amounts = async (): Promise<string[]> => {
      const sql = 'SELECT toString(amount) AS amount FROM pledge_versions ORDER BY slot, revision';
      return (await olap.reader.query({ sql }, amountRow)).map(({ amount }) => amount);
    };
    const next = async (slot: bigint): Promise<string[]> => {
      await writer.append(emptySlot(slot));
      await writer.flush();
      return amounts();
    };
    // Given two pledges in one slot, of which one is corrected 30 s later, and corrected again after 20 s more
    const slot = emptySlot(100n);
    const write = { slot: 100n, launchId: 1n, pledger: 'a' } as const;
    addPledge(slot.buffer, { ...write, amount: 1n });
    addPledge(slot.buffer, { ...write, pledger: 'b', amount: 5n });
    addFlow(slot.buffer, { ...write, amount: 1n });
    await writer.append(slot);
    await writer.flush();
    clock.advance(30_000);
    addPledge(slot.buffer, { ...write, amount: 2n, writeVersion: 2n });
    await writer.correct(slot);
    await writer.flush();
    clock.advance(20_000);
    addPledge(slot.buffer, { ...write, amount: 3n, writeVersion: 3n });
    await writer.correct(slot);
    await writer.flush();
    const standing = (await amounts()).toSorted();
    expect(standing).toEqual(['1', '2', '3', '5', '5', '5']);

    // When less than a minute has passed since the last one, then every row stands
    clock.advance(59_999);
    expect((await next(101n)).toSorted()).toEqual(standing);

    // When the minute is over, then one row is left of each pledge, the newest
    clock.advance(1);
    expect((await next(102n)).toSorted()).toEqual(['3', '5']);
    const flows = 'SELECT toString(amount) AS amount FROM escrow_flows';
    expect(await olap.reader.query({ sql: flows }, amountRow)).toEqual([{ amount: '1' }]);

    // And a later correction is settled a minute after itself
    addPledge(slot.buffer, { ...write, amount: 4n, writeVersion: 4n });
    await writer.correct(slot);
    await writer.flush();
    expect((await amounts()).length).toBe(4);
    clock.advance(60_000);
    expect((await next(103n)).toSorted()).toEqual(['4', '5']);
    await writer.close();
  } finally {
    await olap.close();
  }
});
