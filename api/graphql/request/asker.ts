import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Caller } from '../../access/caller.ts';
import type { RewardsContext } from '../../actions/rewards/read.ts';

/** For the audit log of credentials. */
const SURFACE = '/graphql';

/** An owner's data, and its caller. */
export interface Owned {
  readonly rewards: RewardsContext;
  readonly caller: Caller;
}

/**
 * The sender of one request. Resolvers reach the credential and the owner's data only through this; using it marks the
 * answer as private, whether refused or not.
 */
export class Asker {
  readonly #rewards: RewardsContext | undefined;
  readonly #authorization: string | undefined;
  #owned: Promise<Owned> | undefined;

  constructor(rewards: RewardsContext | undefined, authorization: string | undefined) {
    this.#rewards = rewards;
    this.#authorization = authorization;
  }

  /** Whether any part of the answer depends on the caller. */
  get asked(): boolean {
    return this.#owned !== undefined;
  }

  /**
   * A token is verified once per request. @throws SIGN_IN_REQUIRED, TOKEN_REFUSED, ISSUER_UNREACHABLE,
   * REWARDS_NOT_SERVED
   */
  owned(): Promise<Owned> {
    this.#owned ??= this.#ask();
    return this.#owned;
  }

  async #ask(): Promise<Owned> {
    const rewards = this.#rewards;
    if (!rewards) throw new LaunchlensError('REWARDS_NOT_SERVED', {});
    return { rewards, caller: await rewards.access.caller(this.#authorization, SURFACE) };
  }
}

/** For what is the same for everyone: events that subscribers share. */
export const NOBODY = new Asker(undefined, undefined);
