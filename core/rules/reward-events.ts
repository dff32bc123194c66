import type { RewardProgram } from '../../schemas/reward-programs.ts';
import type { Pubkey } from '../kernel/pubkey.ts';
import type { RewardFacts } from './rewards.ts';
import { isFeeShare } from './rewards.ts';

export const REWARD_EVENT_KINDS = ['accrued', 'priced', 'held', 'released', 'voided', 'paid'] as const;

export type RewardEventKind = (typeof REWARD_EVENT_KINDS)[number];

interface OfRecord {
  readonly recordId: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface Accrued extends OfRecord {
  readonly kind: 'accrued';
  readonly program: RewardProgram;
  readonly wallet: Pubkey;
  /** Base units; undefined where nothing is priced yet, which fee-share programmes never are at accrual. */
  readonly amount: bigint | undefined;
}

export interface Priced extends OfRecord {
  readonly kind: 'priced';
  readonly amount: bigint;
  /** Recorded before the mint and before its record was known: it prices nothing of a fee-share programme, ever. */
  readonly premature?: boolean;
}

export interface Reviewed extends OfRecord {
  readonly kind: 'held' | 'released' | 'voided';
  readonly reason: string;
}

export interface Paid extends OfRecord {
  readonly kind: 'paid';
  readonly txSignature: string;
  /** What was paid for the record, base units; undefined where it was not told. */
  readonly amount?: bigint | undefined;
  /** The slot of the settlement; undefined where it was not told. */
  readonly slot?: bigint | undefined;
}

/** One fact of the reward ledger. Its identity is (record, kind, moment). */
export type RewardEvent = Accrued | Priced | Reviewed | Paid;

/**
 * What the events of one record come to, in whatever order they are given; undefined as long as it has not accrued.
 * The store folds them in the same way.
 */
export function foldRewardEvents(events: Iterable<RewardEvent>): RewardFacts | undefined {
  const all = [...events];
  const accrued = all.find((event) => event.kind === 'accrued');
  if (!accrued) return undefined;
  const { recordId, program, wallet, at: createdAt } = accrued;
  const held = newest(all.filter(({ kind }) => kind === 'held'));
  const released = releaseOf(all, held);
  const [paid] = all.filter((event) => event.kind === 'paid').toSorted((a, b) => a.at - b.at);
  const counting = all.filter(
    (event): event is Priced =>
      event.kind === 'priced' &&
      !(event.premature === true && isFeeShare(program)) &&
      event.at <= (paid?.at ?? event.at),
  );
  return {
    ...{ recordId, program, wallet, createdAt },
    amount: paid?.amount ?? newest(counting)?.amount ?? accrued.amount,
    held: held !== undefined && released === undefined,
    releasedAt: released?.at,
    voided: all.some(({ kind }) => kind === 'voided'),
    paid: paid && { at: paid.at, txSignature: paid.txSignature },
  };
}

/**
 * The release that ended the newest hold; without a hold there is nothing to release. Of a hold and a release at one
 * moment the hold counts: doubt is settled by review, not by chance.
 */
function releaseOf(events: readonly RewardEvent[], held: RewardEvent | undefined): RewardEvent | undefined {
  if (!held) return undefined;
  const [first] = events
    .filter(({ kind, at }) => kind === 'released' && at > held.at)
    .toSorted((a, b) => a.at - b.at);
  return first;
}

function newest<Event extends OfRecord>(events: readonly Event[]): Event | undefined {
  return events.reduce<Event | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
}
