import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import pino from 'pino';
import { expect, test } from 'vitest';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { slotWriters } from '../../../indexer/model/slot-writers.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const logger = pino({ level: 'silent' });
const { signal } = new AbortController();
const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const signature = (name: string): Buffer => createHash('sha512').update(name).digest();

test('the newest row of an account in a slot tells its writer, and no revision above the bound counts', async () => {
  await using directory = await temporaryDirectory();
  const olap = await createOlap({ dataDir: directory.path, logger });
  try {
    await migrate(olap, { logger });
    const pledge = async (slot: number, revision: number, writer: Buffer): Promise<void> => {
      const sql = `INSERT INTO pledge_versions (launch_id, pledger, address, slot, revision, signature, correction)
        SELECT 1, unhex('${key('wallet').toString('hex')}'), unhex('${key('pledge').toString('hex')}'),
          ${slot}, ${revision}, unhex('${writer.toString('hex')}'), ${revision}`;
      await olap.writer.command({ sql });
    };
    await pledge(10, 1, signature('first'));
    await pledge(10, 2, signature('second'));
    await pledge(10, 3, signature('third'));
    await pledge(11, 2, Buffer.alloc(64));
    await pledge(12, 0, Buffer.alloc(64));
    await pledge(13, 2, signature('outside the range'));
    const flow = `INSERT INTO escrow_flows (launch_id, slot, signature, ordinal, revision)
      SELECT 1, 11, unhex('${signature('moving').toString('hex')}'), 0, 1`;
    await olap.writer.command({ sql: flow });

    const found = await slotWriters(olap.scanner, { from: 10n, to: 12n, revision: 2n, signal });
    const address = base58.encode(key('pledge'));
    const shown = (slot: bigint) => {
      const { accounts, movements } = found.get(slot) ?? { accounts: new Map(), movements: new Set() };
      return { writer: accounts.get(address), held: accounts.has(address), movements: [...movements] };
    };
    expect([...found.keys()].toSorted()).toEqual([10n, 11n, 12n]);
    expect(shown(10n)).toEqual({ writer: base58.encode(signature('second')), held: true, movements: [] });
    const moving = base58.encode(signature('moving'));
    expect(shown(11n)).toEqual({ writer: undefined, held: true, movements: [moving] });
    expect(shown(12n)).toMatchObject({ writer: '1'.repeat(64), held: true });
  } finally {
    await olap.close();
  }
});
