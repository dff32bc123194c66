import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { checkPaidFacts, type PaymentLookup } from '../../../indexer/audit/paid-facts.ts';
import {
  indexTransfers,
  keyOf,
  markSlots,
  REWARD_MINT,
  TREASURY,
  type TransferDraft,
} from '../../api/support/treasury-index.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const T0 = Date.UTC(2026, 9, 1);
const TABLES = [
  ...['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'],
  ...['checkpoints', 'coverage', 'flow_coverage', 'treasury_coverage', 'treasury_transfers'],
];
const signatureOf = (name: string): string => base58.encode(createHash('sha512').update(name).digest());

interface Claimed {
  /** The transaction that is said to have paid it. */
  readonly by: string;
  readonly wallet: string;
  /** What the fact says was paid; undefined where it does not say. */
  readonly told?: bigint;
  readonly priced?: bigint;
  readonly slot?: bigint;
}

describe('paid facts against the treasury', () => {
  let directory: TemporaryDirectory;
  let olap: Olap;
  let ledger: RewardLedger;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    const logger = createLogger('silent');
    olap = await openMigrated({ dataDir: directory.path, logger });
    ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false });
  });
  afterAll(async () => {
    await ledger.close();
    await olap.close();
    await directory[Symbol.asyncDispose]();
  });

  /** Records 1, 2, … that are said to be paid, beside what the treasury moved. */
  async function given(claims: readonly Claimed[], transfers: readonly TransferDraft[]): Promise<void> {
    for (const table of TABLES) await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
    const events = claims.flatMap(({ by, wallet, told, priced = 5n, slot = 100n }, index): RewardEvent[] => {
      const recordId = BigInt(index + 1);
      const paid: RewardEvent = { kind: 'paid', recordId, at: T0 + 9, txSignature: signatureOf(by), slot };
      return [
        { kind: 'accrued', recordId, at: T0, program: 'referral', wallet: keyOf(wallet), amount: undefined },
        { kind: 'priced', recordId, at: T0 + 1, amount: priced },
        { kind: 'priced', recordId, at: T0 + 10, amount: 1_000n },
        { ...paid, ...(told !== undefined && { amount: told }) },
      ];
    });
    await ledger.append(events, { by: 'test' });
    await markSlots(olap.writer, { how: 'streamed', from: 0n, to: 10_000n, revision: 1n });
    await indexTransfers(olap.writer, transfers, { revision: 1n, slot: 200n, final: 200n });
  }

  const check = (rewardMint: string | undefined = REWARD_MINT, lookup?: PaymentLookup) =>
    checkPaidFacts({
      lookup,
      lane: olap.scanner,
      treasury: TREASURY,
      rewardMint,
      slot: 200n,
      revision: 9n,
      signal: new AbortController().signal,
    });
  const wrong = async () => (await check()).differences.map(({ recordId }) => Number(recordId));
  const paidAlice = { name: 'to alice', slot: 100n, wallet: 'alice', amount: 10n };

  test('are right where one transaction moved what its records of a wallet are worth together', async () => {
    await given(
      [
        { by: 'to alice', wallet: 'alice', told: 6n, priced: 900n },
        { by: 'to alice', wallet: 'alice', priced: 4n },
      ],
      [paidAlice],
    );
    expect(await check()).toEqual({ checked: true, facts: 2, unjudged: 0, differences: [] });
  });

  test('are wrong where the treasury never made the transaction', async () => {
    await given([{ by: 'nobody', wallet: 'alice' }], [paidAlice]);
    const differences = [{ recordId: 1n, txSignature: signatureOf('nobody') }];
    expect(await check()).toEqual({ checked: true, facts: 1, unjudged: 0, differences });
  });

  test('are wrong where the transaction paid somebody else', async () => {
    await given(
      [
        { by: 'to alice', wallet: 'bob' },
        { by: 'to alice', wallet: 'alice' },
      ],
      [paidAlice],
    );
    expect(await wrong()).toEqual([1]);
  });

  test('are wrong where the transaction moved other tokens than the reward token', async () => {
    await given([{ by: 'to alice', wallet: 'alice' }], [{ ...paidAlice, mint: keyOf('another mint') }]);
    expect(await wrong()).toEqual([1]);
  });

  test.each([
    ['by what the facts say', [{ told: 6n }, { told: 5n }]],
    ['by what the records were priced at when they were paid', [{ priced: 6n }, { priced: 5n }]],
  ] as const)(
    'are wrong where the records are worth more than the transaction moved, %s',
    async (_, worth) => {
      await given(
        worth.map((one) => ({ by: 'to alice', wallet: 'alice', ...one })),
        [paidAlice],
      );
      expect(await wrong()).toEqual([1, 2]);
    },
  );

  test('are not borne out by a transfer in slots that were lost, unless a backfill has read them again', async () => {
    await given([{ by: 'to alice', wallet: 'alice', slot: 100n }], [paidAlice]);
    await markSlots(olap.writer, { how: 'lost', from: 90n, to: 110n, revision: 5n });
    expect(await wrong()).toEqual([1]);
    await markSlots(olap.writer, { how: 'backfilled', from: 90n, to: 110n, revision: 0n });
    expect(await wrong()).toEqual([]);
  });

  test('of slots in which not every transfer is known are judged where their transaction is known', async () => {
    await given(
      [
        { by: 'nobody', wallet: 'alice', slot: 100n },
        { by: 'to alice', wallet: 'bob', slot: 100n },
      ],
      [paidAlice],
    );
    await olap.writer.command({ sql: 'TRUNCATE TABLE flow_coverage' });
    const differences = [{ recordId: 2n, txSignature: signatureOf('to alice') }];
    expect(await check()).toEqual({ checked: true, facts: 2, unjudged: 1, differences });
  });

  test.each([
    ['borne out', 5n, { unjudged: 0, differences: [] }],
    ['wrong', 4n, { unjudged: 0, differences: [{ recordId: 1n, txSignature: signatureOf('far') }] }],
    ['not judged', undefined, { unjudged: 1, differences: [] }],
  ])(
    'of slots that the index does not hold are %s as the node has their transaction',
    async (_, moved, found) => {
      await given([{ by: 'far', wallet: 'alice' }], []);
      await olap.writer.command({ sql: 'TRUNCATE TABLE flow_coverage' });
      const asked: string[] = [];
      const lookup = async (signature: string) => {
        asked.push(signature);
        return moved === undefined ? undefined : new Map([[`${keyOf('alice')}`, moved]]);
      };
      expect(await check(REWARD_MINT, lookup)).toEqual({ checked: true, facts: 1, ...found });
      expect(asked).toEqual([signatureOf('far')]);
    },
  );

  test('are counted and not judged without a reward mint', async () => {
    await given([{ by: 'to alice', wallet: 'alice' }], [paidAlice]);
    const question = { lane: olap.scanner, treasury: TREASURY, slot: 200n, revision: 9n };
    const { signal } = new AbortController();
    expect(await checkPaidFacts({ ...question, rewardMint: undefined, signal })).toEqual({
      checked: false,
      facts: 1,
      unjudged: 1,
      differences: [],
    });
  });
});
