import type { Pubkey } from '../kernel/pubkey.ts';
import type { RewardFacts, RewardProgram } from './rewards.ts';
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
  const released = newest(all.filter(({ kind }) => kind === 'released'));
  const held = newest(all.filter(({ kind }) => kind === 'held'));
  const counting = all.filter(
    (event) => event.kind === 'priced' && !(event.premature === true && isFeeShare(program)),
  ) as Priced[];
  const [paid] = all.filter((event) => event.kind === 'paid').toSorted((a, b) => a.at - b.at);
  return {
    ...{ recordId, program, wallet, createdAt },
    amount: newest(counting)?.amount ?? accrued.amount,
    // Of a hold and a release at one moment the hold counts: doubt is settled by review, not by chance.
    held: held !== undefined && held.at >= (released?.at ?? held.at),
    releasedAt: released?.at,
    voided: all.some(({ kind }) => kind === 'voided'),
    paid: paid && { at: paid.at, txSignature: paid.txSignature },
  };
}

function newest<Event extends OfRecord>(events: readonly Event[]): Event | undefined {
  return events.reduce<Event | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
}
