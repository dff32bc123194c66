import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Statement } from '../../../core/olap/port.ts';
import { currentAccounts, readStates, streamDigests } from '../../../indexer/model/account-states.ts';
import { chainAccount, followedAt } from '../../support/chain/chain-state.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { indexBound } from '../../support/index-check/index-state.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

/** Of each table of an explained question, the granules that its indexes leave and those that it has. */
function skipped(lines: readonly { readonly explain: string }[]): { read: number; of: number }[] {
  const tables: { read: number; of: number }[] = [];
  for (const { explain } of lines) {
    if (explain.includes('ReadFromMergeTree')) tables.push({ read: 0, of: 0 });
    const [, read, of] = /Granules: (\d+)\/(\d+)/.exec(explain) ?? [];
    const table = tables.at(-1);
    if (read === undefined || of === undefined || !table) continue;
    table.of = Math.max(table.of, Number(of));
    table.read = Number(read);
  }
  return tables;
}

describe('the states of all accounts', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'states', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 250 });
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const bound = async () => {
    const found = await indexBound(index.olap.scanner);
    if (!found) throw new Error('no checkpoint');
    return found;
  };

  test.each([0n, 60n, 150n])('are the chain’s, digest for digest, %s slots ago', async (ago) => {
    const newest = await bound();
    const slot = newest.slot - ago;
    const indexed = new Map<string, string>();
    for await (const states of streamDigests(index.olap.scanner, { ...newest, slot })) {
      for (const { address, gone, digest } of states)
        if (!gone) indexed.set(address.toString('hex'), digest.toString('hex'));
    }

    const chain = new Map<string, string>();
    for (const address of followedAt(live.chain, slot).keys()) {
      const account = chainAccount(live.chain, address, slot);
      if (!account) continue;
      const lamports = Buffer.alloc(8);
      lamports.writeBigUInt64LE(account.lamports);
      chain.set(address, createHash('sha256').update(account.data).update(lamports).digest('hex'));
    }
    expect(new Map([...indexed].sort())).toEqual(new Map([...chain].sort()));
  });

  test('come with their bytes for the addresses that are asked for', async () => {
    const newest = await bound();
    const [address = ''] =
      [...followedAt(live.chain, newest.slot)].find(([, kind]) => kind === 'pledge') ?? [];
    const account = chainAccount(live.chain, address, newest.slot);

    const states = await readStates(index.olap.scanner, {
      ...newest,
      addresses: [Buffer.from(address, 'hex')],
    });

    expect(states).toMatchObject([{ kind: 'pledge', gone: false, lamports: account?.lamports }]);
    expect(states[0]?.data).toEqual(Buffer.from(account?.data ?? []));
  });

  test('of one launch are its own, and what belongs to none', async () => {
    const newest = await bound();
    const launches = new Set<bigint>();
    for await (const states of streamDigests(index.olap.scanner, { ...newest, launchId: 1n })) {
      for (const { launchId } of states) launches.add(launchId);
    }

    expect(launches).toEqual(new Set([0n, 1n]));
  });

  test('know what a closed account was', async () => {
    const accounts = await currentAccounts(index.olap.scanner, await bound(), AbortSignal.timeout(10_000));

    const kinds = new Set([...accounts.values()].map(({ account }) => account.kind));
    expect([...kinds].sort()).toEqual(['escrow', 'launch', 'mint', 'pledge', 'vault']);
  });

  test('of a few addresses are read where they can be and nowhere else', async () => {
    // Given a store with more accounts than a granule of the tables holds
    const { writer, scanner } = index.olap;
    const strange = 'unhex(hex(SHA256(toString(number))))';
    for (const [table, columns, values] of [
      ['pledge_versions', 'launch_id, pledger', `1000 + number, ${strange}`],
      ['launch_versions', 'launch_id', '1000 + number'],
      ['token_account_versions', 'launch_id, role', "1000 + number, 'escrow'"],
      ['mint_versions', 'decimals', '6'],
      ['quarantine', 'owner', strange],
    ])
      await writer.command({
        sql: `INSERT INTO ${table} (${columns}, slot, address, lamports)
          SELECT ${values}, 1, ${strange}, 1 FROM numbers(100000)`,
      });
    const newest = await bound();
    const wanted = [...followedAt(live.chain, newest.slot).keys()].slice(0, 3);
    const addresses = wanted.map((key) => Buffer.from(key, 'hex'));
    // When the question is explained instead of answered
    const granules: { read: number; of: number }[] = [];
    const explaining = {
      ...scanner,
      query: async (statement: Statement) => {
        const explain = { ...statement, sql: `EXPLAIN indexes = 1 ${statement.sql}` };
        granules.push(...skipped(await scanner.query(explain, z.object({ explain: z.string() }))));
        return [];
      },
    };
    await readStates(explaining, { ...newest, addresses });
    // Then no table is read whole
    expect(granules).toHaveLength(5);
    for (const { read, of } of granules) {
      expect(of).toBeGreaterThan(10);
      expect(read).toBeLessThan(of / 2);
    }
  });
});
