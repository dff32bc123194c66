import { fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { createRewardsReader } from '../../../../api/read/rewards/reader.ts';
import { createState } from '../../../../api/state/state.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import { payoutMemo } from '../../../../core/rules/payout-memo.ts';
import type { RewardEvent } from '../../../../core/rules/rewards.ts';
import type { Boundary } from '../../../chaos/boundaries/boundary.ts';
import { indexTransfers, keyOf, REWARD_MINT } from '../../support/treasury-index.ts';
import { settleOnce } from './settle-once.ts';
import type { LifeOptions } from './settling-life.ts';
import { type BothStores, type SettlingStores, within } from './settling-stores.ts';

const LIFE = join(import.meta.dirname, 'settling-life.ts');
const logger = createLogger('silent');
/** The review of what accrued then is long over. */
const LONG_AGO = Date.UTC(2026, 0, 1);
const AMOUNT = 5n;
const RECORDS = [0n, 1n, 2n];

/** How one process that settles has ended. */
export interface Life {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The boundaries of writing that it came by. */
  readonly passed: readonly Boundary[];
}

/** What the stores hold of the request and its records. */
export interface Seen {
  readonly status: string | undefined;
  readonly closedAt: number | undefined;
  readonly txSignature: string | undefined;
  /** Paid facts in the tables, whether they count or not. */
  readonly facts: number;
  readonly factsByWallet: number;
  /** Records of the wallet as its owner reads them. */
  readonly shown: readonly (readonly [paid: boolean, txSignature: string | undefined])[];
}

/** An open request whose payment is on the chain and final, in stores of a test's own. */
export interface PendingPayout {
  /** One process that settles; it ends itself like `kill -9` at `kill`. */
  live(kill?: Boundary): Promise<Life>;
  look(): Promise<Seen>;
  /** What another process does after a kill, in this one: opens the stores and settles. */
  startAgain(): Promise<Resumed>;
}

export interface Resumed {
  /** What the kill left. */
  readonly left: Seen;
  readonly seen: Seen;
  /** Whether everything there was to settle is settled. */
  readonly done: boolean;
}

export async function pendingPayout(stores: SettlingStores): Promise<PendingPayout> {
  let request = 1n;
  const place = await stores.place(async (both, nth) => {
    request = nth;
    await fill(both, nth);
  });
  return {
    live: (kill) => live({ ...place, ...(kill && { kill }) }),
    look: () => within(place, (both) => look(both, request)),
    startAgain: () =>
      within(place, async (both) => {
        const left = await look(both, request);
        const done = await settleOnce(both);
        return { left, done, seen: await look(both, request) };
      }),
  };
}

const walletOf = (nth: bigint): string => `wallet ${nth}`;

async function fill({ olap, oltp }: BothStores, nth: bigint): Promise<void> {
  const wallet = keyOf(walletOf(nth));
  const recordIds = RECORDS.map((record) => nth * 10n + record);
  const events = recordIds.flatMap((recordId): RewardEvent[] => [
    { kind: 'accrued', recordId, at: LONG_AGO, program: 'referral', wallet, amount: undefined },
    { kind: 'priced', recordId, at: LONG_AGO, amount: AMOUNT },
  ]);
  const ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false });
  await ledger.append(events, { by: 'test' });
  await ledger.close();
  const request = await createState(oltp).payouts.open({
    ...{ wallet, program: 'referral', payoutMint: REWARD_MINT, requestedBy: wallet },
    ...{ idempotencyKey: undefined, now: LONG_AGO },
    records: recordIds.map((recordId) => ({ recordId, amount: AMOUNT })),
  });
  if (request?.id !== nth) throw new Error(`request ${request?.id} was made, and ${nth} was meant`);
  const amount = AMOUNT * BigInt(RECORDS.length);
  const payment = { name: `payment ${nth}`, slot: 100n + nth, wallet: walletOf(nth), amount };
  const reach = { revision: nth, slot: 200n + nth, final: 100n + nth };
  await indexTransfers(olap.writer, [{ ...payment, memo: payoutMemo(nth) }], reach);
}

function live(options: LifeOptions): Promise<Life> {
  const passed: Boundary[] = [];
  const child = fork(LIFE, [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (boundary: Boundary) => passed.push(boundary));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, passed }));
  });
}

const countRow = z.object({ n: z.coerce.number() });

async function look({ olap, oltp }: BothStores, nth: bigint): Promise<Seen> {
  const count = async (table: string): Promise<number> => {
    const ids = RECORDS.map((record) => nth * 10n + record).join(', ');
    const sql = `SELECT count() AS n FROM ${table} WHERE kind = 'paid' AND record_id IN (${ids})`;
    return (await olap.reader.query({ sql }, countRow))[0]?.n ?? 0;
  };
  const request = await createState(oltp).payouts.find(nth);
  const reader = createRewardsReader({ lane: olap.reader, mint: REWARD_MINT });
  const page = { wallet: keyOf(walletOf(nth)), program: undefined, limit: 200, offset: 0 };
  const { facts } = await reader.history(page);
  return {
    ...{ status: request?.status, closedAt: request?.closedAt, txSignature: request?.txSignature },
    facts: await count('reward_events'),
    factsByWallet: await count('reward_events_by_wallet'),
    shown: facts.records.map(({ paid }) => [paid !== undefined, paid?.txSignature]),
  };
}
