import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { readMigrations } from '../../../core/olap/migrations/files.ts';
import { pledgeAddress } from '../../../idl/pda.ts';
import type { ClosedAccount } from '../../../indexer/model/closed-rows.ts';
import { FOUND_AT_ONCE, findLaunchAccounts } from '../../../indexer/model/find-accounts.ts';
import { type IndexUnderTest, openIndex } from '../../api/support/mirror-under-test.ts';
import { keyOf, TEST_PROGRAM } from '../../support/index-builder.ts';

const program = pubkeyBytes(TEST_PROGRAM);
const addressOf = (pledger: string): Buffer => Buffer.from(pledgeAddress(program, 7n, keyOf(pledger)));
const pledgeOf = (pledger: string): ClosedAccount => {
  return { kind: 'pledge', launchId: 7n, pledger: Buffer.from(keyOf(pledger)) };
};

let under: IndexUnderTest;
beforeAll(async () => {
  under = await openIndex();
});
afterAll(() => under.dispose());
beforeEach(() => under.index.reset());

async function found(...pledgers: string[]): Promise<(ClosedAccount | undefined)[]> {
  const addresses = pledgers.map(addressOf);
  const accounts = await findLaunchAccounts(under.olap.scanner, addresses);
  return addresses.map((address) => accounts.get(address.toString('latin1')));
}

describe('the accounts that an index has ever seen', () => {
  test('are found by address, closed ones and those without a checkpoint too, and others are not', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'ann', slot: 1n });
    under.index.pledge({ launchId: 7n, pledger: 'bob', slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    under.index.pledge({ launchId: 7n, pledger: 'bob', slot: 2n, closed: true });
    await under.index.checkpoint({ slot: 2n });
    under.index.pledge({ launchId: 7n, pledger: 'eve', slot: 3n });
    await under.index.writeWithoutCheckpoint();

    expect(await found('ann', 'bob', 'eve', 'nobody')).toEqual([
      pledgeOf('ann'),
      pledgeOf('bob'),
      pledgeOf('eve'),
      undefined,
    ]);
  });

  test('are Pledges once they were decoded, and otherwise what was quarantined last', async () => {
    under.index.unreadable({ launchId: 7n, pledger: 'ann', slot: 1n, owner: 'first owner' });
    under.index.unreadable({ launchId: 7n, pledger: 'bob', slot: 1n, owner: 'first owner' });
    await under.index.checkpoint({ slot: 1n });
    under.index.pledge({ launchId: 7n, pledger: 'ann', slot: 2n });
    under.index.unreadable({ launchId: 7n, pledger: 'bob', slot: 2n, owner: 'second owner' });
    await under.index.checkpoint({ slot: 2n });
    under.index.unreadable({ launchId: 7n, pledger: 'ann', slot: 3n });
    // An end that shows only the address tells nothing.
    under.index.unreadable({ launchId: 7n, pledger: 'bob', slot: 3n, owner: 'system program', lamports: 0n });
    under.index.unreadable({ launchId: 7n, pledger: 'eve', slot: 3n, lamports: 0n });
    await under.index.checkpoint({ slot: 3n });

    expect(await found('ann', 'bob', 'eve')).toEqual([
      pledgeOf('ann'),
      { kind: 'quarantine', owner: Buffer.from(keyOf('second owner')) },
      undefined,
    ]);
  });

  test('are found in several statements if there are more than fit in one', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'first', slot: 1n });
    under.index.pledge({ launchId: 7n, pledger: 'last', slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    const between = Array.from({ length: FOUND_AT_ONCE }, (_, at) => `nobody ${at}`);
    const accounts = await found('first', ...between, 'last');
    expect([accounts.at(0), accounts.at(-1)]).toEqual([pledgeOf('first'), pledgeOf('last')]);
    expect(accounts.filter((account) => account !== undefined)).toHaveLength(2);
  });

  test('include those from before the table was there', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'ann', slot: 1n });
    under.index.unreadable({ launchId: 7n, pledger: 'bob', slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    const { writer } = under.olap;
    await writer.command({ sql: 'TRUNCATE TABLE known_addresses' });
    const migration = (await readMigrations()).find(({ name }) => name === 'known_addresses');
    // Every statement of a migration can run again.
    await writer.command({ sql: migration?.sql ?? '' });
    expect(await found('ann', 'bob')).toEqual([
      pledgeOf('ann'),
      { kind: 'quarantine', owner: Buffer.from(program) },
    ]);
  });

  test('are looked up without reading much more than the rows of their addresses', async () => {
    const rows = 300_000;
    await under.olap.writer.command({
      sql: `INSERT INTO pledge_versions (launch_id, pledger, slot, address, revision)
        SELECT 7, SHA256(toString(number)), 2, SHA256(concat('address ', toString(number))), 1 FROM numbers({rows:UInt64})`,
      parameters: { rows },
    });
    const plan = await under.olap.reader.query(
      { sql: `EXPLAIN indexes = 1 SELECT * FROM known_addresses WHERE address = SHA256('address 123456')` },
      z.object({ explain: z.string() }),
    );
    const [, read, of] = /Granules: (\d+)\/(\d+)/.exec(plan.map(({ explain }) => explain).join('\n')) ?? [];
    expect(Number(of)).toBeGreaterThan(1_000);
    expect(Number(read)).toBeLessThanOrEqual(10);
  });
});
