import type { Clock } from '../../../core/kernel/clock.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import type { CodeGuesses } from '../../state/pairings/code-guesses.ts';
import type { Pairings } from '../../state/pairings/pairings.ts';
import type { SignInPlace } from '../sign-in/context.ts';

export interface PairingContext {
  readonly pairings: Pairings;
  readonly guesses: CodeGuesses;
  readonly secrets: Pick<Secrets, 'make'>;
  /** Hides user codes and addresses at rest; the same in every process over the store. */
  readonly codeKey: Uint8Array;
  readonly place: () => SignInPlace;
  readonly clock: Clock;
}
