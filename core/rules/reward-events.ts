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
  /** Base units; undefined if nothing is priced yet. Fee-share programmes never have an amount at accrual. */
  readonly amount: bigint | undefined;
}

export interface Priced extends OfRecord {
  readonly kind: 'priced';
  readonly amount: bigint;
  /** Recorded before the mint and before its record was known: it never prices a fee-share programme. */
  readonly premature?: boolean;
}

export interface Reviewed extends OfRecord {
  readonly kind: 'held' | 'released' | 'voided';
  readonly reason: string;
}

export interface Paid extends OfRecord {
  readonly kind: 'paid';
  readonly txSignature: string;
  /** What was paid for the record, in base units; undefined if not stated. */
  readonly amount?: bigint | undefined;
  /** The slot of the settlement; undefined if not stated. */
  readonly slot?: bigint | undefined;
}

/** One event of the reward ledger. Its identity is (record, kind, time). */
export type RewardEvent = Accrued | Priced | Reviewed | Paid;
