import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { unsignedColumn } from '../../../core/olap/port.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import { base58Of, chainAccount, followedAt, hexOf } from '../../support/chain/chain-state.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { sendSol } from '../../support/chain/send-sol.ts';
import { stillAccount } from '../../support/chain/still-account.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';

describe('an audit of an index that somebody tampered with', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'audited', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    // Until slot 339, one of the accounts that have stood still the longest is about to be written.
    await playInStep(live, index, { until: 345 });
    live.run(4);
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const audit = (launchId?: bigint, repair = true): Promise<AuditOutcome> =>
    index.audits.audit({ launchId, repair, signal: AbortSignal.timeout(180_000) });

  const tamper = (sql: string) => index.olap.writer.command({ sql });

  const still = (kind: string, nth?: number): string => stillAccount(live, kind, nth);

  const NEWEST = `(SELECT max(revision) FROM checkpoints)`;

  test('said each step until the stream was followed', () => {
    const numbers = index.steps.map((step) => step.replace(/\d+/, 'N'));
    expect(numbers.slice(0, 4)).toEqual([
      'connecting to the Solana node',
      'reading what the store has',
      'waiting for the first block of the stream',
      'reading the accounts of the program by RPC',
    ]);
    expect(numbers.slice(-3)).toEqual([
      'reading N accounts of launches by RPC',
      'waiting for slot N on the stream',
      'writing a snapshot of N accounts',
    ]);
  });

  test('finds an untouched one equal, every account of it', async () => {
    const outcome = await audit();

    expect(outcome).toMatchObject({ verdict: 'equal', differences: [], reason: undefined });
    const followed = [...followedAt(live.chain, outcome.slot).keys()];
    const existing = followed.filter((address) => chainAccount(live.chain, address, outcome.slot));
    expect(outcome.accounts).toBe(existing.length);
    expect(outcome.chainDigest).toEqual(outcome.indexDigest);
    expect(outcome.launches.flatMap(({ broken }) => broken)).toEqual([]);
  });

  test('names an amount that is off by one, repairs it, and finds the next audit equal', async () => {
    const address = still('pledge', 0);
    const amount = chainAmount(address);
    await tamper(`INSERT INTO pledge_versions SELECT * REPLACE (amount + 1 AS amount, ${NEWEST} AS revision)
      FROM pledge_versions WHERE hex(address) = '${address.toUpperCase()}' ORDER BY slot DESC LIMIT 1`);

    const outcome = await audit();

    expect(outcome.verdict).toBe('different');
    expect(outcome.differences).toMatchObject([
      {
        kind: 'pledge',
        fields: [{ field: 'amount', indexed: `${amount + 1n}`, chain: `${amount}` }],
      },
    ]);
    expect(outcome.differences[0] && pubkeyFromBytes(outcome.differences[0].address)).toBe(base58Of(address));
    expect(outcome.repaired.size).toBe(1);
    expect(outcome.chainDigest).not.toEqual(outcome.indexDigest);
    expect(await audit()).toMatchObject({ verdict: 'equal' });
  });

  test('brings back a Pledge that is missing', async () => {
    const address = still('pledge', 1);
    await tamper(`DELETE FROM pledge_versions WHERE hex(address) = '${address.toUpperCase()}'`);

    const outcome = await audit();

    expect(outcome.differences).toHaveLength(1);
    expect(outcome.differences[0]?.kind).toBe('pledge');
    expect(outcome.differences[0]?.fields[0]).toEqual({ field: 'exists', indexed: 'false', chain: 'true' });
    expect(await audit()).toMatchObject({ verdict: 'equal' });
  });

  test('takes out a Pledge that the chain does not have', async () => {
    const address = still('pledge', 2);
    await tamper(`INSERT INTO pledge_versions
      SELECT * REPLACE (reverse(pledger) AS pledger, reverse(address) AS address) FROM
      (
        SELECT * FROM pledge_versions WHERE hex(address) = '${address.toUpperCase()}' ORDER BY slot DESC LIMIT 1
      )`);

    const outcome = await audit();

    expect(outcome.differences).toMatchObject([
      {
        kind: 'pledge',
        fields: expect.arrayContaining([{ field: 'exists', indexed: 'true', chain: 'false' }]),
      },
    ]);
    expect(await audit()).toMatchObject({ verdict: 'equal' });
  });

  test('closes a token account that is shown live', async () => {
    const closed = await ofIndex(
      'SELECT launch_id AS n FROM token_account_versions WHERE closed = 1 LIMIT 1',
    );
    await tamper(`DELETE FROM token_account_versions WHERE closed = 1 AND launch_id = ${closed}`);

    const outcome = await audit();

    expect(outcome.differences).toMatchObject([
      {
        kind: 'escrow',
        launchId: closed,
        fields: expect.arrayContaining([expect.objectContaining({ field: 'exists' })]),
      },
    ]);
    expect(await audit()).toMatchObject({ verdict: 'equal' });
  });

  test('takes an ended account to which a stranger sends SOL for what it is: ended', async () => {
    const [address] = [...followedAt(live.chain, live.confirmed).keys()].filter(
      (key) => !chainAccount(live.chain, key, live.confirmed),
    );
    await sendSol(live, base58Of(address ?? ''));
    await waitFor(() => chainAccount(live.chain, address ?? '', live.confirmed) !== undefined, {
      what: 'the SOL to arrive',
    });

    expect(await audit()).toMatchObject({ verdict: 'equal', differences: [] });
  });

  test('brings back a launch with all that it names, and follows it again', async () => {
    const [address = ''] =
      [...followedAt(live.chain, live.confirmed)].find(([, kind]) => kind === 'launch') ?? [];
    await tamper(`DELETE FROM launch_versions WHERE hex(address) = '${address.toUpperCase()}'`);

    expect((await audit()).differences).toMatchObject([{ kind: 'launch' }]);
    expect(await audit()).toMatchObject({ verdict: 'equal' });
  });

  test('tells and does not repair when it is asked not to', async () => {
    const address = still('pledge', 3);
    await tamper(`INSERT INTO pledge_versions SELECT * REPLACE (tokens_released + 7 AS tokens_released, ${NEWEST} AS revision)
      FROM pledge_versions WHERE hex(address) = '${address.toUpperCase()}' ORDER BY slot DESC LIMIT 1`);
    const launchId = launchOf(address);

    const first = await audit(undefined, false);
    const scoped = await audit(launchId, false);
    const repaired = await audit(launchId);
    const after = await audit(launchId);

    expect(first).toMatchObject({ verdict: 'different', repaired: new Set() });
    expect(first.differences[0]?.fields.map(({ field }) => field)).toEqual(['tokens_released']);
    expect(scoped).toMatchObject({ verdict: 'different', launchId });
    expect(repaired.repaired.size).toBe(1);
    expect(after).toMatchObject({ verdict: 'equal', launchId });
  });

  test('writes down what differed, and loses the doubted slots to time travel', async () => {
    const differences = await ofIndex(
      'SELECT uniqExact(slot, started_at, account) AS n FROM audit_differences',
    );
    const unrepaired = await ofIndex('SELECT count() AS n FROM audit_differences WHERE repaired = 0');
    const repairs = await ofIndex(`SELECT uniqExact(from_slot) AS n FROM coverage WHERE state = 'repaired'`);
    const lost = await ofIndex(`SELECT count() AS n FROM coverage WHERE state = 'lost' AND source = 'audit'`);

    expect(differences).toBe(8n);
    expect(unrepaired).toBe(2n);
    expect(repairs).toBe(6n);
    expect(lost).toBeGreaterThan(0n);
  });

  async function ofIndex(sql: string): Promise<bigint> {
    const [row] = await index.olap.reader.query(
      { sql: sql.replace(' AS n', '::UInt64 AS n') },
      z.object({ n: unsignedColumn }),
    );
    return row?.n ?? -1n;
  }

  function chainAmount(address: string): bigint {
    const account = chainAccount(live.chain, address, live.confirmed);
    return Buffer.from(hexOf(account?.data ?? new Uint8Array()), 'hex').readBigUInt64LE(50);
  }

  function launchOf(address: string): bigint {
    const account = chainAccount(live.chain, address, live.confirmed);
    return Buffer.from(account?.data ?? []).readBigUInt64LE(10);
  }
});
