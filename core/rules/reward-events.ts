import type { RewardProgram } from '../../schemas/reward-programs.ts';
import type { Pubkey } from '../kernel/pubkey.ts';

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
