import fc from 'fast-check';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { isFeeShare, REVIEW_WINDOW_MS, type RewardEvent } from '../../../core/rules/rewards.ts';
import type { RewardEventKind } from '../../../schemas/reward-event-kinds.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { u64 } from './arbitraries.ts';

/** Some moment of October 2026, in milliseconds. */
export const T0 = Date.UTC(2026, 9, 1);

/** Few enough wallets and moments that records share them. */
export const wallets = [1, 2, 3].map((byte) => pubkeyFromBytes(new Uint8Array(32).fill(byte)));
const moment = fc.oneof(
  fc.integer({ min: T0, max: T0 + 20 * 24 * 3_600_000 }),
  fc.constantFrom(T0, T0 + 1, T0 + REVIEW_WINDOW_MS - 1, T0 + REVIEW_WINDOW_MS, T0 + REVIEW_WINDOW_MS + 1),
);

function accrued(recordId: bigint): fc.Arbitrary<RewardEvent> {
  return fc
    .record({
      at: moment,
      program: fc.constantFrom(...REWARD_PROGRAMS),
      wallet: fc.constantFrom(...wallets),
      amount: fc.option(u64, { nil: undefined }),
    })
    .map((facts) => ({
      kind: 'accrued' as const,
      recordId,
      ...facts,
      amount: isFeeShare(facts.program) ? undefined : facts.amount,
    }));
}

function later(recordId: bigint): fc.Arbitrary<RewardEvent> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('priced' as const),
      recordId: fc.constant(recordId),
      at: moment,
      amount: u64,
      premature: fc.boolean(),
    }),
    fc.record({
      kind: fc.constantFrom('held' as const, 'released' as const),
      recordId: fc.constant(recordId),
      at: moment,
      reason: fc.constant('review'),
    }),
    fc.record({
      kind: fc.constant('voided' as const),
      recordId: fc.constant(recordId),
      at: moment,
      reason: fc.constant('void'),
    }),
    fc.record({
      kind: fc.constant('paid' as const),
      recordId: fc.constant(recordId),
      at: moment,
      txSignature: fc.constantFrom('first', 'second'),
      amount: fc.option(u64, { nil: undefined }),
    }),
  );
}

/** Each fact of the ledger once. */
function distinct(events: readonly RewardEvent[]): RewardEvent[] {
  const key = ({ recordId, kind, at }: { recordId: bigint; kind: RewardEventKind; at: number }) =>
    `${recordId} ${kind} ${at}`;
  return [...new Map(events.map((event) => [key(event), event])).values()];
}

/** The ledger takes no price and no payment of contribution credits, once it knows that a record is one. */
function fits(accrual: RewardEvent, { kind }: RewardEvent): boolean {
  const shownOnly = accrual.kind === 'accrued' && accrual.program === 'hive_contribution';
  return !shownOnly || (kind !== 'priced' && kind !== 'paid');
}

function record(recordId: bigint): fc.Arbitrary<RewardEvent[]> {
  return fc
    .tuple(
      fc.option(accrued(recordId), { nil: undefined, freq: 8 }),
      fc.array(later(recordId), { maxLength: 6 }),
    )
    .map(([first, rest]) => distinct(first ? [first, ...rest.filter((event) => fits(first, event))] : rest));
}

/** The events of some records, in any order. */
export const ledgerEvents: fc.Arbitrary<RewardEvent[]> = fc
  .uniqueArray(u64, { maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map(record)))
  .map((records) => records.flat())
  .chain((events) => fc.shuffledSubarray(events, { minLength: events.length }));

const [wallet = '' as never] = wallets;
const accruing = (recordId: bigint, program: 'season' | 'clone' | 'hive_contribution'): RewardEvent => ({
  ...{ kind: 'accrued', recordId, at: T0, program, wallet, amount: program === 'clone' ? undefined : 5n },
});
const reviewed = (kind: 'held' | 'released' | 'voided', recordId: bigint, at: number): RewardEvent => ({
  ...{ kind, recordId, at, reason: 'review' },
});
const priced = (recordId: bigint, at: number, amount: bigint): RewardEvent => ({
  ...{ kind: 'priced', recordId, at, amount },
});
const MATURE = T0 + REVIEW_WINDOW_MS;
const paying = (recordId: bigint, at: number, txSignature: string): RewardEvent => ({
  ...{ kind: 'paid', recordId, at, txSignature },
});
/** What chance seldom draws: ties, and the newest or first of several. */
export const knottyEvents: RewardEvent[] = [
  // In the first batch, before the ledger knows that the record is never paid
  ...[priced(15n, T0, 9n), paying(15n, MATURE, 'never')],
  ...[accruing(1n, 'season'), reviewed('held', 1n, T0 + 5), reviewed('released', 1n, T0 + 5)],
  ...[accruing(2n, 'clone'), reviewed('held', 2n, T0 + 5), reviewed('released', 2n, T0 + 6)],
  { kind: 'priced', recordId: 2n, at: T0 + 2, amount: 8n },
  { kind: 'priced', recordId: 2n, at: T0 + 1, amount: 9n },
  { kind: 'paid', recordId: 2n, at: T0 + 9, txSignature: 'second' },
  { kind: 'paid', recordId: 2n, at: T0 + 3, txSignature: 'first' },
  ...[accruing(3n, 'season'), reviewed('voided', 3n, T0 + 1), accruing(4n, 'season')],
  // Releases before a hold, of no hold, and one after another
  ...[accruing(5n, 'season'), reviewed('released', 5n, T0 + REVIEW_WINDOW_MS + 5)],
  ...[accruing(6n, 'season'), reviewed('released', 6n, T0 + 4), reviewed('held', 6n, T0 + 5)],
  ...[accruing(7n, 'season'), reviewed('held', 7n, T0 + 5), reviewed('released', 7n, T0 + REVIEW_WINDOW_MS)],
  reviewed('released', 7n, T0 + REVIEW_WINDOW_MS + 9),
  // Prices around a payment, and payments that say what was paid
  ...[accruing(8n, 'clone'), ...[4, 5, 6].map((ms) => priced(8n, T0 + ms, BigInt(ms)))],
  { kind: 'paid', recordId: 8n, at: T0 + 5, txSignature: 'first' },
  ...[accruing(9n, 'clone'), priced(9n, T0 + 4, 4n), priced(9n, T0 + 6, 6n)],
  { kind: 'paid', recordId: 9n, at: T0 + 5, txSignature: 'first', amount: 3n },
  { kind: 'paid', recordId: 9n, at: T0 + 7, txSignature: 'second', amount: 2n },
  ...[accruing(10n, 'clone'), priced(10n, T0 + 6, 6n)],
  { kind: 'paid', recordId: 10n, at: T0 + 5, txSignature: 'first' },
  // Payments that were only told: at the end of the review and just before it, priced later, at another amount, held
  ...[accruing(11n, 'clone'), priced(11n, MATURE + 3, 3n), priced(11n, MATURE + 4, 4n)],
  ...[paying(11n, MATURE - 1, 'early'), paying(11n, MATURE, 'mature'), paying(11n, MATURE + 5, 'late')],
  ...[accruing(12n, 'season'), priced(12n, MATURE + 1, 3n), paying(12n, MATURE, 'mature')],
  ...[accruing(13n, 'season'), reviewed('held', 13n, MATURE + 1), reviewed('released', 13n, MATURE + 3)],
  ...[
    paying(13n, MATURE + 1, 'held'),
    paying(13n, MATURE + 2, 'held too'),
    paying(13n, MATURE + 3, 'released'),
  ],
  ...[accruing(14n, 'clone'), paying(14n, MATURE, 'unpriced')],
  accruing(15n, 'hive_contribution'),
];
