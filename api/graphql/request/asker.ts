import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Caller } from '../../access/caller.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';

/** For the trail of credentials. */
const SURFACE = '/graphql';

/** What belongs to an owner, and who asks for it. */
export interface Owned {
  readonly rewards: RewardsContext;
  readonly caller: Caller;
}

/**
 * Who one request comes from. This is the only way from a resolver to the credential and to what belongs to its owner,
 * and taking it makes the answer theirs, refused or not: an answer that was asked for in this way is shared with nobody.
 */
export class Asker {
  readonly #rewards: RewardsContext | undefined;
  readonly #authorization: string | undefined;
  #owned: Promise<Owned> | undefined;

  constructor(rewards: RewardsContext | undefined, authorization: string | undefined) {
    this.#rewards = rewards;
    this.#authorization = authorization;
  }

  /** Whether anything of the answer depends on who asks. */
  get asked(): boolean {
    return this.#owned !== undefined;
  }

  /** A token is verified once a request. @throws SIGN_IN_REQUIRED, TOKEN_REFUSED, ISSUER_UNREACHABLE, REWARDS_NOT_SERVED */
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

/** For what is the same for everybody: events that subscribers share. */
export const NOBODY = new Asker(undefined, undefined);
