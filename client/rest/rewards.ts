import type { CallOptions } from '../http/http.ts';
import type { PayoutRequest, RewardHistoryRow, RewardsHistory, RewardsSummary } from '../types/answers.ts';
import { type ReadArguments, readAt } from './reads.ts';
import type { Rest } from './rest.ts';

export type RewardOptions = ReadArguments<'/user-rewards/summary/'> & CallOptions;
export type RewardHistoryOptions = ReadArguments<'/user-rewards/history/'> & CallOptions;

export interface ClaimOptions extends CallOptions {
  /** Names the claim, so that a repeat returns the same payout request; random by default. */
  readonly idempotencyKey?: string | undefined;
}

const LARGEST_PAGE = 200;
/** A ledger that never stops changing differs in every pass; then the last pass is used. */
const MOST_PASSES = 3;

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

  /**
   * Every reward record once, newest first. Pages use offsets, and rows move when the ledger changes. The listing is
   * then read again, three times at most, and new or missed rows come last.
   */
  async *allHistory(options: RewardHistoryOptions = {}): AsyncGenerator<RewardHistoryRow, void, undefined> {
    const given = new Set<bigint>();
    for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
      const moved = yield* this.#pass(options, given);
      if (!moved) return;
    }
  }

  /** A payout request for the wallet's referral fee shares. @throws PreMintError, NotFoundError */
  claimReferrals(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/referrals/claim/', walletAddress, options);
  }

  /** A payout request for the wallet's clone fee shares. @throws PreMintError, NotFoundError */
  claimClones(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/creators/claim/', walletAddress, options);
  }

  /** Reads the listing once, skipping rows already returned. @returns whether the ledger changed in the meantime */
  async *#pass(
    options: RewardHistoryOptions,
    given: Set<bigint>,
  ): AsyncGenerator<RewardHistoryRow, boolean, undefined> {
    const { limit = LARGEST_PAGE, offset: first = 0 } = options;
    const revisions = new Set<number>();
    for (let offset = first; ; ) {
      const page = await this.history({ ...options, limit, offset });
      revisions.add(page.ledger_revision);
      for (const row of page.results) {
        if (given.has(row.id)) continue;
        given.add(row.id);
        yield row;
      }
      if (!page.has_more || page.results.length === 0) return revisions.size > 1;
      offset += page.results.length;
    }
  }

  #claim(path: string, walletAddress: string, options: ClaimOptions): Promise<PayoutRequest> {
    const { idempotencyKey = crypto.randomUUID(), ...call } = options;
    const body = { wallet_address: walletAddress };
    // With the same key, a repeat returns the first result.
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#rest.post(path, { body, headers, repeatable: true }, call);
  }
}
