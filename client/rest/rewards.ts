import type { CallOptions } from '../http/http.ts';
import type {
  Payout,
  PayoutList,
  PayoutRequest,
  RewardHistoryRow,
  RewardsHistory,
  RewardsSummary,
} from '../types/answers.ts';
import type { Whole } from './query-string.ts';
import { type ReadArguments, readAt } from './reads.ts';
import type { Rest } from './rest.ts';

export type RewardOptions = ReadArguments<'/user-rewards/summary/'> & CallOptions;
export type RewardHistoryOptions = ReadArguments<'/user-rewards/history/'> & CallOptions;

export type PayoutsOptions = ReadArguments<'/user-rewards/payouts/'> & CallOptions;

export interface ClaimOptions extends CallOptions {
  /** A repeat with it returns the same payout request; random by default. */
  readonly idempotencyKey?: string | undefined;
}

const LARGEST_PAGE = 200;

/** The rewards of a wallet, for its signed-in owner. */
export class Rewards {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** @throws AuthenticationError, ForbiddenError */
  summary(options: RewardOptions = {}): Promise<RewardsSummary> {
    return readAt(this.#rest, '/user-rewards/summary/', options);
  }

  /** One page of the reward records, newest first. @throws AuthenticationError, ForbiddenError */
  history(options: RewardHistoryOptions = {}): Promise<RewardsHistory> {
    return readAt(this.#rest, '/user-rewards/history/', options);
  }

  /** Every reward record once, newest first, as of the first page. */
  async *allHistory(options: RewardHistoryOptions = {}): AsyncGenerator<RewardHistoryRow, void, undefined> {
    const { limit = LARGEST_PAGE, offset: first = 0 } = options;
    let pinned = options.ledgerRevision;
    for (let offset = first; ; ) {
      const page = await this.history({ ...options, limit, offset, ledgerRevision: pinned });
      yield* page.results;
      if (!page.has_more || page.results.length === 0) return;
      pinned ??= page.ledger_revision;
      offset += page.results.length;
    }
  }

  /** One page, newest first. @throws ForbiddenError */
  payouts(options: PayoutsOptions = {}): Promise<PayoutList> {
    return readAt(this.#rest, '/user-rewards/payouts/', options);
  }

  /** @throws NotFoundError */
  payout(payoutId: Whole, options: CallOptions = {}): Promise<Payout> {
    return readAt(this.#rest, '/user-rewards/payouts/{payout_id}/', { ...options, payoutId });
  }

  /** A payout request for the wallet's referral fee shares. @throws PreMintError, NotFoundError */
  claimReferrals(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/referrals/claim/', walletAddress, options);
  }

  /** A payout request for the wallet's clone fee shares. @throws PreMintError, NotFoundError */
  claimClones(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/creators/claim/', walletAddress, options);
  }

  #claim(path: string, walletAddress: string, options: ClaimOptions): Promise<PayoutRequest> {
    const { idempotencyKey = crypto.randomUUID(), ...call } = options;
    const body = { wallet_address: walletAddress };
    // With the same key, a repeat returns the first result.
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#rest.post(path, { body, headers, repeatable: true }, call);
  }
}
