import type { CallOptions } from '../http/http.ts';
import type { PayoutRequest, RewardHistoryRow, RewardsHistory, RewardsSummary } from '../types/answers.ts';
import { type ReadArguments, readAt } from './reads.ts';
import type { Rest } from './rest.ts';

export type RewardOptions = ReadArguments<'/user-rewards/summary/'> & CallOptions;
export type RewardHistoryOptions = ReadArguments<'/user-rewards/history/'> & CallOptions;

export interface ClaimOptions extends CallOptions {
  /** Names the claim, so that asking again gives the same payout request; made up when left out. */
  readonly idempotencyKey?: string | undefined;
}

const LARGEST_PAGE = 200;
/** A ledger that is never quiet changes in every pass: then what the last one saw has to do. */
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
   * Every reward record once, newest first. Pages go by offset, and rows move when the ledger changes meanwhile, for whatever
   * wallet: then the listing is gone through again, three times at most, and what was not there or was missed comes last.
   */
  async *allHistory(options: RewardHistoryOptions = {}): AsyncGenerator<RewardHistoryRow, void, undefined> {
    const given = new Set<bigint>();
    for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
      const moved = yield* this.#pass(options, given);
      if (!moved) return;
    }
  }

  /** A payout request over the wallet's referral fee-shares. @throws PreMintError, NotFoundError */
  claimReferrals(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/referrals/claim/', walletAddress, options);
  }

  /** A payout request over the wallet's clone fee-shares. @throws PreMintError, NotFoundError */
  claimClones(walletAddress: string, options: ClaimOptions = {}): Promise<PayoutRequest> {
    return this.#claim('/creators/claim/', walletAddress, options);
  }

  /** Goes through the listing once, past what was given before. @returns whether the ledger changed on the way */
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
    // Under one key, a repeat is answered with what the first made.
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#rest.post(path, { body, headers, repeatable: true }, call);
  }
}
