import type { Clock } from '../../../core/kernel/clock.ts';
import type { TokenIssuer } from '../../access/caller.ts';
import type { Challenges } from '../../state/challenges.ts';
import type { EndedSessions } from '../../state/ended-sessions.ts';

/** Where people sign in, as shown in the message. */
export interface SignInPlace {
  /** Host and port, without a scheme. */
  readonly domain: string;
  readonly uri: string;
}

export interface SignInContext {
  readonly challenges: Challenges;
  readonly endedSessions: Pick<EndedSessions, 'end'>;
  /** Undefined if another issuer signs people in. */
  readonly issuer: TokenIssuer | undefined;
  /** Evaluated at each sign-in, because an API on a random port knows its address only once it listens. */
  readonly place: () => SignInPlace;
  /** The chain whose wallets sign in. */
  readonly chainId: string;
  readonly clock: Clock;
}
